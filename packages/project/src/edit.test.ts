// Edits keep to the designer's locks and leave a valid document.

import { validateDocument } from '@vitrine/after-effects/validate'
import type { Clip } from '@vitrine/document/clip'
import type { TemplateDocument } from '@vitrine/document/document'
import { applyTimeline } from '@vitrine/document/timeline'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { add, hardEdit, likelyEdit, shape, start, text } from '../testing/edit-case.ts'
import { applyToDocument } from '../testing/edit-model.ts'
import { computeDifference } from './difference.ts'
import { applyEdits, checkEdits, type LayerEdit } from './edit.ts'
import { toEditedTemplate } from './edited-template.ts'
import { everyLayer } from './layer-list.ts'
import { resolveDocument } from './resolve.ts'
import { applyVariant, listAspects } from './variant.ts'

const ids = (document: TemplateDocument) => document.layers.map(({ id }) => id)
const codeOf = (edits: readonly unknown[], document = start) => checkEdits(document, edits).map(({ code }) => code)

describe('layers of a customer', () => {
  test('are grouped, moved inside the group, copied and ungrouped', () => {
    const steps: LayerEdit[] = [
      add(text('own-a')),
      add(shape('own-b')),
      { op: 'group', id: 'own-g', layers: ['own-b', 'own-a'] },
      { op: 'reorder', layer: 'own-b', above: null },
      { op: 'duplicate', layer: 'own-g', id: 'own-h' },
    ]
    expect(codeOf(steps)).toEqual([])
    const made = applyEdits(start, steps)
    expect(ids(made).slice(0, 2)).toEqual(['own-h', 'own-g'])
    expect(everyLayer(made.layers.slice(0, 2)).map(({ id }) => id)).toEqual([
      'own-h',
      'own-h.1',
      'own-h.2',
      'own-g',
      'own-a',
      'own-b',
    ])
    const dissolved = applyEdits(made, [
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

  test('must be added before texts use them', () => {
    expect(codeOf([useInter])).toEqual(['invalid-value'])
    const added = [{ op: 'add-font', face: inter }, useInter]
    expect(codeOf(added)).toEqual([])
    expect(codeOf([...added, { op: 'add-font', face: bold }, { op: 'add-font', face: inter }])).toEqual([
      'id-not-allowed',
    ])
  })

  test('cannot replace the designer’s', () => {
    const [first] = start.fonts
    expect(codeOf([{ op: 'add-font', face: { ...inter, family: first?.family, weight: first?.weight } }])).toEqual([
      'id-not-allowed',
    ])
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
    const wishes: LayerEdit[] = [
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

  test('leaves nothing of unlocking and added fonts in a document that is read', () => {
    const result = validateDocument({
      ...start,
      unlocked: true,
      fonts: start.fonts.map((face) => ({ ...face, added: true })),
    })
    expect(result.ok && result.document).toEqual(start)
  })
})

describe('layers of the designer', () => {
  test('are hidden instead of removed, also inside a group of the customer', () => {
    expect(codeOf([{ op: 'remove', layer: 'photo' }])).toEqual(['locked'])
    expect(codeOf([{ op: 'hide', layer: 'photo', hidden: true }])).toEqual([])
    const grouped: LayerEdit = { op: 'group', id: 'own-g', layers: ['photo'] }
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

test('edits are judged in the aspect that the customer picked', () => {
  expect(listAspects(start)).toEqual(
    expect.arrayContaining([
      { aspect: undefined, width: 320, height: 180 },
      { aspect: '9:16', width: 180, height: 320 },
    ]),
  )
  const move: LayerEdit = { op: 'set', layer: 'title', property: 'ks.p', value: [4, 4] }
  expect(checkEdits(start, [move], '9:16')).toEqual([])
  const tall = applyVariant(start, '9:16')
  const difference = computeDifference(tall, applyEdits(tall, [move]))
  expect(resolveDocument(start, {}, difference, '9:16').layers.find(({ id }) => id === 'title')).toMatchObject({
    box: [10, 200, 160, 80],
    ks: { p: [4, 4] },
  })
})

test('too many copies are rejected', () => {
  const layers = Array.from({ length: 900 }, (_, n) => shape(`own-g.${n}`))
  const copies = Array.from({ length: 2400 }, (_, n) => [
    { op: 'duplicate', layer: 'own-g', id: `own-d${n}` },
    { op: 'remove', layer: `own-d${n}` },
  ])
  const group = { id: 'own-g', type: 'group', in: 0, out: 60, layers }
  const edits = [{ op: 'add-sticker', layer: group }, ...copies.flat()]
  expect(checkEdits(start, edits)).toMatchObject([{ code: 'too-much-work' }])
})

test('any sequence of edits gives what plain functions from document to document give', () => {
  let applied = 0
  const clips = [
    { id: 'own-c1', asset: 'u_one', kind: 'video', frames: 40 },
    { id: 'own-c2', asset: 'u_two', kind: 'image', frames: 30 },
  ]
  fc.assert(
    fc.property(
      fc.array(fc.oneof(likelyEdit(), hardEdit()), { minLength: 30, maxLength: 90 }),
      fc.boolean(),
      (makers, isCut) => {
        const timeline = { clips: clips as unknown as Clip[], sounds: [] }
        let document = isCut ? applyTimeline(start, timeline) : start
        const edits: LayerEdit[] = []
        const failures: unknown[] = []
        for (const [index, make] of makers.entries()) {
          const edit = JSON.parse(JSON.stringify(make(document))) as LayerEdit
          edits.push(edit)
          const outcome = applyToDocument(document, edit)
          if ('code' in outcome) failures.push({ index, ...outcome })
          else {
            document = outcome
            applied++
          }
        }
        expect(checkEdits(start, edits, undefined, isCut ? timeline : null)).toEqual(failures)
      },
    ),
    { numRuns: 200 },
  )
  expect(applied).toBeGreaterThan(2000)
})

test('any sequence of edits leaves a document that can become a template', () => {
  let applied = 0
  fc.assert(
    fc.property(fc.array(likelyEdit(), { minLength: 1, maxLength: 40 }), (makers) => {
      let document = start
      for (const make of makers) {
        const edit = make(document)
        if (checkEdits(document, [edit]).length > 0) continue
        document = applyEdits(document, [edit])
        applied++
      }
      const template = toEditedTemplate(start, document)
      expect(validateDocument(template)).toMatchObject({ ok: true })
      expect(everyLayer(template.layers).some(({ id }) => id.startsWith('own-'))).toBe(false)
    }),
    { numRuns: 150 },
  )
  expect(applied).toBeGreaterThan(500)
})
