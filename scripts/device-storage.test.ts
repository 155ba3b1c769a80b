// Compares the cookies page with what the pages store: a missing name would be stored without disclosure.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '..')
const policy = readFileSync(join(root, 'packages/store/content/cookies.md'), 'utf8')

/** Names of events, channels and locks, which store nothing. */
const NOT_STORED = new Set(['vitrine-ready', 'vitrine-profile', 'vitrine-video', 'vitrine-project', 'vitrine-'])

const sources = (folder: string) =>
  execFileSync('git', ['ls-files', '-co', '--exclude-standard', folder], { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\./.test(file))
    .map((file) => readFileSync(join(root, file), 'utf8'))

const find = (texts: string[], pattern: RegExp) => [
  ...new Set(texts.flatMap((text) => [...text.matchAll(pattern)].map(([, name = '']) => name.replace(/-$/, '-')))),
]

test('the cookies page names every cookie, key, database, folder and cache', () => {
  const pages = sources('apps/web/app')
  const keys = find(pages, /['"`](vitrine-[a-z-]*)/g).filter(
    (name) => !NOT_STORED.has(name.replace(/-$/, '')) && !NOT_STORED.has(name),
  )
  const folders = find(pages, /folderName = '([\w-]+)'/g)
  const caches = find(
    sources('apps/web/app/service-worker'),
    /const (?:ASSETS|MEDIA|BRAND|PUBLIC|PAGES_OF|OWN) = '([\w-]+)'/g,
  )
  const cookies = find(sources('apps/server/src'), /_COOKIE = '([\w-]+)'/g)
  // Something of each kind is found at all.
  for (const names of [keys, folders, caches, cookies]) expect(names.length).toBeGreaterThan(1)
  const untold = [...keys, ...folders, ...caches, ...cookies].filter(
    (name) => !policy.includes(`\`${name}`) && !policy.includes(`\`${name}…`),
  )
  expect(untold).toEqual([])
})
