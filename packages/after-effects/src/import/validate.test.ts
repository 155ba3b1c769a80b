import { migrateDocument } from '@vitrine/document/check-document'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sampleDocument } from '../../../document/testing/sample.ts'
import { validateDocument } from './validate.ts'

type Json = Record<string, unknown>

/** A valid document with the value at a path replaced. */
function changed(path: readonly (string | number)[], value: unknown): Json {
  const document = structuredClone(sampleDocument) as unknown as Json
  let at: Json = document
  for (const key of path.slice(0, -1)) at = at[key] as Json
  at[path[path.length - 1] as string] = value
  return document
}

function problemsOf(json: unknown) {
  const result = validateDocument(json)
  return result.ok ? [] : result.problems.map(({ path, code }) => `${path}: ${code}`)
}

describe('a document is accepted', () => {
  test('when it uses every kind of layer, field and binding', () => {
    expect(problemsOf(sampleDocument)).toEqual([])
  })

  test('and normalised: blend numbers get names, fields come in their order', () => {
    const result = validateDocument({
      ...changed(['layers', 0, 'bm'], 2),
      fields: [
        { id: 'b', type: 'text', label: 'B', default: '', order: 2 },
        { id: 'a', type: 'text', label: 'A', default: '', order: 1 },
        ...sampleDocument.fields.map((field, n) => ({ ...field, order: 10 + n })),
      ],
    })
    if (!result.ok) throw new Error(JSON.stringify(result.problems))
    expect(result.document.layers[0]?.bm).toBe('screen')
    expect(result.document.fields.slice(0, 2).map(({ id }) => id)).toEqual(['a', 'b'])
  })
})

test('a layer that After Effects hid is not visible, and an empty transform is none', () => {
  const result = validateDocument(
    changed(['layers', 0], { ...sampleDocument.layers[0], visible: undefined, hd: true, ks: {} }),
  )
  if (!result.ok) throw new Error(JSON.stringify(result.problems))
  expect(result.document.layers[0]).toMatchObject({ visible: false })
  expect(result.document.layers[0]).not.toHaveProperty('ks')
  expect(result.document.layers[0]).not.toHaveProperty('hd')
})

test('a variant is judged by what it makes of each layer', () => {
  const withLayers = (layers: object) =>
    problemsOf(changed(['variants'], { '9:16': { canvas: { width: 180, height: 320 }, layers } }))
  expect(withLayers({ title: { size: 30 } })).toEqual([])
  expect(withLayers({ title: { size: 'big' } })).toEqual(['variants["9:16"].layers.title.size: wrong-type'])
  expect(withLayers({ nobody: {} })).toEqual(['variants["9:16"].layers.nobody: unknown-reference'])
})

