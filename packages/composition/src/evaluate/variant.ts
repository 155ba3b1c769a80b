// The aspect ratios that a template comes in: what a customer may pick and what then changes.
import type { TemplateDocument } from '../document/document.ts'
import type { Layer } from '../document/layer.ts'

/** One shape of a template. `aspect` is undefined for the one it was designed in. */
export interface Aspect {
  aspect: string | undefined
  width: number
  height: number
}

/** What a customer may pick: the template's own shape first, then its variants. */
export function listAspects(document: TemplateDocument): Aspect[] {
  const { width, height } = document.canvas
  const others = Object.entries(document.variants ?? {}).map(([aspect, { canvas }]) => ({ aspect, ...canvas }))
  return [{ aspect: undefined, width, height }, ...others]
}

/** The document in another aspect: its canvas, and the properties that the variant names. Unknown aspects change nothing. */
export function applyVariant(document: TemplateDocument, aspect: string | undefined): TemplateDocument {
  const variants = document.variants ?? {}
  const variant = aspect !== undefined && Object.hasOwn(variants, aspect) ? variants[aspect] : undefined
  if (!variant) return document
  const change = (layer: Layer): Layer => {
    const changes = variant.layers && Object.hasOwn(variant.layers, layer.id) ? variant.layers[layer.id] : {}
    const changed = { ...layer, ...changes } as Layer
    return changed.type === 'group' ? { ...changed, layers: changed.layers.map(change) } : changed
  }
  return { ...document, canvas: { ...document.canvas, ...variant.canvas }, layers: document.layers.map(change) }
}
