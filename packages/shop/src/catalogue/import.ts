// Records of imports: queued with their files, read by a worker, and kept until somebody has seen the result.
import assert from 'node:assert/strict'
import { ApiError } from '@vitrine/contract/api-error'
import type { ImportSettings } from '@vitrine/contract/publishing'
import type { Db, Tx } from '@vitrine/database/connection'
import { enqueue, removeJob } from '@vitrine/database/jobs'
import { and, desc, eq, ne, sql } from 'drizzle-orm'
import { isUuid } from '../identifier.ts'
import type { Reader } from '../prepared.ts'
import { type ImportFile, type LintLine, templateImports, templates } from './tables.ts'

/** The job that reads an import package; its payload is `{ importId }`. */
export const IMPORT_TASK = 'template-import'

const ATTEMPTS = 3
const MAX_LISTED = 50

export type ImportRow = typeof templateImports.$inferSelect

export interface NewImport {
  readonly userId: string
  readonly uploadId: string
  readonly name: string
  readonly templateId?: string | undefined
  readonly files: readonly ImportFile[]
  readonly settings: ImportSettings
}

/** The import that was already created from a user's upload; undefined when there is none. */
export async function findUploadedImport(
  db: Reader,
  { userId, uploadId }: { userId: string; uploadId: string },
): Promise<ImportRow | undefined> {
  const isOwn = and(eq(templateImports.uploadId, uploadId), eq(templateImports.userId, userId))
  const [row] = await db.select().from(templateImports).where(isOwn)
  return row
}

/**
 * Queues files that are stored already. Returns undefined when their upload was made into an import meanwhile. Refuses
 * template-not-found.
 */
export async function requestImport(tx: Tx, wanted: NewImport): Promise<ImportRow | undefined> {
  if (wanted.templateId !== undefined) {
    const known = await tx.$count(templates, eq(templates.id, wanted.templateId))
    if (known === 0) throw new ApiError('template-not-found')
  }
  const [row] = await tx
    .insert(templateImports)
    .values({ ...wanted, status: 'waiting' })
    .onConflictDoNothing({ target: templateImports.uploadId })
    .returning()
  if (row) await queue(tx, row.id)
  return row
}

async function queue(tx: Tx, importId: string): Promise<void> {
  await enqueue(tx, IMPORT_TASK, { importId }, { jobKey: jobKey(importId), maxAttempts: ATTEMPTS })
}

/** Reads a failed package once more. Refuses import-not-found. */
export async function retryImport(tx: Tx, importId: string): Promise<ImportRow> {
  const row = await getImport(tx, importId)
  if (row.status !== 'failed') return row
  await queue(tx, importId)
  const [waiting] = await tx
    .update(templateImports)
    .set({ status: 'waiting', percent: 0, errorCode: null, errorMessage: null, updatedAt: sql`now()` })
    .where(eq(templateImports.id, importId))
    .returning()
  assert(waiting, `import ${importId} vanished`)
  return waiting
}

/** An import whatever its state. Refuses import-not-found. */
export async function getImport(db: Reader, importId: string): Promise<ImportRow> {
  const [row] = isUuid(importId) ? await db.select().from(templateImports).where(eq(templateImports.id, importId)) : []
  if (!row) throw new ApiError('import-not-found')
  return row
}

/** Imports that were not discarded, newest first; those of one template when given. */
export function listImports(db: Db, templateId?: string): Promise<ImportRow[]> {
  return db
    .select()
    .from(templateImports)
    .where(templateId === undefined ? undefined : eq(templateImports.templateId, templateId))
    .orderBy(desc(templateImports.createdAt), desc(templateImports.id))
    .limit(MAX_LISTED)
}

/**
 * Discards an import; a template that it has created stays. Returns the storage keys to remove. Refuses
 * import-not-found.
 */
export async function discardImport(tx: Tx, importId: string): Promise<string[]> {
  const { files } = await getImport(tx, importId)
  await removeJob(tx, jobKey(importId))
  await tx.delete(templateImports).where(eq(templateImports.id, importId))
  return files.map(({ storageKey }) => storageKey)
}

/** Begins an import; undefined when it is finished or discarded. */
export async function beginImport(db: Db, importId: string): Promise<ImportRow | undefined> {
  const [row] = await db
    .update(templateImports)
    .set({ status: 'reading', updatedAt: sql`now()` })
    .where(isOpen(importId))
    .returning()
  return row
}

/** Records the progress of an import. Returns `gone` when it was discarded. */
export async function tellImport(db: Db, importId: string, percent: number): Promise<'go-on' | 'gone'> {
  const { rowCount } = await db
    .update(templateImports)
    .set({ percent: Math.max(0, Math.min(99, Math.floor(percent))) })
    .where(and(eq(templateImports.id, importId), eq(templateImports.status, 'reading')))
  return rowCount === 1 ? 'go-on' : 'gone'
}

/** Records the result of an import. Returns false when it was discarded meanwhile. Its files are no longer needed. */
export async function completeImport(
  tx: Tx,
  importId: string,
  { templateId, versionId, report }: { templateId: string; versionId: string; report: readonly LintLine[] },
): Promise<boolean> {
  const { rowCount } = await tx
    .update(templateImports)
    .set({
      status: 'done',
      percent: 100,
      draftTemplateId: templateId,
      versionId,
      report,
      files: [],
      updatedAt: sql`now()`,
    })
    .where(isOpen(importId))
  return rowCount === 1
}

/** Records that an import failed, with a message for the owner. Its files stay, so that it can be retried. */
export async function failImport(
  tx: Tx,
  importId: string,
  { code, message, report }: { code: string; message: string; report?: readonly LintLine[] },
): Promise<void> {
  await tx
    .update(templateImports)
    .set({ status: 'failed', errorCode: code, errorMessage: message, report: report ?? null, updatedAt: sql`now()` })
    .where(isOpen(importId))
}

function isOpen(importId: string) {
  return and(eq(templateImports.id, importId), ne(templateImports.status, 'done'))
}

function jobKey(importId: string): string {
  return `${IMPORT_TASK}:${importId}`
}
