// One command model: whatever is done can be undone to the start, survives being stored, and only says what changed.
import type { TemplateDocument } from '@vitrine/composition/document'
import type { ShapeLayer } from '@vitrine/composition/layer'
import { everyLayer } from '@vitrine/composition/layer-list'
import {
  applyOperations,
  checkOperations,
  keepApplicable,
  type Operation,
  tryOperations,
} from '@vitrine/composition/operation'
import { resolveDocument } from '@vitrine/composition/resolve'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { applyCommand, type Command, operate as operateOn } from './command.ts'
import { createProjectStore, type ProjectContent } from './project-store.ts'
import { shortestOperations } from './shortest-operations.ts'

const document: TemplateDocument = {
  tdoc: 1,
  id: 'test',
  name: 'Test',
  canvas: { width: 400, height: 300, fps: 30, duration: 1 },
  fields: [
    { id: 'title', type: 'text', label: 'Title', default: 'Hello' },
    { id: 'hero', type: 'media', label: 'Photo', accept: ['image'] },
  ],
  fonts: [{ family: 'A', src: 'sha256:font', license: 'OFL-1.1' }],
  assets: {},
  layers: [
    { id: 'words', type: 'text', in: 0, out: 1, text: { $field: 'title' }, box: [0, 0, 200, 50], font: 'A', size: 40 },
    { id: 'photo', type: 'media', in: 0, out: 1, source: { $field: 'hero' }, box: [0, 0, 400, 300] },
    { id: 'locked', type: 'solid', in: 0, out: 1, color: '#123456', locks: ['all'] },
  ],
}

const shape = (id: string, shapes: ShapeLayer['shapes'] = [{ ty: 'el', s: [9, 9] }]): ShapeLayer => ({
  id,
  type: 'shape',
  in: 0,
  out: 1,
  shapes: [...shapes, { ty: 'fl', c: '#ff0000' }],
})

const empty: ProjectContent = { values: {}, ops: [], aspect: null }

function done(content: ProjectContent, command: Command): ProjectContent {
  const result = applyCommand(document, content, command)
  if ('problem' in result) throw new Error(result.problem.message)
  return result.content
}

const warmth = (amount: number): Operation => ({
  op: 'set',
  layer: 'photo',
  property: 'effects',
  value: [{ type: 'warmth', amount }],
})
const operate = (...operations: Operation[]): Command => ({ type: 'operate', operations })

const number = fc.integer({ min: -100, max: 100 })
const own = fc.integer({ min: 0, max: 5 }).map((n) => `own-${n}`)
const face = { family: 'B', src: 'sha256:other', license: 'OFL-1.1' } as const
/** What a customer might do, often to layers that are there. */
const command: fc.Arbitrary<Command> = fc.oneof(
  fc.record({
    type: fc.constant('fill' as const),
    fieldId: fc.constant('title'),
    value: fc.option(fc.string({ maxLength: 8 }), { nil: undefined }),
  }),
  number.map((amount) => operate(warmth(amount))),
  number.map((x) => operate({ op: 'set', layer: 'photo', property: 'ks.p', value: [x, 0] })),
  fc.boolean().map((hidden) => operate({ op: 'hide', layer: 'words', hidden })),
  fc.constantFrom('words', null).map((above) => operate({ op: 'reorder', layer: 'photo', above })),
  fc.integer({ min: 0, max: 5 }).map((n) => operate({ op: 'duplicate', layer: 'words', id: `own-${n}` })),
  own.map((layer) => operate({ op: 'remove', layer })),
  own.map((id) => operate({ op: 'add-shape', layer: shape(id) })),
  own.map((id) => operate({ op: 'add-sticker', layer: shape(id) })),
  fc.tuple(own, number).map(([layer, o]) => operate({ op: 'set', layer, property: 'ks.o', value: Math.abs(o) })),
  fc.tuple(own, fc.boolean()).map(([layer, locked]) => operate({ op: 'lock', layer, locked })),
  fc.tuple(own, own, own).map(([id, ...layers]) => operate({ op: 'group', id, layers: [...new Set(layers)] })),
  own.map((layer) => operate({ op: 'ungroup', layer })),
  fc.tuple(own, fc.integer({ min: 1, max: 3 })).map(([layer, out]) => operate({ op: 'trim', layer, in: 0, out })),
  fc.constant(operate({ op: 'unlock' })),
  fc.constantFrom(400, 700).map((weight) => operate({ op: 'add-font', face: { ...face, weight } })),
  fc.constant(operate({ op: 'remove-font', src: face.src })),
)

