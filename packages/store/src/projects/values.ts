// Validates a customer's inputs beyond what the document alone can say: they can be stored, and their files belong to the
// customer. Input with a cosmetic problem (a text that is too long, a deleted photo) is stored and reported, because losing work
// is worse.
import { setImmediate } from 'node:timers/promises'
import { ApiError } from '@vitrine/contract/api-error'
import {
  type ProjectDifference,
  type ProjectTimeline,
  projectLimitBytes,
  type ValueWarning,
} from '@vitrine/contract/projects'
import { checkTimeline, type Timeline } from '@vitrine/document/clip'
import type { FontFace, TemplateDocument } from '@vitrine/document/document'
import type { Field } from '@vitrine/document/field'
import type { Layer } from '@vitrine/document/layer'
import { findMainPlaces } from '@vitrine/document/main-place'
import { applyTimeline } from '@vitrine/document/timeline'
import { applyDifferenceInSteps } from '@vitrine/project/apply-difference'
import type { Difference } from '@vitrine/project/difference'
import { isSameFace } from '@vitrine/project/edit'
import { checkValues } from '@vitrine/project/resolve'
import { applyVariant, hasAspect } from '@vitrine/project/variant'
import type { AssetRecord } from '../media/media.ts'

export type Values = Readonly<Record<string, unknown>>

/** Deeper than any value or layer of the editor; protects recursive code from hostile nesting. */
const MAX_DEPTH = 32
/** More than the editors create for the largest project; every pass over a project costs as much as it has values. */
const MAX_VALUES = 250_000
const USER_ASSET = /^u_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/**
 * Throws `payload-too-large` above `projectLimitBytes` of JSON, and `invalid-input` for nesting or characters that cannot be
 * stored.
 */
export function requireStorable(...parts: readonly unknown[]): void {
  walk(parts, (leaf) => {
    if (typeof leaf === 'string' && (!leaf.isWellFormed() || leaf.includes('\0'))) {
      throw new ApiError('invalid-input', {
        issues: [{ path: 'values', message: 'A text holds unreadable characters' }],
      })
    }
  })
  const sizeBytes = Buffer.byteLength(JSON.stringify(parts))
  if (sizeBytes > projectLimitBytes)
    throw new ApiError('payload-too-large', { limitBytes: projectLimitBytes, sizeBytes })
}

/** The ids of all customer files anywhere in values, a difference or a timeline. */
export function listUserAssetIds(...parts: readonly unknown[]): string[] {
  const found = new Set<string>()
  walk(parts, (leaf) => {
    if (typeof leaf === 'string' && USER_ASSET.test(leaf)) found.add(leaf)
  })
  return [...found]
}

export interface Inputs extends Shape {
  readonly document: TemplateDocument
  readonly values: Values
  readonly difference: Difference
  readonly userId: string
  /** The records of `listUserAssetIds`. */
  readonly assets: ReadonlyMap<string, AssetRecord>
  /** The fonts that may be added. */
  readonly fonts: readonly FontFace[]
  /** Owners may unlock layers that designers have locked. */
  readonly isOwner: boolean
}

/**
 * Throws `field-value-invalid`, with `field` and `reason`, when a value or a part of the difference may not be stored:
 * composition's own reasons (`unknown-field`, `wrong-type`, `locked`, …), `unknown-asset` (also for another user's file),
 * `wrong-kind` (a video in place of a photo), `unknown-font` (not in the store's library), and `owner-only`. Parts of the
 * difference and the timeline are named by their path (`difference.layers.photo.box`, `timeline.clips[2].speed`), an aspect that
 * the document lacks `aspect`.
 */
