// Validates a customer's inputs beyond what the document alone can say: they can be stored, and the files they use belong to
// the customer. Input that only looks wrong (a text that is too long, a deleted photo) is stored and reported, because
// losing work is worse.
import { setImmediate } from 'node:timers/promises'
import { checkTimeline } from '@vitrine/composition/check-timeline'
import type { Timeline } from '@vitrine/composition/clip'
import type { FontFace, TemplateDocument } from '@vitrine/composition/document'
import type { Field } from '@vitrine/composition/field'
import type { Layer } from '@vitrine/composition/layer'
import { findMainPlaces } from '@vitrine/composition/main-place'
import { applyInSteps } from '@vitrine/composition/operation'
import { isSameFace } from '@vitrine/composition/operation-font'
import { checkValues } from '@vitrine/composition/resolve'
import { applyTimeline } from '@vitrine/composition/timeline'
import { applyVariant } from '@vitrine/composition/variant'
import { ApiError } from '@vitrine/contract/api-error'
import { type ProjectTimeline, projectLimitBytes, type ValueWarning } from '@vitrine/contract/projects'
import type { AssetRecord } from '../media/media.ts'

export type Values = Readonly<Record<string, unknown>>

/** Deeper than any value or operation of the editor; keeps hostile nesting from reaching recursive code. */
const MAX_DEPTH = 32
/** More than the editors can make of a project of the largest size; every look at a project costs as much as it has values. */
const MAX_VALUES = 250_000
const USER_ASSET = /^u_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** Refuses payload-too-large beyond `projectLimitBytes` of JSON, and invalid-input for nesting or characters that cannot be stored. */
export function refuseUnstorable(...parts: readonly unknown[]): void {
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

/** The ids of all the customer's files that values, operations or a timeline mention, in any place. */
export function listUserAssetIds(...parts: readonly unknown[]): string[] {
  const found = new Set<string>()
  walk(parts, (leaf) => {
    if (typeof leaf === 'string' && USER_ASSET.test(leaf)) found.add(leaf)
  })
  return [...found]
}

/** The faces that operations add. */
export function listAddedFaces(ops: readonly unknown[]): FontFace[] {
  return ops.flatMap((op) => addedFace(op) ?? [])
}

function addedFace(op: unknown): FontFace | undefined {
  const { op: kind, face } = (op ?? {}) as { op?: unknown; face?: FontFace }
  return kind === 'add-font' && typeof face?.src === 'string' ? face : undefined
}

const OWNER_OPERATIONS: readonly unknown[] = ['unlock', 'relock']

/** Whether operations are among these that only the shop's owner may do. */
export function needsOwner(ops: readonly unknown[]): boolean {
  return ops.some(isOwnerOperation)
}

function isOwnerOperation(op: unknown): boolean {
  return OWNER_OPERATIONS.includes((op as { op?: unknown } | null)?.op)
}

export interface Inputs {
  readonly document: TemplateDocument
  readonly values: Values
  readonly ops: readonly unknown[]
  /** A variant of the document; null is as it was designed. */
  readonly aspect: string | null
  /** The customer's own clips and sounds; null is a template without. */
  readonly timeline: ProjectTimeline
  readonly userId: string
  /** The records of `listUserAssetIds`. */
  readonly assets: ReadonlyMap<string, AssetRecord>
  /** The faces that may be added. */
  readonly fonts: readonly FontFace[]
  /** Owners may unlock what designers have locked. */
  readonly isOwner: boolean
}

/**
 * Refuses field-value-invalid, with `field` and `reason`, when a value or an operation may not be stored: composition's own
 * reasons (`unknown-field`, `wrong-type`, `locked`, …), `unknown-asset` (also for a file of somebody else) and `wrong-kind`
 * (a video where a photo belongs), `unknown-font` (a face that is not of the shop's library),
 * and `owner-only`. Operations are named
 * `ops.<index>`, an aspect that the document lacks `aspect`, parts of the timeline by their path (`timeline.clips[2].speed`).
 */
export async function refuseInvalid(inputs: Inputs): Promise<void> {
  const { document, values, ops, aspect, userId, assets, fonts, isOwner } = inputs
  if (aspect !== null && !Object.hasOwn(document.variants ?? {}, aspect)) {
    throw invalid('aspect', 'not-an-option', 'This template does not come in this shape')
  }
  const fault = checkValues(document, values).find((problem) => problem.severity === 'error')
  if (fault) throw invalid(fault.field, fault.code, fault.message)
  for (const field of document.fields) {
    const id = findAssetId(field, values[field.id])
    const reason = id === undefined ? undefined : findAssetFault(id, acceptedKinds(field), { document, userId, assets })
    if (reason) throw invalid(field.id, reason, describeAssetFault(field, reason))
  }
  const timeline = refuseWrongTimeline(inputs)
  const edited = await operate(applyTimeline(applyVariant(document, aspect ?? undefined), timeline), ops)
  for (const [index, op] of ops.entries()) {
    if (isOwnerOperation(op) && !isOwner) {
      throw invalid(`ops.${index}`, 'owner-only', 'Only the owner of the shop can unlock a template')
    }
    if (listUserAssetIds(op).some((id) => assets.get(id)?.ownerUserId !== userId)) {
      throw invalid(`ops.${index}`, 'unknown-asset', 'A file that was added is not among your files')
    }
    const face = addedFace(op)
    if (
      face &&
      !fonts.some((font) => font.src === face.src && font.license === face.license && isSameFace(font, face))
    ) {
      throw invalid(`ops.${index}`, 'unknown-font', 'A font that was added is not one of this shop')
    }
  }
  refuseMisplaced({ edited, ops, userId, assets })
}

/** What operations make of a document. Other requests are answered in between: a project can be a second's work. */
async function operate(document: TemplateDocument, ops: readonly unknown[]): Promise<TemplateDocument> {
  const steps = applyInSteps(document, ops)
  let step = steps.next()
  for (; !step.done; step = steps.next()) await setImmediate()
  if ('document' in step.value) return step.value.document
  const { index, code, message } = step.value.problem
  throw invalid(`ops.${index}`, code, message)
}

/** The timeline, after everything in it was found right and every file to be one of this customer that fits. */
function refuseWrongTimeline({
  document,
  aspect,
  timeline,
  userId,
  assets,
}: Omit<Inputs, 'fonts' | 'isOwner'>): Timeline | null {
  if (timeline === null) return null
  if (document.canvas.duration === 1) throw invalid('timeline', 'not-allowed', 'This template is a picture')
  const [fault] = checkTimeline(applyVariant(document, aspect ?? undefined), timeline)
  if (fault) throw invalid(fault.path === '' ? 'timeline' : `timeline.${fault.path}`, fault.code, fault.message)
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
  return right
}

/** Files in layers that cannot show them, such as a song in a frame, and ids in the form of a customer's file that are none. */
function refuseMisplaced({
  edited,
  ops,
  userId,
  assets,
}: Pick<Inputs, 'ops' | 'userId' | 'assets'> & { edited: TemplateDocument }): void {
  // Files of the timeline were looked at before. Of several operations that name a file, the last one is at fault.
  const namedBy = new Map<string, number>()
  for (const [index, op] of ops.entries()) {
    walk(op, (leaf) => {
      if (typeof leaf === 'string' && leaf.startsWith('u_')) namedBy.set(leaf, index)
    })
  }
  if (namedBy.size === 0) return
  for (const { id, kinds } of listFilesOfLayers(edited.layers)) {
    const index = namedBy.get(id)
    if (index === undefined) continue
    const asset = assets.get(id)
    if (asset?.ownerUserId === userId && kinds.includes(asset.kind)) continue
    const reason = asset?.ownerUserId === userId ? 'wrong-kind' : 'unknown-asset'
    throw invalid(`ops.${index}`, reason, 'A file that was added cannot be used here')
  }
}

/** The file that each layer names directly, not through a field, with the kinds that it can show. */
function listFilesOfLayers(layers: readonly Layer[]): { id: string; kinds: readonly string[] }[] {
  return layers.flatMap((layer) => {
    switch (layer.type) {
      case 'group':
        return listFilesOfLayers(layer.layers)
      case 'media':
        return fileNamed(layer.source, ['image', 'video'])
      case 'audio':
        return fileNamed(layer.source, ['audio', 'video'])
      case 'image':
        return fileNamed(layer.asset, ['image'])
      case 'plate':
        // Alpha videos are made by the shop; a customer's video never is one.
        return fileNamed(layer.asset, [])
      default:
        return []
    }
  })
}

function fileNamed(source: unknown, kinds: readonly string[]): { id: string; kinds: readonly string[] }[] {
  const id = typeof source === 'object' && source !== null && 'asset' in source ? source.asset : source
  return typeof id === 'string' ? [{ id, kinds }] : []
}

/**
 * What is kept but may not look as meant: composition's warnings (`too-long`, `required`, …), and `asset-deleted`,
 * `asset-failed` and `asset-unsent` of a file. Operations are named `ops.<index>`, clips and sounds
 * `timeline.clips[<index>]` and `timeline.sounds[<index>]`. A field whose place the clips have taken is not asked for.
 */
export function listWarnings({
  document,
  values,
  ops,
  timeline,
  assets,
}: Pick<Inputs, 'document' | 'values' | 'ops' | 'timeline' | 'assets'>): ValueWarning[] {
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
  for (const field of document.fields) warn(field.id, findAssetId(field, values[field.id]) ?? '')
  for (const [index, op] of ops.entries()) for (const id of listUserAssetIds(op)) warn(`ops.${index}`, id)
  for (const part of ['clips', 'sounds'] as const) {
    for (const [index, one] of (timeline?.[part] ?? []).entries())
      for (const id of listUserAssetIds(one)) warn(`timeline.${part}[${index}]`, id)
  }
  for (const { path } of listUnsentParts(timeline)) warnings.push({ field: path, reason: 'asset-unsent' })
  return warnings
}

/** Clips and sounds whose files only the device they were chosen on has. */
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

/** The file a value of a medium names; a bare id is short for an object with nothing else. */
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
