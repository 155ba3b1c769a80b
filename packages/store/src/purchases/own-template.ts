// Access to templates that are not on sale: for their buyers, for customers with a project from the time of sale, and for staff
// who create templates and try out drafts.

import { ApiError } from '@vitrine/contract/api-error'
import type { Template } from '@vitrine/contract/catalogue'
import { may } from '@vitrine/contract/permission'
import type { Db } from '@vitrine/database/connection'
import type { TemplateDocument } from '@vitrine/document/document'
import { and, eq, isNull } from 'drizzle-orm'
import type { Role } from '../accounts/session.ts'
import { getCatalogueRows } from '../catalogue/catalogue.ts'
import { toTemplateId } from '../catalogue/row.ts'
import { getCurrentVersion } from '../catalogue/template-version.ts'
import { toTemplateWithout } from '../catalogue/wire.ts'
import { hasEntitlement } from '../library/library.ts'
import { entitlements } from '../library/tables.ts'
import { findPaidKey } from '../media/media.ts'
import type { Reader } from '../prepared.ts'
import { projects } from '../projects/tables.ts'
import { computeRenderKey } from '../renders/key.ts'
import { findFinishedRender, findLatestRenders, listDisabledShapes } from '../renders/renders.ts'

interface TemplateUser {
  readonly userId: string
  readonly role: Role
}

/** Whether a user may use a template whatever its status. */
export async function mayUseTemplate(db: Reader, user: TemplateUser, address: string): Promise<boolean> {
  if (may(user.role, 'templates')) return true
  const templateId = toTemplateId(address)
  const owns = and(eq(entitlements.userId, user.userId), eq(entitlements.templateId, templateId))
  if ((await db.$count(entitlements, owns)) > 0) return true
  const began = and(eq(projects.userId, user.userId), eq(projects.templateId, templateId), isNull(projects.deletedAt))
  return (await db.$count(projects, began)) > 0
}

/** A template that is on sale or that the user may use, with the shapes available to the user. Throws `template-not-found`. */
export async function getOwnTemplate(db: Reader, user: TemplateUser, address: string): Promise<Template> {
  const templateId = toTemplateId(address)
  const row = (await getCatalogueRows(db, [templateId])).get(templateId)
  if (!row) throw new ApiError('template-not-found')
  if (row.status !== 'published' && !(await mayUseTemplate(db, user, templateId))) {
    throw new ApiError('template-not-found')
  }
  return toTemplateWithout(row, await listDisabledShapes(db, user.userId, templateId))
}

/**
 * The storage key of the video of a template that a user may watch: for its owner, the newest full video they rendered or else
 * the template's own in full; for others, the watermarked preview. Throws `template-not-found` for a template without a preview,
 * and for one that is not on sale unless the user may use it.
 */
export async function getVideoKey(db: Db, user: TemplateUser | undefined, address: string): Promise<string> {
  const templateId = toTemplateId(address)
  const row = (await getCatalogueRows(db, [templateId])).get(templateId)
  const isShown = row?.status === 'published' || (user !== undefined && (await mayUseTemplate(db, user, templateId)))
  if (!row || !isShown) throw new ApiError('template-not-found')
  if (user && (await hasEntitlement(db, user.userId, templateId))) {
    const own = (await findLatestRenders(db, user.userId, [templateId])).get(templateId)
    const fullKey = own?.fileKey ?? (await findUnchangedVideoKey(db, templateId))
    if (fullKey) return fullKey
  }
  if (!row.previewKey) throw new ApiError('template-not-found')
  return row.previewKey
}

/**
 * The storage key of a template's full video without customer input: the sold file of a ready-made video, or an existing render
 * by any customer. Undefined when there is neither.
 */
async function findUnchangedVideoKey(db: Db, templateId: string): Promise<string | undefined> {
  const version = await getCurrentVersion(db, templateId, { anyStatus: true })
  if (version.kind === 'image') return undefined
  const unchanged = { kind: 'full', aspect: null, output: null, values: {}, difference: {}, timeline: null } as const
  const rendered = await findFinishedRender(db, await computeRenderKey(unchanged, version))
  if (rendered) return rendered.fileKey
  const soldFile = findSoldFile(version.document)
  return soldFile && findPaidKey(db, soldFile)
}

/** The file of a document that shows one video and nothing else. */
function findSoldFile({ fields, layers, assets }: TemplateDocument): string | undefined {
  const [layer, ...others] = layers
  if (fields.length > 0 || others.length > 0 || layer?.type !== 'media') return undefined
  return typeof layer.source === 'string' && assets[layer.source]?.kind === 'video' ? layer.source : undefined
}
