// @vitest-environment node
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { forgetOtherSessions, ownCacheName } from './own-cache.ts'

let names: Set<string>
beforeEach(() => {
  names = new Set()
  vi.stubGlobal('caches', {
    keys: async () => [...names],
    delete: async (name: string) => names.delete(name),
  })
})
afterEach(() => vi.unstubAllGlobals())

const nameOf = (of: string) => ownCacheName(`Bearer ${of}`)

test('signing out deletes every answer of the account, and nothing that is everybody’s', async () => {
  const token = undefined
  names = new Set(['assets', 'pages-1', 'media', 'public-answers', 'own-files', await nameOf('one')])
  await forgetOtherSessions(token)
  expect([...names]).toEqual(['assets', 'pages-1', 'media', 'public-answers'])
})

test('another account that signs in finds nothing of the one before', async () => {
  const token = 'two'
  names = new Set(['assets', 'own-files', await nameOf('one'), await nameOf('two')])
  await forgetOtherSessions(token)
  expect([...names]).toEqual(['assets', await nameOf('two')])
})

test('the same session keeps its own', async () => {
  const token = 'one'
  names = new Set(['own-files', await nameOf('one')])
  await forgetOtherSessions(token)
  expect([...names]).toEqual(['own-files', await nameOf('one')])
})
