// Operations keep to the designer's locks, leave a valid document, and can be taken back exactly.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sampleDocument } from '../../golden/sample.ts'
import type { FontFace, TemplateDocument } from '../document/document.ts'
import type { Layer, MediaLayer } from '../document/layer.ts'
import { validateDocument } from '../import/validate.ts'
import type { Clip } from '../timeline/clip.ts'
import { applyTimeline } from '../timeline/timeline.ts'
import { toEditedTemplate } from './edited-template.ts'
import { everyLayer } from './layer-list.ts'
import {
  applyInSteps,
  applyOperations,
  checkOperations,
  invertOperation,
  keepApplicable,
  MAX_OPERATION_WORK,
  type Operation,
} from './operation.ts'
import { applyToDocument } from './operation-model-fixture.ts'
import { heldOf } from './operation-unlock.ts'
import { resolveDocument } from './resolve.ts'
import { listAspects } from './variant.ts'

const start = (() => {
  const result = validateDocument(sampleDocument)
  if (!result.ok) throw new Error(JSON.stringify(result.problems))
  return result.document
})()

const text = (id: string, extra = {}): Layer => ({
  id,
  type: 'text',
  in: 0,
  out: 60,
  text: 'Hello',
  font: 'Playfair Display',
  size: 20,
  box: [0, 0, 100, 40],
  ...extra,
})
const shape = (id: string): Layer => ({
  id,
  type: 'shape',
  in: 0,
  out: 30,
  shapes: [
    { ty: 'rc', s: [40, 40] },
    { ty: 'fl', c: '#ff0000' },
  ],
})
const photo = (id: string): MediaLayer => ({
  id,
  type: 'media',
  in: 0,
  out: 60,
  source: { asset: 'u_photo', crop: { x: 0, y: 0, zoom: 1, rotate: 0 } },
  box: [0, 0, 100, 80],
  clip: 'heart',
})
const add = (layer: Layer) => ({ op: layer.type === 'text' ? 'add-text' : 'add-shape', layer }) as Operation
const ids = (document: TemplateDocument) => document.layers.map(({ id }) => id)
const codeOf = (operations: readonly unknown[], document = start) =>
  checkOperations(document, operations).map(({ code }) => code)

describe('layers of a customer', () => {
  test('are grouped, moved inside the group, copied and ungrouped', () => {
    const steps: Operation[] = [
      add(text('own-a')),
      add(shape('own-b')),
      { op: 'group', id: 'own-g', layers: ['own-b', 'own-a'] },
      { op: 'reorder', layer: 'own-b', above: null },
      { op: 'duplicate', layer: 'own-g', id: 'own-h' },
    ]
    expect(codeOf(steps)).toEqual([])
    const made = applyOperations(start, steps)
    expect(ids(made).slice(0, 2)).toEqual(['own-h', 'own-g'])
    expect(everyLayer(made.layers.slice(0, 2)).map(({ id }) => id)).toEqual([
      'own-h',
      'own-h.1',
      'own-h.2',
      'own-g',
      'own-a',
      'own-b',
    ])
    const dissolved = applyOperations(made, [
      { op: 'ungroup', layer: 'own-g' },
      { op: 'remove', layer: 'own-h' },
    ])
    expect(ids(dissolved).slice(0, 2)).toEqual(['own-a', 'own-b'])
  })

  test('cannot take ids of others, locks, or a place on top', () => {
    expect(codeOf([add(text('title'))])).toEqual(['id-not-allowed'])
    expect(codeOf([{ op: 'duplicate', layer: 'photo', id: 'mine' }])).toEqual(['id-not-allowed'])
    expect(codeOf([add(text('own-a', { locks: ['all'] }))])).toEqual(['property-not-allowed'])
    const smuggled = { id: 'own-g', type: 'group', in: 0, out: 9, layers: [text('title2')] }
    expect(codeOf([{ op: 'add-sticker', layer: smuggled }])).toEqual(['id-not-allowed'])
    expect(codeOf([{ op: 'insert', layer: text('own-a'), above: null, into: 'group' }])).toEqual(['locked'])
  })

  test('are not removed while others follow them', () => {
    const steps = [add(shape('own-a')), { op: 'add-text', layer: text('own-b', { parent: 'own-a' }) }]
    expect(codeOf([...steps, { op: 'remove', layer: 'own-a' }])).toEqual(['in-use'])
    expect(codeOf([...steps, { op: 'group', id: 'own-g', layers: ['own-a'] }])).toEqual(['in-use'])
    expect(codeOf([...steps, { op: 'group', id: 'own-g', layers: ['own-b', 'own-a'] }])).toEqual([])
  })
})

