// Converts an edited document back to a template.
import type { TemplateDocument } from '@vitrine/document/document'
import type { Layer } from '@vitrine/document/layer'
import { collectLocks } from './edit.ts'
import { everyLayer, isOwn, OWN_LAYER_PREFIX } from './layer-list.ts'

/**
 * Converts `edited`, the result of edits to `original`, to a template document. Added layers get ids with a different prefix,
 * so that they never collide with those that customers add to the new template. The designer's locks apply again where they
 * were not changed, and the template's shapes no longer mention removed layers.
 */
export function toEditedTemplate(original: TemplateDocument, edited: TemplateDocument): TemplateDocument {
  const { unlocked: _unlocked, variants, ...rest } = edited
  const ids = newIds(edited.layers)
  const held = collectLocks(original)
  const layers = edited.layers.map((layer) => toTemplateLayer(layer, ids, held))
  const fonts = edited.fonts.map(({ added: _added, ...face }) => face)
  const left = variants && pruneVariants(variants, new Set(everyLayer(layers).map(({ id }) => id)))
  return { ...rest, fonts, layers, ...(left && Object.keys(left).length > 0 && { variants: left }) }
}

/** New ids of added layers by their old ones. */
function newIds(layers: readonly Layer[]): Map<string, string> {
  const taken = new Set(everyLayer(layers).map(({ id }) => id))
  const ids = new Map<string, string>()
  for (const { id } of everyLayer(layers)) {
    if (!isOwn(id)) continue
    const preferred = `added-${id.slice(OWN_LAYER_PREFIX.length)}`.slice(0, 60)
    let next = preferred
    for (let n = 2; taken.has(next); n++) next = `${preferred}-${n}`
    taken.add(next)
    ids.set(id, next)
  }
  return ids
}

function toTemplateLayer(layer: Layer, ids: ReadonlyMap<string, string>, held: ReturnType<typeof collectLocks>): Layer {
  const named = (id: string) => ids.get(id) ?? id
  return {
    ...(Object.hasOwn(held, layer.id) ? held[layer.id] : {}),
    ...layer,
    id: named(layer.id),
    ...(layer.parent !== undefined && { parent: named(layer.parent) }),
    ...(layer.matte && { matte: { ...layer.matte, layer: named(layer.matte.layer) } }),
    ...(layer.type === 'group' && { layers: layer.layers.map((child) => toTemplateLayer(child, ids, held)) }),
  } as Layer
}

type Variants = NonNullable<TemplateDocument['variants']>

function pruneVariants(variants: Variants, present: ReadonlySet<string>): Variants {
  return Object.fromEntries(
    Object.entries(variants).map(([aspect, { layers, ...variant }]) => {
      const remaining = Object.entries(layers ?? {}).filter(([id]) => present.has(id))
      return [aspect, { ...variant, ...(layers && { layers: Object.fromEntries(remaining) }) }]
    }),
  )
}
