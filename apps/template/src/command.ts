// The commands of `npm run template`: arguments, output and exit codes.
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { ApiError } from '@vitrine/contract/api-error'
import { listBundledFonts } from '@vitrine/samples/ingredient'
import { ImportRejected, readImportPackage } from '@vitrine/worker/import-package'
import { type ImportedTemplate, importTemplate } from '@vitrine/worker/import-template'
import { readSettings, type Settings } from '@vitrine/worker/settings'
import { type Comparison, comparisonRow, summarise } from './comparison.ts'
import { openInstallation } from './installation.ts'
import { printReport, reportJson } from './print.ts'
import { publishImport } from './publish.ts'

const USAGE = `npm run template -- lint FILE|FOLDER [--json] [--auto]
npm run template -- import FILE|FOLDER [--json] [--auto] [--draft] [--id ID] [--name NAME]
npm run template -- compare FOLDER [--out FOLDER] [--only NAME]
npm run template -- export-schema
`

/** Runs one command and answers the exit code: 0 done, 1 refused, 2 not understood. */
export async function runTemplateCommand(args: readonly string[], { cwd }: { cwd: string }): Promise<number> {
  const parsed = parse(args)
  const [word, path] = parsed?.positionals ?? []
  if (word === 'export-schema') {
    const file = createRequire(import.meta.url).resolve('@vitrine/composition/schema')
    process.stdout.write(await readFile(file, 'utf8'))
    return 0
  }
  if (!parsed || !word || !path) {
    process.stderr.write(USAGE)
    return 2
  }
  const target = resolve(cwd, path)
  try {
    if (word === 'lint') return await lint(target, parsed.values)
    if (word === 'import') return await importOne(target, parsed.values)
    if (word === 'compare') return await compare(target, parsed.values, cwd)
  } catch (error) {
    if (!(error instanceof ImportRejected || error instanceof ApiError)) throw error
    process.stderr.write(`${error.code}: ${error.message}\n`)
    return 1
  }
  process.stderr.write(USAGE)
  return 2
}

type Values = NonNullable<ReturnType<typeof parse>>['values']

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        json: { type: 'boolean' },
        auto: { type: 'boolean' },
        draft: { type: 'boolean' },
        id: { type: 'string' },
        name: { type: 'string' },
        out: { type: 'string' },
        only: { type: 'string' },
      },
    })
  } catch {
    return undefined
  }
}

async function lint(path: string, values: Values): Promise<number> {
  return withImport(path, values, async ({ imported }) => {
    process.stdout.write(values.json ? reportJson(imported.result) : printReport(imported.result))
    return isPublishable(imported) ? 0 : 1
  })
}

async function importOne(path: string, values: Values): Promise<number> {
  return withImport(path, values, async ({ imported, settings, folder }) => {
    if (!values.json) process.stdout.write(printReport(imported.result))
    if (!isPublishable(imported)) {
      if (values.json) process.stdout.write(reportJson(imported.result))
      process.stderr.write('Not published: fix the errors above, or cover their layers with alpha videos\n')
      return 1
    }
    const installation = await openInstallation(process.env)
    try {
      const published = await publishImport(imported, settings, installation, {
        folder,
        isDraft: values.draft ?? false,
      })
      const { templateId, isNewVersion, address } = published
      const what = `${values.draft ? 'a draft' : 'on sale'}${isNewVersion ? ' as a new version' : ', unchanged'}`
      process.stdout.write(
        values.json
          ? `${JSON.stringify({ ...published, report: imported.result.report })}\n`
          : `${templateId} is ${what}: ${address}\n`,
      )
      return 0
    } finally {
      await installation.close()
    }
  })
}

/** Whether everything in it is drawn. */
export function isPublishable({ result }: ImportedTemplate): boolean {
  return result.document !== undefined && !result.report.some(({ severity }) => severity === 'error')
}

export interface Import {
  imported: ImportedTemplate
  settings: Settings
  /** For files that are made on the way; gone afterwards. */
  folder: string
}

/** Reads a submission and judges it. What was made on the way is gone when `use` is done. */
export async function withImport<T>(
  path: string,
  values: Pick<Values, 'auto' | 'id' | 'name'>,
  use: (given: Import) => Promise<T>,
): Promise<T> {
  const importPackage = await readImportPackage(path)
  const read = readSettings({
    ...importPackage.settings,
    ...(values.auto ? { autoFields: true } : {}),
    ...(values.id ? { id: values.id } : {}),
    ...(values.name ? { name: values.name } : {}),
  })
  if ('problems' in read) throw new ImportRejected('settings', read.problems.join('; '))
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-template-'))
  try {
    const imported = await importTemplate(importPackage, read.settings, { bundled: listBundledFonts(), folder })
    return await use({ imported, settings: read.settings, folder })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function compare(folder: string, values: Values, cwd: string): Promise<number> {
  // A yardstick of development: its player and its browser are not there in an installation.
  const { compareFolder } = await import('../../../tests/lottie/compare.ts')
  const options = {
    bundled: listBundledFonts(),
    ...(values.out ? { out: resolve(cwd, values.out) } : {}),
    ...(values.only ? { only: values.only } : {}),
  }
  const all: Comparison[] = []
  await compareFolder(folder, options, (comparison) => {
    all.push(comparison)
    process.stdout.write(values.json ? `${JSON.stringify(comparison)}\n` : comparisonRow(comparison))
  })
  if (!values.json) process.stdout.write(summarise(all))
  return 0
}