describe('layers of a customer that are locked', () => {
  const made = [add(shape('own-a')), add(text('own-b')), { op: 'lock', layer: 'own-a', locked: true }]

  test('are not changed, moved, copied or removed until they are unlocked', () => {
    expect(codeOf(made)).toEqual([])
    for (const op of [
      { op: 'set', layer: 'own-a', property: 'ks.o', value: 40 },
      { op: 'reorder', layer: 'own-a', above: null },
      { op: 'duplicate', layer: 'own-a', id: 'own-c' },
      { op: 'remove', layer: 'own-a' },
      { op: 'group', id: 'own-g', layers: ['own-b', 'own-a'] },
    ]) {
      expect(codeOf([...made, op]), op.op).toEqual(['locked'])
      expect(codeOf([...made, { op: 'lock', layer: 'own-a', locked: false }, op]), op.op).toEqual([])
    }
  })

  test('are the only ones whose lock a customer holds', () => {
    expect(codeOf([{ op: 'lock', layer: 'title', locked: false }])).toEqual(['locked'])
    expect(codeOf([{ op: 'set', layer: 'title', property: 'locks', value: null }])).toEqual(['property-not-allowed'])
    const held = { id: 'own-g', type: 'group', in: 0, out: 9, layers: [text('own-x', { locks: ['style'] })] }
    expect(codeOf([{ op: 'add-sticker', layer: held }])).toEqual(['property-not-allowed'])
  })
})

describe('fonts of a customer', () => {
  const inter = { family: 'Inter', weight: 500, src: `sha256:${'a'.repeat(64)}`, license: 'OFL-1.1' } as const
  const bold = { ...inter, weight: 700, src: `sha256:${'b'.repeat(64)}` } as const
  const useInter = { op: 'add-text', layer: text('own-a', { font: 'Inter' }) }

  test('must be added before texts use them, and stay while they are used', () => {
    expect(codeOf([useInter])).toEqual(['invalid-value'])
    const added = [{ op: 'add-font', face: inter }, useInter]
    expect(codeOf(added)).toEqual([])
    expect(codeOf([...added, { op: 'remove-font', src: inter.src }])).toEqual(['in-use'])
    expect(
      codeOf([
        ...added,
        { op: 'add-font', face: bold },
        { op: 'remove-font', src: inter.src },
        { op: 'add-font', face: inter },
      ]),
    ).toEqual([])
  })

  test('cannot replace the designer’s', () => {
    const [first] = start.fonts
    expect(codeOf([{ op: 'add-font', face: { ...inter, family: first?.family, weight: first?.weight } }])).toEqual([
      'id-not-allowed',
    ])
    expect(codeOf([{ op: 'add-font', face: inter, at: 0 }])).toEqual(['malformed'])
    expect(codeOf([{ op: 'remove-font', src: first?.src }])).toEqual(['locked'])
    for (const face of [{}, 'Inter', { ...inter, added: true }, { ...inter, src: 'https://fonts.test/a.ttf' }])
      expect(codeOf([{ op: 'add-font', face }])).toEqual(['malformed'])
    expect(codeOf([{ op: 'add-font', face: { ...inter, src: 'u_1' } }])).toEqual(['invalid-value'])
  })
})

