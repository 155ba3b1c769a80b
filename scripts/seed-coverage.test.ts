// docs/seed-coverage.md says which test covers which row of the specification. These tests check that every test it names
// exists.
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '..')
const table = readFileSync(join(root, 'docs/seed-coverage.md'), 'utf8')
const [covered = ''] = table.split('\n## To be covered by journeys')
const rows = covered.split('\n').filter((line) => line.startsWith('| ') && !/^\| (row|---) /.test(line))

test('every row of the coverage table names a test that exists under that name', () => {
  expect(rows.length).toBeGreaterThan(80)
  const missing = rows.flatMap((row) => {
    const [, what = '', tests = ''] = row.split('|')
    const named = [...tests.matchAll(/`([^`]+)` “([^”]+)”/g)]
    if (named.length === 0) return [`${what.trim()} names no test`]
    return named
      .filter(([, file = '', name = '']) => {
        const path = join(root, file)
        return !existsSync(path) || !readFileSync(path, 'utf8').includes(name)
      })
      .map(([, file, name]) => `${what.trim()}: “${name}” is not in ${file}`)
  })
  expect(missing).toEqual([])
})
