// Combines a template and a customer's values to a document without bindings, ready to be drawn.
import type { Timeline } from '@vitrine/document/clip'
import { computeTone, isColor, toChannels } from '@vitrine/document/color'
import type { ResolvedDocument, TemplateDocument } from '@vitrine/document/document'
import {
  type AssetId,
  type AudioValue,
  type Face,
  type Field,
  type FieldValue,
  type FieldValues,
  MAX_FACES,
  type MediaValue,
} from '@vitrine/document/field'
import type { Layer, TextLayer } from '@vitrine/document/layer'
import type { Visibility } from '@vitrine/document/layer-base'
import { changedNumber, type FieldBinding } from '@vitrine/document/property'
import type { Rig, RigGroup, RigLayer, RigProperty } from '@vitrine/document/rig'
import { isEmoji, listTexts, possibleText, segmentGraphemes } from '@vitrine/document/shown-text'
import { applyTimeline } from '@vitrine/document/timeline'
import { applyDifference } from './apply-difference.ts'
import { type Difference, NO_DIFFERENCE } from './difference.ts'
import { applyVariant } from './variant.ts'

/** Replaces a medium that neither the customer nor the template provides; the painter draws a placeholder. */
const NO_ASSET: AssetId = 'sha256:none'

type ValueCode =
  | 'unknown-field'
  | 'wrong-type'
  | 'too-long'
  | 'too-short'
  | 'too-many-lines'
  | 'required'
  | 'not-an-option'
  | 'not-a-color'
  | 'out-of-range'
  | 'crop-out-of-range'
  | 'faces-out-of-range'
  | 'trim-out-of-range'

/** A problem of a value. With a `warning` it may be stored and drawn; with an `error` it may not. */
interface ValueProblem {
  field: string
  code: ValueCode
  severity: 'error' | 'warning'
  message: string
}

/** Maximum stored length of a text, whatever a template allows. */
const MAX_TEXT_LENGTH = 2000

/** Checks a customer's values. Wrong types are errors; exceeded lengths and missing values are warnings. */
export function checkValues(document: TemplateDocument, values: Readonly<Record<string, unknown>>): ValueProblem[] {
  const problems: ValueProblem[] = []
  const known = new Map(document.fields.map((field) => [field.id, field]))
  for (const [id, value] of Object.entries(values)) {
    const field = known.get(id)
    if (!field)
      problems.push({
        field: id,
        code: 'unknown-field',
        severity: 'error',
        message: `This template has no field "${id}"`,
      })
    else if (value !== undefined && value !== null) problems.push(...checkValue(field, value))
  }
  for (const field of document.fields) {
    if (field.required && !isFilled(fieldValue(field, values as FieldValues))) {
      problems.push({
        field: field.id,
        code: 'required',
        severity: 'warning',
        message: `${field.label} is still empty`,
      })
    }
  }
  return problems
}

function checkValue(field: Field, value: unknown): ValueProblem[] {
  const problem = (code: ValueCode, severity: 'error' | 'warning', message: string): ValueProblem => ({
    field: field.id,
    code,
    severity,
    message,
  })
  switch (field.type) {
    case 'text': {
      if (typeof value !== 'string') return [problem('wrong-type', 'error', `${field.label} must be a text`)]
      if (value.length > MAX_TEXT_LENGTH)
        return [problem('too-long', 'error', `${field.label} has more than ${MAX_TEXT_LENGTH} characters`)]
      const length = segmentGraphemes(value).length
      const lines = value.split('\n').length
      const { maxLength, minLength, maxLines } = field.rules ?? {}
      return [
        ...(maxLength !== undefined && length > maxLength
          ? [problem('too-long', 'warning', `${field.label} has ${length} characters; ${maxLength} fit`)]
          : []),
        ...(minLength !== undefined && length > 0 && length < minLength
          ? [problem('too-short', 'warning', `${field.label} needs at least ${minLength} characters`)]
          : []),
        ...(maxLines !== undefined && lines > maxLines
          ? [problem('too-many-lines', 'warning', `${field.label} has ${lines} lines; ${maxLines} fit`)]
          : []),
      ]
    }
    case 'color':
      return isColor(value) && typeof value === 'string'
        ? []
        : [problem('not-a-color', 'error', `${field.label} must be a colour such as #b4143c`)]
    case 'toggle':
      return typeof value === 'boolean' ? [] : [problem('wrong-type', 'error', `${field.label} must be on or off`)]
    case 'slider': {
      if (!isCoordinate(value)) return [problem('wrong-type', 'error', `${field.label} must be a number`)]
      const { min, max } = field.rules
      return value >= min && value <= max
        ? []
        : [problem('out-of-range', 'error', `${field.label} must lie between ${min} and ${max}`)]
    }
    case 'point':
      return Array.isArray(value) && value.length === 2 && value.every(isCoordinate)
        ? []
        : [problem('wrong-type', 'error', `${field.label} must be two numbers`)]
    case 'choice':
      return field.options.some((option) => option.value === value)
        ? []
        : [problem('not-an-option', 'error', `${field.label} has no such option`)]
    case 'media':
    case 'audio':
      return checkMedium(field, value, problem)
  }
}

