// Lists the packages in a bundle, for the licence notices.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** In the format in which Vite lists the packages of the pages. */
export interface BundledPackage {
  readonly name: string
  readonly version: string
  /** SPDX expression. */
  readonly identifier: string | null
  readonly text: string | null
}

/** The packages that contain these modules, without duplicates. */
export function listBundledPackages(moduleIds: Iterable<string>): BundledPackage[] {
  const folders = new Set<string>()
  for (const id of moduleIds) {
    const folder = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id.replaceAll('\0', ''))?.[0]
    if (folder && existsSync(join(folder, 'package.json'))) folders.add(folder)
  }
  return [...folders].map(readPackage)
}

/** What a package says about itself. */
export function readPackage(folder: string): BundledPackage {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  // Font packages have one licence for the package and another for the font.
  const files = readdirSync(folder).filter((name) => /^(licen[cs]e|copying)/i.test(name))
  const file = files.find((name) => name === 'LICENSE_FONT') ?? files[0]
  const text = file ? readFileSync(join(folder, file), 'utf8').trim() : null
  return { name, version, identifier: typeof license === 'string' ? license : (license?.type ?? null), text }
}

/** One text with all notices; packages with equal licences share one entry. */
export function writeNotices(packages: readonly BundledPackage[]): string {
  const byText = new Map<string, string[]>()
  for (const { name, version, identifier, text } of packages) {
    const licence = text ?? `${identifier ?? 'Unknown licence'}; the package has no file with its text.`
    const title = `${name} ${version} (${identifier ?? 'licence below'})`
    byText.set(licence, [...(byText.get(licence) ?? []), title])
  }
  const parts = [...byText].map(([text, titles]) => `${[...new Set(titles)].sort().join('\n')}\n\n${text}\n`)
  return `The program itself contains these packages, under their own licences.\n\n${parts.sort().join(`\n${'-'.repeat(80)}\n\n`)}`
}
