// A difference represents exactly the edits of a template, and a difference that edits could not produce is rejected.
import type { Clip, Timeline } from '@vitrine/document/clip'
import type { TemplateDocument } from '@vitrine/document/document'
import type { Layer } from '@vitrine/document/layer'
import { applyTimeline } from '@vitrine/document/timeline'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { add, hardEdit, likelyEdit, shape, start, text } from '../testing/edit-case.ts'
import { applyDifference, applyDifferenceInSteps, MAX_DIFFERENCE_WORK, tryDifference } from './apply-difference.ts'
import { addMainVideoEdits, changeShape, computeDifference, type Difference, pruneDifference } from './difference.ts'
import { applyEdits, type LayerEdit, tryEdits } from './edit.ts'
import { everyLayer } from './layer-list.ts'
import { applyVariant, listAspects } from './variant.ts'

const stored = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value)) as Value
const made = (edits: readonly LayerEdit[], template = start) =>
  stored(computeDifference(template, applyEdits(template, edits)))
const codeOf = (difference: unknown, template = start) => {
  const result = tryDifference(template, difference)
  return 'problem' in result ? [result.problem.path, result.problem.code] : undefined
}
const locked = (extra: Partial<Layer>, id = 'title'): TemplateDocument => ({
  ...start,
  layers: start.layers.map((layer) => (layer.id === id ? ({ ...layer, ...extra } as Layer) : layer)),
})
const many = <T>(count: number, make: (n: number) => T) => Array.from({ length: count }, (_, n) => make(n))
const timeline = {
  clips: [
    { id: 'own-c1', asset: 'u_one', kind: 'video', frames: 40 },
    { id: 'own-c2', asset: 'u_two', kind: 'image', frames: 30 },
  ] as unknown as Clip[],
  sounds: [],
}

/** A sequence of edits as in an editor, with the resulting document and difference after each step. */
function runEdits(template: TemplateDocument, makers: readonly ((document: TemplateDocument) => LayerEdit)[]) {
  let document = template
  let difference: Difference = {}
  let count = 0
  for (const make of makers) {
    const edit = stored(make(document))
    const result = tryEdits(document, [edit])
    if ('problem' in result) continue
    document = result.document
    difference = computeDifference(template, document, addMainVideoEdits(template, difference, [edit]))
    count++
  }
  return { document, difference, count }
}

test('any sequence of edits gives a difference that makes the very same of the template', () => {
  let applied = 0
  fc.assert(
    fc.property(
      fc.array(fc.oneof(likelyEdit(), hardEdit()), { minLength: 20, maxLength: 80 }),
      fc.constantFrom('plain', 'variant', 'timeline'),
      (makers, kind) => {
        const shaped = kind === 'variant' ? applyVariant(start, '9:16') : start
        const template = kind === 'timeline' ? applyTimeline(shaped, timeline) : shaped
        const { document, difference, count } = runEdits(template, makers)
        applied += count
        expect(applyDifference(template, stored(difference))).toEqual(document)
        // Applying an existing difference again changes nothing.
        const again = applyDifference(template, difference)
        expect(computeDifference(template, again, difference)).toEqual(difference)
        if (kind !== 'timeline')
          expect(applyDifference(template, computeDifference(template, document))).toEqual(document)
      },
    ),
    { numRuns: 300 },
  )
  expect(applied).toBeGreaterThan(2000)
})

test('any difference can be applied when the clips and sounds of its timeline are others', () => {
  const clip = (id: string, kind: 'video' | 'image', frames: number) => ({ id, asset: `u_${id}`, kind, frames })
  const clips = [clip('own-c1', 'video', 40), clip('own-c2', 'image', 30), clip('own-c3', 'video', 50)]
  const sound = (id: string) => ({ id, asset: 'u_song', at: 0, frames: 20, startSeconds: 0 })
  const sounds = [sound('own-s1'), sound('own-s2')]
  const timelines = [
    { clips, sounds },
    { clips: clips.toReversed(), sounds: sounds.toReversed() },
    { clips: clips.slice(1, 2), sounds: [sound('own-s3'), ...sounds] },
    { clips: [], sounds: sounds.slice(1) },
    { clips: [], sounds: [] },
  ] as unknown as Timeline[]
  const bare = { ...start, layers: start.layers.filter(({ type }) => type !== 'media') }
  let applied = 0
  fc.assert(
    fc.property(
      fc.array(fc.oneof(likelyEdit(), hardEdit()), { minLength: 10, maxLength: 50 }),
      fc.constantFrom(start, bare),
      fc.shuffledSubarray(timelines, { minLength: 2, maxLength: 3 }),
      (makers, template, [first, ...others]) => {
        const { difference, count } = runEdits(applyTimeline(template, first), makers)
        applied += count
        let pruned = difference
        for (const timeline of others) {
          const shaped = applyTimeline(template, timeline)
          pruned = pruneDifference(shaped, pruned)
          expect(tryDifference(shaped, pruned)).toHaveProperty('document')
        }
      },
    ),
    { numRuns: 300 },
  )
  expect(applied).toBeGreaterThan(1000)
})