function isCoordinate(value: unknown): value is number {
  return typeof value === 'number' && Math.abs(value) <= 1e6
}

type MakeProblem = (code: ValueCode, severity: 'error' | 'warning', message: string) => ValueProblem

function checkMedium(field: Field, value: unknown, problem: MakeProblem): ValueProblem[] {
  if (isAssetId(value)) return []
  if (typeof value !== 'object' || value === null || !('asset' in value) || !isAssetId(value.asset)) {
    return [problem('wrong-type', 'error', `${field.label} must name a file`)]
  }
  const { crop, faces, cutout, trim, mute } = value as Partial<
    Record<'crop' | 'faces' | 'cutout' | 'trim' | 'mute', unknown>
  >
  const found: ValueProblem[] = []
  const isNumber = (number: unknown, min: number, max: number) =>
    typeof number === 'number' && number >= min && number <= max
  if (crop !== undefined) {
    const { x, y, zoom, rotate, flip } = (typeof crop === 'object' ? (crop ?? {}) : {}) as Record<string, unknown>
    const isFine =
      isNumber(x, -10, 10) &&
      isNumber(y, -10, 10) &&
      isNumber(zoom, 0.05, 20) &&
      isNumber(rotate, -360, 360) &&
      (flip === undefined || flip === 'horizontal' || flip === 'vertical' || flip === 'both')
    if (!isFine) found.push(problem('crop-out-of-range', 'error', `${field.label} is placed outside its frame`))
  }
  if (cutout !== undefined && !isAssetId(cutout))
    found.push(problem('wrong-type', 'error', `${field.label}: the cutout must name a file`))
  if (faces !== undefined && !areFaces(faces))
    found.push(problem('faces-out-of-range', 'error', `${field.label} names faces that no picture can have`))
  if (trim !== undefined) {
    const { startSeconds, endSeconds } = (typeof trim === 'object' ? (trim ?? {}) : {}) as Record<string, unknown>
    const start = isNumber(startSeconds, 0, 86400) ? (startSeconds as number) : Number.NaN
    const isFine =
      start >= 0 && (endSeconds === undefined || (isNumber(endSeconds, 0, 86400) && (endSeconds as number) > start))
    if (!isFine) found.push(problem('trim-out-of-range', 'error', `${field.label} must end after it starts`))
  }
  if (mute !== undefined && typeof mute !== 'boolean')
    found.push(problem('wrong-type', 'error', `${field.label}: mute must be on or off`))
  return found
}

function areFaces(faces: unknown): boolean {
  const isBetween = (value: unknown, min: number, max: number) =>
    typeof value === 'number' && value >= min && value <= max
  return (
    Array.isArray(faces) &&
    faces.length <= MAX_FACES &&
    faces.every((face: Partial<Face> | null) => {
      const { x, y, width, height } = face ?? {}
      return isBetween(x, -1, 2) && isBetween(y, -1, 2) && isBetween(width, 0, 2) && isBetween(height, 0, 2)
    })
  )
}

/** Whether a value has the format of an asset id. */
function isAssetId(value: unknown): value is AssetId {
  return typeof value === 'string' && /^(sha256:|u_)[0-9A-Za-z_-]{1,64}$/.test(value)
}

