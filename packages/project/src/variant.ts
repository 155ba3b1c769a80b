// The aspect ratios of a template: which ones a customer may pick, and how they change the document.

import { computeCanvasSize, type Fault, LAYOUT_VERSION, layOut, SHAPES, type Shape } from '@vitrine/auto-layout/layout'
import type { TemplateDocument } from '@vitrine/document/document'
import type { Layer } from '@vitrine/document/layer'

export { LAYOUT_VERSION }

/** One shape of a template. `aspect` is undefined for the designed one. */
export interface Aspect {
  aspect: string | undefined
  width: number
  height: number
}

/** Shapes whose ratios differ by less count as equal. */
const SAME_RATIO = 0.01

/**
 * What a customer may pick: first the template's own shape, then the designer's variants, then the computed shapes with an
 * acceptable layout. `without` excludes those that the owner does not offer; the own shape is always included.
 */
export function listAspects(document: TemplateDocument, without: readonly string[] = []): Aspect[] {
  const { width, height } = document.canvas
  const variants = Object.entries(document.variants ?? {}).map(([aspect, { canvas }]) => ({ aspect, ...canvas }))
  const computed = missingShapes(document)
    .filter((shape) => !without.includes(shape) && layOut(document, shape).document !== undefined)
    .map((aspect) => ({ aspect, ...computeCanvasSize(aspect, document.canvas) }))
  return [
    { aspect: undefined, width, height },
    ...variants.filter(({ aspect }) => !without.includes(aspect)),
    ...computed,
  ]
}

/** The computed shapes of a template: those that neither it nor its variants have. */
function missingShapes({ canvas, variants = {} }: TemplateDocument): Shape[] {
  const ratios = [canvas, ...Object.values(variants).map((variant) => variant.canvas)].map(
    ({ width, height }) => width / height,
  )
  return SHAPES.filter((shape) => {
    const { width, height } = computeCanvasSize(shape, canvas)
    return (
      !Object.hasOwn(variants, shape) && ratios.every((ratio) => Math.abs(ratio / (width / height) - 1) > SAME_RATIO)
    )
  })
}

/** A shape in which a template is not offered, and why. */
export interface MissingAspect {
  aspect: Shape
  fault: Fault
}

/** The shapes without an acceptable layout. */
export function listMissingAspects(document: TemplateDocument): MissingAspect[] {
  return missingShapes(document).flatMap((aspect) => {
    const { fault } = layOut(document, aspect)
    return fault ? [{ aspect, fault }] : []
  })
}

/** Whether a template can be drawn in an aspect. */
export function hasAspect(document: TemplateDocument, aspect: string): boolean {
  if (Object.hasOwn(document.variants ?? {}, aspect)) return true
  const shape = missingShapes(document).find((one) => one === aspect)
  return shape !== undefined && layOut(document, shape).document !== undefined
}

/** The layout version of a computed aspect; undefined for a designed one. */
export function layoutVersion(document: TemplateDocument, aspect: string | undefined): number | undefined {
  if (aspect === undefined || Object.hasOwn(document.variants ?? {}, aspect)) return undefined
  return hasAspect(document, aspect) ? LAYOUT_VERSION : undefined
}

/** The document in another aspect: changed by the designer's variant, or laid out. Unknown aspects change nothing. */
export function applyVariant(document: TemplateDocument, aspect: string | undefined): TemplateDocument {
  if (aspect === undefined) return document
  const variants = document.variants ?? {}
  const variant = Object.hasOwn(variants, aspect) ? variants[aspect] : undefined
  if (!variant) {
    const shape = missingShapes(document).find((one) => one === aspect)
    return (shape && layOut(document, shape).document) ?? document
  }
  const change = (layer: Layer): Layer => {
    const changes = variant.layers && Object.hasOwn(variant.layers, layer.id) ? variant.layers[layer.id] : {}
    const changed = { ...layer, ...changes } as Layer
    return changed.type === 'group' ? { ...changed, layers: changed.layers.map(change) } : changed
  }
  return { ...document, canvas: { ...document.canvas, ...variant.canvas }, layers: document.layers.map(change) }
}
