// What the sliders of effects and the paints of shapes mean, and that what no slider stands for stays.
import type { Effect } from '@vitrine/document/effect'
import type { ShapeItem } from '@vitrine/document/shape-item'
import { describe, expect, it } from 'vitest'
import { readLight } from '../../../fields/light.ts'
import { isLightEffect, readShadow, readTint, withLight, withShadow, withTint } from './look.ts'
import { findItem, listShapeColors, readPaint, withColor, withItem, withPaint, withStroke } from './shape-paint.ts'

const number = (value: unknown, rest: number) => (typeof value === 'number' ? value : rest)
const moving: Effect = { type: 'blur', radius: { a: 1, k: [{ t: 0, s: 4 }] } }
const designers: readonly Effect[] = [{ type: 'tritone', amount: 30 }, moving]

describe('effects', () => {
  it('are changed part by part, beside those of the designer', () => {
    const warm = withLight(designers, { warmth: 40 }, 400)
    const both = withLight(warm, { blur: 50 }, 400)
    expect(readLight(both.filter(isLightEffect), 400)).toMatchObject({ warmth: 40, blur: 50, hue: 0 })
    expect(both.slice(-2)).toEqual(designers)
    expect(withLight(withLight(both, { blur: 0 }, 400), { warmth: 0 }, 400)).toEqual(designers)
  })

  it('begin, change and lose a shadow and a tint', () => {
    const begun = withShadow(designers, {}, 400)
    const read = (effects: readonly Effect[]) => readShadow(effects, number, String)
    expect(read(begun)).toMatchObject({ color: '#000000', opacity: 45 })
    expect(read(withShadow(begun, { x: -12, color: '#ff0000' }, 400))).toMatchObject({ x: -12, color: '#ff0000' })
    expect(withShadow(begun, null, 400)).toEqual(designers)
    const tinted = withTint(designers, { white: '#00ff00', amount: 20 })
    expect(readTint(tinted)).toMatchObject({ white: '#00ff00', amount: 20 })
    expect(withTint(tinted, null)).toEqual(designers)
  })
})

describe('shapes', () => {
  const star: ShapeItem[] = [
    { ty: 'sr', sy: 1, pt: 5, or: 50, ir: 20 },
    { ty: 'fl', c: '#ff0000' },
  ]
  const drawing: ShapeItem[] = [
    {
      ty: 'gr',
      it: [
        { ty: 'sh', d: 'M0 0L9 9' },
        { ty: 'st', c: '#111111', w: 2 },
      ],
    },
    {
      ty: 'gr',
      it: [
        { ty: 'el', s: [9, 9] },
        { ty: 'fl', c: '#ff0000' },
      ],
    },
    {
      ty: 'gr',
      it: [
        { ty: 'el', s: [4, 4] },
        { ty: 'fl', c: '#ff0000' },
      ],
    },
  ]

  it('have one fill, or the colours of a drawing', () => {
    expect(readPaint(star)).toBe('#ff0000')
    expect(readPaint(drawing)).toBeUndefined()
    expect(listShapeColors(drawing)).toEqual(['#111111', '#ff0000', '#ff0000'])
    const blue = withColor(drawing, (color) => color === '#ff0000', '#0000ff')
    expect(listShapeColors(blue)).toEqual(['#111111', '#0000ff', '#0000ff'])
  })

  it('take a gradient and read it back', () => {
    const gradient = {
      gradient: 'linear',
      from: [0, 0.5],
      to: [1, 0.5],
      stops: [
        [0, '#000000'],
        [1, '#ffffff'],
      ],
      units: 'box',
    } as const
    const painted = withPaint(star, gradient, [-50, -50, 50, 50])
    expect(painted[1]).toMatchObject({ ty: 'gf', t: 1, s: [-50, 0], e: [50, 0] })
    expect(readPaint(painted)).toEqual(gradient)
    expect(withPaint(painted, '#00ff00', [-50, -50, 50, 50])).toEqual([star[0], { ty: 'fl', c: '#00ff00' }])
  })

  it('gain, change and lose an outline and corners', () => {
    const outlined = withStroke(withStroke(star, {}), { w: 9 })
    expect(findItem(outlined, 'st')).toMatchObject({ w: 9 })
    expect(outlined.map(({ ty }) => ty)).toEqual(['sr', 'st', 'fl'])
    expect(withStroke(outlined, null)).toEqual(star)
    expect(withItem([{ ty: 'rc', s: [9, 9] }], 'rc', { r: 3 })).toEqual([{ ty: 'rc', s: [9, 9], r: 3 }])
  })
})
