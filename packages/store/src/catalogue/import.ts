// Records of imports: queued with their files, read by a worker, and stored until a user discards the result.
import { ApiError } from '@vitrine/contract/api-error'
import type { ImportSettings } from '@vitrine/contract/publishing'
import type { Db, Tx } from '@vitrine/database/connection'
import { removeJob } from '@vitrine/database/jobs'
import { and, desc, eq, getTableColumns } from 'drizzle-orm'
import { isUuid } from '../identifier.ts'
import {
  beginOperation,
  createOperation,
  enqueueOperation,
  type OperationAttempt,
  type OperationRow,
  removeOperation,
  retryOperation,
  succeedOperation,
} from '../operations/operations.ts'
import { operations } from '../operations/tables.ts'
import type { Reader } from '../prepared.ts'
import { type ImportFile, type LintLine, templateImports, templates } from './tables.ts'

/** The job that reads an import package; its payload is `{ importId }`. */
export const IMPORT_TASK = 'template-import'

const MAX_LISTED = 50

/** An import and the state of its operation. */
export type ImportRow = typeof templateImports.$inferSelect &
  Pick<OperationRow, 'status' | 'percent' | 'errorCode' | 'errorMessage'>

/** An import and the current attempt to read it. */
export type ImportWork = ImportRow & { readonly operation: OperationAttempt }

interface NewImport {
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
  const [row] = await selectImports(db).where(isOwn)
  return row
}

function selectImports(db: Reader) {
  const { percent, errorCode, errorMessage, status } = operations
  return db
    .select({ ...getTableColumns(templateImports), percent, errorCode, errorMessage, status })
    .from(templateImports)
    .innerJoin(operations, eq(operations.id, templateImports.id))
    .$dynamic()
}

/**
 * Queues stored files. Returns undefined when another request has already created the import of their upload. Throws
 * `template-not-found`.
 */
export async function requestImport(tx: Tx, request: NewImport): Promise<ImportRow | undefined> {
  if (request.templateId !== undefined) {
    const known = await tx.$count(templates, eq(templates.id, request.templateId))
    if (known === 0) throw new ApiError('template-not-found')
  }
  const id = await createOperation(tx, { kind: 'import', ownerUserId: request.userId })
  const { rowCount } = await tx
    .insert(templateImports)
    .values({ ...request, id })
    .onConflictDoNothing({ target: templateImports.uploadId })
  if (rowCount !== 1) {
    await removeOperation(tx, id)
    return undefined
  }
  await queue(tx, id)
  return getImport(tx, id)
}

async function queue(tx: Tx, importId: string): Promise<void> {
  await enqueueOperation(tx, IMPORT_TASK, { importId }, { jobKey: jobKey(importId) })
}

/** Retries a failed import. Throws `import-not-found`. */
export async function retryImport(tx: Tx, importId: string): Promise<ImportRow> {
  const row = await getImport(tx, importId)
  if (!(await retryOperation(tx, importId))) return row
  await queue(tx, importId)
  return getImport(tx, importId)
}

/** An import, whatever its state. Throws `import-not-found`. */
export async function getImport(db: Reader, importId: string): Promise<ImportRow> {
  const [row] = isUuid(importId) ? await selectImports(db).where(eq(templateImports.id, importId)) : []
  if (!row) throw new ApiError('import-not-found')
  return row
}

/** Imports that were not discarded, newest first, optionally of one template. */
export async function listImports(db: Db, templateId?: string): Promise<ImportRow[]> {
  return selectImports(db)
    .where(templateId === undefined ? undefined : eq(templateImports.templateId, templateId))
    .orderBy(desc(templateImports.createdAt), desc(templateImports.id))
    .limit(MAX_LISTED)
}

/**
 * Discards an import and its operation; a template that it created stays. Returns the storage keys to remove. Throws
 * `import-not-found`.
 */
export async function discardImport(tx: Tx, importId: string): Promise<string[]> {
  const { files } = await getImport(tx, importId)
  await removeJob(tx, jobKey(importId))
  await tx.delete(templateImports).where(eq(templateImports.id, importId))
  return files.map(({ storageKey }) => storageKey)
}

/** Begins an attempt to read an import; undefined when it is finished or discarded. */
export async function beginImport(tx: Tx, importId: string): Promise<ImportWork | undefined> {
  const operation = await beginOperation(tx, importId)
  return operation && { ...(await getImport(tx, importId)), operation }
}

/** Records the result of an import. Returns false when it was discarded meanwhile. Its files are no longer needed. */
export async function completeImport(
  tx: Tx,
  { operation }: Pick<ImportWork, 'operation'>,
  { templateId, versionId, report }: { templateId: string; versionId: string; report: readonly LintLine[] },
): Promise<boolean> {
  if (!(await succeedOperation(tx, operation))) return false
  await tx
    .update(templateImports)
    .set({ draftTemplateId: templateId, versionId, report, files: [] })
    .where(eq(templateImports.id, operation.operationId))
  return true
}

/**
 * Records the report on a package that could not be imported, and the parts of its failure message. Its files stay for a retry.
 */
export async function reportOnImport(
  tx: Tx,
  importId: string,
  { report, failure }: Pick<ImportRow, 'report' | 'failure'>,
): Promise<void> {
  await tx.update(templateImports).set({ report, failure }).where(eq(templateImports.id, importId))
}

function jobKey(importId: string): string {
  return `${IMPORT_TASK}:${importId}`
}
