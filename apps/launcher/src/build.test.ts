import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { expect, test } from 'vitest'
import { listEntries, listSources } from './build.ts'
import { root } from './settings.ts'

test('rebuilds when any file that a package can import changes', () => {
  const sources = new Set(listSources())
  const offered = globSync('{packages/*,apps/*,samples}/package.json', { cwd: root }).flatMap((file) => {
    const { exports = {} } = JSON.parse(readFileSync(join(root, file), 'utf8')) as { exports?: Record<string, string> }
    const targets = Object.values(exports).map((target) => join(root, dirname(file), target))
    const built = targets.filter((target) => !target.includes('/testing/'))
    return built.flatMap((target) => (target.includes('*') ? globSync(target) : target))
  })
  expect(offered.length).toBeGreaterThan(20)
  expect(offered.filter((path) => !sources.has(path)).map((path) => relative(root, path))).toEqual([])
})

test('leaves tests out of the build', () => {
  expect(listSources().filter((path) => path.includes('.test.'))).toEqual([])
})

test('bundles every process that a bundle starts', () => {
  const entries = listEntries()
  const started = listSources()
    .filter((path) => /\.tsx?$/.test(path))
    .flatMap((path) =>
      [...readFileSync(path, 'utf8').matchAll(/(?:'\.\/|file: ')([\w-]+-(?:process|thread))(?:\.js)?'/g)].map(
        ([, name = '']) => ({
          name,
          from: relative(root, path),
        }),
      ),
    )
  expect(started.length).toBeGreaterThanOrEqual(7)
  expect(started.filter(({ name }) => !entries.has(name))).toEqual([])
  expect([...entries.values()].filter((file) => !existsSync(file))).toEqual([])
})
