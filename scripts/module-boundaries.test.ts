// Holds the module boundaries of docs/architecture.md.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, posix, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  findAffectedFolders,
  findBrokenBoundary,
  findCycles,
  findFolderCycles,
  LAYERS,
  listImports,
  STORE_AREAS,
  WORKSPACES,
} from './module-boundaries.ts'

const root = resolve(import.meta.dirname, '..')

const foldersIn = (path: string) =>
  readdirSync(join(root, path), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => `${path}/${entry.name}`)

const sourceFiles = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.ts', '*.tsx'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file !== '' && existsSync(join(root, file)))

test('every workspace and every area of the store has boundaries, and every boundary has its folder', () => {
  const folders = [...foldersIn('packages'), ...foldersIn('apps'), 'samples']
  expect(Object.keys(WORKSPACES).toSorted()).toEqual(folders.toSorted())
  const areas = Object.keys(STORE_AREAS).map((area) => `packages/store/src/${area}`)
  expect(areas.toSorted()).toEqual(foldersIn('packages/store/src').toSorted())
})

test('every folder of an ordered workspace has its place in the order', () => {
  for (const [folder, layers] of Object.entries(LAYERS)) {
    const places = new Set(layers.map((layer) => `${folder}/${layer.split('/')[0]}`))
    expect([...places].toSorted()).toEqual(foldersIn(folder).toSorted())
  }
})

test('the manifest of a workspace declares no other workspace than its boundaries allow', () => {
  for (const [folder, allowed] of Object.entries(WORKSPACES)) {
    const { dependencies = {} } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'))
    const declared = Object.keys(dependencies).filter((name) => name.startsWith('@vitrine/'))
    const workspaces = allowed.map((name) => `@vitrine/${name.split('/')[0]}`)
    expect(declared.filter((name) => !workspaces.includes(name))).toEqual([])
  }
})

test('no file imports across a boundary', () => {
  const broken = sourceFiles.flatMap((file) =>
    listImports(readFileSync(join(root, file), 'utf8')).flatMap((found) => {
      const problem = findBrokenBoundary(file, found)
      return problem ? `${file}: ${problem} (${found.specifier})` : []
    }),
  )
  expect(broken).toEqual([])
})

test('folders and files import one another in one direction', () => {
  const imports = new Map(
    sourceFiles
      .filter((file) => !/\.test\.tsx?$|\/(golden|testing)\/|^tests\//.test(file))
      .map((file) => [
        file,
        listImports(readFileSync(join(root, file), 'utf8'))
          .filter(({ specifier, isLazy }) => specifier.startsWith('.') && /\.tsx?$/.test(specifier) && !isLazy)
          .map(({ specifier }) => posix.join(posix.dirname(file), specifier)),
      ]),
  )
  expect(findFolderCycles(imports)).toEqual([])
  expect(findCycles(new Map([...imports].map(([file, targets]) => [file, new Set(targets)])))).toEqual([])
})

test('a cycle of folders is found however long it is', () => {
  const imports = new Map([
    ['a/1.ts', ['b/1.ts', 'a/2.ts']],
    ['b/1.ts', ['c/1.ts']],
    ['c/1.ts', ['a/2.ts']],
    ['d/1.ts', ['a/1.ts']],
  ])
  expect(findFolderCycles(imports)).toEqual([['a', 'b', 'c']])
})

test('the imports of a file are found in each of their forms', () => {
  const source = [
    "import { a } from './a.ts'",
    "import type { B } from './b.ts'",
    'import {',
    '  type C,',
    '  d,',
    "} from './c.ts'",
    "import './e.css'",
    "export * from './f.ts'",
    "const g = await import('./g.ts')",
  ].join('\n')
  const found = listImports(source)
  expect(found.map(({ specifier }) => specifier)).toEqual(['./a.ts', './b.ts', './c.ts', './e.css', './f.ts', './g.ts'])
  expect(found.filter(({ isLazy }) => isLazy)).toEqual([{ specifier: './g.ts', isLazy: true }])
})

test('the store takes from the providers the types of their ports, and how their settings are checked', () => {
  const files = readdirSync(join(root, 'packages/store/src'), { recursive: true, encoding: 'utf8' })
  const offenders = files
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .filter((name) =>
      /^import(?! type\b)(?:(?!^import\b)[\s\S])*? from '@vitrine\/providers(?!\/service\/settings')/m.test(
        readFileSync(join(root, 'packages/store/src', name), 'utf8'),
      ),
    )
  expect(offenders).toEqual([])
})

