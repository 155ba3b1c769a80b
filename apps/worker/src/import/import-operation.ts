// The operation that imports a package: a child process converts it; its files are stored, and a draft or a new version of an
// existing template is created.

import { ApiError } from '@vitrine/contract/api-error'
import { type Tx, transaction } from '@vitrine/database/connection'
import { WorkFailed, type WorkLimits } from '@vitrine/process/bounded-child'
import { FileMissing } from '@vitrine/providers/storage'
import { COMMAND_LINE, recordAuditEvent } from '@vitrine/store/admin/audit-log'
import { addDraftVersion, createDraft } from '@vitrine/store/catalogue/draft'
import {
  beginImport,
  completeImport,
  IMPORT_TASK,
  type ImportWork,
  reportOnImport,
} from '@vitrine/store/catalogue/import'
import { registerCatalogueAsset } from '@vitrine/store/media'
import { z } from 'zod'
import { childProgram } from '../operation/child-program.ts'
import { defineOperation, type FailureReason, OperationCanceled } from '../operation/operation.ts'
import {
  type ImportOutcome,
  type ImportProgress,
  ImportRejected,
  type ImportRequest,
  type RejectedImport,
} from './import-package.ts'
import { storeAssets } from './store-asset.ts'

const IMPORT_LIMITS: WorkLimits = {
  durationMs: 30 * 60_000,
  // Alpha videos report every picture; the longest silence is their sound, which is encoded first.
  silenceMs: 5 * 60_000,
  memoryBytes: 3 * 2 ** 30,
}

const GAVE_UP = 'The package could not be read, although it was tried several times.'

const IMPORT_PROGRAM = childProgram<ImportRequest, ImportProgress, ImportOutcome | RejectedImport>('import', {
  file: 'import-process',
  moduleUrl: import.meta.url,
})

interface ImportFailure extends FailureReason {
  readonly report?: ImportOutcome['result']['report']
  /** The parts of the message. */
  readonly clauses?: RejectedImport['clauses']
}

const NOTHING_TO_DRAW = 'There is nothing in this package that could be drawn.'

/** The package contains nothing that a template can be made of; `report` says why. */
class NothingToDraw extends Error {
  readonly report: ImportOutcome['result']['report']
  constructor(report: ImportOutcome['result']['report']) {
    super(NOTHING_TO_DRAW)
    this.report = report
  }
}

/** The job `template-import` with payload `{ importId }`. */
export const importOperation = defineOperation({
  kind: IMPORT_TASK,
  input: z.object({ importId: z.uuid() }),
  limits: IMPORT_LIMITS,
  operationId: ({ importId }) => importId,
  load: ({ db }, { importId }) => transaction(db, (tx) => beginImport(tx, importId)),
  files: ({ files }) => Object.fromEntries(files.map(({ path, storageKey }) => [path, storageKey])),
  async run({ files, folder, runChild, reportProgress }, { name, settings }) {
    const request = { name, files, settings, folder }
    const outcome = await runChild(IMPORT_PROGRAM, request, { onProgress: reportProgress })
    if ('clauses' in outcome) throw new ImportRejected(outcome.code, outcome.clauses)
    const { document, report } = outcome.result
    if (!document) throw new NothingToDraw(report)
    return { outcome, document }
  },
  async publish({ db, storage }, work, { outcome, document }) {
    const contents = new Map(outcome.contents.map(([id, { facts, path }]) => [id, { facts, content: { path } }]))
    const assets = await storeAssets(document, contents, { db, storage })
    await transaction(db, async (tx) => {
      for (const asset of assets) await registerCatalogueAsset(tx, asset)
      const created = await keep(tx, work, outcome)
      const isStillRequested = await completeImport(tx, work, { ...created, report: outcome.result.report })
      // Rolls back what was created for a discarded import.
      if (!isStillRequested) throw new OperationCanceled()
    })
    for (const { storageKey } of work.files) await storage.delete(storageKey)
  },
  explain: explainFailure,
  gaveUp: { code: 'gave-up', message: GAVE_UP },
  async onFail(tx, { importId }, { report, clauses }: ImportFailure) {
    await reportOnImport(tx, importId, { report: report ?? null, failure: clauses ?? null })
    return undefined
  },
})

/** The reason for a permanent failure; undefined when a retry may succeed. */
function explainFailure(error: unknown): ImportFailure | undefined {
  if (error instanceof NothingToDraw) return { code: 'nothing-to-draw', message: error.message, report: error.report }
  if (error instanceof ImportRejected) return { code: error.code, message: error.message, clauses: error.clauses }
  if (error instanceof FileMissing)
    return { code: 'file-missing', message: 'The files are gone. Please upload them again.' }
  if (error instanceof WorkFailed && error.code !== undefined && isPackageError(error.code))
    return { code: error.code, message: error.message }
  if (error instanceof ApiError) return { code: error.code, message: error.message }
  return undefined
}

/** System error codes such as ENOSPC are upper case and do not concern the package. */
function isPackageError(code: string): boolean {
  return /^[a-z-]+$/.test(code)
}

/** Creates a draft or a new version of the import's template, and records it in the audit log. */
async function keep(
  tx: Tx,
  { templateId, name, userId }: ImportWork,
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
  const created = await createDraft(tx, { ...settings, ...shown, name: settings.name ?? name })
  const about = { action: 'template-imported', subjectKind: 'template', subjectId: created.templateId } as const
  await recordAuditEvent(tx, actor, { ...about, after: { versionId: created.versionId, from: name } })
  return created
}
