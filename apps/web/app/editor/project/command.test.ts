// One command model: whatever is done can be undone to the start, survives being stored, and only says what changed.

import type { TemplateDocument } from '@vitrine/document/document'
import type { ShapeLayer } from '@vitrine/document/layer'
import { applyDifference } from '@vitrine/project/apply-difference'
import { applyEdits, type LayerEdit } from '@vitrine/project/edit'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { applyCommand, type Command } from './command.ts'
import { editedFor } from './edited-document.ts'
import { createProjectStore, type ProjectContent } from './project-store.ts'

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

const empty: ProjectContent = { values: {}, difference: {}, aspect: null }

function done(content: ProjectContent, command: Command): ProjectContent {
  const result = applyCommand(document, content, command)
  if ('problem' in result) throw new Error(result.problem.message)
  return result.content
}

const warmth = (amount: number): LayerEdit => ({
  op: 'set',
  layer: 'photo',
  property: 'effects',
  value: [{ type: 'warmth', amount }],
})
const editLayers = (...edits: LayerEdit[]): Command => ({ type: 'editLayers', edits })

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
  number.map((amount) => editLayers(warmth(amount))),
  number.map((x) => editLayers({ op: 'set', layer: 'photo', property: 'ks.p', value: [x, 0] })),
  fc.boolean().map((hidden) => editLayers({ op: 'hide', layer: 'words', hidden })),
  fc.constantFrom('words', null).map((above) => editLayers({ op: 'reorder', layer: 'photo', above })),
  fc.integer({ min: 0, max: 5 }).map((n) => editLayers({ op: 'duplicate', layer: 'words', id: `own-${n}` })),
  own.map((layer) => editLayers({ op: 'remove', layer })),
  own.map((id) => editLayers({ op: 'add-shape', layer: shape(id) })),
  own.map((id) => editLayers({ op: 'add-sticker', layer: shape(id) })),
  fc.tuple(own, number).map(([layer, o]) => editLayers({ op: 'set', layer, property: 'ks.o', value: Math.abs(o) })),
  fc.tuple(own, fc.boolean()).map(([layer, locked]) => editLayers({ op: 'lock', layer, locked })),
  fc.tuple(own, own, own).map(([id, ...layers]) => editLayers({ op: 'group', id, layers: [...new Set(layers)] })),
  own.map((layer) => editLayers({ op: 'ungroup', layer })),
  fc.tuple(own, fc.integer({ min: 1, max: 3 })).map(([layer, out]) => editLayers({ op: 'trim', layer, in: 0, out })),
  fc.constant(editLayers({ op: 'unlock' })),
  fc.constantFrom(400, 700).map((weight) => editLayers({ op: 'add-font', face: { ...face, weight } })),
)

describe('a command', () => {
  it('keeps one value for many changes of a slider, and none for the designed value', () => {
    let content = done(empty, editLayers({ op: 'set', layer: 'words', property: 'size', value: 30 }))
    for (let amount = 1; amount <= 100; amount++) content = done(content, editLayers(warmth(amount)))
    const photo = { effects: [{ type: 'warmth', amount: 100 }] }
    expect(content.difference).toEqual({ layers: { words: { size: 30 }, photo } })
    content = done(content, editLayers({ op: 'set', layer: 'photo', property: 'effects', value: null }))
    expect(content.difference).toEqual({ layers: { words: { size: 30 } } })
  })

  it('says why it cannot be done, and changes nothing', () => {
    const locked = applyCommand(
      document,
      empty,
      editLayers({ op: 'set', layer: 'locked', property: 'color', value: '#fff' }),
    )
    expect(locked).toMatchObject({ problem: { code: 'locked' } })
    const large = Array.from({ length: 60 }, (_, n) => ({
      op: 'add-shape' as const,
      layer: shape(`own-${n}`, [{ ty: 'sh', d: `M0 0${'L1 1'.repeat(4500)}Z` }]),
    }))
    expect(applyCommand(document, empty, editLayers(...large))).toMatchObject({ problem: { code: 'too-many' } })
  })

  it('keeps nothing of an added layer that is removed, and one layer for all that is done to it', () => {
    const add = (id: string, more: object = {}) => ({
      op: 'add-media' as const,
      layer: {
        id,
        type: 'media' as const,
        in: 0,
        out: 1,
        source: { asset: 'u_photo' as const },
        box: [0, 0, 50, 50] as const,
        ...more,
      },
    })
    const set = (layer: string, property: string, value: unknown): LayerEdit => ({ op: 'set', layer, property, value })
    const two = done(empty, editLayers(add('own-a'), add('own-b')))
    const changed = done(two, editLayers(set('own-a', 'ks.o', 40), set('own-a', 'ks.o', 70)))
    expect(changed.difference.added).toEqual([add('own-b').layer, add('own-a', { ks: { o: 70 } }).layer])
    const left = done(changed, editLayers({ op: 'remove', layer: 'own-a' }))
    expect(left.difference).toEqual(done(empty, editLayers(add('own-b'))).difference)
    expect(done(left, editLayers({ op: 'remove', layer: 'own-b' })).difference).toEqual({})
  })

  it('changes any number of layers any number of times, and keeps what differs', () => {
    const layers = Array.from({ length: 300 }, (_, n) => shape(`designed-${n}`))
    const large: TemplateDocument = { ...document, layers }
    let content = empty
    let expected: TemplateDocument = large
    const all = (make: (id: string, n: number) => LayerEdit[]) => {
      const edits = editedFor(large, content).layers.flatMap(({ id }, n) => make(id, n))
      expected = applyEdits(expected, edits)
      const result = applyCommand(large, content, editLayers(...edits))
      if ('problem' in result) throw new Error(result.problem.message)
      content = result.content
    }
    all((layer) => [{ op: 'set', layer, property: 'ks.p', value: [7, 7] }])
    all((layer, n) => [{ op: 'duplicate', layer, id: `own-${n}` }])
    all((layer, n) => [
      { op: 'set', layer, property: 'ks.p', value: [n, n] },
      { op: 'hide', layer, hidden: n % 2 === 0 },
      { op: 'reorder', layer, above: null },
    ])
    expect(applyDifference(large, content.difference)).toEqual(expected)
    all((layer) => (layer.startsWith('own-') ? [{ op: 'remove', layer }] : []))
    all((layer) => ['visible', 'ks.p'].map((property) => ({ op: 'set', layer, property, value: null })))
    // The order that all have ended up in is the first one.
    expect(content.difference).toEqual({})
  })

  it('undoes everything, redoes everything and survives storage, for any commands', () => {
    fc.assert(
      fc.property(fc.array(command, { maxLength: 40 }), (commands) => {
        const store = createProjectStore(empty)
        const expected: LayerEdit[] = []
        for (const one of commands) {
          const result = applyCommand(document, store.getContent(), one)
          if (!('content' in result)) continue
          store.edit(result.content, {})
          if (one.type === 'editLayers') expected.push(...one.edits)
        }
        const end = store.getContent()
        const goal = applyEdits(document, expected)
        expect(editedFor(document, end)).toEqual(goal)
        const stored = JSON.parse(JSON.stringify(end)) as ProjectContent
        expect(applyDifference(document, stored.difference)).toEqual(goal)
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
})
