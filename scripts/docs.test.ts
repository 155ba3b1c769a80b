// Documents that describe the code name files and folders that exist.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
  .trim()
  .split('\n')
const documents = files.filter((file) =>
  /^(README|CONTRIBUTING|docs\/(architecture|extending|glossary|invariants)|docs\/decisions\/[^/]+)\.md$/.test(file),
)

/** Every end of a path, such as `renders/key.ts` and `key.ts`, and every folder in it. */
const known = new Set(
  files.flatMap((file) => {
    // `store/src/…` stands for `packages/store/src/…`, and `web/app/…` for `apps/web/app/…`.
    const parts = file.split('/')
    return parts.flatMap((_, from) =>
      parts.slice(from).map((_, length) => parts.slice(from, from + length + 1).join('/')),
    )
  }),
)

test.each(documents)('%s names files and folders that exist', (document) => {
  const text = readFileSync(join(root, document), 'utf8')
  const named = [
    ...text.matchAll(
      /`([\w@.-]+(?:\/[\w@.-]+)*\.(?:tsx?|mjs|sql)|(?:apps|packages|web|store|server|worker|tests)\/[\w./-]+)`/g,
    ),
  ]
  const missing = named.map(([, path = '']) => path.replace(/\/$/, '')).filter((path) => !known.has(path))
  expect(missing).toEqual([])
})
