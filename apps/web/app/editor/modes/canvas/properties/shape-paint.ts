// Reads and changes the paint of a shape's items: fills, gradients, strokes, corners and points, including those in
// groups. Paths stay as they are.
import type { Color } from '@vitrine/document/color'
import type { ShapeLayer } from '@vitrine/document/layer'
import type { Gradient, Paint, Property } from '@vitrine/document/property'
import type { ShapeItem } from '@vitrine/document/shape-item'
import { isGradient } from './color-box.tsx'
import type { PropertyEdit, Selected } from './selected.ts'

type Items = readonly ShapeItem[]
export type SelectedShape = Selected & { resolved: ShapeLayer }

/** Changes the items in the document: the designer's bindings stay where nothing was changed. */
export function reshape({ entry, resolved }: SelectedShape, change: (items: Items) => Items): PropertyEdit {
  const items = entry.layer.type === 'shape' ? entry.layer.shapes : resolved.shapes
  return [{ op: 'set', layer: entry.id, property: 'shapes', value: change(items) }]
}

function everyItem(items: Items): ShapeItem[] {
  return items.flatMap((item) => (item.ty === 'gr' ? everyItem(item.it) : [item]))
}

function mapItems(items: Items, change: (item: ShapeItem) => ShapeItem): Items {
  return items.map((item) => (item.ty === 'gr' ? { ...item, it: mapItems(item.it, change) } : change(item)))
}

/** All colours of fills, strokes and gradients, unresolved. */
export function listShapeColors(items: Items): Property<Color>[] {
  return everyItem(items).flatMap((item): Property<Color>[] => {
    if (item.ty === 'fl' || item.ty === 'st') return [item.c]
    if (item.ty === 'gf' || item.ty === 'gs') return (item.stops ?? []).map(([, color]) => color)
    return []
  })
}

/** Replaces every colour that `isMeant` matches. */
export function withColor(items: Items, isMeant: (color: Property<Color>) => boolean, next: Color): Items {
  return mapItems(items, (item) => {
    if ((item.ty === 'fl' || item.ty === 'st') && isMeant(item.c)) return { ...item, c: next }
    if ((item.ty !== 'gf' && item.ty !== 'gs') || !item.stops) return item
    return { ...item, stops: item.stops.map(([at, color]) => [at, isMeant(color) ? next : color] as const) }
  })
}

/** The only fill of a shape without groups; undefined for lines and for drawings of several parts. */
export function readPaint(items: Items): Paint | undefined {
  const fills = items.filter(({ ty }) => ty === 'fl' || ty === 'gf' || ty === 'gr')
  const [only] = fills
  if (fills.length !== 1 || !only) return undefined
  if (only.ty === 'fl') return only.c
  if (only.ty !== 'gf' || !only.stops) return undefined
  const box = computeShapeBounds(items)
  const inBox = (point: unknown) => {
    const [x = 0, y = 0] = point as number[]
    return [(x - box[0]) / (box[2] - box[0]), (y - box[1]) / (box[3] - box[1])]
  }
  return {
    gradient: only.t === 2 ? 'radial' : 'linear',
    from: inBox(only.s),
    to: inBox(only.e),
    stops: only.stops,
    units: 'box',
  }
}

type Bounds = readonly [number, number, number, number]

/**
 * Left, top, right and bottom of simple figures; free paths count as the square of a hundred pixels that ours are drawn
 * in.
 */
export function computeShapeBounds(items: Items): Bounds {
  const numbers = (value: unknown) => (Array.isArray(value) ? (value as number[]) : [0, 0])
  for (const item of everyItem(items)) {
    if (item.ty === 'rc' || item.ty === 'el') {
      const [w = 100, h = 100] = numbers(item.s)
      const [x = 0, y = 0] = numbers(item.p ?? [0, 0])
      return [x - w / 2, y - h / 2, x + w / 2, y + h / 2]
    }
    if (item.ty === 'sr') {
      const radius = Number(item.or)
      return [-radius, -radius, radius, radius]
    }
    if (item.ty === 'sh' && item.d) return computePathBounds(item.d)
  }
  return [-50, -50, 50, 50]
}

/** The bounds of path data in absolute commands with coordinate pairs, which is how ours is written. */
function computePathBounds(d: string): Bounds {
  const numbers = (d.match(/-?\d+(\.\d+)?/g) ?? []).map(Number)
  const xs = numbers.filter((_, n) => n % 2 === 0)
  const ys = numbers.filter((_, n) => n % 2 === 1)
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]
}

/** The shape with another fill; gradients span its bounds. */
export function withPaint(items: Items, paint: Paint, bounds: Bounds): Items {
  return mapItems(items, (item) => {
    if (item.ty !== 'fl' && item.ty !== 'gf') return item
    return isGradient(paint) ? gradientItem(paint, bounds) : { ty: 'fl', c: paint }
  })
}

function gradientItem({ gradient, from, to, stops }: Gradient, [left, top, right, bottom]: Bounds): ShapeItem {
  const place = (point: unknown) => {
    const [x = 0, y = 0] = point as number[]
    return [left + x * (right - left), top + y * (bottom - top)]
  }
  return { ty: 'gf', t: gradient === 'radial' ? 2 : 1, s: place(from), e: place(to), stops }
}

type Item<Type extends ShapeItem['ty']> = Extract<ShapeItem, { ty: Type }>

/** The first item of a kind, such as a stroke, outside of groups. */
export function findItem<Type extends ShapeItem['ty']>(items: Items, ty: Type): Item<Type> | undefined {
  return items.find((item) => item.ty === ty) as Item<Type> | undefined
}

/** All items of a type with a change, such as the corners of rectangles. */
export function withItem<Type extends ShapeItem['ty']>(items: Items, ty: Type, change: Partial<Item<Type>>): Items {
  return mapItems(items, (item) => (item.ty === ty ? ({ ...item, ...change } as ShapeItem) : item))
}

/** The shape with a changed or new outline; null removes it. */
export function withStroke(items: Items, change: Partial<Item<'st'>> | null): Items {
  const others = items.filter(({ ty }) => ty !== 'st')
  if (change === null) return others
  const present: Item<'st'> = findItem(items, 'st') ?? { ty: 'st', c: '#16130f', w: 6, lc: 2, lj: 2 }
  // Dashes scale with the line width.
  const dashes = change.w === undefined ? {} : createDashes(readLineStyle(present), Number(change.w))
  const next: ShapeItem = { ...present, ...(present.d && dashes), ...change }
  // Above the fill: the first item is on top, and strokes paint the paths before them.
  const at = others.findIndex(({ ty }) => ty === 'fl' || ty === 'gf')
  return at < 0 ? [...others, next] : others.toSpliced(at, 0, next)
}

/** Lengths of a dash and the gap after it, in line widths. Line caps are round: a dash without length is a dot. */
const DASHES = { solid: [], dashed: [2, 3], dotted: [0.01, 2] } as const
export type LineStyle = keyof typeof DASHES

export function readLineStyle(stroke: Item<'st'> | undefined): LineStyle {
  const dash = stroke?.d?.[0]
  return dash === undefined ? 'solid' : Number(dash.v) < Number(stroke?.w) / 2 ? 'dotted' : 'dashed'
}

/** The dash pattern of a stroke with a width. */
export function createDashes(style: LineStyle, width: number): Pick<Item<'st'>, 'd' | 'lc'> {
  const d = DASHES[style].map((length, n) => ({ n: n === 0 ? ('d' as const) : ('g' as const), v: length * width }))
  return { d, ...(d.length > 0 && { lc: 2 }) }
}
