// Arranges items in rows or columns of a region: they keep their order, and gaps shrink before sizes do.
import { type Bounds, unite } from '@vitrine/document/matrix'

/** A part that moves as a whole. */
export interface Item {
  readonly bounds: Bounds
  /** How much its size matters: more for text than for ornament. */
  readonly weight: number
  /** The minimum scale at which its texts are readable. */
  readonly least: number
  /** The maximum scale at which its surroundings stay on the canvas. */
  readonly most: number
  readonly hasText: boolean
  /** The number of its texts, and how many of them are left-aligned. */
  readonly texts: number
  readonly left: number
  /** Bounds of its texts and photos. */
  readonly core: Bounds
  /** Whether it rests on the lower edge. */
  readonly isGrounded: boolean
}

/** The placement of an item: `scale` and shifts map the template's pixels to those of the new shape. */
interface Placing<Of extends Item> {
  item: Of
  scale: number
  x: number
  y: number
}

/** Minimum and maximum factor of gaps. */
const LEAST_GAP = 0.5
const MAX_GAP = 1.7
/** Maximum enlargement relative to the original shape. */
const MAX_SCALE = 1.3

/** Adjacent items that the layout treats as one block. */
interface Block<Of extends Item> {
  items: readonly Of[]
  bounds: Bounds
}

const width = ([left, , right]: Bounds) => right - left
const height = ([, top, , bottom]: Bounds) => bottom - top
const ratio = (bounds: Bounds) => width(bounds) / height(bounds)

/** The bounding rectangle of several rectangles. */
export function around(all: readonly Bounds[]): Bounds {
  return all.reduce((one, other) => unite(one, other) as Bounds)
}

function createBlock<Of extends Item>(items: readonly Of[]): Block<Of> {
  return { items, bounds: around(items.map((item) => item.bounds)) }
}

/** Splits items into rows (1) or columns (0) that a straight line separates, in order. */
function cut<Of extends Item>(items: readonly Of[], axis: 0 | 1): Block<Of>[] {
  const sorted = items.toSorted((a, b) => a.bounds[axis] - b.bounds[axis])
  const sets: Of[][] = []
  let end = Number.NEGATIVE_INFINITY
  for (const item of sorted) {
    if (item.bounds[axis] >= end - slack(item, axis)) sets.push([item])
    else sets.at(-1)?.push(item)
    end = Math.max(end, item.bounds[axis === 0 ? 2 : 3])
  }
  return sets.map(createBlock)
}

/** How far an item may overlap the previous one: boxes are wider than their content. */
function slack({ bounds }: Item, axis: 0 | 1): number {
  return axis === 0 ? width(bounds) * 0.15 : 2
}

/** The placements of all items, and their score. */
interface Flow<Of extends Item> {
  placings: Placing<Of>[]
  score: number
}

/**
 * Finds the best arrangement of items in a region. `from` is their original canvas. A wide region may split a column into two
 * columns, a high one may stack what was side by side.
 */
export function flow<Of extends Item>(
  items: readonly Of[],
  from: Bounds,
  region: Bounds,
  { mayDivide }: { mayDivide: boolean },
): Flow<Of> {
  if (items.length === 0) return { placings: [], score: 1 }
  const rows = cut(items, 1)
  const columns = cut(items, 0)
  const candidates: Flow<Of>[] = [scored(stack(rows, from, region))]
  if (columns.length > 1 && ratio(region) < ratio(from) * 0.8) candidates.push(scored(stackColumns(columns, region)))
  if (mayDivide && rows.length > 1 && ratio(region) > 1.15 && ratio(region) > ratio(from) * 1.25) {
    const gaps = rows.map(({ bounds }, n) => bounds[1] - (rows[n - 1]?.bounds[3] ?? bounds[1]))
    const widest = Math.max(1, ...gaps)
    for (let n = 1; n < rows.length; n++) {
      const [first, second] = [rows.slice(0, n), rows.slice(n)]
      if (!isBalanced(first, second)) continue
      const { placings, score } = scored(sideBySide(first, second, region))
      // Splitting closely spaced items lowers the score.
      candidates.push({ placings, score: score - 0.3 * (1 - (gaps[n] as number) / widest) })
    }
  }
  return candidates.reduce((best, one) => (one.score > best.score + 0.06 ? one : best))
}