test('clips that come back stand above the locked ground, wherever the layers beside them are now', () => {
  const bare = { ...start, layers: start.layers.filter(({ type }) => type !== 'media') }
  const cut = applyTimeline(bare, timeline)
  const lowest: LayerEdit = { op: 'reorder', layer: 'paper', above: null }
  const difference = computeDifference(cut, applyEdits(cut, [lowest]))
  const without = pruneDifference(bare, difference)
  const swapped = applyTimeline(bare, { clips: timeline.clips.toReversed(), sounds: [] })
  const ids = applyDifference(swapped, pruneDifference(swapped, without)).layers.map(({ id }) => id)
  expect(ids.slice(-4)).toEqual(['clip-own-c1', 'clip-own-c2', 'ground', 'paper'])
})

test('layers that are not different stay the very same objects', () => {
  const document = applyDifference(
    start,
    made([{ op: 'set', layer: 'title', property: 'ks.o', value: 40 }, add(text('own-a'))]),
  )
  const changed = document.layers.filter((layer) => !start.layers.includes(layer)).map(({ id }) => id)
  expect(changed.toSorted()).toEqual(['own-a', 'title'])
  expect(applyDifference(start, {})).toBe(start)
})

test('what was undone by hand is no difference, and an hour at a slider is one value', () => {
  const set = (value: unknown): LayerEdit => ({ op: 'set', layer: 'title', property: 'ks.o', value })
  expect(made(many(100, (n) => set(n)))).toEqual({ layers: { title: { 'ks.o': 99 } } })
  const before = start.layers.find(({ id }) => id === 'title')?.ks?.o ?? null
  expect(made([set(4), set(before)])).toEqual({})
  expect(made([add(text('own-a')), { op: 'remove', layer: 'own-a' }])).toEqual({})
})

test('a value that another shape of the template has already is kept for the others', () => {
  const tall = applyVariant(start, '9:16')
  const box = tall.layers.find(({ id }) => id === 'title') as Extract<Layer, { type: 'text' }>
  const set: LayerEdit = { op: 'set', layer: 'title', property: 'box', value: box.box }
  const difference = made([set])
  const document = applyEdits(applyDifference(tall, difference), [add(shape('own-a'))])
  expect(computeDifference(tall, document, difference).layers).toEqual({ title: { box: box.box } })
})

test('what is set on a main video whose place clips have taken shows again without them', () => {
  const template = applyTimeline(start, timeline)
  const crop = { x: 0.1, y: 0, zoom: 2, rotate: 0 }
  const photo = everyLayer(template.layers).find(
    (layer) => layer.type === 'group' && layer.layers.at(-1)?.id.startsWith('clip-'),
  )
  const set: LayerEdit = { op: 'set', layer: photo?.id ?? '', property: 'crop', value: crop }
  const noted = addMainVideoEdits(template, {}, [set])
  const difference = computeDifference(template, applyEdits(template, [set, add(shape('own-a'))]), noted)
  expect(applyDifference(start, difference)).toEqual(applyEdits(start, [set, add(shape('own-a'))]))
})

