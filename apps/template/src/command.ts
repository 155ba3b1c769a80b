// The commands of `npm run template`: arguments, output and exit codes.
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { ApiError } from '@vitrine/contract/api-error'
import schema from '@vitrine/document/schema' with { type: 'json' }
import { listBundledFonts } from '@vitrine/samples/bundled-font'
import { COMMAND_LINE } from '@vitrine/store/admin/audit-log'
import { ImportRejected } from '@vitrine/worker/import-package'
import { type Comparison, comparisonRow, summarise } from './comparison.ts'
import { type ImportFlags, isPublishable, withImport } from './import.ts'
import { findSampleFiles } from './install-samples.ts'
import { openInstallation } from './installation.ts'
import { printReport, reportJson } from './print.ts'
import { publishImport } from './publish.ts'
import { renderPreview } from './render-preview.ts'
import { openWatch } from './watch.ts'

const USAGE = `npm run template -- lint FILE|FOLDER [--json] [--auto] [--layer-names]
npm run template -- import FILE|FOLDER [--json] [--auto] [--layer-names] [--draft] [--id ID] [--name NAME]
npm run template -- watch FOLDER [--auto] [--layer-names] [--port PORT]
npm run template -- compare FOLDER [--out FOLDER] [--only NAME] [--expressions] [--json]
npm run template -- export-schema
`

/** Runs one command and returns the exit code: 0 done, 1 refused, 2 invalid arguments. */
export async function runTemplateCommand(args: readonly string[], { cwd }: { cwd: string }): Promise<number> {
  const parsed = parse(args)
  const [word, path] = parsed?.positionals ?? []
  if (word === 'export-schema') {
    process.stdout.write(`${JSON.stringify(schema, null, 2)}\n`)
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
    if (word === 'watch') return await watch(target, parsed.values)
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
        'layer-names': { type: 'boolean' },
        draft: { type: 'boolean' },
        id: { type: 'string' },
        name: { type: 'string' },
        out: { type: 'string' },
        only: { type: 'string' },
        port: { type: 'string' },
        expressions: { type: 'boolean' },
      },
    })
  } catch {
    return undefined
  }
}

function toFlags(values: Values): ImportFlags {
  return { ...values, layerNames: values['layer-names'] }
}

async function lint(path: string, values: Values): Promise<number> {
  return withImport(path, toFlags(values), async ({ imported }) => {
    process.stdout.write(values.json ? reportJson(imported.result) : printReport(imported.result))
    return isPublishable(imported) ? 0 : 1
  })
}

async function importOne(path: string, values: Values): Promise<number> {
  return withImport(path, toFlags(values), async (source) => {
    const { imported } = source
    if (!values.json) process.stdout.write(printReport(imported.result))
    if (!isPublishable(imported)) {
      if (values.json) process.stdout.write(reportJson(imported.result))
      process.stderr.write('Not published: fix the errors above, or cover their layers with alpha videos\n')
      return 1
    }
    const shown = findSampleFiles(source) ?? (await renderPreview(source))
    const installation = await openInstallation(process.env)
    try {
      const isDraft = values.draft ?? false
      const published = await publishImport(source, shown, { ...installation, actor: COMMAND_LINE, isDraft })
      const { templateId, versionId, isNewVersion, isNewTemplate, path: page } = published
      const address = `${installation.address}${page}`
      const what = `${isDraft ? 'a draft' : 'on sale'}${describeChange(isNewTemplate, isNewVersion)}`
      const { report } = imported.result
      process.stdout.write(
        values.json
          ? `${JSON.stringify({ templateId, versionId, isNewVersion, address, report })}\n`
          : `${templateId} is ${what}: ${address}\n`,
      )
      return 0
    } finally {
      await installation.close()
    }
  })
}

function describeChange(isNewTemplate: boolean, isNewVersion: boolean): string {
  if (isNewTemplate) return ''
  return isNewVersion ? ' as a new version' : ', unchanged'
}

/** Runs until the process is interrupted. */
async function watch(folder: string, values: Values): Promise<number> {
  const watched = await openWatch(folder, toFlags(values), { port: Number(values.port ?? 4300) })
  process.stdout.write(`Preview: ${watched.address} (Ctrl+C ends it)\n`)
  await new Promise((done) => process.once('SIGINT', done))
  await watched.close()
  return 0
}

async function compare(folder: string, values: Values, cwd: string): Promise<number> {
  // A development tool: its player and browser are not part of an installation.
  const { compareFolder } = await import('../../../tests/lottie/compare.ts')
  const options = {
    bundled: listBundledFonts(),
    ...(values.out ? { out: resolve(cwd, values.out) } : {}),
    ...(values.only ? { only: values.only } : {}),
    ...(values.expressions ? { expressions: true } : {}),
  }
  const all: Comparison[] = []
  await compareFolder(folder, options, (comparison) => {
    all.push(comparison)
    process.stdout.write(values.json ? `${JSON.stringify(comparison)}\n` : comparisonRow(comparison))
  })
  if (!values.json) process.stdout.write(summarise(all))
  return 0
}
