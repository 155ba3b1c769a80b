// The doors of docs/architecture.md are lint rules, one override per folder in biome.json. Lint cannot notice a folder
// that has no rule, nor that a door was opened wider than meant: these tests can.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '..')

interface Override {
  includes: string[]
  linter: { rules: { style?: { noRestrictedImports?: unknown } } }
}

const biome = JSON.parse(readFileSync(join(root, 'biome.json'), 'utf8')) as { overrides: Override[] }
const zones = biome.overrides
  .filter((override) => override.linter.rules.style?.noRestrictedImports)
  .map((override) => override.includes[0]?.replace(/\/\*\*$/, ''))

const foldersIn = (path: string) =>
  readdirSync(join(root, path), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => `${path}/${entry.name}`)

test('every package, app and area of the shop has its doors in biome.json, and no rule is for a folder that is gone', () => {
  const folders = [...foldersIn('packages'), ...foldersIn('apps'), 'samples', ...foldersIn('packages/shop/src')]
  expect(zones.toSorted()).toEqual(folders.toSorted())
})

test('the shop takes from the providers the types of their ports alone', () => {
  const files = readdirSync(join(root, 'packages/shop/src'), { recursive: true, encoding: 'utf8' })
  const offenders = files
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .filter((name) =>
      /^import(?! type\b)(?:(?!^import\b)[\s\S])*? from '@vitrine\/providers/m.test(
        readFileSync(join(root, 'packages/shop/src', name), 'utf8'),
      ),
    )
  expect(offenders).toEqual([])
})

// The samples' scripts draw pictures; they run when the samples are made, and not in a shop.
test('pictures are handed to sharp by the package for untrusted media alone', () => {
  const files = [...foldersIn('packages'), ...foldersIn('apps'), 'scripts'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(ts|tsx|mjs)$/.test(name) && !/node_modules|\.test\.tsx?$|-for-test\.ts$/.test(name))
      .map((name) => `${folder}/${name}`),
  )
  const importers = files.filter((name) =>
    /from 'sharp'|import\('sharp'\)/.test(readFileSync(join(root, name), 'utf8')),
  )
  expect(importers.filter((name) => !name.startsWith('packages/untrusted-media/'))).toEqual([])
  expect(importers).not.toEqual([])
})

test('nobody takes all of node-av, which would go past the rule that names what opens files', () => {
  const files = ['apps', 'packages', 'samples'].flatMap((top) =>
    readdirSync(join(root, top), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\/src\/.*\.tsx?$/.test(`/${name}`) && !name.includes('node_modules'))
      .map((name) => `${top}/${name}`),
  )
  expect(files.length).toBeGreaterThan(100)
  const offenders = files.filter((name) =>
    /\* as \w+ from 'node-av|(?:import|require)\(\s*'node-av/.test(readFileSync(join(root, name), 'utf8')),
  )
  expect(offenders).toEqual([])
})

describe('a door', () => {
  let folder: string
  let complaints: string[]

  /** File, what it imports (a module, or names of one), and whether lint must complain about it. */
  const cases: [file: string, specifier: string, isForbidden: boolean][] = [
    ['packages/composition/src/probe.ts', '@vitrine/contract/api-error', true],
    ['packages/contract/src/probe.ts', '@vitrine/composition/document', true],
    ['packages/providers/src/probe.ts', '@vitrine/contract/api-error', false],
    ['packages/providers/src/probe.ts', '@vitrine/database/connection', true],
    ['packages/untrusted-media/src/probe.ts', '@vitrine/contract/media', false],
    ['packages/untrusted-media/src/probe.ts', '@vitrine/shop/media', true],
    ['packages/database/src/probe.ts', '@vitrine/shop/credits', true],
    ['packages/database/src/probe.ts', '../../shop/src/credits/credits.ts', true],
    ['packages/shop/src/library/probe.ts', '@vitrine/database/connection', false],
    ['packages/shop/src/library/probe.ts', '@vitrine/samples/install', true],
    ['packages/shop/src/library/probe.ts', '../credits/credits.ts', false],
    ['packages/shop/src/library/probe.ts', '../visits/visits.ts', true],
    ['packages/shop/src/library/probe.ts', '../renders/renders.ts', true],
    ['packages/shop/src/library/probe.ts', '../payments/payments.ts', true],
    ['packages/shop/src/credits/probe.ts', '../library/library.ts', true],
    ['apps/web/app/probe.ts', '@vitrine/contract/credits', false],
    ['apps/web/app/probe.ts', '@vitrine/shop/credits', true],
    ['apps/web/app/probe.ts', 'pg', true],
    ['apps/server/src/probe.ts', '@vitrine/shop/credits', false],
    ['apps/server/src/probe.ts', '@vitrine/worker/render', true],
    ['apps/worker/src/probe.ts', '../../server/src/app.ts', true],
    ['apps/server/src/probe.ts', "{ FormatContext } from 'node-av'", true],
    ['apps/server/src/probe.ts', "{ Packet } from 'node-av'", false],
    ['apps/worker/src/probe.ts', "{ Demuxer } from 'node-av/api'", true],
    ['apps/template/src/probe.ts', "{ IOContext } from 'node-av'", true],
    ['samples/src/probe.ts', "{ Demuxer as Reader } from 'node-av/api'", true],
    ['packages/untrusted-media/src/probe.ts', "{ FormatContext } from 'node-av'", false],
    ['apps/template/src/probe.ts', '@vitrine/worker/film', false],
    ['apps/template/src/probe.ts', '@vitrine/samples/install', true],
    ['apps/launcher/src/probe.ts', '@vitrine/server/app', true],
    ['samples/src/probe.ts', '@vitrine/shop/catalogue', false],
    ['samples/src/probe.ts', '@vitrine/worker/film', false],
    ['samples/src/probe.ts', '@vitrine/launcher/seed', true],
  ]

  const statementOf = (what: string) => (what.includes(' from ') ? `import ${what}` : `import '${what}'`)

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'vitrine-doors-'))
    const config = { ...biome, vcs: { enabled: false }, $schema: undefined, files: undefined }
    writeFileSync(join(folder, 'biome.json'), JSON.stringify(config))
    for (const [file] of cases) {
      mkdirSync(dirname(join(folder, file)), { recursive: true })
      const imports = cases.filter(([other]) => other === file).map(([, what]) => `${statementOf(what)}\n`)
      writeFileSync(join(folder, file), imports.join(''))
    }
    const output = (() => {
      try {
        return execFileSync(
          join(root, 'node_modules/.bin/biome'),
          ['lint', '--only=style/noRestrictedImports', '--reporter=json', '--max-diagnostics=none'],
          { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] },
        )
      } catch (error) {
        return (error as { stdout: string }).stdout
      }
    })()
    const report = JSON.parse(output) as {
      diagnostics: { location: { path: string; start: { line: number } } }[]
    }
    complaints = report.diagnostics.map(({ location }) => {
      const lines = readFileSync(join(folder, location.path), 'utf8').split('\n')
      return `${location.path} ${lines[location.start.line - 1]}`
    })
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  test.each(cases)('%s importing %s is forbidden: %s', (file, what, isForbidden) => {
    expect(complaints.includes(`${file} ${statementOf(what)}`)).toBe(isForbidden)
  })
})