function scored<Of extends Item>(placings: Placing<Of>[]): Flow<Of> {
  const total = placings.reduce((sum, { item }) => sum + item.weight, 0)
  const size = placings.reduce((sum, { item, scale }) => sum + item.weight * Math.min(scale, 1.1), 0) / total
  const missing = placings.reduce((most, { item, scale }) => Math.max(most, item.least - scale), 0)
  return { placings, score: size - missing * 2 }
}

/** Whether two columns look balanced: of similar height, or a picture next to the text. */
function isBalanced<Of extends Item>(first: readonly Block<Of>[], second: readonly Block<Of>[]): boolean {
  const heights = [first, second].map((rows) => height(around(rows.map(({ bounds }) => bounds)))) as [number, number]
  const hasText = [first, second].map((rows) => rows.some(({ items }) => items.some((item) => item.hasText)))
  const share = Math.min(...heights) / Math.max(...heights)
  return hasText[0] && hasText[1] ? share > 0.62 : share > 0.4
}

function leftOver(rows: readonly Block<Item>[]): { hull: Bounds; gaps: number[]; tall: number; space: number } {
  const hull = around(rows.map(({ bounds }) => bounds))
  const gaps = rows.slice(1).map(({ bounds }, n) => Math.max(0, bounds[1] - (rows[n] as Block<Item>).bounds[3]))
  const tall = rows.reduce((sum, { bounds }) => sum + height(bounds), 0)
  return { hull, gaps, tall, space: gaps.reduce((a, b) => a + b, 0) }
}

/** Stacks rows at one scale. */
function stack<Of extends Item>(
  rows: readonly Block<Of>[],
  from: Bounds,
  region: Bounds,
  largest = MAX_SCALE,
): Placing<Of>[] {
  const { hull, gaps, tall, space } = leftOver(rows)
  const scale = Math.min(
    largest,
    ...rows.flatMap(({ items }) => items.map(({ most }) => most)),
    width(region) / width(hull),
    height(region) / (tall + space * LEAST_GAP),
  )
  const most = space > 0 ? (height(region) / scale - tall) / space : 1
  const stretch = Math.min(MAX_GAP, Math.max(LEAST_GAP, most))
  const free = Math.max(0, height(region) - (tall + space * Math.min(stretch, most)) * scale)
  let y = region[1] + free * shareAbove(hull, from)
  const all = rows.flatMap(({ items }) => items)
  const x = computeHorizontalShift(all, from, region, scale)
  const spread = spreadColumns(all, region, scale)
  return rows.flatMap(({ items, bounds }, n) => {
    const shift = y - bounds[1] * scale
    y += (height(bounds) + (gaps[n] ?? 0) * Math.min(stretch, most)) * scale
    return items.map((item) => ({ item, scale, x: x + spread(item), y: shift }))
  })
}

/** Spreads columns apart when there is room. */
function spreadColumns<Of extends Item>(items: readonly Of[], region: Bounds, scale: number): (item: Of) => number {
  const columns = cut(items, 0)
  const hull = around(items.map(({ bounds }) => bounds))
  const free = width(region) - width(hull) * scale
  if (columns.length !== 2 || free < width(region) * 0.12) return () => 0
  const step = Math.min(free * 0.5, width(region) * 0.12)
  return (item) => (columns[0]?.items.includes(item) ? -step / 2 : step / 2)
}

/** The share of free height above a hull: it stays in the upper, middle or lower part. */
function shareAbove(hull: Bounds, from: Bounds): number {
  const [above, below] = [Math.max(1, hull[1] - from[1]), Math.max(1, from[3] - hull[3])]
  return Math.min(0.85, Math.max(0.15, above / (above + below)))
}

