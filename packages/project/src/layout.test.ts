import { validateDocument } from '@vitrine/after-effects/validate'
import { SHAPES } from '@vitrine/auto-layout/layout'
import type { TemplateDocument } from '@vitrine/document/document'
import type { Layer } from '@vitrine/document/layer'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { changesOfJson, mutate } from '../../document/testing/mutation.ts'
import { sampleDocument } from '../../document/testing/sample.ts'
import { goldenCases } from '../../painter/golden/documents.ts'
import { applyVariant, listAspects, listMissingAspects } from './variant.ts'

const RUNS = Number(process.env.VITRINE_FUZZ_RUNS ?? 60)

const seeds: unknown[] = [sampleDocument, ...goldenCases().map(({ document: { resolved, ...document } }) => document)]

function templateOf(layers: readonly object[], extra: object = {}): TemplateDocument {
  const result = validateDocument({
    tdoc: 1,
    id: 'a-template',
    name: 'A template',
    canvas: { width: 1920, height: 1080, fps: 30, duration: 90, background: '#224466' },
    fields: [{ id: 'photo', type: 'media', label: 'Photo', accept: ['image'] }],
    fonts: [{ family: 'Inter', src: `sha256:${'a'.repeat(64)}`, license: 'OFL-1.1' }],
    assets: {},
    layers,
    ...extra,
  })
  if (!result.ok) throw new Error(JSON.stringify(result.problems))
  return result.document
}

const text = (id: string, box: readonly number[], extra: object = {}) => ({
  id,
  type: 'text',
  in: 0,
  out: 90,
  text: 'A villa by the water',
  font: 'Inter',
  size: 80,
  box,
  ...extra,
})
const photo = (box: readonly number[]) => ({
  id: 'photo',
  type: 'media',
  in: 0,
  out: 90,
  source: { $field: 'photo' },
  box,
})
const find = (document: TemplateDocument, id: string) =>
  document.layers.find((layer) => layer.id === id) as Layer & { box: number[] }

test('a template has its own shape, and those of the four that it lacks', () => {
  const document = templateOf([text('title', [100, 100, 900, 200])])
  expect(listAspects(document).map(({ aspect }) => aspect)).toEqual([undefined, '9:16', '4:5', '1:1'])
  expect(listAspects(document).map(({ width, height }) => `${width}x${height}`)).toEqual([
    '1920x1080',
    '1080x1920',
    '1080x1350',
    '1080x1080',
  ])
})

test('the template itself is the same object in its own shape', () => {
  const document = templateOf([text('title', [100, 100, 900, 200])])
  expect(applyVariant(document, undefined)).toBe(document)
})

test("a designer's variant is taken instead of a computed layout", () => {
  const variants = {
    '9:16': { canvas: { width: 1080, height: 1920 }, layers: { title: { box: [90, 700, 900, 300] } } },
  }
  const document = templateOf([text('title', [100, 100, 900, 200])], { variants })
  expect(find(applyVariant(document, '9:16'), 'title').box).toEqual([90, 700, 900, 300])
  expect(listAspects(document).filter(({ aspect }) => aspect === '9:16')).toHaveLength(1)
})

test('what the owner does not offer is not listed, except for the own shape', () => {
  const document = templateOf([text('title', [100, 100, 900, 200])])
  expect(listAspects(document, ['9:16', '4:5', '1:1', '16:9']).map(({ aspect }) => aspect)).toEqual([undefined])
})

test('a photo at one side comes to stand above the texts in a high shape', () => {
  const document = templateOf([
    text('title', [100, 200, 600, 200]),
    text('price', [100, 500, 600, 120]),
    photo([800, 0, 1120, 1080]),
    { id: 'ground', type: 'solid', in: 0, out: 90, color: '#113322' },
  ])
  const [, , width, height] = find(applyVariant(document, '9:16'), 'photo').box as [number, number, number, number]
  expect([width, height]).toEqual([1080, 922])
})

test('a layer that covers the canvas covers it in every shape', () => {
  const document = templateOf([text('title', [100, 200, 900, 200]), photo([0, 0, 1920, 1080])])
  for (const { aspect, width, height } of listAspects(document)) {
    expect(find(applyVariant(document, aspect), 'photo').box).toEqual([0, 0, width, height])
  }
})

test('the same document has the same layout, which is computed once', () => {
  const layers = [text('title', [100, 200, 900, 200]), photo([1000, 200, 700, 700])]
  const [one, other] = [templateOf(layers), templateOf(layers)]
  expect(applyVariant(one, '1:1')).toBe(applyVariant(one, '1:1'))
  expect(applyVariant(one, '1:1')).toEqual(applyVariant(other, '1:1'))
})

test('a template with more parts than can be compared is offered in its own shape alone', () => {
  const dots = Array.from({ length: 500 }, (_, n) => ({
    id: `dot-${n}`,
    type: 'shape',
    in: 0,
    out: 90,
    ks: { p: [20 + (n % 40) * 40, 20 + Math.floor(n / 40) * 40] },
    shapes: [
      { ty: 'el', s: [20, 20] },
      { ty: 'fl', c: '#ffffff' },
    ],
  }))
  const document = templateOf(dots)
  expect(listAspects(document)).toHaveLength(1)
  expect(new Set(listMissingAspects(document).map(({ fault }) => fault))).toEqual(new Set(['too-many']))
})

test('whatever a document holds, its shapes are valid documents, found in bounded time', () => {
  let accepted = 0
  fc.assert(
    fc.property(fc.nat(), changesOfJson, fc.boolean(), (which, changes, isGentle) => {
      const result = validateDocument(mutate(seeds[which % seeds.length], isGentle ? changes.slice(0, 1) : changes))
      if (!result.ok) return
      accepted++
      for (const shape of SHAPES) {
        const { variants: _variants, ...shaped } = applyVariant(result.document, shape)
        expect(validateDocument(shaped)).toMatchObject({ ok: true })
      }
    }),
    { numRuns: RUNS },
  )
  expect(accepted).toBeGreaterThan(0)
}, 300_000)
