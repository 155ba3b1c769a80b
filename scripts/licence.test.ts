// What README.md, docs/licences.md and THIRD-PARTY-LICENSES say of licences is what an installation contains.
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { describeInstalled, isKnownLicence, resolveLicence } from './licence.ts'

const root = resolve(import.meta.dirname, '..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')

interface Entry {
  version: string
  license?: string
  dev?: boolean
  link?: boolean
}
const { packages } = JSON.parse(read('package-lock.json')) as { packages: Record<string, Entry> }
const installed = Object.entries(packages).flatMap(([path, { license, dev, link }]) => {
  const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
  return !path.includes('node_modules/') || dev || link ? [] : [{ name, license }]
})

test('every package of an installation has a licence that somebody has read', () => {
  expect(installed.length).toBeGreaterThan(300)
  const unknown = installed.filter(({ name, license }) => !isKnownLicence(resolveLicence(name, license)))
  expect(unknown).toEqual([])
})

test('a licence that nobody has read, and none at all, are unknown', () => {
  expect(['AGPL-3.0-only', 'MIT AND SSPL-1.0', '', undefined].filter(isKnownLicence)).toEqual([])
  expect(['MIT', '(MIT AND Zlib)', 'MIT OR Apache-2.0'].every(isKnownLicence)).toBe(true)
})

test('the library that reads and writes videos is what the documents say: FFmpeg under the GPL, with x264, x265 and fdk-aac', () => {
  const library = join(root, 'node_modules/@seydx', `node-av-${process.platform}-${process.arch}`, 'node-av.node')
  expect(existsSync(library)).toBe(true)
  const content = readFileSync(library)
  const from = content.indexOf('--prefix=/ffbuild/prefix')
  const configuration = content.subarray(from, content.indexOf(0, from)).toString()
  for (const option of ['gpl', 'version3', 'libx264', 'libx265', 'libfdk-aac']) {
    expect(configuration.split(' ')).toContain(`--enable-${option}`)
  }
  expect(configuration).not.toContain('--enable-nonfree')
  const { version } = packages[`node_modules/@seydx/node-av-${process.platform}-${process.arch}`] ?? {}
  const documented = read('docs/licences.md')
  for (const text of ['GPL', 'x264', 'x265', 'fdk-aac', `v${version}`]) expect(documented).toContain(text)
})

test('README and the notices of a package name the GPL and the LGPL, whose texts are in the folder licenses', () => {
  expect(read('README.md')).toMatch(/## Licence\n[^#]*MIT[^#]*GPL[^#]*LGPL/s)
  const notices = describeInstalled({
    '': { version: '1.0.0', license: 'MIT' },
    'node_modules/@seydx/node-av-linux-x64': { version: '6.1.1', license: 'MIT' },
    'node_modules/@img/sharp-libvips-linux-x64': { version: '1.3.4', license: 'LGPL-3.0-or-later' },
    'node_modules/sharp': { version: '0.35.5', license: 'Apache-2.0' },
  })
  expect(notices).toContain('@seydx/node-av-linux-x64 6.1.1: MIT AND GPL-3.0-or-later')
  expect(notices.indexOf('sharp-libvips')).toBeLessThan(notices.indexOf('  sharp 0.35.5'))
  expect(read('licenses/GPL-3.0.txt')).toContain('GNU GENERAL PUBLIC LICENSE')
  expect(read('licenses/LGPL-3.0.txt')).toContain('GNU LESSER GENERAL PUBLIC LICENSE')
})

test('the container image carries licences, notices and where the source is', () => {
  const image = read('deploy/container/Dockerfile')
  expect(image).toMatch(/^COPY package\.json LICENSE THIRD-PARTY-LICENSES \.\/$/m)
  expect(image).toMatch(/^COPY licenses licenses$/m)
  expect(image).toMatch(/^COPY docs\/licences\.md docs\/licences\.md$/m)
  expect(image).toContain('org.opencontainers.image.licenses="MIT AND GPL-3.0-or-later AND LGPL-3.0-or-later"')
  // Debian's packages carry their licences there.
  expect(image).not.toMatch(/rm -r[^&]*usr\/share\/doc\b/)
})