describe('a difference is rejected', () => {
  const patch = (property: string, value: unknown, id = 'title') => ({ layers: { [id]: { [property]: value } } })

  test('where the designer has locked what it changes', () => {
    expect(codeOf(patch('ks.p', [4, 4]))).toBeUndefined()
    expect(codeOf(patch('ks.p', [4, 4]), locked({ locks: ['move'] }))).toEqual(['layers.title.ks.p', 'locked'])
    expect(codeOf(patch('visible', false), locked({ locks: ['content'] }))).toEqual(['layers.title.visible', 'locked'])
    expect(codeOf({ layers: { title: { in: 0, out: 9 } } }, locked({ locks: ['time'] }))).toEqual([
      'layers.title.in',
      'locked',
    ])
    expect(codeOf(patch('color', '#fff', 'inner'), locked({ locks: ['style'] }, 'group'))).toEqual([
      'layers.inner.color',
      'locked',
    ])
    for (const property of [
      'locks',
      'alwaysOnTop',
      'parent',
      'id',
      'type',
      'layers',
      'constructor',
      'ks',
      'ks.toString',
    ])
      expect(codeOf(patch(property, null)), property).toEqual([`layers.title.${property}`, 'property-not-allowed'])
    expect(codeOf({ unlocked: true, ...patch('locks', ['all']) })).toBeUndefined()
    expect(codeOf({ unlocked: true, ...patch('locks', ['move']) })?.[1]).toBe('property-not-allowed')
  })

  test('where it moves, regroups or removes what it may not', () => {
    const ids = start.layers.map(({ id }) => id)
    const order = (list: readonly string[], more: object = {}) => ({ order: { '': list }, ...more })
    const heldIn = (count: number) => ({
      ...start,
      layers: start.layers.map(({ locks: _, ...layer }, n) => ({
        ...layer,
        ...(n < count && { locks: ['move'] }),
      })) as Layer[],
    })
    expect(codeOf(order(ids.toReversed()), heldIn(1))).toBeUndefined()
    const two = heldIn(2)
    expect(codeOf(order(ids.toReversed()), two)).toEqual(['order.', 'locked'])
    const top = locked({ alwaysOnTop: true }, ids[0])
    expect(codeOf(order(ids.toReversed()), top)).toEqual(['order.', 'locked'])
    const added = [{ ...shape('own-g'), type: 'group', shapes: undefined, layers: [] }].map(
      ({ shapes: _, ...group }) => group,
    )
    expect(codeOf({ added, order: { '': ['own-g'], 'own-g': ['title'] } })).toBeUndefined()
    expect(codeOf({ added, order: { '': ['own-g'], 'own-g': ['title'] } }, locked({ locks: ['all'] }))).toEqual([
      'order.own-g[0]',
      'locked',
    ])
    expect(codeOf({ added, order: { '': ['own-g'], 'own-g': ['inner'] } })).toEqual(['order.own-g[0]', 'locked'])
    expect(codeOf({ added: [shape('own-a')], order: { group: ['own-a'] } })).toEqual(['order.group[0]', 'locked'])
    expect(codeOf({ order: { group: ['title'] } })).toEqual(['order.group[0]', 'locked'])
    expect(codeOf({ removed: ['title'] })).toEqual(['removed[0]', 'locked'])
    expect(codeOf({ unlocked: true, removed: ['title'] })).toBeUndefined()
  })

  test('where what it adds is not the customer’s, not valid or nowhere', () => {
    const place = (layer: object & { id: string }) => ({ added: [layer], order: { '': [layer.id] } })
    expect(codeOf(place(text('own-a')))).toBeUndefined()
    expect(codeOf(place(text('title')))).toEqual(['added[0]', 'id-not-allowed'])
    expect(codeOf(place(text('mine')))).toEqual(['added[0]', 'id-not-allowed'])
    expect(codeOf(place(text('own-a', { locks: ['style'] })))).toEqual(['added[0]', 'property-not-allowed'])
    expect(codeOf(place(text('own-a', { locks: ['all'] })))).toBeUndefined()
    expect(codeOf(place(text('own-a', { alwaysOnTop: true })))).toEqual(['added[0]', 'property-not-allowed'])
    expect(codeOf(place(text('own-a', { size: 'big' })))).toEqual(['added[0]', 'invalid-value'])
    expect(codeOf(place(text('own-a', { font: 'Inter' })))).toEqual(['added[0]', 'invalid-value'])
    expect(codeOf(place(text('own-a', { parent: 'inner' })))).toEqual(['order.[0]', 'in-use'])
    expect(codeOf({ added: [text('own-a')] })).toEqual(['added[0]', 'malformed'])
    expect(codeOf({ added: [text('own-a'), text('own-a')], order: { '': ['own-a'] } })).toEqual([
      'added[1]',
      'id-not-allowed',
    ])
    expect(codeOf({ order: { '': ['own-a'] } })).toEqual(['order.[0]', 'no-such-layer'])
    expect(codeOf({ order: { '': ['title', 'title'] } })).toEqual(['order.[1]', 'id-not-allowed'])
    expect(codeOf({ order: { title: ['photo'] } })).toEqual(['order.title', 'no-such-layer'])
    expect(codeOf({ layers: { nothing: { text: 'x' } } })).toEqual(['layers.nothing', 'no-such-layer'])
  })

  test('where layers follow each other, or stand in each other, in a circle', () => {
    const follow = [text('own-a', { parent: 'own-b' }), text('own-b', { parent: 'own-a' })]
    expect(codeOf({ added: follow, order: { '': ['own-a', 'own-b'] } })).toEqual(['order.', 'invalid-value'])
    const group = (id: string) => ({ id, type: 'group', in: 0, out: 9, layers: [] })
    const ring = { added: [group('own-g'), group('own-h')], order: { 'own-g': ['own-h'], 'own-h': ['own-g'] } }
    expect(codeOf(ring)).toEqual(['added[0]', 'malformed'])
    const deep = many(20, (n) => `own-${n}`)
    const nested = Object.fromEntries(deep.map((id, n) => [n === 0 ? '' : `own-${n - 1}`, [id]]))
    expect(codeOf({ added: deep.map(group), order: nested })?.[1]).toBe('invalid-value')
    const nine = Object.fromEntries(deep.slice(0, 9).map((id, n) => [n === 0 ? '' : `own-${n - 1}`, [id]]))
    expect(codeOf({ added: deep.slice(0, 9).map(group), order: nine })).toEqual(['order.own-0', 'invalid-value'])
  })

  test('whatever JSON it is, without an exception', () => {
    const keys = fc.constantFrom('unlocked', 'fonts', 'layers', 'added', 'order', 'removed', '__proto__', 'title', '')
    const name = fc.constantFrom('title', 'own-a', 'group', 'all', 'text', 7, true)
    const inner = fc.oneof(name, fc.array(name), fc.dictionary(keys, fc.oneof(name, fc.array(name))), fc.jsonValue())
    const value = fc.oneof(inner, fc.array(inner), fc.dictionary(keys, inner))
    fc.assert(
      fc.property(fc.dictionary(keys, value), (difference) => {
        const before = stored(start)
        tryDifference(start, JSON.parse(JSON.stringify(difference)))
        expect(start).toEqual(before)
      }),
      { numRuns: 500 },
    )
    for (const one of [null, 7, 'x', [], [{ op: 'unlock' }], { ops: [] }])
      expect(codeOf(one), String(one))?.toHaveProperty('1', 'malformed')
    expect(codeOf(JSON.parse('{"layers":{"__proto__":{"text":"x"}}}'))).toEqual(['layers.__proto__', 'no-such-layer'])
    expect(codeOf(JSON.parse('{"order":{"__proto__":["title"]}}'))).toEqual(['order.__proto__', 'no-such-layer'])
    expect(codeOf(JSON.parse('{"layers":{"title":{"__proto__":{"locks":[]}}}}'))).toEqual([
      'layers.title.__proto__',
      'property-not-allowed',
    ])
  })

  test('when it is too much, before much work is done', () => {
    const huge = many(100_000, (n) => `own-${n}`)
    expect(codeOf({ added: huge.map((id) => text(id)) })?.[1]).toBe('malformed')
    expect(codeOf({ order: { '': huge } })?.[1]).toBe('malformed')
    expect(codeOf({ layers: Object.fromEntries(huge.map((id) => [id, {}])) })?.[1]).toBe('malformed')
    expect(codeOf({ removed: huge })?.[1]).toBe('malformed')
    const few = huge.slice(0, 2000)
    expect(codeOf({ added: few.map((id) => text(id)), order: { '': few } })).toEqual(['added', 'too-many'])
    let nested: unknown = 1
    for (let depth = 0; depth < 5000; depth++) nested = [nested]
    expect(codeOf({ layers: { title: { name: nested } } })).toEqual(['layers.title', 'invalid-value'])
    const items = many(20_000, () => ({ ty: 'rc', s: [4, 4] }))
    const heavy = few.slice(0, 12).map((id) => ({ ...shape(id), shapes: items.map((item) => ({ ...item })) }))
    const result = tryDifference(start, { added: heavy, order: { '': few.slice(0, 12) } })
    expect(result).toHaveProperty('problem')
  })
})