export async function requireValidValues(inputs: Inputs): Promise<void> {
  const { document, values, difference, userId, assets, fonts, isOwner } = inputs
  requireValidShape(document, inputs)
  const fault = checkValues(document, values).find((problem) => problem.severity === 'error')
  if (fault) throw invalid(fault.field, fault.code, fault.message)
  for (const field of document.fields) {
    const id = findAssetId(field, values[field.id])
    const reason = id === undefined ? undefined : findAssetFault(id, acceptedKinds(field), { document, userId, assets })
    if (reason) throw invalid(field.id, reason, describeAssetFault(field, reason))
    const [mask] = maskNamed(values[field.id])
    const maskFault = mask && findAssetFault(mask.id, mask.kinds, { document, userId, assets })
    if (maskFault) throw invalid(field.id, maskFault, describeAssetFault(field, maskFault))
  }
  requireUsableFiles(inputs)
  const edited = await edit(applyShape(document, inputs), difference)
  if (difference.unlocked && !isOwner) {
    throw invalid('difference.unlocked', 'owner-only', 'Only the owner of the store can unlock a template')
  }
  for (const { path, part } of listParts(difference)) {
    if (listUserAssetIds(part).some((id) => assets.get(id)?.ownerUserId !== userId)) {
      throw invalid(path, 'unknown-asset', 'A file that was added is not among your files')
    }
  }
  for (const [n, face] of (difference.fonts ?? []).entries()) {
    const isKnown = fonts.some(
      (font) => font.src === face.src && font.license === face.license && isSameFace(font, face),
    )
    if (!isKnown)
      throw invalid(`difference.fonts[${n}]`, 'unknown-font', 'A font that was added is not one of this store')
  }
  requireValidPlaces({ edited, difference, userId, assets })
}

/** The parts of a difference that concern single layers. */
function listParts({ layers = {}, added = [] }: Difference): { path: string; part: unknown }[] {
  return [
    ...Object.entries(layers).map(([id, part]) => ({ path: `difference.layers.${id}`, part })),
    ...added.map((part, n) => ({ path: `difference.added[${n}]`, part })),
  ]
}

/** The document with a difference applied. Yields to other requests in between, because a project can take a second. */
async function edit(document: TemplateDocument, difference: Difference): Promise<TemplateDocument> {
  const steps = applyDifferenceInSteps(document, difference)
  let step = steps.next()
  for (; !step.done; step = steps.next()) await setImmediate()
  if ('document' in step.value) return step.value.document
  const { path, code, message } = step.value.problem
  throw invalid(path === '' ? 'difference' : `difference.${path}`, code, message)
}

/** Throws `field-value-invalid` for an aspect that a document lacks and a timeline that it cannot have. */
function requireValidShape(document: TemplateDocument, { aspect, timeline }: Shape): void {
  if (aspect !== null && !hasAspect(document, aspect)) {
    throw invalid('aspect', 'not-an-option', 'This template does not come in this shape')
  }
  if (timeline === null) return
  if (document.canvas.duration === 1) throw invalid('timeline', 'not-allowed', 'This template is a picture')
  const [fault] = checkTimeline(applyVariant(document, aspect ?? undefined), timeline)
  if (fault) throw invalid(fault.path === '' ? 'timeline' : `timeline.${fault.path}`, fault.code, fault.message)
}

/** The files of a valid timeline must belong to this customer and fit. */
function requireUsableFiles({ document, timeline, userId, assets }: Omit<Inputs, 'fonts' | 'isOwner'>): void {
  if (timeline === null) return
  const right = timeline as unknown as Timeline
  const parts = [
    ...right.clips.map(({ asset, kind }, n) => ({ path: `clips[${n}]`, asset, kinds: [kind] })),
    ...right.sounds.map(({ asset }, n) => ({ path: `sounds[${n}]`, asset, kinds: ['audio', 'video'] })),
  ]
  const unsent = new Map((right.unsent ?? []).map((file) => [file.asset, file.kind]))
  for (const { path, asset, kinds } of parts) {
    const known = unsent.get(asset)
    const reason = known ? findKindFault(known, kinds) : findAssetFault(asset, kinds, { document, userId, assets })
    const words =
      reason === 'wrong-kind' ? 'This kind of file cannot be used here' : 'This file is not among your files'
    if (reason) throw invalid(`timeline.${path}.asset`, reason, words)
  }
}

