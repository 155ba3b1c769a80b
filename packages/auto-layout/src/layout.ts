// Lays out a template in a shape that its designer did not draw, by the roles of its layers, and decides whether to offer it.

import type { TemplateDocument } from '@vitrine/document/document'
import type { Layer, TextLayer } from '@vitrine/document/layer'
import { type Bounds, computeMeanScale, intersect } from '@vitrine/document/matrix'
import { type Defaults, defaultText, fitText, lineWidth, matrixAt, measureTextSize, restFrame } from './layer-bounds.ts'
import { LEAST_TEXT, type Plan, plan, SAFE_MARGIN } from './plan.ts'
import { rewriteLayers } from './rewrite.ts'
import { area, collectUnits, computeSharedArea, mapped, type Placement, type Size, type Unit } from './unit.ts'

/** The shapes in which every template is offered, provided that an acceptable layout is found. */
export const SHAPES = ['9:16', '4:5', '1:1', '16:9'] as const

export type Shape = (typeof SHAPES)[number]

/** Maximum side length of a canvas. */
const MAX_SIDE = 4096
/** Limits of compared parts of a template, and of layers of a document. */
const MAX_UNITS = 400
const MAX_LAYERS = 2000

/** The canvas of a shape for a template: its shortest side is as long as the template's. */
export function computeCanvasSize(shape: Shape, canvas: Size): Size {
  const [across = 1, down = 1] = shape.split(':').map(Number)
  const short = Math.min(canvas.width, canvas.height, (MAX_SIDE * Math.min(across, down)) / Math.max(across, down))
  const even = (length: number) => 2 * Math.round(length / 2)
  const scale = short / Math.min(across, down)
  return { width: even(across * scale), height: even(down * scale) }
}

/**
 * The version of the layout. Part of the key of renders in a computed shape: increment it when the same document would be laid
 * out differently.
 */
export const LAYOUT_VERSION = 1

/** A template in another shape, or the fault that prevents it. */
type Layout = { document: TemplateDocument; fault?: undefined } | { document?: undefined; fault: Fault }

const known = new WeakMap<TemplateDocument, Map<string, Layout>>()

/**
 * Lays a template out in a shape that its designer did not draw. Pure: equal documents give equal layouts. Results are cached
 * as long as the document exists.
 */
export function layOut(document: TemplateDocument, shape: Shape): Layout {
  let layouts = known.get(document)
  if (!layouts) {
    layouts = new Map()
    known.set(document, layouts)
  }
  let layout = layouts.get(shape)
  if (!layout) {
    layout = computeLayout(document, computeCanvasSize(shape, document.canvas))
    layouts.set(shape, layout)
  }
  return layout
}

function computeLayout(document: TemplateDocument, to: Size): Layout {
  const { canvas } = document
  const from = { width: canvas.width, height: canvas.height }
  const defaults = new Map(document.fields.map((field) => [field.id, field]))
  const { units, open } = collectUnits(document.layers, { canvas: from, duration: canvas.duration, defaults })
  if (units.length > MAX_UNITS) return { fault: 'too-many' }
  const planned = plan(units, from, to, defaults)
  const fault = findFault(planned, from, to)
  if (fault) return { fault }
  const raised = raiseTexts(planned, { to, defaults })
  const layers = rewriteLayers(document.layers, { ...planned, open, from, to, raised })
  if (countLayers(layers) > MAX_LAYERS) return { fault: 'too-many' }
  return { document: { ...document, canvas: { ...canvas, ...to }, layers } }
}

function countLayers(layers: readonly Layer[]): number {
  return layers.reduce((sum, layer) => sum + 1 + (layer.type === 'group' ? countLayers(layer.layers) : 0), 0)
}

// Decides whether a layout may be offered, by the same measures that created it.

/** Why a template is not offered in a shape. */
export type Fault = 'outside' | 'overlap' | 'too-small' | 'too-many'