/** The customer's value of a field, otherwise its default; undefined for a missing medium. */
export function fieldValue(field: Field, values: FieldValues): FieldValue | undefined {
  const input = values[field.id]
  const value = input === undefined || input === null ? field.default : input
  if (field.type !== 'media' && field.type !== 'audio') return value
  return typeof value === 'string' ? { asset: value as AssetId } : value
}

function isFilled(value: FieldValue | undefined): boolean {
  return value !== undefined && value !== '' && value !== false
}

/**
 * Applies timeline and difference, then replaces every binding by the customer's value or the default. Pure: equal arguments
 * give equal documents, and none of them is changed.
 * @param variant an aspect of `document.variants`, such as `9:16`
 * @param timeline the customer's clips, which `checkTimeline` accepted
 * @throws AssertionFailure when the difference does not apply; check it with `tryDifference` first
 */
export function resolveDocument(
  document: TemplateDocument,
  values: FieldValues,
  difference: Difference = NO_DIFFERENCE,
  variant?: string,
  timeline?: Timeline | null,
): ResolvedDocument {
  const edited = applyDifference(applyTimeline(applyVariant(document, variant), timeline), difference)
  const scope = new Map<string, { field: Field; value: FieldValue | undefined }>(
    edited.fields.map((field) => [field.id, { field, value: fieldValue(field, values) }]),
  )
  const canvas = { ...edited.canvas }
  return {
    ...edited,
    canvas,
    layers: edited.layers.map((layer) => resolveLayer(layer, scope)),
    ...(edited.rig ? { rig: resolveRig(edited.rig, (id) => scope.get(id)?.value) } : {}),
    resolved: true,
  }
}

/** Fields by id with their values. */
export type Scope = ReadonlyMap<string, { field: Field; value: FieldValue | undefined }>

function resolveLayer(layer: Layer, scope: Scope): Layer {
  const { visible, ...rest } = layer
  const inherited = layer.type === 'text' ? inheritRules(layer, scope) : {}
  const resolved = resolveValue(rest, scope) as Layer
  const children = layer.type === 'group' ? { layers: layer.layers.map((child) => resolveLayer(child, scope)) } : {}
  return { ...resolved, ...inherited, ...children, visible: isVisible(visible, scope) } as Layer
}

/** The fit rules of a text layer: its own, otherwise those of the field that it shows. */
export function inheritRules(layer: TextLayer, scope: Scope): Partial<TextLayer> {
  const field = isBinding(layer.text) ? scope.get(layer.text.$field)?.field : undefined
  if (field?.type !== 'text') return {}
  return {
    ...(layer.fit === undefined && field.fit ? { fit: field.fit } : {}),
    ...(layer.maxLines === undefined && field.rules?.maxLines !== undefined ? { maxLines: field.rules.maxLines } : {}),
  }
}

/** Whether a layer is shown, according to the field that decides it. */
export function isVisible(visible: Visibility | undefined, scope: Scope): boolean {
  if (visible === undefined || typeof visible === 'boolean') return visible ?? true
  const value = scope.get(visible.$field)?.value
  const holds = visible.equals === undefined ? isFilled(value) : value === visible.equals
  return visible.not ? !holds : holds
}

export function isBinding(value: unknown): value is FieldBinding {
  return typeof value === 'object' && value !== null && '$field' in value && typeof value.$field === 'string'
}

/** A copy in which the fields' values replace all bindings to fields of the scope. Nested layers stay unchanged. */
export function resolveValue(value: unknown, scope: Scope): unknown {
  if (isBinding(value)) return scope.has(value.$field) ? boundValue(value, scope) : value
  if (Array.isArray(value)) return value.map((item) => resolveValue(item, scope))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, key === 'layers' ? inner : resolveValue(inner, scope)]),
  )
}

function boundValue(binding: FieldBinding, scope: Scope): FieldValue | unknown {
  const bound = scope.get(binding.$field)
  const value = bound?.value
  if (binding.map) return binding.map[String(value)] ?? Object.values(binding.map)[0]
  if (bound?.field.type === 'media' || bound?.field.type === 'audio') {
    return (value ?? { asset: NO_ASSET }) satisfies MediaValue | AudioValue | FieldValue
  }
  if (bound?.field.type === 'color' && (binding.shade !== undefined || binding.alpha !== undefined)) {
    return computeTone(String(value), binding.shade ?? 0, binding.alpha ?? 1)
  }
  if (typeof value === 'number') return changedNumber(value, binding, 0)
  if (Array.isArray(value)) return value.map((one, n) => changedNumber(one, binding, n))
  if (typeof value === 'string' && value !== '') return `${binding.before ?? ''}${value}${binding.after ?? ''}`
  return value
}