/** Files in layers that cannot show them, such as a song in a frame, and invalid ids in the form of a customer's file. */
function requireValidPlaces({
  edited,
  difference,
  userId,
  assets,
}: Pick<Inputs, 'difference' | 'userId' | 'assets'> & { edited: TemplateDocument }): void {
  // The timeline's files were checked before. Of several parts with the same file, the last one is reported.
  const namedBy = new Map<string, string>()
  for (const { path, part } of listParts(difference)) {
    walk(part, (leaf) => {
      if (typeof leaf === 'string' && leaf.startsWith('u_')) namedBy.set(leaf, path)
    })
  }
  if (namedBy.size === 0) return
  for (const { id, kinds } of listLayerFiles(edited.layers)) {
    const path = namedBy.get(id)
    if (path === undefined) continue
    const asset = assets.get(id)
    if (asset?.ownerUserId === userId && kinds.includes(asset.kind)) continue
    const reason = asset?.ownerUserId === userId ? 'wrong-kind' : 'unknown-asset'
    throw invalid(path, reason, 'A file that was added cannot be used here')
  }
}

/** The file that each layer names directly, not through a field, with the kinds that it can show. */
function listLayerFiles(layers: readonly Layer[]): { id: string; kinds: readonly string[] }[] {
  return layers.flatMap((layer) => {
    switch (layer.type) {
      case 'group':
        return listLayerFiles(layer.layers)
      case 'media':
        return [...fileNamed(layer.source, ['image', 'video']), ...maskNamed(layer.source)]
      case 'audio':
        return fileNamed(layer.source, ['audio', 'video'])
      case 'image':
        return fileNamed(layer.asset, ['image'])
      case 'plate':
        // Only the store creates alpha videos; a customer's video never is one.
        return fileNamed(layer.asset, [])
      default:
        return []
    }
  })
}

/** The mask of a photo without its background. */
function maskNamed(source: unknown): { id: string; kinds: readonly string[] }[] {
  return typeof source === 'object' && source !== null && 'cutout' in source ? fileNamed(source.cutout, ['image']) : []
}

function fileNamed(source: unknown, kinds: readonly string[]): { id: string; kinds: readonly string[] }[] {
  const id = typeof source === 'object' && source !== null && 'asset' in source ? source.asset : source
  return typeof id === 'string' ? [{ id, kinds }] : []
}

/**
 * Problems that do not prevent storing: composition's warnings (`too-long`, `required`, …), and `asset-deleted`, `asset-failed`
 * and `asset-unsent` of a file. Parts of the difference are named by their path, clips and sounds `timeline.clips[<index>]` and
 * `timeline.sounds[<index>]`. A field that clips replace is not required.
 */
export function listWarnings({
  document,
  values,
  difference,
  timeline,
  assets,
}: Pick<Inputs, 'document' | 'values' | 'difference' | 'timeline' | 'assets'>): ValueWarning[] {
  const replaced = timeline && timeline.clips.length > 0 ? findMainPlaces(document).map(({ source }) => source) : []
  const isReplaced = (field: string) =>
    replaced.some((source) => typeof source === 'object' && '$field' in source && source.$field === field)
  const warnings = checkValues(document, values)
    .filter(({ severity, code, field }) => severity === 'warning' && !(code === 'required' && isReplaced(field)))
    .map(({ field, code }) => ({ field, reason: code as string }))
  const warn = (field: string, id: string) => {
    const asset = assets.get(id)
    if (asset?.deletedAt) warnings.push({ field, reason: 'asset-deleted' })
    else if (asset?.status === 'failed') warnings.push({ field, reason: 'asset-failed' })
  }
  for (const field of document.fields) {
    warn(field.id, findAssetId(field, values[field.id]) ?? '')
    for (const { id } of maskNamed(values[field.id])) warn(field.id, id)
  }
  for (const { path, part } of listParts(difference)) for (const id of listUserAssetIds(part)) warn(path, id)
  for (const part of ['clips', 'sounds'] as const) {
    for (const [index, one] of (timeline?.[part] ?? []).entries())
      for (const id of listUserAssetIds(one)) warn(`timeline.${part}[${index}]`, id)
  }
  for (const { path } of listUnsentParts(timeline)) warnings.push({ field: path, reason: 'asset-unsent' })
  return warnings
}