test('the work grows with what is different, in small steps', () => {
  const layers = many(1900, (n) => shape(`own-${n}`))
  const steps = applyDifferenceInSteps(start, { added: layers, order: { '': layers.map(({ id }) => id) } })
  let [work, longest] = [0, 0]
  for (let step = steps.next(); !step.done; step = steps.next()) {
    longest = Math.max(longest, step.value - work)
    work = step.value
  }
  expect(longest).toBeLessThan(3000)
  expect(work).toBeGreaterThan(10_000)
  expect(work).toBeLessThan(MAX_DIFFERENCE_WORK / 10)
})

test('what a template does not have any more is taken out, with what follows from it', () => {
  const steps: LayerEdit[] = [
    add(shape('own-a')),
    { op: 'add-text', layer: text('own-b', { parent: 'own-a' }) } as LayerEdit,
    { op: 'group', id: 'own-g', layers: ['own-b', 'own-a'] },
    add(text('own-c')),
    { op: 'set', layer: 'title', property: 'ks.o', value: 40 },
  ]
  const difference = made(steps)
  expect(pruneDifference(start, difference)).toBe(difference)
  const left = pruneDifference(start, difference, (part) => part === difference.added?.find(({ id }) => id === 'own-a'))
  expect(left.added?.map(({ id }) => id).toSorted()).toEqual(['own-c', 'own-g'])
  expect(tryDifference(start, left)).toHaveProperty('document')
  const bare = { ...start, layers: start.layers.filter(({ id }) => id !== 'title') }
  expect(pruneDifference(bare, difference).layers).toBeUndefined()
  expect(tryDifference(bare, pruneDifference(bare, difference))).toHaveProperty('document')
})

