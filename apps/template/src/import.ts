// Reads an import package and converts it, with the worker's own code.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { listBundledFonts } from '@vitrine/samples/bundled-font'
import { ImportRejected, readImportPackage } from '@vitrine/worker/import-package'
import { type ImportedTemplate, importTemplate } from '@vitrine/worker/import-template'
import { readSettings, type Settings } from '@vitrine/worker/settings'

export interface Import {
  readonly imported: ImportedTemplate
  readonly settings: Settings
  /** Folder for temporary files, removed afterwards. */
  readonly folder: string
}

/** Command-line options that replace `template.json`. */
export interface ImportFlags {
  readonly auto?: boolean | undefined
  readonly layerNames?: boolean | undefined
  readonly id?: string | undefined
  readonly name?: string | undefined
}

/** Imports a package. Temporary files are removed when `use` is done. Throws `ImportRejected`. */
export async function withImport<T>(path: string, flags: ImportFlags, use: (source: Import) => Promise<T>): Promise<T> {
  const importPackage = await readImportPackage(path)
  const read = readSettings({
    ...importPackage.settings,
    ...(flags.auto ? { autoFields: true } : {}),
    ...(flags.layerNames ? { layerNames: true } : {}),
    ...(flags.id ? { id: flags.id } : {}),
    ...(flags.name ? { name: flags.name } : {}),
  })
  if ('problems' in read) throw new ImportRejected('settings', read.problems)
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-template-'))
  try {
    const imported = await importTemplate(importPackage, read.settings, { bundled: listBundledFonts(), folder })
    return await use({ imported, settings: read.settings, folder })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Whether everything in the template can be drawn. */
export function isPublishable({ result }: ImportedTemplate): boolean {
  return result.document !== undefined && !result.report.some(({ severity }) => severity === 'error')
}
