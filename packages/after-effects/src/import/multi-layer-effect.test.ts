// Effects that need an additional layer, as Bodymovin writes them: Set Matte and Stroke.

import type { Layer } from '@vitrine/document/layer'
import { describe, expect, test } from 'vitest'
import { animation, createEffect, layer, solid, square, still, transform } from '../../testing/animation.ts'
import { importDocument } from './import.ts'

function read(json: unknown) {
  return importDocument(json, new Map(), { id: 'test', name: 'Test', bundledFonts: [] })
}

const errors = (json: unknown) =>
  read(json)
    .report.filter(({ severity }) => severity === 'error')
    .map(({ message }) => message)
const layersOf = (json: unknown): readonly Layer[] => read(json).document?.layers ?? []
const setMatte = (source: number, stretch = 1) => ({
  ef: [createEffect('ADBE Set Matte3', 'Set Matte', [source, 4, 0, stretch, 1, 1], 28)],
})

describe('Set Matte', () => {
  test('of a solid takes another solid as large as itself, where the layer itself is', () => {
    const json = animation([
      solid('source', '#ffffff', { ind: 1, sw: 50, sh: 200, ks: transform({ p: still([9, 9, 0]) }) }),
      solid('filled', '#f00000', { ind: 2, ...setMatte(1), ks: transform({ p: still([30, 20, 0]), r: still(15) }) }),
    ])
    expect(errors(json)).toEqual([])
    const [source, matte, filled] = layersOf(json)
    expect(source).toMatchObject({ name: 'source', ks: { p: [9, 9] } })
    expect(filled?.matte).toEqual({ layer: matte?.id, mode: 'alpha' })
    // 50 x 200 becomes 100 x 100, turned and moved with the layer.
    expect(matte).toMatchObject({
      ks: { p: [30, 20], r: 15 },
      layers: [{ ks: { s: [200, 50] }, layers: [{ type: 'solid', box: [0, 0, 50, 200] }] }],
    })
  })

  test('without stretching lies in the middle', () => {
    const json = animation([
      solid('source', '#ffffff', { ind: 1, sw: 50, sh: 200 }),
      solid('filled', '#f00000', { ind: 2, ...setMatte(1, 0) }),
    ])
    expect(layersOf(json)[1]).toMatchObject({ layers: [{ ks: { p: [25, -50] } }] })
  })

  test('of a precomp takes a shape in the pixels of the comp', () => {
    const json = animation(
      [
        layer(4, 'drop', { ind: 1, shapes: square(), ks: transform({ p: still([40, 40, 0]) }) }),
        layer(0, 'inner', { ind: 2, refId: 'in', w: 200, h: 100, ...setMatte(1) }),
      ],
      { assets: [{ id: 'in', layers: [solid('a', '#00ff00')] }] },
    )
    expect(errors(json)).toEqual([])
    expect(layersOf(json)[1]).toMatchObject({ type: 'group', layers: [{ type: 'shape', ks: { p: [40, 40] } }] })
  })

  test('beside a track matte is an error', () => {
    const json = animation([
      solid('source', '#ffffff', { ind: 1 }),
      solid('matte', '#ffffff', { ind: 2, td: 1 }),
      solid('filled', '#f00000', { ind: 3, tt: 1, ...setMatte(1) }),
    ])
    expect(errors(json)).toEqual(['The effect "Set Matte" is not drawn; use a track matte'])
  })
})

describe('Stroke', () => {
  const path = {
    c: false,
    v: [
      [0, 0],
      [90, 0],
    ],
    i: [
      [0, 0],
      [0, 0],
    ],
    o: [
      [0, 0],
      [0, 0],
    ],
  }
  const stroke = (style: number, more: object = {}) =>
    animation([
      solid('written', '#f00000', {
        ind: 1,
        ks: transform({ o: still(50), p: still([10, 20, 0]) }),
        hasMask: true,
        masksProperties: [{ mode: 'n', pt: still(path), o: still(100), x: still(0) }],
        ef: [createEffect('ADBE Stroke', 'Stroke', [1, 0, 1, [0, 0, 1, 1], 4, 1, 0.8, 0, 60, 15, style], 22)],
        ...more,
      }),
    ])

  test('on the original lies over the layer and fades with it', () => {
    expect(errors(stroke(1))).toEqual([])
    expect(layersOf(stroke(1))).toMatchObject([
      {
        type: 'shape',
        ks: { p: [10, 20], o: 50 },
        shapes: [
          { it: [{ ty: 'sh' }, { ty: 'tm', s: 0, e: 60, m: 2 }, { ty: 'st', c: '#0000ff', w: 8, o: 80, lc: 2 }, {}] },
        ],
      },
      { type: 'solid', name: 'written' },
    ])
  })

  test('on transparent takes the place of the layer', () => {
    expect(layersOf(stroke(2))).toMatchObject([{ type: 'shape' }, { type: 'solid', visible: false }])
  })

  test('that reveals the original is its matte', () => {
    const [line, written] = layersOf(stroke(3))
    expect(line).toMatchObject({ type: 'shape', ks: { p: [10, 20] } })
    expect(line?.ks).not.toHaveProperty('o')
    expect(written?.matte).toEqual({ layer: line?.id, mode: 'alpha' })
  })

  test('without a mask is an error', () => {
    expect(errors(stroke(1, { masksProperties: [] }))).toEqual([
      'The effect "Stroke" is not drawn; use a shape layer with Trim Paths',
    ])
  })
})
