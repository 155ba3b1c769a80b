import { expect, test } from 'vitest'
import { animation, createEffect, layer, solid, square, still, textData, transform } from '../../testing/animation.ts'
import { importDocument } from './import.ts'

type Json = Record<string, unknown>

const POPPINS = { family: 'Poppins', weight: 700, src: 'sha256:poppins', license: 'OFL-1.1' } as const
const fonts = { list: [{ fName: 'Poppins-Bold', fFamily: 'Poppins', fStyle: 'Bold', ascent: 75 }] }

function warningsOf(json: Json): string[] {
  const { report } = importDocument(json, new Map(), { id: 'test', name: 'Test', bundledFonts: [POPPINS] })
  return report
    .filter(({ severity, code }) => severity === 'warning' && code !== 'field')
    .map(({ code, message }) => `${code}: ${message}`)
}

const differs = (feature: string) =>
  `players-differ: Lottie players show "${feature}" in different ways; compare the frames with After Effects`
const corners = [
  [0, 0],
  [50, 0],
  [0, 50],
]
const path = still({ c: true, v: corners, i: corners.map(() => [0, 0]), o: corners.map(() => [0, 0]) })
const mask = (mode: string, x = 0) => ({ mode, pt: path, o: still(100), x: still(x), inv: false })
const shadow = (softness: number) =>
  createEffect('ADBE Drop Shadow', 'Drop Shadow', [[0, 0, 0, 1], 128, 135, 5, softness, 0])

test.each<[string, Json, string[]]>([
  ['masks that add and subtract', solid('Red', '#ff0000', { masksProperties: [mask('a'), mask('s')] }), []],
  [
    'masks that lighten, darken, differ or grow',
    solid('Red', '#ff0000', { masksProperties: [mask('l'), mask('d'), mask('f'), mask('a', 4)] }),
    ['Masks › Lighten', 'Masks › Darken', 'Masks › Difference', 'Masks › Expansion'],
  ],
  ['a hard shadow', solid('Red', '#ff0000', { ef: [shadow(0)] }), []],
  ['a soft shadow', solid('Red', '#ff0000', { ef: [shadow(20)] }), ['Drop Shadow › Softness']],
  [
    'a layer style',
    solid('Red', '#ff0000', { sy: [{ ty: 0, nm: 'Stroke', c: still([0, 0, 0, 1]), s: still(4) }] }),
    ['Layer Styles › Stroke'],
  ],
  ['a layer turned in space', solid('Red', '#ff0000', { ddd: 1, ks: transform({ ry: still(30) }) }), ['3D Layer']],
  [
    'two repeaters in a group',
    layer(4, 'Grid', {
      shapes: [
        ...square(),
        ...[1, 2].map((n) => ({
          ty: 'rp',
          nm: `Repeater ${n}`,
          c: still(2),
          o: still(0),
          m: 1,
          tr: { ty: 'tr', ...transform() },
        })),
      ],
    }),
    ['Repeater × 2'],
  ],
  [
    'a measured speed',
    solid('Red', '#ff0000', { ks: transform({ r: { ...still(0), x: 'var $bm_rt; $bm_rt = velocityAtTime(0.5);' } }) }),
    ['velocityAtTime()'],
  ],
  [
    'a paragraph set to both sides',
    layer(5, '{text: Words}', { t: textData('Good day\u0003to you', { j: 4, sz: [100, 80], ps: [0, 0] }) }),
    ['Justify Last Right', 'Shift+Enter'],
  ],
])('%s', (_name, one, features) => {
  expect(warningsOf(animation([{ ind: 1, ...one }], { fonts }))).toEqual(features.map(differs))
})

test('a camera of the designer’s is seen alike by all', () => {
  const camera = layer(13, 'Camera', {
    pe: still(500),
    ks: transform({ p: still([100, 50, -500]), a: still([100, 50, 0]) }),
  })
  const turned = solid('Red', '#ff0000', { ddd: 1, ks: transform({ ry: still(30) }) })
  expect(warningsOf(animation([camera, turned]))).toEqual([])
})

test('letters without outlines are named, but not those that customers fill in', () => {
  const missing =
    'letters-missing: Not all letters of "Poppins-Bold" are in the file, so the store’s own copy of the font is used; turn on "Glyphs" in Bodymovin’s settings'
  const words = (nm: string) => [layer(5, nm, { t: textData('AB') })]
  const chars = (letters: string) =>
    [...letters].map((ch) => ({ ch, size: 40, style: 'Bold', fFamily: 'Poppins', w: 60, data: { shapes: [] } }))
  expect(warningsOf(animation(words('Title'), { fonts }))).toEqual([missing])
  expect(warningsOf(animation(words('Title'), { fonts, chars: chars('A') }))).toEqual([missing])
  expect(warningsOf(animation(words('Title'), { fonts, chars: chars('AB') }))).toEqual([])
  expect(warningsOf(animation(words('{text: Title}'), { fonts }))).toEqual([])
})

test('old formats are named', () => {
  const old = (v: string, more: Json = {}) =>
    warningsOf(animation([solid('Red', '#ff0000')], { v, ...more })).map((line) => line.split(':')[0])
  expect(old('4.4.17')).toEqual(['old-format'])
  expect(old('4.4.18')).toEqual([])
  expect(old('4.7.9', { chars: [{ ch: 'A' }] })).toEqual(['old-format'])
  expect(old('4.10.0', { chars: [{ ch: 'A' }] })).toEqual([])
  expect([old('5.0.0'), old('')]).toEqual([[], []])
})
