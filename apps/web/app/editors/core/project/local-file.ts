// Files of a project that only this browser has: finding them in content, holding them back from the server until they are
// uploaded, and replacing their local ids.

import type { Timeline } from '@vitrine/composition/clip'
import type { TemplateDocument } from '@vitrine/composition/document'
import type { AssetId } from '@vitrine/composition/field'
import { keepApplicable, type Operation } from '@vitrine/composition/operation'
import { applyTimeline } from '@vitrine/composition/timeline'
import { applyVariant } from '@vitrine/composition/variant'
import { isLocal } from './asset-library.ts'
import { removeParts } from './cut.ts'
import { assetOf, type ProjectContent, withTimeline, withValue } from './project-store.ts'

/** Files in values, operations and timeline that only this browser has. */
export function listLocalFiles({ values, ops, timeline }: ProjectContent): AssetId[] {
  const found = new Set<AssetId>()
  visitTexts([values, ops, timeline], (text) => {
    if (isLocal(text)) found.add(text as AssetId)
  })
  return [...found]
}

/** Whether anything in content shows or plays a file. */
export function isFileUsed({ values, ops, timeline }: ProjectContent, assetId: string): boolean {
  let isUsed = false
  visitTexts([values, ops, timeline], (text) => {
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
 * Content without files that only this browser has: their fields stay as the server knows them, and added layers that show
 * them wait, with all changes to those layers. Clips and sounds stay where the timeline lists their files, so
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
    if (!local.has(assetOf(values[fieldId]) ?? '')) continue
    const known = saved.values[fieldId]
    if (known === undefined) delete values[fieldId]
    else values[fieldId] = known
  }
  return withoutParts(
    document,
    { ...content, values },
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
    if (assetOf(value) !== from) continue
    values = withValue(values, fieldId, to && typeof value === 'object' ? { ...value, asset: to } : undefined)
  }
  const filled = values === content.values ? content : { ...content, values }
  if (!to) return withoutParts(document, filled, new Set([from]))
  const ops = withTextReplaced(content.ops, from, to) as readonly unknown[]
  const timeline = withTextReplaced(content.timeline, from, to) as Timeline | undefined
  if (ops === content.ops && timeline === content.timeline) return filled
  return withTimeline({ ...filled, ops }, timeline)
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
  const ops = withoutOperationsOn(document, { ...content, ...(timeline && { timeline }) }, files)
  if (ops === content.ops && timeline === content.timeline) return content
  return withTimeline({ ...content, ops }, timeline)
}

function withoutOperationsOn(
  document: TemplateDocument,
  { ops, aspect, timeline }: ProjectContent,
  files: ReadonlySet<string>,
): readonly unknown[] {
  const rest = ops.filter((op) => {
    let isOn = false
    visitTexts(op, (text) => {
      isOn ||= files.has(text)
    })
    return !isOn
  })
  if (rest.length === ops.length) return ops
  return keepApplicable(
    applyTimeline(applyVariant(document, aspect ?? undefined), timeline),
    rest as readonly Operation[],
  )
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
