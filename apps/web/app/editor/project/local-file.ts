// Files of a project that only this browser has: finding them in content, holding them back from the server until they are
// uploaded, and replacing their local ids.

import type { Timeline } from '@vitrine/document/clip'
import type { TemplateDocument } from '@vitrine/document/document'
import type { AssetId, FieldValue, MediaValue } from '@vitrine/document/field'
import { applyTimeline } from '@vitrine/document/timeline'
import { type Difference, pruneDifference } from '@vitrine/project/difference'
import { applyVariant } from '@vitrine/project/variant'
import { isLocal, isUpload } from './asset-library.ts'
import { type ProjectContent, readAssetId, withTimeline, withValue } from './project-store.ts'
import { removeParts } from './timeline-edit.ts'

/** The customer's files in values, difference and timeline. */
export function listFiles({ values, difference, timeline }: ProjectContent): AssetId[] {
  const found = new Set<AssetId>()
  visitTexts([values, difference, timeline], (text) => {
    if (isUpload(text)) found.add(text as AssetId)
  })
  return [...found]
}

/** Those of them that only this browser has. */
export function listLocalFiles(content: ProjectContent): AssetId[] {
  return listFiles(content).filter(isLocal)
}

/** Whether anything in content shows or plays a file. */
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
 * Content without files that only this browser has: fields and layers that show them stay as the server knows them, and
 * layers that it does not know wait. Clips and sounds stay where the timeline lists their files, so
 * that they keep their places on every device.
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
    // Without its mask, the photo is shown as a whole elsewhere until the mask has arrived.
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
 * Content with another id wherever a file is named. Without one the file is given up: its fields return to their
 * defaults, and layers that were added to show it go, with what was done to them.
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
 * Without clips and sounds of files, without layers that show them, and without what then cannot be done any more. Clips and
 * sounds of the listed files stay.
 */
function withoutParts(
  document: TemplateDocument,
  content: ProjectContent,
  files: ReadonlySet<string>,
  recorded: ReadonlySet<string> = new Set(),
): ProjectContent {
  const parts = [...(content.timeline?.clips ?? []), ...(content.timeline?.sounds ?? [])]
  const gone = new Set(parts.filter(({ asset }) => files.has(asset) && !recorded.has(asset)).map(({ id }) => id))
  const timeline = content.timeline && gone.size > 0 ? removeParts(content.timeline, gone) : content.timeline
  const shaped = applyTimeline(applyVariant(document, content.aspect ?? undefined), timeline)
  const difference = pruneDifference(shaped, content.difference, (part) => isNaming(part, files))
  if (difference === content.difference && timeline === content.timeline) return content
  return withTimeline({ ...content, difference }, timeline)
}

/** A difference whose parts that name files are as the server knows them, where it knows them without these files. */
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

/** The mask of a photo without its background. */
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

/** The same value where nothing had to be replaced, so that what is shared stays shared. */
function withTextReplaced(value: unknown, from: string, to: string): unknown {
  if (value === from) return to
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([key, one]) => [key, withTextReplaced(one, from, to)] as const)
  if (entries.every(([key, one]) => one === (value as Record<string, unknown>)[key])) return value
  return Array.isArray(value) ? entries.map(([, one]) => one) : Object.fromEntries(entries)
}