describe('the owner', () => {
  const held: TemplateDocument = {
    ...start,
    layers: start.layers.map((layer, n) =>
      n < 3 ? { ...layer, locks: ['all' as const], alwaysOnTop: n === 0 } : layer,
    ),
  }
  const [first, second] = ids(held) as [string, string]

  test('changes, moves and removes what the designer has locked, after unlocking everything', () => {
    const wishes: Operation[] = [
      { op: 'set', layer: first, property: 'ks.o', value: 40 },
      { op: 'reorder', layer: second, above: null },
      { op: 'remove', layer: second },
      { op: 'group', id: 'own-g', layers: [first] },
    ]
    for (const wish of wishes) {
      expect(codeOf([wish], held), wish.op).toEqual(['locked'])
      expect(codeOf([{ op: 'unlock' }, wish], held), wish.op).toEqual([])
    }
    expect(codeOf([{ op: 'unlock' }, { op: 'unlock' }], held)).toEqual(['malformed'])
  })

  test('restores every lock on undo', () => {
    const open = applyOperations(held, [{ op: 'unlock' }])
    expect(applyOperations(open, [invertOperation(held, { op: 'unlock' })])).toEqual(held)
    const forged = { op: 'relock', held: { [first]: { locks: ['everything'] } } }
    expect(codeOf([{ op: 'unlock' }, forged], held)).toEqual(['malformed'])
    expect(codeOf([{ op: 'unlock' }, { op: 'relock', held: { [first]: { id: 'x' } } }], held)).toEqual(['malformed'])
  })

  test('leaves nothing of unlocking and added fonts in a document that is read', () => {
    const result = validateDocument({
      ...start,
      unlocked: true,
      fonts: start.fonts.map((face) => ({ ...face, added: true })),
    })
    expect(result.ok && result.document).toEqual(start)
  })
})

test('what is left when an added layer is taken out of a list goes without all that followed from it', () => {
  const steps = [
    add(shape('own-a')),
    add(text('own-b')),
    { op: 'set', layer: 'own-b', property: 'ks.o', value: 40 },
    { op: 'group', id: 'own-g', layers: ['own-b', 'own-a'] },
    { op: 'set', layer: 'own-a', property: 'ks.r', value: 5 },
  ] as Operation[]
  expect(keepApplicable(start, steps)).toEqual(steps)
  expect(keepApplicable(start, steps.toSpliced(1, 1))).toEqual([steps[0], steps[4]])
})

describe('layers of the designer', () => {
  test('are hidden instead of removed, also inside a group of the customer', () => {
    expect(codeOf([{ op: 'remove', layer: 'photo' }])).toEqual(['locked'])
    expect(codeOf([{ op: 'hide', layer: 'photo', hidden: true }])).toEqual([])
    const grouped: Operation = { op: 'group', id: 'own-g', layers: ['photo'] }
    expect(codeOf([grouped, { op: 'remove', layer: 'own-g' }])).toEqual(['locked'])
  })

  test('are held by the locks of the groups around them', () => {
    const locked = {
      ...start,
      layers: start.layers.map((layer) => (layer.id === 'group' ? { ...layer, locks: ['style' as const] } : layer)),
    }
    const paint = { op: 'set', layer: 'inner', property: 'color', value: '#ffffff' }
    expect([codeOf([paint]), codeOf([paint], locked)]).toEqual([[], ['locked']])
  })
})

test('operations are judged in the aspect that the customer picked', () => {
  expect(listAspects(start)).toEqual([
    { aspect: undefined, width: 320, height: 180 },
    { aspect: '9:16', width: 180, height: 320 },
  ])
  const move: Operation = { op: 'set', layer: 'title', property: 'ks.p', value: [4, 4] }
  expect(checkOperations(start, [move], '9:16')).toEqual([])
  expect(resolveDocument(start, {}, [move], '9:16').layers.find(({ id }) => id === 'title')).toMatchObject({
    box: [10, 200, 160, 80],
    ks: { p: [4, 4] },
  })
})

const values = fc.constantFrom<[string, unknown]>(
  ['ks.p', [5, 6]],
  ['ks.o', 40],
  [
    'ks.r',
    {
      a: 1,
      k: [
        { t: 0, s: [0] },
        { t: 9, s: [90] },
      ],
    },
  ],
  ['fill', '#00ff00'],
  ['color', '#112233'],
  ['size', 31],
  ['visible', false],
  ['visible', null],
  ['ks.o', null],
  ['bm', 'screen'],
  ['effects', [{ type: 'blur', radius: 3 }]],
  ['box', [1, 2, 30, 40]],
  ['name', 'Mine'],
  ['source', { asset: 'u_other' }],
  ['clip', 'leaf'],
  ['font', 'Inter'],
  [
    'shapes',
    [
      { ty: 'el', s: [9, 9] },
      { ty: 'fl', c: '#00ff00' },
    ],
  ],
)

