import type { TemplateDocument } from '@vitrine/document/document'
import type { Layer } from '@vitrine/document/layer'
import { expect, test } from 'vitest'
import { start, text } from '../testing/edit-case.ts'
import { applyDifference } from './apply-difference.ts'
import { changeShape } from './change-shape.ts'
import type { Difference } from './difference.ts'
import { applyVariant, listAspects } from './variant.ts'

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
