// Finds and changes layers anywhere in a document, for customers' edits.

import { type Problem, toName } from '@vitrine/document/check'
import type { TemplateDocument } from '@vitrine/document/document'
import type { Layer } from '@vitrine/document/layer'

export type EditProblemCode =
  | 'malformed'
  | 'too-many'
  | 'too-much-work'
  | 'no-such-layer'
  | 'locked'
  | 'property-not-allowed'
  | 'id-not-allowed'
  | 'in-use'
  | 'invalid-value'

export interface Failure {
  code: EditProblemCode
  message: string
  problems?: readonly Problem[]
}

/** Prefix of the ids of layers that customers add, so that they never collide with a designer's. */
export const OWN_LAYER_PREFIX = 'own-'

export function isOwn(id: unknown): id is string {
  return typeof id === 'string' && id.startsWith(OWN_LAYER_PREFIX)
}

/** Whether a customer may remove, regroup and fill a layer: their own layers, and all of them for the owner after unlocking. */
export function isFree(document: TemplateDocument, id: unknown): id is string {
  return typeof id === 'string' && (document.unlocked === true || isOwn(id))
}

/** The layers of a timeline are changed only through the timeline. */
export function isTimelineId(id: string): boolean {
  return /^(clip|sound)-own-/.test(id)
}

export function fail(code: EditProblemCode, message: string, problems?: readonly Problem[]): Failure {
  return problems ? { code, message, problems } : { code, message }
}

export function noSuchLayer(id: unknown): Failure {
  return fail('no-such-layer', `There is no layer "${toName(id)}"`)
}

export function lockedLayer(layer: Layer): Failure {
  return fail('locked', `The designer has locked "${layer.name ?? layer.id}"`)
}

/** The position of a layer in the document. */
export interface Place {
  layer: Layer
  list: readonly Layer[]
  index: number
  /** The neighbour below it. */
  above: string | null
  /** The group that contains it. */
  into: string | null
  /** The surrounding groups, outermost first. */
  around: readonly Layer[]
}

/** Finds a layer, also inside groups. */
export function findPlace(document: TemplateDocument, id: unknown): Place | undefined {
  const search = (list: readonly Layer[], around: readonly Layer[]): Place | undefined => {
    for (const [index, layer] of list.entries()) {
      if (layer.id === id)
        return { layer, list, index, above: list[index + 1]?.id ?? null, into: around.at(-1)?.id ?? null, around }
      const inside = layer.type === 'group' ? search(layer.layers, [...around, layer]) : undefined
      if (inside) return inside
    }
    return undefined
  }
  return search(document.layers, [])
}

/** All layers of a list, including those in groups. */
export function everyLayer(layers: readonly Layer[]): Layer[] {
  return layers.flatMap((layer) => (layer.type === 'group' ? [layer, ...everyLayer(layer.layers)] : [layer]))
}