/** Clips and sounds whose files were never uploaded from the customer's device. */
export function listUnsentParts(timeline: ProjectTimeline): { path: string; name: string }[] {
  const { clips, sounds, unsent = [] } = (timeline ?? { clips: [], sounds: [] }) as unknown as Timeline
  const names = new Map(unsent.map(({ asset, name }) => [asset, name]))
  return Object.entries({ clips, sounds }).flatMap(([part, list]) =>
    list.flatMap(({ asset }, n) => {
      const name = names.get(asset)
      return name === undefined ? [] : [{ path: `timeline.${part}[${n}]`, name }]
    }),
  )
}

/** The file of a media value; a bare id is short for an object with nothing else. */
function findAssetId(field: Field, value: unknown): string | undefined {
  if (field.type !== 'media' && field.type !== 'audio') return undefined
  if (typeof value === 'object' && value !== null && 'asset' in value) return String(value.asset)
  return typeof value === 'string' ? value : undefined
}

/** A video's sound track can be used like a sound recording. */
function acceptedKinds(field: Field): readonly string[] {
  return field.type === 'media' ? field.accept : ['audio', 'video']
}

function findAssetFault(
  id: string,
  kinds: readonly string[],
  { document, userId, assets }: Pick<Inputs, 'document' | 'userId' | 'assets'>,
): 'unknown-asset' | 'wrong-kind' | undefined {
  const brought = Object.entries(document.assets).find(([assetId]) => assetId === id)?.[1]
  const own = assets.get(id)
  const kind = brought?.kind ?? (own?.ownerUserId === userId ? own.kind : undefined)
  return kind === undefined ? 'unknown-asset' : findKindFault(kind, kinds)
}

function findKindFault(kind: string, kinds: readonly string[]): 'wrong-kind' | undefined {
  return kinds.includes(kind) ? undefined : 'wrong-kind'
}

function describeAssetFault(field: Field, reason: 'unknown-asset' | 'wrong-kind'): string {
  return reason === 'wrong-kind'
    ? `${field.label}: this kind of file cannot be used here`
    : `${field.label}: this file is not among your files`
}

function invalid(field: string, reason: string, message: string): ApiError {
  return new ApiError('field-value-invalid', { field, reason }, message)
}

/** Visits every leaf and key without recursion, so that no nesting can exhaust the stack. */
function walk(root: unknown, visit: (leaf: unknown) => void): void {
  let level: unknown[] = [root]
  let count = 0
  for (let depth = 0; level.length > 0; depth++) {
    const next: unknown[] = []
    for (const value of level) {
      if (typeof value !== 'object' || value === null) visit(value)
      else if (depth > MAX_DEPTH) throw tooMuch('Nested too deeply')
      else if (Array.isArray(value)) for (const member of value) next.push(member)
      else {
        for (const [key, member] of Object.entries(value)) {
          visit(key)
          next.push(member)
        }
      }
    }
    count += next.length
    if (count > MAX_VALUES) throw tooMuch(`More than ${MAX_VALUES} values`)
    level = next
  }
}

function tooMuch(message: string): ApiError {
  return new ApiError('invalid-input', { issues: [{ path: 'values', message }] })
}

// The difference of a project from its template, and its wire form.

/** Selects the document that a difference applies to, together with the template. */
export interface Shape {
  /** A variant of the document; null for the designed shape. */
  readonly aspect: string | null
  /** The customer's clips and sounds; null for a template without. */
  readonly timeline: ProjectTimeline
}

/** The wire form of a difference. */
export function toWire(difference: Difference): ProjectDifference {
  // The same object: the wire type does not describe the properties of a layer, and is not readonly.
  return difference as unknown as ProjectDifference
}

/** A difference from a client, unchecked until it has been applied once. */
export function fromWire(difference: ProjectDifference): Difference {
  return difference as unknown as Difference
}

/** The template in the shape of a project, before its difference is applied. */
function applyShape(document: TemplateDocument, { aspect, timeline }: Shape): TemplateDocument {
  return applyTimeline(applyVariant(document, aspect ?? undefined), timeline as Timeline | null)
}
