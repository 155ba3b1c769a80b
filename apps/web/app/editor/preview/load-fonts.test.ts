// Fonts are fetched for what is written anywhere in a project, and for nothing else.

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { FontFace } from '@vitrine/document/document'
import { FALLBACK_FACES } from '@vitrine/painter/fallback-face'
import { afterEach, expect, test, vi } from 'vitest'
import { documentWith } from '../../../testing/document.ts'
import { createAssetLibrary } from '../project/asset-library.ts'
import { createPreviewFonts, findFallbackUrl, listMissingFonts, loadDocumentFonts } from './load-fonts.ts'
import { resolveContent } from './painting.ts'

const require = createRequire(import.meta.url)
const poppins = readFileSync(require.resolve('@expo-google-fonts/poppins/500Medium/Poppins_500Medium.ttf'))
const face: FontFace = { family: 'Poppins', weight: 500, src: 'sha256:poppins', license: 'OFL-1.1' }
const emoji: FontFace = { family: 'Emoji', src: 'sha256:emoji', license: 'OFL-1.1', covers: 'emoji' }
const layer = { type: 'text', in: 0, out: 1, font: 'Poppins', size: 20, box: [0, 0, 300, 40] } as const
const template = documentWith([{ ...layer, id: 'title', text: { $field: 'title' } }], {
  fields: [{ id: 'title', type: 'text', label: 'Title', default: 'Hello' }],
  fonts: [face, emoji],
})
const contentWith = (text: string) => ({
  values: {},
  difference: { added: [{ ...layer, id: 'own-1', text }], order: { '': ['own-1'] } },
  aspect: null,
})

afterEach(() => vi.unstubAllGlobals())

/** Answers the template's own font and the bundled files, and tells which were asked for. */
function serveFonts(): string[] {
  const asked: string[] = []
  vi.stubGlobal('fetch', (url: string) => {
    asked.push(url)
    const fallback = FALLBACK_FACES.find(({ face: { src } }) => findFallbackUrl(src) === url)
    const path =
      fallback && require.resolve('@vitrine/painter/package.json').replace('package.json', `fonts/${fallback.file}`)
    return Promise.resolve(
      new Response(
        url.startsWith('/media/poppins') || url === '/poppins.ttf' ? poppins : path ? readFileSync(path) : null,
        { status: 200 },
      ),
    )
  })
  return asked
}

const library = createAssetLibrary(
  { 'sha256:poppins': { kind: 'font', url: '/poppins.ttf' } } as unknown as Parameters<typeof createAssetLibrary>[0],
  {},
  [],
)

test('emoji in a text that was added need the emoji font', () => {
  const loaded = new Map([[face.src, new Uint8Array(poppins)]])
  expect(listMissingFonts(resolveContent(template, contentWith('Hello')), loaded)).toEqual([])
  expect(listMissingFonts(resolveContent(template, contentWith('Hello 🎉')), loaded)).toEqual(['sha256:emoji'])
})

test('a script that the fonts of the design lack brings its fallback face, and only that', async () => {
  const asked = serveFonts()
  const { document, fonts } = await loadDocumentFonts(resolveContent(template, contentWith('শুভ বিবাহ')), library)
  const bengali = FALLBACK_FACES.find(({ file }) => file === 'bengali.ttf')?.face
  expect(document.fonts).toEqual([face, emoji, bengali])
  expect([...fonts.keys()]).toEqual([face.src, bengali?.src])
  expect(asked).toEqual(['/poppins.ttf', bengali && findFallbackUrl(bengali.src)])
})

test('a plain text asks for the fonts of the design alone', async () => {
  const asked = serveFonts()
  await loadDocumentFonts(resolveContent(template, contentWith('Asha & Rohan')), library)
  expect(asked).toEqual(['/poppins.ttf'])
})

/** What a device without a network has: the parts of fonts that its preview has fetched. */
function serveWithoutNetwork(kept: readonly string[]): void {
  vi.stubGlobal('fetch', async (url: string) => {
    if (!kept.includes(url)) throw new TypeError('Failed to fetch')
    return new Response(poppins)
  })
}

test('without a network an export draws with the parts of fonts that the preview has, and with no other font', async () => {
  const other = { ...face, weight: 700, src: 'sha256:bold' } as const
  const served = createAssetLibrary(
    {
      'sha256:poppins': { kind: 'font', url: '/media/poppins.ttf' },
      'sha256:bold': { kind: 'font', url: '/media/bold.ttf' },
    } as unknown as Parameters<typeof createAssetLibrary>[0],
    {},
    [],
  )
  const document = { ...resolveContent(template, contentWith('Asha & Rohan')), fonts: [face, other] }
  serveWithoutNetwork(['/media/poppins.ttf?part=western'])
  expect([...(await loadDocumentFonts(document, served)).fonts.keys()]).toEqual([face.src])

  serveWithoutNetwork(['/media/bold.ttf', '/media/bold.ttf?part=western'])
  await expect(loadDocumentFonts(document, served)).rejects.toThrow('Failed to fetch')
})

test('an export without a fallback face that a text needs is not made', async () => {
  serveWithoutNetwork(['/poppins.ttf'])
  await expect(loadDocumentFonts(resolveContent(template, contentWith('শুভ বিবাহ')), library)).rejects.toThrow(
    'Failed to fetch',
  )
})

test('a preview asks for the part of a font that its texts need, and for more when they do', async () => {
  const asked = serveFonts()
  const served = createAssetLibrary(
    { 'sha256:poppins': { kind: 'font', url: '/media/poppins.ttf' } } as unknown as Parameters<
      typeof createAssetLibrary
    >[0],
    {},
    [],
  )
  const fonts = createPreviewFonts(served)
  const [latin, greek] = [contentWith('Asha & Rohan'), contentWith('Ωmega')].map((content) =>
    resolveContent(template, content),
  )
  if (!latin || !greek) throw new Error('two documents were made')
  expect(fonts.nameMissing(latin)).not.toBe('')
  const { document } = await fonts.load(latin)
  expect(asked).toEqual(['/media/poppins.ttf?part=western'])
  expect(document.fonts).toEqual([face, emoji])
  expect(fonts.nameMissing(document)).toBe('')
  expect(fonts.nameMissing(greek)).not.toBe('')
  await fonts.load(greek)
  expect(asked.slice(1)).toEqual(expect.arrayContaining(['/media/poppins.ttf?part=greek']))
})

test('a preview without any of its fonts says so, and tries again', async () => {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(null, { status: 404 })))
  const fonts = createPreviewFonts(library)
  const document = resolveContent(template, contentWith('Hello'))
  await expect(fonts.load(document)).rejects.toThrow('None of the fonts')
  serveFonts()
  expect((await fonts.load(document)).fonts.size).toBe(1)
})