/** Operations that often, not always, can be applied to what came of the ones before. */
function likelyOperation(): fc.Arbitrary<(document: TemplateDocument) => Operation> {
  const pick = fc.nat()
  const own = fc.integer({ min: 0, max: 12 }).map((n) => `own-${n}`)
  const layerAt = (document: TemplateDocument, n: number) => {
    const all = everyLayer(document.layers)
    return all[n % all.length]?.id ?? ''
  }
  return fc.oneof(
    fc.tuple(pick, values).map(
      ([n, [property, value]]) =>
        (document: TemplateDocument): Operation => ({ op: 'set', layer: layerAt(document, n), property, value }),
    ),
    own.map((id) => (): Operation => add(text(id))),
    own.map((id) => (): Operation => add(shape(id))),
    fc.tuple(pick, fc.integer({ min: 0, max: 9 }), fc.integer({ min: 10, max: 60 })).map(
      ([n, first, end]) =>
        (document: TemplateDocument): Operation => ({ op: 'trim', layer: layerAt(document, n), in: first, out: end }),
    ),
    fc.tuple(pick, pick).map(
      ([n, k]) =>
        (document: TemplateDocument): Operation => ({
          op: 'reorder',
          layer: layerAt(document, n),
          above: k % 5 === 0 ? null : layerAt(document, k),
        }),
    ),
    pick.map(
      (n) =>
        (document: TemplateDocument): Operation => ({ op: 'remove', layer: layerAt(document, n) }),
    ),
    fc.tuple(pick, fc.boolean()).map(
      ([n, hidden]) =>
        (document: TemplateDocument): Operation => ({ op: 'hide', layer: layerAt(document, n), hidden }),
    ),
    fc.tuple(pick, own).map(
      ([n, id]) =>
        (document: TemplateDocument): Operation => ({ op: 'duplicate', layer: layerAt(document, n), id }),
    ),
    fc.tuple(fc.uniqueArray(pick, { minLength: 1, maxLength: 4 }), own).map(
      ([list, id]) =>
        (document: TemplateDocument): Operation => ({
          op: 'group',
          id,
          layers: [...new Set(list.map((n) => layerAt(document, n)))],
        }),
    ),
    pick.map(
      (n) =>
        (document: TemplateDocument): Operation => ({ op: 'ungroup', layer: layerAt(document, n) }),
    ),
    fc.constant((): Operation => ({ op: 'unlock' })),
    fc.tuple(pick, fc.boolean()).map(
      ([n, locked]) =>
        (document: TemplateDocument): Operation => ({ op: 'lock', layer: layerAt(document, n), locked }),
    ),
    fc.tuple(fc.constantFrom<FontFace['src']>('sha256:one', 'sha256:two'), fc.constantFrom(400, 700)).map(
      ([src, weight]) =>
        (): Operation => ({ op: 'add-font', face: { family: 'Inter', weight, src, license: 'OFL-1.1' } }),
    ),
    pick.map(
      (n) =>
        ({ fonts }: TemplateDocument): Operation => ({ op: 'remove-font', src: fonts[n % fonts.length]?.src ?? '' }),
    ),
    fc.tuple(own, own, fc.boolean()).map(([id, under, asPhoto]) => (document: TemplateDocument): Operation => {
      const above = document.layers.find((layer) => layer.id === under)?.id ?? null
      return asPhoto ? { op: 'add-media', layer: photo(id) } : { op: 'insert', layer: photo(id), above, into: null }
    }),
  )
}

