// Lays out a template in a shape that its designer did not draw, by the roles of its layers.
import type { TemplateDocument } from '@vitrine/document/document'
import type { Layer } from '@vitrine/document/layer'
import { type Fault, findFault } from './accept.ts'
import { plan } from './plan.ts'
import { rewriteLayers } from './rewrite.ts'
import { raiseTexts } from './text-floor.ts'
import { collectUnits, type Size } from './unit.ts'

/** The shapes in which every template is offered, provided that an acceptable layout is found. */
export const SHAPES = ['9:16', '4:5', '1:1', '16:9'] as const

export type Shape = (typeof SHAPES)[number]

/** Maximum side length of a canvas. */
const MAX_SIDE = 4096
/** Limits of compared parts of a template, and of layers of a document. */
const MAX_UNITS = 400
const MAX_LAYERS = 2000

/** The canvas of a shape for a template: its shortest side is as long as the template's. */
export function sizeOfShape(shape: Shape, canvas: Size): Size {
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
export type Layout = { document: TemplateDocument; fault?: undefined } | { document?: undefined; fault: Fault }

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
    layout = computeLayout(document, sizeOfShape(shape, document.canvas))
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
