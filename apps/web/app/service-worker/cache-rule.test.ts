import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest'
import {
  forgetOtherSessions,
  isBrandFile,
  isBuilt,
  isEditorAnswer,
  isEditorPath,
  isOwnFile,
  isProject,
  isPublicFile,
  languagePrefix,
  mayKeepPage,
  ownCacheName,
  pageKey,
} from './cache-rule.ts'

describe('a page may be kept', () => {
  it.each([
    ...['/', '/templates-list', '/template/ivory-letter', '/image-template/amber-serum', '/direct-sell/gold-dust-loop'],
    ...['/faq', '/terms', '/blog/first-post', '/projects', '/ivory-letter-template', '/hi', '/hi/templates-list'],
    ...['/template/ivory-letter/server-render', '/Template/Ivory-Letter', '/mr/template/x/direct-upload'],
  ])('%s', (path) => expect(mayKeepPage(path)).toBe(true))

  it.each([
    // Money, accounts and staff.
    ...[
      '/pricing',
      '/buy-credits',
      '/Buy-Credits/',
      '/cart',
      '/Cart',
      '/purchased',
      '/payment-history',
      '/credit-purchase-success',
    ],
    ...[
      '/profile',
      '/login',
      '/register',
      '/staff-invitation',
      '/internal-dashboard-admin/people',
      '/setup',
      '/sandbox',
    ],
    ...['/hi/buy-credits', '/ta/Cart'],
    // No pages.
    ...['/api/profile', '/files/private/x.mp4', '/media/x.webp', '/templates-list.data', '/robots.txt', '/receipts/1'],
  ])('never %s', (path) => expect(mayKeepPage(path)).toBe(false))
})

test('editors are known by their addresses', () => {
  for (const path of ['/template/x/server-render', '/template/x/direct-upload-image', '/x-template', '/hi/x'])
    expect(isEditorPath(path), path).toBe(true)
  for (const path of ['/', '/hi', '/template/x', '/faq', '/projects', '/templates-list', '/cart', '/api/x'])
    expect(isEditorPath(path), path).toBe(false)
})

test('a page is kept once, whatever measures its visitors; a list for each search', () => {
  const key = (address: string) => pageKey(new URL(address, 'https://store.example'))
  expect(key('/template/x?utm_source=mail')).toBe('https://store.example/template/x')
  expect(key('/template/x/server-render?project=1')).toBe('https://store.example/template/x/server-render')
  expect(key('/templates-list?search=eid&fbclid=1')).toBe('https://store.example/templates-list?search=eid')
  expect(key('/hi/templates-list/?sort=new')).toBe('https://store.example/hi/templates-list?sort=new')
  expect(languagePrefix('/hi/faq')).toBe('/hi')
  expect(languagePrefix('/history')).toBe('')
})

test('of the API only what editors read is kept: nothing that is money', () => {
  for (const path of [
    ...['/api/profile', '/api/projects', '/api/projects/1', '/api/projects/1/document', '/api/own-templates/x'],
    ...['/api/template/x', '/api/template/x/document', '/api/user-generated-videos', '/api/assets', '/api/fonts'],
  ])
    expect(isEditorAnswer(path), path).toBe(true)
  for (const path of [
    ...['/api/credits', '/api/credits/statement', '/api/cart', '/api/orders', '/api/renders/1', '/api/sessions'],
    ...['/api/admin/people', '/api/geo', '/api/catalogue/video', '/api/video-url/x/y', '/api/projects/1/versions'],
  ])
    expect(isEditorAnswer(path), path).toBe(false)
  expect(isProject('/api/projects/1')).toBe(true)
  expect(isProject('/api/projects/1/versions')).toBe(false)
})

test('files are kept by their kind, and no download', () => {
  const own = (address: string) => isOwnFile(new URL(address, 'https://store.example'))
  expect(own('/files/private/assets/1.webp?expires=1&signature=x')).toBe(true)
  expect(own('/files/private/assets/1.webp?expires=1&name=photo.webp&signature=x')).toBe(false)
  expect(own('/files/private/renders/1.mp4?expires=1&signature=x')).toBe(false)
  expect(['/media/a.webp', '/media/a.ttf', '/media/a.m4a'].every(isPublicFile)).toBe(true)
  expect(isPublicFile('/media/a.mp4')).toBe(false)
  expect(isBuilt('/assets/root-x.js') && isBuilt('/texts/hi/main-x.json')).toBe(true)
  expect(['/icon.png', '/icon-512.png', '/manifest.webmanifest'].every(isBrandFile)).toBe(true)
  expect(isBrandFile('/share.png')).toBe(false)
})

test('each session has a cache of its own, whose name does not tell the token', async () => {
  const [one, again, other] = await Promise.all(['Bearer a', 'Bearer a', 'Bearer b'].map(ownCacheName))
  expect(one).toBe(again)
  expect(one).not.toBe(other)
  expect(one).toMatch(/^own-[0-9a-f]{24}$/)
})

// @vitest-environment node

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