/** The fault of a plan; undefined for an acceptable one. */
function findFault({ units, placements }: Plan, from: Size, to: Size): Fault | undefined {
  const texts = units.filter((unit) => unit.hasText && unit.role === 'content')
  const now = (unit: Unit): Bounds | undefined => {
    const placed = placements.get(unit)
    return placed?.kind === 'map' ? mapped(unit.bounds, placed) : undefined
  }
  const scale = (unit: Unit) => {
    const placed = placements.get(unit)
    return placed?.kind === 'map' ? placed.sy : 1
  }
  // Texts may be enlarged beyond their scale for legibility; below a third, the result would be a different design.
  if (texts.some((unit) => scale(unit) < 0.34)) return 'too-small'
  const margin = Math.min(to.width, to.height) * SAFE_MARGIN * 0.5
  const whole: Bounds = [margin, margin, to.width - margin, to.height - margin]
  const safe: Bounds = [0, 0, from.width, from.height]
  for (const unit of texts) {
    const bounds = now(unit)
    if (!bounds) continue
    const was = computeSharedArea(unit.bounds, safe) / Math.max(1, area(unit.bounds))
    const inside = intersect(bounds, whole)
    if (was > 0.98 && (!inside || area(inside) < area(bounds) * 0.98)) return 'outside'
  }
  const seen = units.filter((unit) => unit.role === 'content' && (unit.hasText || unit.hasPhoto))
  const isNew = seen.some((one, n) =>
    seen.slice(0, n).some((other) => {
      const [a, b] = [now(one), now(other)]
      if (!a || !b || !(one.hasText || other.hasText)) return false
      const before = computeSharedArea(one.bounds, other.bounds) / Math.min(area(one.bounds), area(other.bounds))
      return computeSharedArea(a, b) > Math.min(area(a), area(b)) * (before + 0.12)
    }),
  )
  return isNew ? 'overlap' : undefined
}

// Enlarges texts that a layout made too small to read, in boxes with room for them.

/** Texts by id with a readable size and a box for it. */
function raiseTexts(
  { units, placements }: Plan,
  { to, defaults }: { to: Size; defaults: Defaults },
): ReadonlyMap<string, Layer> {
  const least = (LEAST_TEXT * Math.min(to.width, to.height)) / 1080
  const raised = new Map<string, Layer>()
  const visit = (layer: Layer, scale: number) => {
    if (layer.type === 'text') {
      const changed = raise(layer, (least * 1.01) / scale, defaults)
      if (changed) raised.set(layer.id, changed)
    }
    if (layer.type !== 'group') return
    for (const child of layer.layers)
      visit(child, scale * computeMeanScale(matrixAt(child, restFrame(child, child.out))))
  }
  for (const unit of units) {
    const scale = getPlacementScale(placements.get(unit))
    for (const layer of unit.layers)
      visit(layer, scale * computeMeanScale(matrixAt(layer, restFrame(layer, layer.out))))
  }
  return raised
}

function getPlacementScale(placement: Placement | undefined): number {
  return placement?.kind === 'map' ? Math.min(Math.abs(placement.sx), placement.sy) : 1
}

function raise(layer: TextLayer, least: number, defaults: Defaults): TextLayer | undefined {
  const { size } = fitText(layer, defaults)
  const field = typeof layer.text === 'object' ? defaults.get(layer.text.$field) : undefined
  const fit = layer.fit ?? (field?.type === 'text' ? field.fit : undefined)
  const isLow = fit?.mode === 'shrink' && (fit.min ?? 0) < least
  if (size >= least && !isLow) return undefined
  const readableSize = Math.max(least, measureTextSize(layer))
  const changes: Partial<TextLayer> = {
    ...(isLow && { fit: { ...fit, min: Math.ceil(least) } }),
    ...(readableSize > measureTextSize(layer) && { size: Math.ceil(readableSize) }),
  }
  return { ...layer, ...changes, box: grown({ ...layer, ...changes }, Math.max(least, size), defaults) }
}

/** The box of a text, as wide and high as its default text needs at a size. */
function grown(layer: TextLayer, size: number, defaults: Defaults): TextLayer['box'] {
  const [x, y, width, height] = layer.box
  const widest = Math.max(
    ...defaultText(layer, defaults)
      .split('\n')
      .map((line) => lineWidth(line, layer, size)),
  )
  const { lines } = fitText({ ...layer, size, fit: { mode: 'none' } }, defaults)
  const tall = Math.max(height, Math.min(lines, layer.maxLines ?? lines) * size * (layer.lineHeight ?? 1.2))
  const isSingle = fitText(layer, defaults).lines === 1
  const wide = isSingle ? Math.max(width, widest * 1.35) : width
  const share = layer.align === 'center' ? 0.5 : layer.align === 'right' || layer.align === 'end' ? 1 : 0
  const down = layer.valign === 'top' ? 0 : layer.valign === 'bottom' ? 1 : 0.5
  const high = isSingle ? Math.max(height, size * (layer.lineHeight ?? 1.2)) : tall
  return [x - (wide - width) * share, y - (high - height) * down, wide, high]
}