/** The horizontal shift that restores the original alignment: centred, left or right. */
function computeHorizontalShift(items: readonly Item[], from: Bounds, region: Bounds, scale: number): number {
  const hull = around(items.map(({ bounds }) => bounds))
  const read = items.filter(({ weight }) => weight > 1)
  const [left, , right] = around((read.length > 0 ? read : items).map(({ core }) => core))
  const free = width(region) - width(hull) * scale
  const off = (left - from[0] - (from[2] - right)) / width(from)
  const [texts, ofLeft] = [
    items.reduce((sum, item) => sum + item.texts, 0),
    items.reduce((sum, item) => sum + item.left, 0),
  ]
  const hasPicture = items.some(({ hasText, weight }) => !hasText && weight > 0.5)
  const isLeft = ofLeft > texts * 0.55 && off < 0.06 && !hasPicture
  const share = isLeft ? 0 : Math.abs(off) < 0.12 || hasPicture ? 0.5 : off < 0 ? 0 : 1
  return region[0] + free * share - hull[0] * scale
}

/** Stacks columns, each as wide as the region allows. */
function stackColumns<Of extends Item>(columns: readonly Block<Of>[], region: Bounds): Placing<Of>[] {
  const between = Math.min(width(region), height(region)) * 0.06
  const isGrounded = ({ items }: Block<Of>) => Number(items.some((item) => item.isGrounded))
  const parts = columns
    .toSorted((a, b) => isGrounded(a) - isGrounded(b))
    .map(({ items, bounds }) => {
      const scale = Math.min(MAX_SCALE, width(region) / width(bounds), ...items.map(({ most }) => most))
      const hasText = items.some((item) => item.hasText)
      return { items, bounds, scale, hasText, rows: cut(items, 1) }
    })
  const space = between * (parts.length - 1)
  const needed = (shrink: (part: (typeof parts)[number]) => number) =>
    parts.reduce((sum, part) => sum + heightAt(part.rows, part.scale * shrink(part)), space)
  // Pictures shrink before texts do.
  let [ofText, ofPicture] = [1, 1]
  while (needed(({ hasText }) => (hasText ? ofText : ofPicture)) > height(region) && ofText > 0.2) {
    if (ofPicture > 0.75 * ofText) ofPicture *= 0.98
    else [ofText, ofPicture] = [ofText * 0.98, ofPicture * 0.98]
  }
  const total = needed(({ hasText }) => (hasText ? ofText : ofPicture))
  const free = Math.max(0, height(region) - total)
  let y = region[1] + free / (parts.length + 1)
  return parts.flatMap(({ rows, bounds, scale: own, hasText }) => {
    const scale = own * (hasText ? ofText : ofPicture)
    const tall = heightAt(rows, scale)
    const x = region[0] + (width(region) - width(bounds) * scale) / 2 - bounds[0] * scale
    const placed = stack(rows, bounds, [region[0], y, region[2], y + tall], scale)
    y += tall + between + free / (parts.length + 1)
    return placed.map((placing) => ({ ...placing, x }))
  })
}

/** The height of rows at a scale, with gaps slightly smaller than in the template. */
function heightAt(rows: readonly Block<Item>[], scale: number): number {
  const { tall, space } = leftOver(rows)
  return (tall + space * 0.8) * scale
}

/** Arranges rows in two columns. */
function sideBySide<Of extends Item>(
  first: readonly Block<Of>[],
  second: readonly Block<Of>[],
  region: Bounds,
): Placing<Of>[] {
  const hulls = [first, second].map((rows) => around(rows.map(({ bounds }) => bounds))) as [Bounds, Bounds]
  const between = width(region) * 0.05
  const [one, two] = hulls.map((hull) => width(hull)) as [number, number]
  const split = Math.min(0.6, Math.max(0.4, one / (one + two)))
  const middle = region[0] + (width(region) - between) * split
  const left: Bounds = [region[0], region[1], middle, region[3]]
  const right: Bounds = [middle + between, region[1], region[2], region[3]]
  return [...stack(first, grown(hulls[0]), left), ...stack(second, grown(hulls[1]), right)]
}

/** The smallest canvas with the hull at its centre. */
function grown([left, top, right, bottom]: Bounds): Bounds {
  return [left - 100, top - 100, right + 100, bottom + 100]
}