/** A number with the modifications of a binding; `n` is its index in a point. */

/** Whether any text of a document has emoji. */
function hasEmoji(document: ResolvedDocument): boolean {
  return listTexts(document.layers).some((layer) => isEmoji(possibleText(layer, document)))
}

/** Ids of all assets that drawing and playing a resolved document needs, including fonts. */
export function listNeededAssets(document: ResolvedDocument): AssetId[] {
  const fonts = document.fonts.filter(({ covers }) => covers !== 'emoji' || hasEmoji(document))
  const files = collectAssets(document.layers, () => true)
  return [...new Set([...fonts.map(({ src }) => src), ...files])]
}

/**
 * The pictures and videos that are drawn: the assets of layers without their sounds and fonts.
 * @param frame of the video: only assets of layers visible in it, which may be transparent
 */
export function drawnAssets(document: ResolvedDocument, frame?: number): AssetId[] {
  return [...collectAssets(document.layers, ({ type }) => type !== 'audio', frame)]
}

function collectAssets(all: readonly Layer[], isIncluded: (layer: Layer) => boolean, moment?: number): Set<AssetId> {
  const ids = new Set<AssetId>()
  const visit = (layers: readonly Layer[], frame: number | undefined) => {
    for (const layer of layers) {
      if (layer.visible === false || !isIncluded(layer)) continue
      if (frame !== undefined && (frame < layer.in || frame >= layer.out)) continue
      if (layer.type === 'group') {
        // The remapped time of a group is not evaluated here: all of its content is included.
        const isPlain = frame !== undefined && layer.tm === undefined
        visit(layer.layers, isPlain ? (frame - (layer.st ?? 0)) / (layer.sr ?? 1) : undefined)
      }
      const source =
        layer.type === 'image' || layer.type === 'plate'
          ? layer.asset
          : layer.type === 'media' || layer.type === 'audio'
            ? layer.source
            : undefined
      const id = typeof source === 'object' && source !== null && 'asset' in source ? source.asset : source
      if (isAssetId(id) && id !== NO_ASSET) ids.add(id)
      if (layer.type === 'media' && typeof source === 'object' && 'cutout' in source && isAssetId(source.cutout))
        ids.add(source.cutout)
    }
  }
  visit(all, moment)
  return ids
}

// Replaces bindings of a rig's controls by the values of their fields.

/** The rig with the values that `fieldValueOf` returns for fields; bindings to other fields stay. */
export function resolveRig(rig: Rig, fieldValueOf: (fieldId: string) => FieldValue | undefined): Rig {
  const property = (one: RigProperty): RigProperty => {
    if (typeof one.value !== 'object' || !('$field' in one.value)) return one
    const value = fieldValueOf(one.value.$field)
    return value === undefined ? one : { ...one, value: toExpressionNumbers(value, one.value) }
  }
  const group = (one: RigGroup): RigGroup => {
    const parts = one.parts.map((part) => ('parts' in part ? group(part) : property(part)))
    return parts.every((part, n) => part === one.parts[n]) ? one : { ...one, parts }
  }
  const layer = (one: RigLayer): RigLayer => {
    const effects = one.effects.map(group)
    return effects.every((effect, n) => effect === one.effects[n]) ? one : { ...one, effects }
  }
  return {
    ...rig,
    compositions: rig.compositions.map((composition) => ({ ...composition, layers: composition.layers.map(layer) })),
  }
}

/** The value as expressions see it: a checkbox is 1 or 0, a menu the index of its entry, a colour its channels from 0 to 1. */
function toExpressionNumbers(value: FieldValue, { map }: FieldBinding): readonly number[] {
  const mapped = map?.[String(value)]
  if (typeof mapped === 'number') return [mapped]
  if (typeof value === 'number') return [value]
  if (typeof value === 'boolean') return [value ? 1 : 0]
  if (Array.isArray(value)) return value as readonly number[]
  if (!isColor(value)) return [0]
  const [red, green, blue, alpha] = toChannels(value)
  return [red / 255, green / 255, blue / 255, alpha]
}
