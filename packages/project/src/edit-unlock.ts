// Edits of the store's owner, who may change what a designer has locked. The store rejects them for everybody else.
import type { TemplateDocument } from '@vitrine/document/document'
import type { Layer } from '@vitrine/document/layer'
import type { Lock } from '@vitrine/document/layer-base'
import { everyLayer, type Failure, fail, isOfTimeline } from './layer-list.ts'
import type { WorkingDocument } from './working-document.ts'

/** The locks of a layer before unlocking. */
export interface Held {
  locks?: readonly Lock[]
  alwaysOnTop?: boolean
}

/** Removes every lock, and the `alwaysOnTop` of layers. */
export function unlock(document: WorkingDocument): Failure | undefined {
  if (document.isUnlocked) return fail('malformed', 'Everything is unlocked already')
  document.addWork(document.layerCount)
  for (const node of document.every()) document.replace(node, free(node.layer))
  document.setUnlocked()
  return undefined
}

function free(layer: Layer): Layer {
  if (isOfTimeline(layer.id) || (layer.locks === undefined && layer.alwaysOnTop === undefined)) return layer
  const { locks: _locks, alwaysOnTop: _top, ...rest } = layer
  return rest as Layer
}

/** Layers without the designer's locks, including those in groups, as after `unlock`. */
export function freeLayers(layers: readonly Layer[]): readonly Layer[] {
  const freed = layers.map((layer) => {
    const one = free(layer)
    if (one.type !== 'group') return one
    const inside = freeLayers(one.layers)
    return inside === one.layers ? one : { ...one, layers: inside }
  })
  return freed.every((layer, n) => layer === layers[n]) ? layers : freed
}

/** What `unlock` removes, by layer id. */
export function collectHeld(document: TemplateDocument): Record<string, Held> {
  const entries = everyLayer(document.layers)
    .filter((layer) => !isOfTimeline(layer.id) && (layer.locks !== undefined || layer.alwaysOnTop !== undefined))
    .map(({ id, locks, alwaysOnTop }) => [
      id,
      { ...(locks && { locks }), ...(alwaysOnTop !== undefined && { alwaysOnTop }) },
    ])
  return Object.fromEntries(entries)
}
