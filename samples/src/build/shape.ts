// Short words for the items of a shape layer.
import type { Color, GradientStop, Property, Transform, Vector } from '@vitrine/composition/property'
import type { ShapeItem } from '@vitrine/composition/shape-item'

type Item = ShapeItem
export type Tone = Property<Color>

/** SVG path data. */
export function d(data: string): Item {
  return { ty: 'sh', d: data }
}

export function disc(x: number, y: number, width: number, height = width): Item {
  return { ty: 'el', p: [x, y], s: [width, height] }
}

/** A rectangle by its centre and size. */
export function block(x: number, y: number, width: number, height: number, radius = 0): Item {
  return { ty: 'rc', p: [x, y], s: [width, height], r: radius }
}

/** A star; roundness in percent makes flowers and seals of it. */
export function star(points: number, outer: number, inner: number, outerRound = 0, innerRound = 0, x = 0, y = 0): Item {
  return { ty: 'sr', sy: 1, p: [x, y], pt: points, or: outer, ir: inner, os: outerRound, is: innerRound, r: 0 }
}

export function fill(color: Tone, opacity: Property<number> = 100): Item {
  return { ty: 'fl', c: color, o: opacity }
}

/** Fills by the even-odd rule: a path inside a path is a hole. */
export function fillWithHoles(color: Tone): Item {
  return { ty: 'fl', c: color, r: 2 }
}

export function line(
  color: Tone,
  width: Property<number>,
  options: { opacity?: Property<number>; dash?: readonly [number, number] } = {},
): Item {
  const stroke = { ty: 'st', c: color, w: width, o: options.opacity ?? 100, lc: 2, lj: 2 } as const
  if (!options.dash) return stroke
  return {
    ...stroke,
    d: [
      { n: 'd', v: options.dash[0] },
      { n: 'g', v: options.dash[1] },
    ],
  }
}

/** A gradient fill along an axis. */
export function blend(from: Vector, to: Vector, stops: readonly GradientStop[], opacity: Property<number> = 100): Item {
  return { ty: 'gf', t: 1, s: from, e: to, stops, o: opacity }
}

/** A gradient fill around a centre. */
export function halo(
  center: Vector,
  radius: number,
  stops: readonly GradientStop[],
  opacity: Property<number> = 100,
): Item {
  const [x = 0, y = 0] = center
  return { ty: 'gf', t: 2, s: center, e: [x + radius, y], stops, o: opacity }
}

/** Items painted together, optionally moved. The first item is on top. */
export function group(items: readonly Item[], transform?: Transform): Item {
  return { ty: 'gr', it: transform ? [...items, { ty: 'tr', ...transform }] : items }
}

/** The items repeated around the origin. */
export function around(count: number, items: readonly Item[], startDegrees = 0): Item {
  return {
    ty: 'gr',
    it: [...items, { ty: 'rp', c: count, tr: { r: 360 / count } }, { ty: 'tr', r: startDegrees }],
  }
}

/** Draws the strokes before it on from nothing between two frames. */
export function drawOn(progress: Property<number>): Item {
  return { ty: 'tm', s: 0, e: progress, m: 1 }
}

/** Rounds to a tenth of a pixel, so that documents stay short. */
export function tidy(value: number): number {
  return Math.round(value * 10) / 10
}
