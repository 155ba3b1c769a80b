// What the customer may see and change of a layer: its name, type and locks.

import type { MessageDescriptor } from '@lingui/core'
import { msg, plural, t } from '@lingui/core/macro'
import { isCreatedByLayout } from '@vitrine/auto-layout/rewrite'
import type { TemplateDocument } from '@vitrine/document/document'
import type { Field } from '@vitrine/document/field'
import type { Layer, LayerType } from '@vitrine/document/layer'
import type { Lock } from '@vitrine/document/layer-base'
import type { ShapeItem } from '@vitrine/document/shape-item'
import { isFree } from '@vitrine/project/layer-list'
import { i18n } from '../../../../language/i18n.ts'

/** What the designer has locked, or the customer for their own layers. */
type LockedParts = Readonly<Record<Exclude<Lock, 'all'>, boolean>>

/** One row of the layer list. */
export interface LayerEntry {
  id: string
  /** As in the document, with unresolved bindings. */
  layer: Layer
  name: string
  type: LayerType
  /** 0 at the top level. */
  depth: number
  /** The id of its group. */
  into: string | null
  isHidden: boolean
  /** Added by the customer, or any layer for the owner who has unlocked the template. */
  isOwn: boolean
  /** Includes the locks of the surrounding groups. */
  locks: LockedParts
  isLocked: boolean
  /** Stays above what customers add. */
  isOnTop: boolean
  layers: readonly LayerEntry[]
}

const kindLabel: Record<LayerType, MessageDescriptor> = {
  solid: msg`Background`,
  shape: msg`Shape`,
  text: msg`Text`,
  image: msg`Image`,
  media: msg`Photo`,
  plate: msg`Video`,
  group: msg({ message: 'Group', context: 'layer' }),
  audio: msg`Audio`,
  particles: msg`Particles`,
  texture: msg`Texture`,
  light: msg({ message: 'Light', context: 'layer' }),
  adjustment: msg`Adjustment layer`,
}

/** Longest name that is shown, in characters. */
const maxName = 40

/**
 * All layers of a document, top first. Unchanged entries are the same objects as in `before`, so that their rows need
 * not render again.
 */
export function listLayers(document: TemplateDocument, before?: ReadonlyMap<string, LayerEntry>): LayerEntry[] {
  return listEntries(document.layers, { depth: 0, into: null, locks: new Set(), before }, document)
}

function isSameEntry(one: LayerEntry, other: LayerEntry): boolean {
  const { locks: heldOne, layers: layersOne, ...restOne } = one
  const { locks: heldOther, layers: layersOther, ...restOther } = other
  return (
    isShallowEqual(restOne, restOther) &&
    isShallowEqual(heldOne, heldOther) &&
    layersOne.length === layersOther.length &&
    layersOne.every((layer, n) => layer === layersOther[n])
  )
}

function isShallowEqual(one: Readonly<Record<string, unknown>>, other: Readonly<Record<string, unknown>>): boolean {
  return Object.keys(one).every((key) => one[key] === other[key])
}

interface Around {
  depth: number
  into: string | null
  locks: ReadonlySet<Lock>
  before: ReadonlyMap<string, LayerEntry> | undefined
}

function listEntries(layers: readonly Layer[], around: Around, document: TemplateDocument): LayerEntry[] {
  // Layers that a computed shape generates cannot be edited.
  return layers
    .filter((layer) => !isCreatedByLayout(layer))
    .map((layer) => {
      const locks = new Set([...around.locks, ...(layer.locks ?? [])])
      const isHeld = (lock: Lock) => locks.has('all') || locks.has(lock)
      const entry: LayerEntry = {
        id: layer.id,
        layer,
        name: getLayerName(layer, document),
        type: layer.type,
        depth: around.depth,
        into: around.into,
        isHidden: layer.visible === false,
        isOwn: isFree(document, layer.id),
        locks: { style: isHeld('style'), move: isHeld('move'), content: isHeld('content'), time: isHeld('time') },
        isLocked: locks.has('all'),
        isOnTop: layer.alwaysOnTop ?? false,
        layers:
          layer.type === 'group'
            ? listEntries(
                layer.layers,
                { depth: around.depth + 1, into: layer.id, locks, before: around.before },
                document,
              )
            : [],
      }
      const known = around.before?.get(layer.id)
      return known && isSameEntry(known, entry) ? known : entry
    })
}

/**
 * The designer's name of a layer, else its content: its field, its own text, its figure, the layers of a group; else
 * its type.
 */
export function getLayerName(layer: Layer | undefined, document: TemplateDocument): string {
  if (!layer) return t`Layer`
  if (layer.name) return layer.name
  const field = findShownField(layer, document)
  if (field) return field.label
  if (layer.type === 'text' && typeof layer.text === 'string' && layer.text.trim() !== '') {
    const text = layer.text.trim().replace(/\s+/g, ' ')
    return text.length > maxName ? `${text.slice(0, maxName - 1)}…` : text
  }
  if (layer.type === 'shape') return i18n._(describeFigure(layer.shapes))
  if (layer.type === 'group') {
    const leader = layer.layers.find(({ type }) => type === 'text') ?? layer.layers.find(({ type }) => type === 'media')
    const name = getLayerName(leader ?? layer.layers[0], document)
    return layer.layers.length > 0 ? t`Group: ${name}` : i18n._(kindLabel.group)
  }
  return i18n._(kindLabel[layer.type])
}

const figureLabel: Readonly<Record<string, MessageDescriptor>> = {
  rc: msg`Rectangle`,
  el: msg`Ellipse`,
  sr: msg`Star`,
}

/** A shape with at least this many outlines counts as a picture. */
const PICTURE_OUTLINES = 3

/** A description of the shape: one figure, however often, or a picture of several. */
function describeFigure(items: readonly ShapeItem[]): MessageDescriptor {
  const outlines = listOutlines(items)
  const kinds = new Set(outlines.map(({ ty }) => ty))
  const [kind] = kinds
  if (kinds.size === 1 && kind !== undefined && kind !== 'sh') return figureLabel[kind] ?? kindLabel.shape
  if (outlines.length >= PICTURE_OUTLINES) return msg`Illustration`
  const isLine = outlines.length > 0 && !items.some(({ ty }) => ty === 'fl' || ty === 'gf' || ty === 'gr')
  return isLine ? msg`Line` : kindLabel.shape
}

function listOutlines(items: readonly ShapeItem[]): ShapeItem[] {
  return items.flatMap((item) => (item.ty === 'gr' ? listOutlines(item.it) : isOutline(item) ? [item] : []))
}

function isOutline({ ty }: ShapeItem): boolean {
  return ty === 'sh' || ty in figureLabel
}

/** '3 layers' */
export function layerCountText(count: number): string {
  return t`${plural(count, { one: '# layer', other: '# layers' })}`
}

/** The field whose value is the content of a layer: its text, its photo. */
export function findShownField(layer: Layer, document: TemplateDocument): Field | undefined {
  const content = 'text' in layer ? layer.text : 'source' in layer ? layer.source : undefined
  if (typeof content !== 'object' || content === null || !('$field' in content)) return undefined
  return document.fields.find(({ id }) => id === content.$field)
}