describe('a command', () => {
  it('keeps one operation for many changes of a slider, and none for the designed value', () => {
    let content = done(empty, operate({ op: 'set', layer: 'words', property: 'size', value: 30 }))
    for (let amount = 1; amount <= 100; amount++) content = done(content, operate(warmth(amount)))
    expect(content.ops).toEqual([{ op: 'set', layer: 'words', property: 'size', value: 30 }, warmth(100)])
    content = done(content, operate({ op: 'set', layer: 'photo', property: 'effects', value: null }))
    expect(content.ops).toHaveLength(1)
  })

  it('leaves a setting that a copy was made of', () => {
    const copied = done(done(empty, operate(warmth(10))), operate({ op: 'duplicate', layer: 'photo', id: 'own-copy' }))
    const changed = done(copied, operate(warmth(-10)))
    expect(changed.ops).toHaveLength(3)
    const layers = resolveDocument(document, {}, changed.ops as Operation[]).layers
    const effectsOf = (id: string) => layers.find((layer) => layer.id === id)?.effects
    expect(effectsOf('own-copy')).toEqual([{ type: 'warmth', amount: 10 }])
    expect(effectsOf('photo')).toEqual([{ type: 'warmth', amount: -10 }])
  })

  it('says why it cannot be done, and changes nothing', () => {
    const locked = applyCommand(
      document,
      empty,
      operate({ op: 'set', layer: 'locked', property: 'color', value: '#fff' }),
    )
    expect(locked).toMatchObject({ problem: { code: 'locked' } })
    const large = Array.from({ length: 60 }, (_, n) => ({
      op: 'add-shape' as const,
      layer: shape(`own-${n}`, [{ ty: 'sh', d: `M0 0${'L1 1'.repeat(4500)}Z` }]),
    }))
    expect(applyCommand(document, empty, operate(...large))).toMatchObject({ problem: { code: 'too-many' } })
  })

  it('drops all operations on an added layer once it is removed, unless others depend on it', () => {
    const add = (id: string): Operation => ({
      op: 'add-media',
      layer: { id, type: 'media', in: 0, out: 1, source: { asset: 'u_photo' }, box: [0, 0, 50, 50] },
    })
    const opacity: Operation = { op: 'set', layer: 'own-a', property: 'ks.o', value: 40 }
    const before = done(done(empty, operate(add('own-a'), add('own-b'))), operate(opacity))
    expect(done(before, operate({ op: 'remove', layer: 'own-a' })).ops).toEqual([add('own-b')])
    const copied = done(before, operate({ op: 'duplicate', layer: 'own-a', id: 'own-c' }))
    expect(done(copied, operate({ op: 'remove', layer: 'own-a' })).ops).toHaveLength(4)
  })

  it('merges later changes into the operation that adds a layer, unless others depend on the earlier state', () => {
    const add = (id: string, more: object = {}): Operation => ({
      op: 'add-media',
      layer: { id, type: 'media', in: 0, out: 1, source: { asset: 'u_photo' }, box: [0, 0, 50, 50], ...more },
    })
    const set = (layer: string, property: string, value: unknown): Operation => ({ op: 'set', layer, property, value })
    const two = done(empty, operate(add('own-a'), add('own-b')))
    expect(done(two, operate(set('own-a', 'ks.o', 40), set('own-a', 'ks.o', 70))).ops).toEqual([
      add('own-a', { ks: { o: 70 } }),
      add('own-b'),
    ])
    const copied = done(two, operate({ op: 'duplicate', layer: 'own-a', id: 'own-c' }))
    expect(done(copied, operate(set('own-a', 'ks.o', 40))).ops).toHaveLength(4)
    const many = Array.from({ length: 250 }, (_, n) => `own-${n}`)
    const full = done(empty, operate(...many.map((id) => add(id))))
    const moved = done(full, operate(...many.map((id) => set(id, 'box', [9, 9, 50, 50]))))
    expect(moved.ops).toHaveLength(250)
    const boxes = operateOn(document, moved).layers.flatMap((layer) => (layer.type === 'media' ? [layer.box] : []))
    expect(boxes).toEqual([...many.map(() => [9, 9, 50, 50]), [0, 0, 400, 300]])
    // A photo whose file is still on its way is held back without any other layer.
    const others = (moved.ops as Operation[]).filter((_, n) => n % 2 === 0)
    expect(keepApplicable(document, others)).toEqual(others)
  })

  it('changes any number of layers any number of times, and rewrites the list when it grows', () => {
    const layers = Array.from({ length: 300 }, (_, n) => shape(`designed-${n}`))
    const large: TemplateDocument = { ...document, layers }
    const act = (content: ProjectContent, operations: readonly Operation[]) => {
      const result = applyCommand(large, content, operate(...operations))
      if ('problem' in result) throw new Error(result.problem.message)
      return result.content
    }
    let content = empty
    let expected: TemplateDocument = large
    const all = (make: (id: string, n: number) => Operation[]) => {
      const operations = operateOn(large, content).layers.flatMap(({ id }, n) => make(id, n))
      expected = applyOperations(expected, operations)
      content = act(content, operations)
    }
    all((layer) => [{ op: 'set', layer, property: 'ks.p', value: [7, 7] }])
    all((layer, n) => [{ op: 'duplicate', layer, id: `own-${n}` }])
    all((layer, n) => [
      { op: 'set', layer, property: 'ks.p', value: [n, n] },
      { op: 'set', layer, property: 'ks.r', value: n % 360 },
      { op: 'set', layer, property: 'ks.o', value: 50 },
      { op: 'hide', layer, hidden: n % 2 === 0 },
      { op: 'reorder', layer, above: null },
    ])
    expect(operateOn(large, content)).toEqual(expected)
    expect(content.ops.length).toBeLessThan(1800)
    all((layer) => (layer.startsWith('own-') ? [{ op: 'remove', layer }] : []))
    const properties = ['ks.r', 'ks.o', 'visible', 'ks.p']
    all((layer) => properties.map((property) => ({ op: 'set', layer, property, value: null })))
    // The order that all have ended up in is the first one.
    expect(content.ops).toEqual([])
  })

  it('moves one layer between others a thousand times, and keeps as many operations as there are layers elsewhere', () => {
    let content = empty
    for (let n = 0; n < 1000; n++) {
      const above = n % 2 === 0 ? null : 'words'
      content = done(content, operate({ op: 'reorder', layer: 'photo', above }))
    }
    expect(content.ops.length).toBeLessThan(100)
  })

  it('undoes everything, redoes everything and survives storage, for any commands', () => {
    fc.assert(
      fc.property(fc.array(command, { maxLength: 40 }), (commands) => {
        const store = createProjectStore(empty)
        const expected: Operation[] = []
        for (const one of commands) {
          const result = applyCommand(document, store.getContent(), one)
          if (!('content' in result)) continue
          store.edit(result.content, {})
          if (one.type === 'operate') expected.push(...one.operations)
        }
        const end = store.getContent()
        // However much was folded, it is what was said.
        expect(operateOn(document, end)).toEqual(applyOperations(document, expected))
        const stored = JSON.parse(JSON.stringify(end)) as ProjectContent
        expect(checkOperations(document, stored.ops)).toEqual([])
        const shown = (content: ProjectContent) =>
          resolveDocument(document, content.values, content.ops as readonly Operation[])
        expect(shown(stored)).toEqual(shown(end))
        let steps = 0
        while (store.getHistory().past.length > 0) {
          store.undo()
          steps += 1
        }
        expect(store.getContent()).toEqual(empty)
        for (; steps > 0; steps--) store.redo()
        expect(store.getContent()).toEqual(end)
      }),
    )
  })
  it('has the same result with a rewritten list', () => {
    let [tried, found] = [0, 0]
    fc.assert(
      fc.property(fc.array(command, { minLength: 5, maxLength: 60 }), (commands) => {
        let goal = document
        let steps = 0
        for (const one of commands.flatMap((each) => (each.type === 'operate' ? each.operations : []))) {
          const result = tryOperations(goal, [one])
          if ('problem' in result) continue
          goal = result.document
          steps++
        }
        const short = shortestOperations(document, goal)
        tried++
        if (!short) return
        found++
        expect(applyOperations(document, short)).toEqual(goal)
        expect(checkOperations(document, JSON.parse(JSON.stringify(short)))).toEqual([])
        expect(short.length).toBeLessThanOrEqual(Math.max(steps, 2 * everyLayer(goal.layers).length + 14))
      }),
      { numRuns: 200, seed: 7 },
    )
    expect(found / tried).toBeGreaterThan(0.98)
  })
})
