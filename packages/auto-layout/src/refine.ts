// Refines the roles of units by their neighbours: ornament around the content, and containers of content.

import { type Bounds, grow } from '@vitrine/document/matrix'
import { around } from './flow.ts'
import {
  area,
  computeCentre,
  computeSharedArea,
  type Edges,
  findReachedEdges,
  isInside,
  type Size,
  toBounds,
  type Unit,
} from './unit.ts'

/** A template's units with their final roles. */
export interface Scene {
  units: readonly Unit[]
  /** Texts on bands at the upper or lower edge, which move with them: the band by text. */
  riders: ReadonlyMap<Unit, Unit>
  /** Ornament around content that moves with it: arches, rings, garlands that pass behind it. */
  followers: ReadonlySet<Unit>
  /** Ornaments in a row along an edge, which keep their spacing. */
  rows: ReadonlySet<Unit>
  /** Scenery along the lower edge with what rests on it, which stays together. */
  scenery: ReadonlySet<Unit>
}

/** Whether a unit's box follows the canvas by itself. */
export function isBoxed(unit: Unit): boolean {
  const [only] = unit.layers
  return (
    unit.layers.length === 1 && only !== undefined && 'box' in only && only.box !== undefined && only.type !== 'group'
  )
}

/** Whether a unit's picture may be stretched: it consists of a few plain areas. */
export function isPlain(unit: Unit): boolean {
  if (isBoxed(unit)) return true
  const [only] = unit.layers
  if (unit.layers.length !== 1 || only?.type !== 'shape') return false
  const text = JSON.stringify(only.shapes)
  const paths = text.match(/"ty":"(sh|rc)"/g)?.length ?? 0
  return paths <= 3 && !/"ty":"(el|sr|rp|st|gs)"/.test(text)
}

/** Whether a unit consists of lines only, which cover nothing. */
function isLines(unit: Unit): boolean {
  const [only] = unit.layers
  return unit.layers.length === 1 && only?.type === 'shape' && !/"ty":"(fl|gf)"/.test(JSON.stringify(only.shapes))
}

/** Assigns final roles to all units of a canvas. */
export function refine(found: readonly Unit[], canvas: Size): Scene {
  const riders = findRiders(found, canvas)
  const texts = found.filter((unit) => unit.role === 'content' && unit.hasText && !riders.has(unit))
  const [holding, crossing] = [new Set<Unit>(), new Set<Unit>()]
  for (const unit of found) {
    if (unit.hasText || unit.hasPhoto || isBoxed(unit)) continue
    const mayHold =
      unit.role === 'edge' || (unit.role === 'span' && !isPlain(unit)) || (unit.role === 'cover' && isLines(unit))
    if (!mayHold) continue
    const within = found.filter((one) => one.role === 'content' && !riders.has(one) && isHeld(one, unit))
    const held = within.filter(({ hasText, hasPhoto }) => hasText || hasPhoto)
    // The bounding box of a spray of leaves often contains a text by chance.
    const isWeak =
      unit.role === 'edge' && !isPlain(unit) && !held.some(({ hasPhoto }) => hasPhoto) && held.length * 2 < texts.length
    if (held.length > 0 && !isWeak) holding.add(unit)
    else if (within.length > held.length) crossing.add(unit)
  }
  const read = found.filter((unit) => unit.role === 'content' && (unit.hasText || unit.hasPhoto) && !riders.has(unit))
  const hull = read.length > 0 ? grow(around(read.map(({ bounds }) => bounds)), canvas.height * 0.015) : undefined
  const scenery = findScenery(found, { followers: holding, riders, read, canvas })
  const followers = new Set([...holding, ...[...crossing].filter((unit) => !scenery.has(unit))])
  const holders = found.filter((unit) => followers.has(unit) || (unit.role === 'content' && !isSmall(unit, canvas)))
  const replaced = new Map(
    found.map((unit) => [unit, scenery.has(unit) && unit.role !== 'span' ? grounded(unit) : unit]),
  )
  for (const unit of found)
    if (isHero(unit, canvas) && !followers.has(unit) && !scenery.has(unit))
      replaced.set(unit, { ...unit, role: 'content' })
  const ornaments = found.filter(
    (unit) =>
      isOrnament(unit, holders) && !read.some((one) => area(one.bounds) > 0 && isInside(one.bounds, unit.bounds)),
  )
  for (const cluster of hull ? clusters(ornaments) : ornaments.map((unit) => [unit])) {
    for (const unit of cluster) if (!scenery.has(unit)) replaced.set(unit, attachToEdges(unit, cluster, hull, canvas))
  }
  const now = (unit: Unit) => replaced.get(unit) as Unit
  const units = found.map(now)
  return {
    units,
    riders: new Map([...riders].map(([text, band]) => [now(text), now(band)])),
    followers: new Set([...followers].map(now)),
    rows: findRows(units, canvas),
    scenery: new Set([...scenery].map(now)),
  }
}