const added = (difference: Difference, id: string) =>
  difference.added?.find((layer) => layer.id === id) as Layer & { box: number[] }
const { width, height } = start.canvas
const own = text('own-a', { box: [width / 2 - 50, height / 4 - 20, 100, 40] })
const difference: Difference = { added: [own], order: { '': ['own-a', start.layers[0]?.id ?? ''] } }
const shapes = listAspects(start).flatMap(({ aspect }) => (aspect === undefined ? [] : [aspect]))

test('added layers keep their place on the canvas in every shape and come back to where they were', () => {
  expect(shapes.length).toBeGreaterThan(1)
  for (const aspect of shapes) {
    const shaped = applyVariant(start, aspect)
    const there = changeShape(start, shaped, difference)
    const [x = 0, y = 0, w = 0, h = 0] = added(there, 'own-a').box
    expect((x + w / 2) / shaped.canvas.width).toBeCloseTo(0.5)
    expect((y + h / 2) / shaped.canvas.height).toBeCloseTo(0.25)
    expect(changeShape(shaped, start, there)).toEqual(difference)
  }
})

test('a difference of one shape applies in every other', () => {
  const every = [start, ...shapes.map((aspect) => applyVariant(start, aspect))]
  const last = (document: TemplateDocument) => document.layers.at(-1)?.id ?? ''
  for (const from of every)
    for (const to of every) {
      const lowest: Difference = { added: [own], order: { '': [last(from), 'own-a'] } }
      const ids = applyDifference(to, changeShape(from, to, lowest)).layers.map(({ id }) => id)
      expect(ids).toContain('own-a')
    }
})

test('a layer that is wider than the new canvas becomes smaller', () => {
  const wide = text('own-a', { box: [0, 0, width, 40], size: 20 })
  const narrow = { ...start, canvas: { ...start.canvas, width: width / 2 } }
  const { box, size } = added(changeShape(start, narrow, { added: [wide] }), 'own-a') as Layer & {
    box: number[]
    size: number
  }
  expect(box[2]).toBeCloseTo(width * 0.48)
  expect(size).toBeCloseTo(9.6)
})