describe('the work of checking operations', () => {
  const many = <T>(count: number, make: (n: number) => T | T[]) =>
    Array.from({ length: count }, (_, n) => make(n)).flat()
  const run = (operations: readonly unknown[]) => {
    const steps = applyInSteps(start, operations)
    let [work, longest] = [0, 0]
    for (let step = steps.next(); ; step = steps.next()) {
      if (step.done) return { work, longest, result: step.value }
      longest = Math.max(longest, step.value - work)
      work = step.value
    }
  }
  const group = (id: string, size: number): Layer => ({
    id,
    type: 'group',
    in: 0,
    out: 60,
    layers: many(size, (n) => shape(`${id}.${n}`)),
  })

  test('does not grow with the layers that an operation leaves alone', () => {
    const pairs = many(2000, (n): Operation[] => [
      { op: 'duplicate', layer: 'own-0', id: 'own-copy' },
      { op: 'reorder', layer: 'own-copy', above: `own-${n % 10}` },
      { op: 'remove', layer: 'own-copy' },
    ]).slice(0, 3000)
    const few = run([...many(10, (n) => add(shape(`own-${n}`))), ...pairs])
    const full = run([...many(1900, (n) => add(shape(`own-${n}`))), ...pairs])
    expect(few.result).toHaveProperty('document')
    expect(full.result).toHaveProperty('document')
    expect(full.work - few.work).toBeLessThan(1900 * 40)
    expect(full.longest).toBeLessThan(3000)
  })

  test('does not grow with what else a layer holds', () => {
    const keys = many(2000, (n) => ({ t: n, s: [n, n] }))
    const fade = many(1000, (n): Operation => ({ op: 'set', layer: 'own-a', property: 'ks.o', value: n % 100 }))
    const moving = { ...shape('own-a'), ks: { p: { a: 1, k: keys } } } as Layer
    expect(run([add(moving), ...fade]).work).toBeLessThan(run([add(shape('own-a')), ...fade]).work + 20_000)
  })

  test('is limited: too many copies are rejected', () => {
    const operations = [
      { op: 'add-sticker', layer: group('own-g', 900) },
      ...many(2400, (n) => [
        { op: 'duplicate', layer: 'own-g', id: `own-d${n}` },
        { op: 'remove', layer: `own-d${n}` },
      ]),
    ]
    const { work, longest, result } = run(operations)
    expect(result).toMatchObject({ problem: { code: 'too-much-work' } })
    expect(checkOperations(start, operations)).toMatchObject([{ code: 'too-much-work' }])
    expect(work).toBeLessThan(MAX_OPERATION_WORK)
    expect(longest).toBeLessThan(20_000)
  })

  test('is small for groups that are restored in the worst order', () => {
    const ids = many(1900, (n) => `own-${n}`)
    const places = Object.fromEntries(ids.slice(1).map((id, n) => [id, `own-${n}`]))
    const { work, result } = run([
      ...ids.map((id) => add(shape(id))),
      { op: 'group', id: 'own-g', layers: ids },
      { op: 'ungroup', layer: 'own-g', places },
    ])
    expect(result).toHaveProperty('document')
    expect(work).toBeLessThan(100_000)
  })
})

