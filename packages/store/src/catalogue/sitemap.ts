// The templates that the sitemap lists, with the time of their last change.
import type { TemplateKind } from '@vitrine/contract/catalogue'
import type { Db } from '@vitrine/database/connection'
import { desc } from 'drizzle-orm'
import { isOnSale } from './row.ts'
import { templates } from './tables.ts'

export interface SitemapEntry {
  readonly templateId: string
  readonly kind: TemplateKind
  readonly updatedAt: Date
}

/** Templates on sale, the last changed first, at most `limit`: a sitemap holds 50,000 addresses. */
export function listSitemapEntries(db: Db, limit: number): Promise<SitemapEntry[]> {
  return db
    .select({ templateId: templates.id, kind: templates.kind, updatedAt: templates.updatedAt })
    .from(templates)
    .where(isOnSale)
    .orderBy(desc(templates.updatedAt), desc(templates.id))
    .limit(limit)
}
