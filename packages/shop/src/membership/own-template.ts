// Owns who may use a template that is not on sale: those who bought it, those who began a project with it while it was, and
// the shop's owners, who try out their drafts.
import type { Template } from '@vitrine/contract/catalogue'
import { Refusal } from '@vitrine/contract/refusal'
import { and, eq, isNull } from 'drizzle-orm'
import type { Role } from '../accounts/accounts.ts'
import { getCatalogueRows, toTemplate, toTemplateId } from '../catalogue/catalogue.ts'
import type { Reader } from '../prepared.ts'
import { projects } from '../projects/tables.ts'
import { entitlements } from '../shelf/tables.ts'

export interface TemplateUser {
  readonly userId: string
  readonly role: Role
}

/** Whether somebody may use a template whatever its status. */
export async function mayUseTemplate(db: Reader, user: TemplateUser, address: string): Promise<boolean> {
  if (user.role === 'owner') return true
  const templateId = toTemplateId(address)
  const owns = and(eq(entitlements.userId, user.userId), eq(entitlements.templateId, templateId))
  if ((await db.$count(entitlements, owns)) > 0) return true
  const began = and(eq(projects.userId, user.userId), eq(projects.templateId, templateId), isNull(projects.deletedAt))
  return (await db.$count(projects, began)) > 0
}

/** A template on sale, or one that the user may use all the same. Refuses template-not-found. */
export async function getOwnTemplate(db: Reader, user: TemplateUser, address: string): Promise<Template> {
  const templateId = toTemplateId(address)
  const row = (await getCatalogueRows(db, [templateId])).get(templateId)
  if (!row) throw new Refusal('template-not-found')
  if (row.status !== 'published' && !(await mayUseTemplate(db, user, templateId))) {
    throw new Refusal('template-not-found')
  }
  return toTemplate(row)
}