/** Whether a unit lies inside another one or mostly overlaps it, like pearls on a thread. */
function isHeld(unit: Unit, holder: Unit): boolean {
  if (unit.hasText || unit.hasPhoto) return isInside(unit.bounds, holder.bounds)
  const crosses = holder.role === 'span' && !holder.edges.top && !holder.edges.bottom
  return crosses && isInside(unit.bounds, holder.bounds) && area(unit.bounds) > area(holder.bounds) * 0.02
}

function findRiders(units: readonly Unit[], from: Size): Map<Unit, Unit> {
  const bands = units.filter(
    ({ role, edges, bounds, hasPhoto }) =>
      role === 'span' && !hasPhoto && edges.top !== edges.bottom && bounds[3] - bounds[1] < from.height * 0.42,
  )
  const riders = new Map<Unit, Unit>()
  for (const unit of units) {
    if (unit.role !== 'content' || !unit.hasText) continue
    const band = bands.find(({ bounds, layers }) => isInside(unit.bounds, bounds) && layers[0]?.type === 'shape')
    if (band) riders.set(unit, band)
  }
  return riders
}

/** Whether a unit is a picture at one side, as high as the canvas. */
function isHero(unit: Unit, { height }: Size): boolean {
  const { role, edges, hasText, hasPhoto, bounds } = unit
  const isTall = (edges.top && edges.bottom) || bounds[3] - bounds[1] > height * 0.9
  return role === 'span' && !hasText && !hasPhoto && isTall && edges.left !== edges.right && !isPlain(unit)
}

function isSmall({ bounds }: Unit, canvas: Size): boolean {
  return area(bounds) < area(toBounds(canvas)) * 0.2
}

/** Whether a unit is decoration that no other unit carries. */
function isOrnament(unit: Unit, holders: readonly Unit[]): boolean {
  if (unit.hasText || unit.hasPhoto || isBoxed(unit) || unit.layers.some(({ type }) => type === 'adjustment'))
    return false
  if (unit.role === 'loose' || unit.role === 'edge') return true
  return unit.role === 'content' && !holders.some((holder) => holder !== unit && isInside(unit.bounds, holder.bounds))
}

/** Groups of overlapping ornaments. */
function clusters(units: readonly Unit[]): Unit[][] {
  const sets: Unit[][] = []
  for (const unit of units) {
    const touching = sets.filter((set) => set.some((one) => overlaps(one.bounds, unit.bounds)))
    for (const set of touching) sets.splice(sets.indexOf(set), 1)
    sets.push([...touching.flat(), unit])
  }
  return sets
}