describe('a document is refused, with the path of what is wrong', () => {
  test.each<[string, readonly (string | number)[], unknown, string]>([
    ['a canvas too wide', ['canvas', 'width'], 5000, 'canvas.width: out-of-range'],
    ['a number that is not finite', ['canvas', 'height'], Number.NaN, 'canvas.height: wrong-type'],
    ['no frames', ['canvas', 'duration'], 0, 'canvas.duration: out-of-range'],
    ['too many frames per second', ['canvas', 'fps'], [100_000, 100], 'canvas.fps: out-of-range'],
    ['a mistyped property', ['layers', 0, 'colour'], '#fff', 'layers[0].colour: unknown-property'],
    ['a layer that ends before it starts', ['layers', 0, 'out'], -5, 'layers[0].out: out-of-range'],
    ['a parent that is not there', ['layers', 0, 'parent'], 'nobody', 'layers[0].parent: unknown-reference'],
    ['a layer that follows itself', ['layers', 0, 'parent'], 'title', 'layers[0].parent: cycle'],
    ['a remote picture', ['layers', 2, 'source'], 'https://example.org/a.png', 'layers[2].source: remote-url'],
    ['an asset that is not listed', ['layers', 2, 'source'], 'sha256:other', 'layers[2].source: unknown-reference'],
    ['a font that is not there', ['layers', 0, 'font'], 'Comic', 'layers[0].font: unknown-reference'],
    [
      'a field that is not there',
      ['layers', 0, 'text'],
      { $field: 'nothing' },
      'layers[0].text.$field: unknown-reference',
    ],
    ['a colour bound to a text', ['layers', 0, 'fill'], { $field: 'title' }, 'layers[0].fill.$field: not-allowed'],
    [
      'keyframes out of order',
      ['layers', 0, 'ks'],
      {
        o: {
          a: 1,
          k: [
            { t: 9, s: [0] },
            { t: 3, s: [1] },
          ],
        },
      },
      'layers[0].ks.o.k[1].t: out-of-range',
    ],
    ['an expression', ['layers', 0, 'ks'], { o: { a: 0, k: 1, x: 'wiggle(1)' } }, 'layers[0].ks.o.x: unsupported'],
    [
      'an alpha video without a video',
      ['layers', 0],
      { id: 'p', type: 'plate', in: 0, out: 9 },
      'layers[0].asset: missing',
    ],
    ['two layers of one name', ['layers', 1, 'id'], 'title', 'layers[1].id: duplicate'],
    ['a newer format', ['tdoc'], 2, 'tdoc: unsupported-version'],
    ['a choice whose default is no option', ['fields', 4, 'default'], 'silver', 'fields[4].default: unknown-reference'],
  ])('%s', (_name, path, value, expected) => {
    expect(problemsOf(changed(path, value))).toContain(expected)
  })

  test('more than 2000 layers, counted through groups', () => {
    const solid = (n: number) => ({ id: `s${n}`, type: 'solid', in: 0, out: 1, color: '#fff' })
    const groups = Array.from({ length: 21 }, (_, g) => ({
      id: `g${g}`,
      type: 'group',
      in: 0,
      out: 1,
      layers: Array.from({ length: 100 }, (_, n) => solid(g * 100 + n)),
    }))
    expect(problemsOf(changed(['layers'], groups)).some((problem) => problem.endsWith('too-many'))).toBe(true)
  })

  test('groups nested deeper than 16', () => {
    let group: Json = { id: 'g', type: 'group', in: 0, out: 1, layers: [] }
    for (let depth = 0; depth < 17; depth++) group = { id: `g${depth}`, type: 'group', in: 0, out: 1, layers: [group] }
    expect(problemsOf(changed(['layers'], [group])).some((problem) => problem.endsWith('too-deep'))).toBe(true)
  })

  test('nesting that would exhaust the stack', () => {
    let deep: unknown = 1
    for (let n = 0; n < 100_000; n++) deep = [deep]
    expect(problemsOf(changed(['layers'], deep))).toEqual([': too-deep'])
  })
})

describe('the validator', () => {
  test('never throws and always names a path, whatever JSON it reads', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (json) => {
        const result = validateDocument(json)
        expect(result.ok).toBe(false)
        if (!result.ok) for (const problem of result.problems) expect(typeof problem.path).toBe('string')
      }),
      { numRuns: 500 },
    )
  })

  test('never throws for a good document in which anything was replaced by anything', () => {
    const paths = listPaths(sampleDocument)
    fc.assert(
      fc.property(
        fc.constantFrom(...paths),
        fc.oneof(fc.jsonValue(), fc.constantFrom('__proto__', 'constructor', null, -1, 1e308)),
        (path, value) => {
          const result = validateDocument(changed(path, value))
          if (!result.ok) expect(result.problems.length).toBeGreaterThan(0)
        },
      ),
      { numRuns: 1500 },
    )
  })

  test('does not change what it reads', () => {
    const before = JSON.stringify(sampleDocument)
    validateDocument(sampleDocument)
    expect(JSON.stringify(sampleDocument)).toBe(before)
  })
})

test('documents of older versions are migrated step by step', () => {
  const migrations = { 1: (one: Json) => ({ ...one, a: 1 }), 2: (two: Json) => ({ ...two, b: Number(two.a) + 1 }) }
  expect(migrateDocument({ tdoc: 1 }, migrations, 3)).toEqual({ version: 'current', document: { tdoc: 3, a: 1, b: 2 } })
  expect(migrateDocument({ tdoc: 9 }, migrations, 3)).toEqual({ version: 'unknown', found: 9 })
})

/** The paths of all values in a document. */
function listPaths(value: unknown, path: (string | number)[] = []): (string | number)[][] {
  if (typeof value !== 'object' || value === null) return [path]
  const inner = Object.entries(value).flatMap(([key, one]) =>
    listPaths(one, [...path, Array.isArray(value) ? Number(key) : key]),
  )
  return path.length > 0 ? [path, ...inner] : inner
}

test.each([
  ['a size', ['canvas', 'height']],
  ['the id of a field', ['fields', 0, 'id']],
  ['the family of a font', ['fonts', 0, 'family']],
  ['the id of a layer', ['layers', 0, 'id']],
])('%s that refuses to become a text or a number is a problem, not an error', (_what, path) => {
  expect(problemsOf(changed(path, { toString: '', valueOf: '' }))).not.toEqual([])
})
