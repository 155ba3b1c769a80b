// Owns what the owner does to templates: words, prices, licence, on sale or not. Here the specification's names of the wire
// meet the shop's.
import type { AdminTemplateDetail, EditTemplateRequest } from '@vitrine/contract/admin'
import type { Db, Tx } from '@vitrine/database/connection'
import { eq, sql } from 'drizzle-orm'
import { editTemplate, getTemplateRow, listTemplateVersions, setTemplateStatus } from '../catalogue/catalogue.ts'
import { getAssets, publicUrl } from '../media/media.ts'
import { projects } from '../projects/tables.ts'
import { type Actor, recordAct } from './act-log.ts'

/** Changes what is given. Refuses template-not-found. Nothing is written down when nothing changed. */
export async function changeTemplate(
  tx: Tx,
  actor: Actor,
  templateId: string,
  { reason = '', license, ...wanted }: EditTemplateRequest,
): Promise<void> {
  const states = await editTemplate(tx, templateId, {
    name: wanted.templateName,
    description: wanted.templateDescription,
    categories: wanted.templateCategory,
    sections: wanted.templateSection,
    compatibility: wanted.templateCompatibility,
    priceCredits: wanted.templatePrice,
    priceCreditsIndia: wanted.templatePriceIND,
    licenseName: license?.name,
    licenseSummary: license?.summary,
  })
  const { before, after } = onlyChanged(states.before, states.after)
  if (Object.keys(after).length === 0) return
  const about = { subjectKind: 'template', subjectId: templateId, reason } as const
  await recordAct(tx, actor, { ...about, action: 'template-edited', before, after })
}

/** Puts a template on sale. Refuses template-not-found and template-incomplete. */
export function publish(tx: Tx, actor: Actor, templateId: string, reason = ''): Promise<void> {
  return setStatus(tx, actor, { templateId, status: 'published', reason })
}

/** Takes a template off sale; those who own it keep it. Refuses template-not-found. */
export function withdraw(tx: Tx, actor: Actor, templateId: string, reason = ''): Promise<void> {
  return setStatus(tx, actor, { templateId, status: 'withdrawn', reason })
}

async function setStatus(
  tx: Tx,
  actor: Actor,
  { templateId, status, reason }: { templateId: string; status: 'published' | 'withdrawn'; reason: string },
): Promise<void> {
  const before = await setTemplateStatus(tx, templateId, status)
  if (before === status) return
  const action = status === 'published' ? 'template-published' : 'template-withdrawn'
  const states = { before: { status: before }, after: { status } }
  await recordAct(tx, actor, { action, subjectKind: 'template', subjectId: templateId, reason, ...states })
}

function onlyChanged<State extends object>(before: State, after: State) {
  const changed = (Object.keys(after) as (keyof State)[]).filter(
    (field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]),
  )
  const pick = (state: State) => Object.fromEntries(changed.map((field) => [field, state[field]]))
  return { before: pick(before), after: pick(after) }
}

/** A template with its versions, whatever its status. Refuses template-not-found. */
export async function describeTemplate(db: Db, templateId: string): Promise<AdminTemplateDetail> {
  const row = await getTemplateRow(db, templateId)
  const [versions, files, begun] = await Promise.all([
    listTemplateVersions(db, templateId),
    getAssets(db, [row.posterAssetId, row.previewAssetId]),
    db
      .select({ versionId: projects.versionId, count: sql<number>`count(*)::int` })
      .from(projects)
      .where(eq(projects.templateId, templateId))
      .groupBy(projects.versionId),
  ])
  const addressOf = (assetId: string) => {
    const key = files.get(assetId)?.storageKey
    return key ? publicUrl(key) : ''
  }
  const projectsOn = new Map(begun.map(({ versionId, count }) => [versionId, count]))
  return {
    templateId: row.id,
    templateName: row.name,
    templateDescription: row.description,
    templateCategory: row.categories,
    templateSection: row.sections,
    templateCompatibility: row.compatibility,
    templatePrice: row.priceCredits,
    templatePriceIND: row.priceCreditsIndia,
    license: { name: row.licenseName, summary: row.licenseSummary },
    kind: row.kind,
    status: row.status,
    purchaseCount: row.purchaseCount,
    thumbnail: addressOf(row.posterAssetId),
    templateLink: addressOf(row.previewAssetId),
    dominantColor: row.dominantColor,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    versions: versions.map(({ id, fpsNumerator, fpsDenominator, durationFrames, createdAt, ...version }) => ({
      ...version,
      versionId: id,
      isCurrent: id === row.currentVersionId,
      fps: fpsNumerator / fpsDenominator,
      durationSeconds: (durationFrames * fpsDenominator) / fpsNumerator,
      createdAt: createdAt.toISOString(),
      projects: projectsOn.get(id) ?? 0,
    })),
  }
}