/** Operations whose outcome depends on the lists around: layers that follow each other, nested groups, groups put back. */
function hardOperation(): fc.Arbitrary<(document: TemplateDocument) => Operation> {
  const own = fc.integer({ min: 0, max: 9 }).map((n) => `own-${n}`)
  const someIds = fc.subarray(
    Array.from({ length: 10 }, (_, n) => `own-${n}`),
    { minLength: 1, maxLength: 5 },
  )
  const above = fc.option(own, { nil: null })
  const layer = fc.record({
    id: own,
    parent: fc.option(own),
    matte: fc.option(own),
    nested: fc.subarray(['own-7', 'own-8', 'own-9']),
  })
  const made = layer.map(({ id, parent, matte, nested }): Layer => {
    const follows = { ...(parent && { parent }), ...(matte && { matte: { layer: matte, mode: 'alpha' as const } }) }
    const inside = nested.map((item, n) => ({ ...text(item), ...(n > 0 && { parent: nested[0] ?? '' }) }) as Layer)
    return nested.length > 0
      ? ({ id, type: 'group', in: 0, out: 60, layers: inside, ...follows } as Layer)
      : ({ ...text(id), ...follows } as Layer)
  })
  return fc.oneof(
    fc.tuple(made, above, above).map(
      ([added, under, into]) =>
        (): Operation => ({ op: 'insert', layer: added, above: under, into }),
    ),
    fc
      .tuple(
        own,
        someIds,
        fc.option(own),
        fc.dictionary(fc.constantFrom('parent', 'name', 'bm', 'out'), fc.oneof(own, fc.nat(99)), { maxKeys: 1 }),
      )
      .map(
        ([id, layers, under, more]) =>
          (): Operation => ({ op: 'group', id, layers, ...(under && { above: under }), group: more }),
      ),
    fc.tuple(own, fc.dictionary(own, above, { maxKeys: 4 })).map(
      ([id, places]) =>
        (): Operation => ({ op: 'ungroup', layer: id, places }),
    ),
    own.map((id) => (): Operation => ({ op: 'ungroup', layer: id })),
    fc.tuple(own, own).map(
      ([id, copy]) =>
        (): Operation => ({ op: 'duplicate', layer: id, id: copy }),
    ),
    own.map((id) => (): Operation => ({ op: 'remove', layer: id })),
    fc.tuple(own, above).map(
      ([id, under]) =>
        (): Operation => ({ op: 'reorder', layer: id, above: under }),
    ),
    fc.tuple(own, values).map(
      ([id, [property, value]]) =>
        (): Operation => ({ op: 'set', layer: id, property, value }),
    ),
    fc.constant(
      (document: TemplateDocument): Operation =>
        document.unlocked ? { op: 'relock', held: heldOf(start) } : { op: 'unlock' },
    ),
  )
}

test('any sequence of operations gives what plain functions from document to document give', () => {
  let applied = 0
  const clips = [
    { id: 'own-c1', asset: 'u_one', kind: 'video', frames: 40 },
    { id: 'own-c2', asset: 'u_two', kind: 'image', frames: 30 },
  ]
  fc.assert(
    fc.property(
      fc.array(fc.oneof(likelyOperation(), hardOperation()), { minLength: 30, maxLength: 90 }),
      fc.boolean(),
      (makers, isCut) => {
        const timeline = { clips: clips as unknown as Clip[], sounds: [] }
        let document = isCut ? applyTimeline(start, timeline) : start
        const operations: Operation[] = []
        const failures: unknown[] = []
        for (const [index, make] of makers.entries()) {
          const operation = JSON.parse(JSON.stringify(make(document))) as Operation
          operations.push(operation)
          const outcome = applyToDocument(document, operation)
          if ('code' in outcome) failures.push({ index, ...outcome })
          else {
            document = outcome
            applied++
          }
        }
        expect(checkOperations(start, operations, undefined, isCut ? timeline : null)).toEqual(failures)
        const before = isCut ? applyTimeline(start, timeline) : start
        expect(applyOperations(before, keepApplicable(before, operations))).toEqual(document)
      },
    ),
    { numRuns: 200 },
  )
  expect(applied).toBeGreaterThan(2000)
})

test('any sequence of operations, taken back in turn, leaves the document as it was', () => {
  let applied = 0
  fc.assert(
    fc.property(fc.array(likelyOperation(), { minLength: 1, maxLength: 40 }), (makers) => {
      let document = start
      const inverses: Operation[] = []
      for (const make of makers) {
        const operation = JSON.parse(JSON.stringify(make(document))) as Operation
        if (checkOperations(document, [operation]).length > 0) continue
        const inverse = JSON.parse(JSON.stringify(invertOperation(document, operation))) as Operation
        const next = applyOperations(document, [operation])
        expect(checkOperations(next, [inverse]), JSON.stringify([operation, inverse])).toEqual([])
        expect(applyOperations(next, [inverse])).toEqual(document)
        // Taking back can itself be taken back.
        expect(applyOperations(document, [invertOperation(next, inverse)])).toEqual(next)
        inverses.unshift(inverse)
        document = next
        applied++
      }
      const template = toEditedTemplate(start, document)
      expect(validateDocument(template)).toMatchObject({ ok: true })
      expect(everyLayer(template.layers).some(({ id }) => id.startsWith('own-'))).toBe(false)
      expect(applyOperations(document, inverses)).toEqual(start)
    }),
    { numRuns: 150 },
  )
  expect(applied).toBeGreaterThan(500)
})