/** Finds scenery along the lower edge and the ornament that it carries: chains of overlapping units. */
function findScenery(
  units: readonly Unit[],
  {
    followers,
    riders,
    read,
    canvas,
  }: { followers: ReadonlySet<Unit>; riders: ReadonlyMap<Unit, Unit>; read: readonly Unit[]; canvas: Size },
): Set<Unit> {
  const isFree = (unit: Unit) =>
    !unit.hasText && !unit.hasPhoto && !followers.has(unit) && !riders.has(unit) && !isBoxed(unit)
  const found = units.filter((unit) => unit.role === 'span' && unit.edges.bottom && !unit.edges.top && isFree(unit))
  const rest = new Set(
    units.filter(
      (unit) =>
        isFree(unit) &&
        (['content', 'edge', 'loose'].includes(unit.role) || (unit.role === 'span' && !unit.edges.top)) &&
        area(unit.bounds) < area(toBounds(canvas)) * 0.6 &&
        !unit.layers.every(({ type }) => type === 'particles' || type === 'light') &&
        !read.some((one) => isInside(one.bounds, unit.bounds)),
    ),
  )
  const scenery = new Set<Unit>()
  while (found.length > 0) {
    const unit = found.pop() as Unit
    scenery.add(unit)
    rest.delete(unit)
    for (const one of rest)
      if (computeSharedArea(one.bounds, unit.bounds) > Math.min(area(one.bounds), area(unit.bounds)) * 0.12)
        found.push(one)
  }
  return scenery
}

function grounded(unit: Unit): Unit {
  return { ...unit, role: 'edge', edges: { ...unit.edges, top: false, bottom: true } }
}

function overlaps(one: Bounds, other: Bounds): boolean {
  return computeSharedArea(one, other) > Math.min(area(one), area(other)) * 0.25
}

/** Attaches ornament next to the content to its nearest edges; a large one counts as content. */
function attachToEdges(unit: Unit, cluster: readonly Unit[], hull: Bounds | undefined, canvas: Size): Unit {
  const bounds = around(cluster.map((one) => one.bounds))
  const [x, y] = computeCentre(bounds)
  const [w, h] = [canvas.width, canvas.height]
  const isMiddle = (x > w * 0.36 && x < w * 0.64) || (y > h * 0.36 && y < h * 0.64)
  const isLarge =
    hull !== undefined && computeSharedArea(bounds, toBounds(canvas)) > w * h * (unit.role === 'edge' ? 0.13 : 0.08)
  const touched = findReachedEdges(bounds, canvas)
  const hangs = touched.top || touched.bottom
  const isCorner = hangs && (touched.left || touched.right)
  if (isLarge && isMiddle && !(hangs && cluster.length > 2) && !isCorner && !(touched.left && touched.right))
    return { ...unit, role: 'content' }
  if (unit.role === 'edge') {
    const { edges } = unit
    const isLow = !edges.top && (edges.bottom || y > h * 0.8)
    return { ...unit, edges: { ...edges, bottom: isLow, top: edges.top || (!isLow && y < h * 0.2) } }
  }
  const isBetween = hull && x > hull[0] && x < hull[2] && y > hull[1] && y < hull[3]
  if (hull && area(unit.bounds) > w * h * 0.35 && unit.layers.every(({ type }) => type === 'shape'))
    return { ...unit, role: 'loose' }
  if (hull && (isBetween || computeSharedArea(bounds, hull) > area(bounds) * 0.5 || area(bounds) > w * h * 0.5))
    return unit
  const edges: Edges = {
    left: x < w * 0.36,
    right: x > w * 0.64,
    top: y < h * 0.36 || bounds[1] < h * 0.08,
    bottom: (y > h * 0.64 || bounds[3] > h * 0.92) && bounds[1] >= h * 0.08,
  }
  return { ...unit, role: 'edge', edges }
}

/** Finds ornaments along the upper or lower edge, over most of its length, except for two corners. */
function findRows(units: readonly Unit[], canvas: Size): Set<Unit> {
  const rows = new Set<Unit>()
  for (const edge of ['top', 'bottom'] as const) {
    const other = edge === 'top' ? 'bottom' : 'top'
    const along = units.filter(
      ({ role, edges, bounds }) =>
        role === 'edge' && edges[edge] && !edges[other] && bounds[2] - bounds[0] < canvas.width * 0.5,
    )
    const wide = along.reduce((sum, { bounds }) => sum + bounds[2] - bounds[0], 0)
    if (along.length < 3 || (along.length < 5 && wide < canvas.width * 0.6)) continue
    const centres = along.map(({ bounds }) => computeCentre(bounds)[0])
    if (Math.max(...centres) - Math.min(...centres) > canvas.width * 0.6) for (const unit of along) rows.add(unit)
  }
  return rows
}
