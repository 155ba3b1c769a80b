// Files of a project that only this browser has: finds them in content, removes them from what is sent until they are
// uploaded, and replaces their local ids.

import type { Timeline } from '@vitrine/document/clip'
import type { TemplateDocument } from '@vitrine/document/document'
import type { AssetId, FieldValue, MediaValue } from '@vitrine/document/field'
import { applyTimeline } from '@vitrine/document/timeline'
import { type Difference, pruneDifference } from '@vitrine/project/difference'
import { applyVariant } from '@vitrine/project/variant'
import { isLocal, isUpload } from './asset-library.ts'
import { type ProjectContent, readAssetId, withTimeline, withValue } from './project-store.ts'
import { removeParts } from './timeline-edit.ts'

/** The customer's files in values, diff and timeline. */
export function listFiles({ values, difference, timeline }: ProjectContent): AssetId[] {
  const found = new Set<AssetId>()
  visitTexts([values, difference, timeline], (text) => {
    if (isUpload(text)) found.add(text as AssetId)
  })
  return [...found]
}

/** The files that only this browser has. */
export function listLocalFiles(content: ProjectContent): AssetId[] {
  return listFiles(content).filter(isLocal)
}

/** Whether content shows or plays a file. */
export function isFileUsed({ values, difference, timeline }: ProjectContent, assetId: string): boolean {
  let isUsed = false
  visitTexts([values, difference, timeline], (text) => {
    isUsed ||= text === assetId
  })
  return isUsed
}

/** Files of clips and sounds that only this browser has. */
export function listTimelineFiles({
  timeline,
}: ProjectContent): { assetId: AssetId; kind: 'image' | 'video' | 'audio' }[] {
  const clips = (timeline?.clips ?? []).map(({ asset, kind }) => ({ assetId: asset, kind }))
  const sounds = (timeline?.sounds ?? []).map(({ asset }) => ({ assetId: asset, kind: 'audio' as const }))
  return [...clips, ...sounds].filter(({ assetId }) => isLocal(assetId))
}

/**
 * Content without files that only this browser has: their fields and layers keep the server's state, and new layers are
 * left out. Clips and sounds stay if the timeline lists their files, so that they keep their places on every device.
 */
export function withoutLocalFiles(
  document: TemplateDocument,
  content: ProjectContent,
  saved: ProjectContent,
): ProjectContent {
  const local = new Set<string>(listLocalFiles(content))
  if (local.size === 0) return content
  const values = { ...content.values }
  for (const fieldId of Object.keys(values)) {
    const value = values[fieldId]
    const mask = findMask(value)
    // Without its mask, other devices show the whole photo until the mask is uploaded.
    if (mask && local.has(mask)) values[fieldId] = withoutMask(value as MediaValue)
    if (!local.has(readAssetId(value) ?? '')) continue
    const known = saved.values[fieldId]
    if (known === undefined) delete values[fieldId]
    else values[fieldId] = known
  }
  return withoutParts(
    document,
    { ...content, values, difference: asSaved(content.difference, saved.difference, local) },
    local,
    new Set(content.timeline?.unsent?.map((file) => file.asset)),
  )
}

/**
 * Content with a file id replaced. Without a new id the file is dropped: its fields return to their defaults, and
 * layers that were added to show it are removed, with their edits.
 */
export function withFileReplaced(
  document: TemplateDocument,
  content: ProjectContent,
  from: AssetId,
  to: AssetId | undefined,
): ProjectContent {
  let { values } = content
  for (const fieldId of Object.keys(values)) {
    const value = values[fieldId]
    if (typeof value === 'object' && findMask(value) === from) {
      values = withValue(
        values,
        fieldId,
        to ? { ...(value as MediaValue), cutout: to } : withoutMask(value as MediaValue),
      )
      continue
    }
    if (readAssetId(value) !== from) continue
    values = withValue(values, fieldId, to && typeof value === 'object' ? { ...value, asset: to } : undefined)
  }
  const filled = values === content.values ? content : { ...content, values }
  if (!to) return withoutParts(document, filled, new Set([from]))
  const difference = withTextReplaced(content.difference, from, to) as Difference
  const timeline = withTextReplaced(content.timeline, from, to) as Timeline | undefined
  if (difference === content.difference && timeline === content.timeline) return filled
  return withTimeline({ ...filled, difference }, timeline)
}

/**
 * Removes the clips and sounds of files, the layers that show them, and edits that are no longer possible. Clips and
 * sounds of the listed files stay.
 */
function withoutParts(
  document: TemplateDocument,
  content: ProjectContent,
  files: ReadonlySet<string>,
  recorded: ReadonlySet<string> = new Set(),
): ProjectContent {
  const parts = [...(content.timeline?.clips ?? []), ...(content.timeline?.sounds ?? [])]
  const removed = new Set(parts.filter(({ asset }) => files.has(asset) && !recorded.has(asset)).map(({ id }) => id))
  const timeline = content.timeline && removed.size > 0 ? removeParts(content.timeline, removed) : content.timeline
  const shaped = applyTimeline(applyVariant(document, content.aspect ?? undefined), timeline)
  const difference = pruneDifference(shaped, content.difference, (part) => isNaming(part, files))
  if (difference === content.difference && timeline === content.timeline) return content
  return withTimeline({ ...content, difference }, timeline)
}

/** A diff with the saved state of every part that names these files, if the saved state does not name them. */
function asSaved(difference: Difference, saved: Difference, files: ReadonlySet<string>): Difference {
  const known = new Map((saved.added ?? []).map((layer) => [layer.id, layer]))
  const chosen = <Part>(part: Part, earlier: Part | undefined): Part =>
    earlier !== undefined && isNaming(part, files) && !isNaming(earlier, files) ? earlier : part
  const patches = Object.entries(difference.layers ?? {}).map(([id, patch]) => {
    const earlier = new Map(Object.entries(saved.layers?.[id] ?? {}))
    const values = Object.entries(patch).map(([property, value]) => [property, chosen(value, earlier.get(property))])
    return [id, Object.fromEntries(values)] as const
  })
  return {
    ...difference,
    ...(difference.layers && { layers: Object.fromEntries(patches) }),
    ...(difference.added && { added: difference.added.map((layer) => chosen(layer, known.get(layer.id))) }),
  }
}

/** The mask of a photo with its background removed. */
function findMask(value: FieldValue | undefined): AssetId | undefined {
  return typeof value === 'object' && 'cutout' in value ? value.cutout : undefined
}

function withoutMask({ cutout: _, ...value }: MediaValue): MediaValue {
  return value
}

function isNaming(part: unknown, files: ReadonlySet<string>): boolean {
  let isOn = false
  visitTexts(part, (text) => {
    isOn ||= files.has(text)
  })
  return isOn
}

function visitTexts(value: unknown, visit: (text: string) => void): void {
  if (typeof value === 'string') visit(value)
  else if (typeof value === 'object' && value !== null) for (const one of Object.values(value)) visitTexts(one, visit)
}

/** Returns the same value when nothing was replaced, so that shared objects stay shared. */
function withTextReplaced(value: unknown, from: string, to: string): unknown {
  if (value === from) return to
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([key, one]) => [key, withTextReplaced(one, from, to)] as const)
  if (entries.every(([key, one]) => one === (value as Record<string, unknown>)[key])) return value
  return Array.isArray(value) ? entries.map(([, one]) => one) : Object.fromEntries(entries)
}