test('pictures are handed to sharp by the package for untrusted media alone', () => {
  const files = [...foldersIn('packages'), ...foldersIn('apps'), 'samples', 'scripts'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(ts|tsx|mjs)$/.test(name) && !/node_modules|\.test\.tsx?$|\/testing\//.test(name))
      .map((name) => `${folder}/${name}`),
  )
  const importers = files.filter((name) =>
    /from 'sharp'|import\('sharp'\)/.test(readFileSync(join(root, name), 'utf8')),
  )
  expect(importers.filter((name) => !name.startsWith('packages/media/'))).toEqual([])
  expect(importers).not.toEqual([])
})

test('node-av is never imported as a whole, which would bypass the rule on functions that open files', () => {
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

test.each<[file: string, specifier: string, isForbidden: boolean]>([
  ['packages/document/src/probe.ts', '@vitrine/contract/api-error', true],
  ['packages/contract/src/probe.ts', '@vitrine/document/document', true],
  ['packages/providers/src/probe.ts', '@vitrine/contract/api-error', false],
  ['packages/providers/src/probe.ts', '@vitrine/database/connection', true],
  ['packages/media/src/probe.ts', '@vitrine/contract/media', false],
  ['packages/media/src/probe.ts', '@vitrine/store/media', true],
  ['packages/database/src/probe.ts', '@vitrine/store/credits', true],
  ['packages/database/src/probe.ts', '../../store/src/credits/credits.ts', true],
  ['packages/store/src/library/probe.ts', '@vitrine/database/connection', false],
  ['packages/store/src/library/probe.ts', '@vitrine/samples/catalogue', true],
  ['packages/store/src/library/probe.ts', '../credits/credits.ts', false],
  ['packages/store/src/library/probe.ts', '../visits/visits.ts', true],
  ['packages/store/src/library/probe.ts', '../renders/renders.ts', true],
  ['packages/store/src/library/probe.ts', '../payments/payments.ts', true],
  ['packages/store/src/credits/probe.ts', '../library/library.ts', true],
  ['packages/painter/src/painter/probe.ts', '@vitrine/document/evaluate', false],
  ['packages/painter/src/painter/probe.ts', '@vitrine/project/resolve', true],
  ['packages/painter/src/painter/probe.test.ts', '@vitrine/project/resolve', false],
  ['packages/painter/src/painter/probe.ts', '../../testing/stripes.ts', true],
  ['packages/painter/src/painter/probe.ts', '../../../document/testing/sample.ts', true],
  ['packages/painter/src/painter/probe.test.ts', '../../../document/testing/sample.ts', false],
  ['apps/worker/src/probe.ts', '@vitrine/media/testing/hostile', true],
  ['packages/document/src/animation/probe.ts', '@vitrine/painter/painter', true],
  ['packages/after-effects/src/source/probe.ts', '../bodymovin/layer.ts', true],
  ['packages/after-effects/src/import/probe.ts', '../bodymovin/layer.ts', false],
  ['packages/document/src/matrix.ts', './template/document.ts', true],
  ['apps/web/app/ui/probe.tsx', '../features/cart/use-cart.ts', true],
  ['apps/web/app/features/cart/probe.tsx', '../../api/session.ts', false],
  ['apps/web/app/editor/fields/probe.tsx', '../modes/canvas/canvas-page.tsx', true],
  ['apps/web/app/editor/modes/timeline/probe.tsx', '../canvas/model/canvas-model.ts', false],
  ['apps/web/app/editor/modes/canvas/probe.tsx', '../timeline/video-editor.tsx', true],
  ['apps/web/app/editor/actions/probe.ts', '../model/editor-model.ts', true],
  ['apps/web/app/editor/probe.ts', './model/editor-model.ts', true],
  ['apps/web/app/api/api.ts', '../ui/button.tsx', true],
  ['apps/web/app/root.tsx', './shell/shell.tsx', false],
  ['apps/web/app/probe.ts', '@vitrine/contract/payments', false],
  ['apps/web/app/probe.ts', '@vitrine/store/credits', true],
  ['apps/server/src/probe.ts', '@vitrine/store/credits', false],
  ['apps/server/src/probe.ts', '@vitrine/worker/render', true],
  ['apps/server/src/app.ts', './routes/carts.ts', false],
  ['apps/server/src/media/probe.ts', '../routes/carts.ts', true],
  ['apps/server/src/routes/probe.ts', '../app.ts', true],
  ['apps/server/src/routes/probe.ts', './admin/people.ts', true],
  ['apps/worker/src/probe.ts', '../../server/src/app.ts', true],
  ['apps/worker/src/worker.ts', './render/render-operation.ts', false],
  ['apps/worker/src/media/probe.ts', '../render/render-operation.ts', true],
  ['apps/template/src/probe.ts', '@vitrine/worker/render-video', false],
  ['apps/template/src/probe.ts', '@vitrine/samples/catalogue', false],
  ['apps/launcher/src/probe.ts', '@vitrine/template/install-samples', false],
  ['apps/launcher/src/probe.ts', '@vitrine/samples/catalogue', true],
  ['apps/launcher/src/probe.ts', '@vitrine/server/app', true],
  ['samples/src/probe.ts', '@vitrine/contract/listing', false],
  ['samples/src/probe.ts', '@vitrine/store/catalogue', true],
  ['samples/src/probe.ts', '@vitrine/worker/render-video', true],
  ['samples/src/probe.ts', '@vitrine/launcher/seed', true],
])('%s importing %s is forbidden: %s', (file, specifier, isForbidden) => {
  expect(findBrokenBoundary(file, { specifier, isLazy: false }) !== undefined).toBe(isForbidden)
})

describe('lint of what opens untrusted recordings', () => {
  let folder: string
  let complaints: string[]

  /** File, the names it imports, and whether lint must complain about it. */
  const cases: [file: string, specifier: string, isForbidden: boolean][] = [
    ['apps/server/src/probe.ts', "{ FormatContext } from 'node-av'", true],
    ['apps/server/src/probe.ts', "{ Packet } from 'node-av'", false],
    ['apps/worker/src/probe.ts', "{ Demuxer } from 'node-av/api'", true],
    ['apps/template/src/probe.ts', "{ IOContext } from 'node-av'", true],
    ['samples/src/probe.ts', "{ Demuxer as Reader } from 'node-av/api'", true],
    ['packages/media/src/probe.ts', "{ FormatContext } from 'node-av'", false],
  ]

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'vitrine-lint-'))
    const biome = JSON.parse(readFileSync(join(root, 'biome.json'), 'utf8')) as object
    const config = { ...biome, vcs: { enabled: false }, $schema: undefined, files: undefined }
    writeFileSync(join(folder, 'biome.json'), JSON.stringify(config))
    for (const [file] of cases) {
      mkdirSync(dirname(join(folder, file)), { recursive: true })
      const imports = cases.filter(([other]) => other === file).map(([, what]) => `import ${what}\n`)
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
    expect(complaints.includes(`${file} import ${what}`)).toBe(isForbidden)
  })
})

test('a change can break its workspace and those that import it, a manifest everything, a document the checks of scripts', () => {
  expect(findAffectedFolders(['packages/sandbox-payment/src/page.ts'])).toEqual([
    'apps/server',
    'packages/sandbox-payment',
    'scripts',
    'tests',
  ])
  expect(findAffectedFolders(['packages/contract/src/input.ts'])).toEqual(
    expect.arrayContaining(['apps/launcher', 'apps/web', 'packages/store']),
  )
  expect(findAffectedFolders(['docs/payments.md'])).toEqual(['scripts'])
  expect(findAffectedFolders(['package.json'])).toEqual([...Object.keys(WORKSPACES), 'scripts', 'tests'].toSorted())
  expect(findAffectedFolders([])).toEqual([])
})
