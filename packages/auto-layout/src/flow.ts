// Puts items one below the other or side by side into a region: they keep their order, and gaps give way before sizes do.
import { type Bounds, unite } from '@vitrine/document/matrix'

/** What is moved as a whole. */
export interface Item {
  readonly bounds: Bounds
  /** How much its size counts: of text more than of ornament. */
  readonly weight: number
  /** The scale below which its texts cannot be read. */
  readonly least: number
  /** The scale above which what surrounds it leaves the canvas. */
  readonly most: number
  readonly hasText: boolean
  /** How many texts it has, and how many of them begin at the left. */
  readonly texts: number
  readonly left: number
  /** Around its texts and photos. */
  readonly core: Bounds
  /** Stands on the lower edge. */
  readonly isGrounded: boolean
}

/** Where an item goes: `scale` and shifts map the template's pixels to those of the new shape. */
export interface Placing<Of extends Item> {
  item: Of
  scale: number
  x: number
  y: number
}

/** How small gaps may become, and how large. */
const LEAST_GAP = 0.5
const MOST_GAP = 1.7
/** How much larger than in its own shape anything becomes. */
const MOST_SCALE = 1.3

/** Items that stand beside each other, of which the layout makes one block. */
interface Block<Of extends Item> {
  items: readonly Of[]
  bounds: Bounds
}

const width = ([left, , right]: Bounds) => right - left
const height = ([, top, , bottom]: Bounds) => bottom - top
const ratio = (bounds: Bounds) => width(bounds) / height(bounds)

/** The rectangle around several. */
export function around(all: readonly Bounds[]): Bounds {
  return all.reduce((one, other) => unite(one, other) as Bounds)
}

function createBlock<Of extends Item>(items: readonly Of[]): Block<Of> {
  return { items, bounds: around(items.map((item) => item.bounds)) }
}

/** Items in rows (1) or columns (0): sets that a straight cut parts from each other, in order. */
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

/** How far an item may reach into the one before it: boxes are wider than what they hold. */
function slack({ bounds }: Item, axis: 0 | 1): number {
  return axis === 0 ? width(bounds) * 0.15 : 2
}

/** Where everything goes, and how good that is. */
export interface Flow<Of extends Item> {
  placings: Placing<Of>[]
  score: number
}

/**
 * The best way found to put items into a region. `from` is the canvas that they were made for; a wide region may take what
 * was a column in two, a high one what stood side by side in one.
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
      // What stands close together is not parted.
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

/** Whether two columns look like two halves: nearly as high as each other, or a picture beside the text. */
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

/** Rows below each other at one scale. */
function stack<Of extends Item>(
  rows: readonly Block<Of>[],
  from: Bounds,
  region: Bounds,
  largest = MOST_SCALE,
): Placing<Of>[] {
  const { hull, gaps, tall, space } = leftOver(rows)
  const scale = Math.min(
    largest,
    ...rows.flatMap(({ items }) => items.map(({ most }) => most)),
    width(region) / width(hull),
    height(region) / (tall + space * LEAST_GAP),
  )
  const most = space > 0 ? (height(region) / scale - tall) / space : 1
  const stretch = Math.min(MOST_GAP, Math.max(LEAST_GAP, most))
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

/** Columns beside each other move apart where there is room. */
function spreadColumns<Of extends Item>(items: readonly Of[], region: Bounds, scale: number): (item: Of) => number {
  const columns = cut(items, 0)
  const hull = around(items.map(({ bounds }) => bounds))
  const free = width(region) - width(hull) * scale
  if (columns.length !== 2 || free < width(region) * 0.12) return () => 0
  const step = Math.min(free * 0.5, width(region) * 0.12)
  return (item) => (columns[0]?.items.includes(item) ? -step / 2 : step / 2)
}

/** How much of the free height goes above a hull: it stays in the upper part, the middle or the lower part. */
function shareAbove(hull: Bounds, from: Bounds): number {
  const [above, below] = [Math.max(1, hull[1] - from[1]), Math.max(1, from[3] - hull[3])]
  return Math.min(0.85, Math.max(0.15, above / (above + below)))
}

/** The shift that puts items where they were across: in the middle, or at the side that they keep to. */
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

/** Columns below each other, each as wide as the region lets it. */
function stackColumns<Of extends Item>(columns: readonly Block<Of>[], region: Bounds): Placing<Of>[] {
  const between = Math.min(width(region), height(region)) * 0.06
  const isGrounded = ({ items }: Block<Of>) => Number(items.some((item) => item.isGrounded))
  const parts = columns
    .toSorted((a, b) => isGrounded(a) - isGrounded(b))
    .map(({ items, bounds }) => {
      const scale = Math.min(MOST_SCALE, width(region) / width(bounds), ...items.map(({ most }) => most))
      const hasText = items.some((item) => item.hasText)
      return { items, bounds, scale, hasText, rows: cut(items, 1) }
    })
  const space = between * (parts.length - 1)
  const needed = (shrink: (part: (typeof parts)[number]) => number) =>
    parts.reduce((sum, part) => sum + heightAt(part.rows, part.scale * shrink(part)), space)
  // Pictures give way before texts.
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

/** How high rows are at a scale, with gaps a little closer than in the template. */
function heightAt(rows: readonly Block<Item>[], scale: number): number {
  const { tall, space } = leftOver(rows)
  return (tall + space * 0.8) * scale
}

/** Rows in two columns. */
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

/** A canvas in whose middle a hull stands. */
function grown([left, top, right, bottom]: Bounds): Bounds {
  return [left - 100, top - 100, right + 100, bottom + 100]
}
