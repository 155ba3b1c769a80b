// `npm run vitrine -- import-templates …` and `render-previews …`: publishing many templates at once from the command line.
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { extname, join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { ApiError } from '@vitrine/contract/api-error'
import { transaction } from '@vitrine/database/connection'
import { startJobRunner } from '@vitrine/database/jobs'
import { COMMAND_LINE } from '@vitrine/store/admin/audit-log'
import { publish } from '@vitrine/store/admin/template-action'
import { listTemplateIds } from '@vitrine/store/catalogue/edit'
import { findPreview, requestPreview } from '@vitrine/store/catalogue/preview'
import { findNewestVersionId } from '@vitrine/store/catalogue/version'
import { ImportRejected } from '@vitrine/worker/import-package'
import { createTasks } from '@vitrine/worker/operation'
import { previewOperation } from '@vitrine/worker/preview-operation'
import { isPublishable, withImport } from './import.ts'
import { findSampleFiles } from './install-samples.ts'
import { type Installation, openInstallation } from './installation.ts'
import { printReport } from './print.ts'
import { publishImport } from './publish.ts'
import { renderPreview } from './render-preview.ts'

export const PUBLISHING_USAGE = `  import-templates FOLDER|FILE… [--publish]      brings packages in as drafts, or puts them on sale when nothing is missing
  render-previews [ID…|--all]                    makes posters and previews anew`

export interface Terminal {
  readonly environment: NodeJS.ProcessEnv
  /** Relative paths start here. */
  readonly folder: string
}

type Command = (words: readonly string[], flags: Flags, terminal: Terminal) => Promise<boolean | undefined>
interface Flags {
  readonly publish: boolean
  readonly all: boolean
}

const COMMANDS: Readonly<Record<string, Command>> = {
  'import-templates': importTemplates,
  'render-previews': renderPreviews,
}

/** Whether `npm run vitrine -- NAME` is one of these. */
export function isPublishingCommand(name: string | undefined): boolean {
  return name !== undefined && Object.hasOwn(COMMANDS, name)
}

/** Runs one command and returns the exit code: 0 done, 1 something was refused or failed, 2 invalid arguments. */
export async function runPublishingCommand(argv: readonly string[], terminal: Terminal): Promise<number> {
  const [name = '', ...rest] = argv
  const parsed = readOptions(rest)
  const command = COMMANDS[name]
  const done = command && parsed && (await command(parsed.words, parsed.flags, terminal))
  if (done === undefined) {
    console.error(`npm run vitrine -- COMMAND\n\n${PUBLISHING_USAGE}`)
    return 2
  }
  return done ? 0 : 1
}

function readOptions(args: string[]): { words: string[]; flags: Flags } | undefined {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { publish: { type: 'boolean' }, all: { type: 'boolean' } },
    })
    return { words: positionals, flags: { publish: values.publish ?? false, all: values.all ?? false } }
  } catch {
    return undefined
  }
}

/** Tries every package: a rejected one prints its reason and does not stop the others. */
async function importTemplates(paths: readonly string[], { publish: isForSale }: Flags, terminal: Terminal) {
  if (paths.length === 0) return undefined
  const found = (await Promise.all(paths.map((path) => listPackages(resolve(terminal.folder, path))))).flat()
  const installation = await openInstallation(terminal.environment)
  let isAllDone = true
  try {
    for (const path of found) {
      const isDone = await importOne(path, isForSale, installation).catch((error: unknown) => {
        if (!(error instanceof ImportRejected || error instanceof ApiError)) throw error
        console.error(`${path}: ${error.message}`)
        return false
      })
      isAllDone &&= isDone
    }
  } finally {
    await installation.close()
  }
  return isAllDone
}

/** A folder without a JSON file or archive is a folder of packages. */
async function listPackages(path: string): Promise<string[]> {
  const found = await stat(path).catch(() => undefined)
  if (!found?.isDirectory()) return [path]
  const entries = await readdir(path, { withFileTypes: true })
  const isPackage = entries.some((entry) => entry.isFile() && extname(entry.name).toLowerCase() === '.json')
  if (isPackage) return [path]
  const packages = entries.filter(
    (entry) => entry.isDirectory() || /^\.(zip|lottie)$/.test(extname(entry.name).toLowerCase()),
  )
  return packages.map((entry) => join(path, entry.name)).toSorted()
}

async function importOne(path: string, isForSale: boolean, installation: Installation): Promise<boolean> {
  return withImport(path, {}, async (source) => {
    const { imported } = source
    const isWhole = isPublishable(imported)
    if (!isWhole) console.error(printReport(imported.result))
    if (!imported.result.document) {
      console.error(`${path}: nothing in it can be drawn`)
      return false
    }
    const stored = await publishImport(source, findSampleFiles(source) ?? (await renderPreview(source)), {
      ...installation,
      actor: COMMAND_LINE,
      isDraft: true,
    })
    const { templateId, versionId, isNewVersion } = stored
    if (!isForSale) {
      console.log(`${templateId}: ${isNewVersion ? 'stored' : 'unchanged'}, not on sale`)
      return true
    }
    await transaction(installation.db, (tx) => publish(tx, COMMAND_LINE, templateId, { versionId }))
    console.log(`${templateId}: on sale`)
    return true
  })
}

/** Shares the work with running workers; without any, this process does all of it. */
async function renderPreviews(templateIds: readonly string[], { all }: Flags, terminal: Terminal) {
  if (all === templateIds.length > 0) return undefined
  const installation = await openInstallation(terminal.environment)
  const { db, databaseUrl, storage } = installation
  const scratchFolder = await mkdtemp(join(tmpdir(), 'vitrine-previews-'))
  try {
    const requested = await requestEach(installation, all ? await listTemplateIds(db) : templateIds)
    const services = { db, storage, scratchFolder, encoderThreads: 0 }
    const tasks = createTasks({ operations: [previewOperation], services })
    // Failures are printed below, once per template.
    const runner = await startJobRunner(databaseUrl, tasks, { onError: () => {} })
    try {
      return (await reportEach(installation, requested.versions)) && requested.isWhole
    } finally {
      await runner.stop()
    }
  } finally {
    await installation.close()
    await rm(scratchFolder, { recursive: true, force: true })
  }
}

async function requestEach({ db }: Installation, templateIds: readonly string[]) {
  const versions = new Map<string, string>()
  for (const templateId of templateIds) {
    const versionId = await findNewestVersionId(db, templateId)
    if (versionId === undefined) console.error(`${templateId}: there is no such template`)
    else {
      await transaction(db, (tx) => requestPreview(tx, versionId))
      versions.set(templateId, versionId)
    }
  }
  return { versions, isWhole: versions.size === templateIds.length }
}

const LOOK_EVERY_MS = 300

async function reportEach({ db }: Installation, versions: ReadonlyMap<string, string>): Promise<boolean> {
  const waiting = new Map(versions)
  let isWhole = true
  while (waiting.size > 0) {
    for (const [templateId, versionId] of waiting) {
      const preview = await findPreview(db, versionId)
      if (preview?.status !== 'succeeded' && preview?.status !== 'failed') continue
      waiting.delete(templateId)
      isWhole &&= preview.status === 'succeeded'
      console.log(`${templateId}: ${preview.status === 'succeeded' ? 'made' : preview.errorMessage}`)
    }
    if (waiting.size > 0) await sleep(LOOK_EVERY_MS)
  }
  return isWhole
}
