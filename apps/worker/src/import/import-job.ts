// The job that imports a package: a child process converts it, the job stores the files and creates a draft, or a new version
// of an existing template.
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ApiError } from '@vitrine/contract/api-error'
import { type Db, transaction } from '@vitrine/database/connection'
import type { JobContext } from '@vitrine/database/jobs'
import { FileMissing, type Storage } from '@vitrine/providers/storage'
import { COMMAND_LINE, recordAuditEvent } from '@vitrine/shop/admin/audit-log'
import { addDraftVersion, createDraft } from '@vitrine/shop/catalogue/draft'
import { beginImport, completeImport, failImport, type ImportRow, tellImport } from '@vitrine/shop/catalogue/import'
import { registerCatalogueAsset } from '@vitrine/shop/media'
import { runBoundedChild, WorkFailed, type WorkLimits } from '@vitrine/untrusted-media/bounded-child'
import { z } from 'zod'
import { startProgressReporter } from '../operation/progress-reporter.ts'
import type { ImportOutcome, ImportProgress, ImportRequest } from './import-message.ts'
import { storeAssets } from './store-asset.ts'

export interface ImportDeps {
  readonly db: Db
  readonly storage: Storage
  readonly scratchFolder: string
  readonly limits: WorkLimits
}

export const DEFAULT_IMPORT_LIMITS: WorkLimits = {
  durationMs: 30 * 60_000,
  // Alpha videos report every picture; the longest silence is their sound, which is encoded first.
  silenceMs: 5 * 60_000,
  memoryBytes: 3 * 2 ** 30,
}

const payloadOfImport = z.object({ importId: z.uuid() })

const GAVE_UP = 'The package could not be read, although it was tried several times.'

const CHILD = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? './import-process.ts' : './import-process.js', import.meta.url),
)

/** The owner discarded the import. */
class ImportDiscarded extends Error {}

/** The package contains nothing to make a template of; `report` says why. */
class NothingToDraw extends Error {
  readonly report: ImportOutcome['result']['report']
  constructor(report: ImportOutcome['result']['report']) {
    super('There is nothing in this package that could be drawn.')
    this.report = report
  }
}

/**
 * Runs the job `template-import` with payload `{ importId }`. Returns when nothing is left to do: a draft or version is
 * made, or the package failed for good. Throws when another attempt should follow.
 */
export async function runImport(
  deps: ImportDeps,
  payload: unknown,
  context: Pick<JobContext, 'signal' | 'isLastAttempt'>,
): Promise<void> {
  const { importId } = payloadOfImport.parse(payload)
  const work = await beginImport(deps.db, importId)
  if (!work) return
  try {
    await produce(deps, work, context.signal)
  } catch (error) {
    if (error instanceof ImportDiscarded) return
    const reason = reasonOf(error)
    if (reason) return transaction(deps.db, (tx) => failImport(tx, importId, reason))
    if (context.isLastAttempt && !context.signal.aborted) await abandonImport(deps, payload)
    throw error
  }
}

/** Fails an import whose last attempt ended, in a message for the owner. */
export async function abandonImport({ db }: Pick<ImportDeps, 'db'>, payload: unknown): Promise<void> {
  const { importId } = payloadOfImport.parse(payload)
  await transaction(db, (tx) => failImport(tx, importId, { code: 'gave-up', message: GAVE_UP }))
}

/** The reason for a failure that a retry cannot change; undefined when a retry may succeed. */
function reasonOf(error: unknown): Parameters<typeof failImport>[2] | undefined {
  if (error instanceof NothingToDraw) return { code: 'nothing-to-draw', message: error.message, report: error.report }
  if (error instanceof FileMissing)
    return { code: 'file-missing', message: 'The files are gone. Please upload them again.' }
  if (error instanceof WorkFailed && error.code !== undefined && isOfPackage(error.code))
    return { code: error.code, message: error.message }
  if (error instanceof ApiError) return { code: error.code, message: error.message }
  return undefined
}

/** System error codes such as ENOSPC are upper case; they say nothing about the package. */
function isOfPackage(code: string): boolean {
  return /^[a-z-]+$/.test(code)
}

async function produce(deps: ImportDeps, work: ImportRow, stopping: AbortSignal): Promise<void> {
  await using cleanUp = new AsyncDisposableStack()
  const folder = await mkdtemp(join(deps.scratchFolder, 'import-'))
  cleanUp.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 3 }))
  const files: Record<string, string> = {}
  for (const { path, storageKey } of work.files) {
    const file = await deps.storage.localFile(storageKey)
    cleanUp.defer(() => file.release())
    files[path] = file.path
  }
  const outcome = await judge(deps, { name: work.name, files, settings: work.settings, folder }, work.id, stopping)
  const { document, report } = outcome.result
  if (!document) throw new NothingToDraw(report)
  const contents = new Map(outcome.contents.map(([id, { facts, path }]) => [id, { facts, content: { path } }]))
  const assets = await storeAssets(document, contents, deps)
  await transaction(deps.db, async (tx) => {
    for (const asset of assets) await registerCatalogueAsset(tx, asset)
    const made = await keep(tx, work, outcome)
    // Thrown to roll back what was made of a discarded import.
    if (!(await completeImport(tx, work.id, { ...made, report }))) throw new ImportDiscarded(work.id)
  })
  for (const { storageKey } of work.files) await deps.storage.delete(storageKey)
}

async function judge(
  { db, limits }: ImportDeps,
  request: ImportRequest,
  importId: string,
  stopping: AbortSignal,
): Promise<ImportOutcome> {
  const discarded = new AbortController()
  const report = async (percent: number) => {
    if ((await tellImport(db, importId, percent)) === 'go-on') return 'go-on'
    discarded.abort(new ImportDiscarded(importId))
    return 'stop'
  }
  const reporter = startProgressReporter(report, { initial: 0, about: { importId } })
  try {
    return await runBoundedChild<ImportRequest, ImportProgress, ImportOutcome>(request, {
      path: CHILD,
      name: 'import',
      limits,
      signal: AbortSignal.any([stopping, discarded.signal]),
      onProgress: ({ percent }) => reporter.update(percent),
    })
  } finally {
    await reporter.end()
  }
}

type Tx = Parameters<Parameters<typeof transaction>[1]>[0]

/** Creates a draft, or a new version of the import's template, and records which in the audit log. */
async function keep(
  tx: Tx,
  { templateId, name, userId }: ImportRow,
  { result, settings }: ImportOutcome,
): Promise<{ templateId: string; versionId: string }> {
  const { document, report } = result
  const shown = { document, report, posterFrame: settings.posterFrame }
  const actor = { ...COMMAND_LINE, userId, name: 'import' }
  if (templateId !== null) {
    const { versionId, isNewVersion } = await addDraftVersion(tx, templateId, shown)
    const about = { action: 'template-version-added', subjectKind: 'template', subjectId: templateId } as const
    if (isNewVersion) await recordAuditEvent(tx, actor, { ...about, after: { versionId, from: name } })
    return { templateId, versionId }
  }
  const made = await createDraft(tx, { ...settings, ...shown, name: settings.name ?? name })
  const about = { action: 'template-imported', subjectKind: 'template', subjectId: made.templateId } as const
  await recordAuditEvent(tx, actor, { ...about, after: { versionId: made.versionId, from: name } })
  return made
}
