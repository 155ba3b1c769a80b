// Fonts in the animation: created from its outlines, or embedded as base64.
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TextLayer } from '@vitrine/document/layer'
import { loadShaper } from '@vitrine/painter/shaper'
import { listBundledFonts } from '@vitrine/samples/bundled-font'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeGlyphFonts } from './glyph-font.ts'
import { importTemplate } from './import-template.ts'
import { readSettings } from './settings.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-glyphs-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const still = (k: unknown) => ({ a: 0, k })
const ks = { o: still(100), r: still(0), p: still([20, 60]), a: still([0, 0]), s: still([100, 100]) }
const none = [
  [0, 0],
  [0, 0],
  [0, 0],
  [0, 0],
]

/** A box of 40 by 70 percent with an advance of 55. */
function glyph(ch: string) {
  const v = [
    [0, 0],
    [40, 0],
    [40, -70],
    [0, -70],
  ]
  const shapes = [{ ty: 'gr', it: [{ ty: 'sh', ks: still({ c: true, v, i: none, o: none }) }] }]
  return { ch, fFamily: 'Gone', style: 'Bold', size: 100, w: 55, data: { shapes } }
}

function words(text: string, nm: string, more: object = {}) {
  const s = { s: 40, f: 'Gone-Bold', t: text, j: 0, tr: 0, lh: 48, fc: [1, 1, 1], ...more }
  return { ty: 5, nm, ip: 0, op: 30, st: 0, ks, t: { d: { k: [{ t: 0, s }] }, p: {}, m: { g: 1 }, a: [] } }
}

function animation(layers: object[], font: object = {}) {
  return {
    v: '5.9.0',
    fr: 30,
    ip: 0,
    op: 30,
    w: 320,
    h: 180,
    assets: [],
    fonts: { list: [{ fName: 'Gone-Bold', fFamily: 'Gone', fStyle: 'Bold', ascent: 72, ...font }] },
    chars: ['A', 'B', ' '].map((ch) => (ch === ' ' ? { ...glyph(ch), w: 30, data: {} } : glyph(ch))),
    layers,
  }
}

async function read(json: object) {
  const read = readSettings({})
  if ('problems' in read) throw new Error(JSON.stringify(read.problems))
  const importPackage = { name: 'glyphs', json, files: new Map(), settings: {} }
  return importTemplate(importPackage as never, read.settings, { bundled: listBundledFonts(), folder })
}

test('outlines make a font with their widths and shapes', async () => {
  const [created] = makeGlyphFonts(animation([]))
  if (!created) throw new Error('There is a font')
  const font = (await loadShaper()).font(created.bytes)
  const [a, space, b] = font.shape('A B', { rightToLeft: false, ligatures: false })
  expect([a?.advance, space?.advance, b?.advance]).toEqual([0.55, 0.3, 0.55])
  expect(font.covers('A'.codePointAt(0) ?? 0)).toBe(true)
  expect(font.covers('C'.codePointAt(0) ?? 0)).toBe(false)
  expect(JSON.stringify(font.outline(a?.id ?? 0))).toContain('0.4')
})

test('fixed paragraphs are set in it; what customers fill in is not', async () => {
  const paragraph = { sz: [120, 100], ps: [0, -40] }
  const { result, contents } = await read(
    animation([words('AB AB AB', 'fixed', paragraph), words('AB', '{text: Name}', paragraph)]),
  )
  const [fixed, filled] = (result.document?.layers ?? []) as TextLayer[]
  expect(fixed?.font).toBe('Gone Bold (outlines)')
  expect(filled?.font).not.toContain('outlines')
  const face = result.document?.fonts.find(({ family }) => family === fixed?.font)
  expect(face && contents.get(face.src)?.content).toHaveProperty('bytes')
  const codes = result.report.map(({ severity, code }) => `${severity} ${code}`)
  expect(codes).toContain('info font-as-shapes')
  expect(codes.filter((code) => code === 'warning font-replaced')).toHaveLength(1)
})

test('a font inside the file is used for what customers fill in', async () => {
  const path = createRequire(import.meta.url).resolve('@expo-google-fonts/poppins/700Bold/Poppins_700Bold.ttf')
  const fPath = `data:font/ttf;base64,${(await readFile(path)).toString('base64')}`
  const { result } = await read(animation([words('AB', '{text: Name}')], { fPath, origin: 3 }))
  expect(((result.document?.layers ?? []) as TextLayer[])[0]?.font).toBe('Poppins')
  expect(result.report.filter(({ code }) => code === 'font-replaced')).toEqual([])
})
