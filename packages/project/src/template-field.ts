// Edits the fields of a template for its owner: adds a field for a layer's content, changes a field's properties, and removes a
// field, which restores the original value.

import type { TemplateDocument, Variant } from '@vitrine/document/document'
import type { AssetId, Crop, Field, MediaField } from '@vitrine/document/field'
import { FieldCollector, fieldId } from '@vitrine/document/field-collector'
import type { GroupLayer, ImageLayer, Layer, LayerType, MediaLayer, TextLayer } from '@vitrine/document/layer'
import { everyLayer } from './layer-list.ts'
import { fieldValue, inheritRules, isBinding, isVisible, resolveRig, resolveValue, type Scope } from './resolve.ts'
import { bindColor, listColors } from './template-color.ts'

/** What a field can control about a layer: its content, one of its colours, or its visibility. */
export type PlaceKind = 'text' | 'media' | 'audio' | 'color' | 'toggle'

/** A property of a layer that a field could control but does not. */
export interface FieldPlace {
  readonly layerId: string
  readonly layerType: LayerType
  readonly name: string
  readonly kind: PlaceKind
  /** The current text, file id, colour as `#rrggbb`, or id of the layer that is shown. */
  readonly shows: string
}

/** Changes of one field. Absent properties stay, null removes a value. */
export interface FieldRevision {
  readonly id: string
  /** For a new field: the layers whose content it fills, all of one kind. */
  readonly layers?: readonly string[] | undefined
  /** For a new field: instead of their content, it controls this colour, `#rrggbb`, wherever these layers use it. */
  readonly color?: string | undefined
  /** For a new field: instead of their content, it controls the visibility of these layers. */
  readonly isSwitch?: true | undefined
  /** Only for photo and video fields. */
  readonly accept?: MediaField['accept'] | undefined
  readonly label?: string | undefined
  readonly group?: string | null | undefined
  readonly hint?: string | null | undefined
  readonly required?: boolean | null | undefined
  readonly default?: string | number | boolean | readonly [number, number] | null | undefined
  readonly rules?: Readonly<Record<string, number>> | null | undefined
}

interface FieldChange {
  /** Every field of the resulting document, once, in the order in which customers see them. */
  readonly fields: readonly FieldRevision[]
  readonly removed?: readonly string[] | undefined
}

type ChangedFields =
  | { readonly document: TemplateDocument; readonly fault?: undefined }
  | { readonly document?: undefined; readonly fault: string }

/** What fields could control, layer by layer, top first. Layers that are never shown are excluded. */
export function listFieldPlaces(document: TemplateDocument): FieldPlace[] {
  const mattes = new Set(everyLayer(document.layers).map(({ matte }) => matte?.layer))
  return shownLayers(document.layers).flatMap((layer): FieldPlace[] => {
    const place = (kind: PlaceKind, shows: string): FieldPlace => ({
      layerId: layer.id,
      layerType: layer.type,
      name: layer.name?.trim() || layer.id,
      kind,
      shows,
    })
    const colors = listColors(layer).map((color) => place('color', color))
    // A matte is not visible itself.
    const isSeen = !mattes.has(layer.id) && (layer.type !== 'group' || layer.layers.length > 0)
    const isOpen = isSeen && typeof layer.visible !== 'object'
    return [...contentPlaces(layer, place), ...colors, ...(isOpen ? [place('toggle', layer.id)] : [])]
  })
}

function contentPlaces(layer: Layer, place: (kind: PlaceKind, shows: string) => FieldPlace): FieldPlace[] {
  if (layer.type === 'text')
    return typeof layer.text === 'string' && layer.text.trim() !== '' && layer.liveText === undefined
      ? [place('text', layer.text)]
      : []
  const file = findFixedFile(layer)
  return file === undefined ? [] : [place(layer.type === 'audio' ? 'audio' : 'media', file)]
}

/** The layers of a list and its groups that can be visible. */
function shownLayers(layers: readonly Layer[]): Layer[] {
  return layers
    .filter(({ visible }) => visible !== false)
    .flatMap((layer) => (layer.type === 'group' ? [layer, ...shownLayers(layer.layers)] : [layer]))
}

/** The file that a layer shows regardless of customers' values. */
function findFixedFile(layer: Layer): AssetId | undefined {
  if (layer.type !== 'image' && layer.type !== 'media' && layer.type !== 'audio') return undefined
  const source = layer.type === 'image' ? layer.asset : layer.source
  if (typeof source === 'string') return source
  return 'asset' in source ? source.asset : undefined
}

/** An id for a field called `label` that is not in `taken`. */
export function newFieldId(label: string, taken: Iterable<string>): string {
  const known = new Set(taken)
  const base = fieldId(label) || 'field'
  for (let number = 1; ; number++) {
    const id = number === 1 ? base : `${base}-${number}`
    if (!known.has(id)) return id
  }
}

/**
 * Applies changes to the fields of a document. The result must still be validated, because labels, rules and defaults are used
 * unchecked. The unfilled template looks the same, except for new defaults. `fault` is a message for the owner when a change is
 * impossible.
 */
export function changeFields(document: TemplateDocument, { fields, removed = [] }: FieldChange): ChangedFields {
  const known = new Set(document.fields.map(({ id }) => id))
  const named = [...fields.map(({ id }) => id), ...removed]
  const isEach = new Set(named).size === named.length && [...known].every((id) => named.includes(id))
  const areKnown = removed.every((id) => known.has(id)) && fields.every(({ id, layers }) => known.has(id) === !layers)
  if (!isEach || !areKnown) return { fault: 'The fields are not those of this version. Please reload.' }
  if (fields.length === 0 && removed.length > 0)
    return { fault: 'At least one field must stay: without any there is nothing to edit.' }
  let changed = withoutFields(document, new Set(removed))
  for (const { id, layers = [], label = '', accept, color, isSwitch } of fields.filter((field) => field.layers)) {
    const bound = bindField(changed, id, { layers, label, accept, color, isSwitch })
    if (typeof bound === 'string') return { fault: bound }
    changed = bound
  }
  const revised = fields.map((revision, order) => revise(changed, revision, order))
  return { document: withoutLostFiles(document, { ...changed, fields: revised }) }
}

function revise(document: TemplateDocument, revision: FieldRevision, order: number): Field {
  const { id, layers: _layers, color: _color, isSwitch: _isSwitch, ...change } = revision
  const field = document.fields.find((field) => field.id === id)
  const present = Object.entries({ ...field, ...change, order }).filter(
    ([, value]) => value !== null && value !== undefined,
  )
  return Object.fromEntries(present) as unknown as Field
}

// Adding a field.

interface Wish extends Pick<FieldRevision, 'accept' | 'color' | 'isSwitch'> {
  readonly layers: readonly string[]
  readonly label: string
}

function bindField(document: TemplateDocument, id: string, wish: Wish): TemplateDocument | string {
  const wished = listFieldPlaces(document).filter((place) => isWished(place, wish))
  const places = new Map(wished.map((place) => [place.layerId, place]))
  const chosen = wish.layers.map((layerId) => places.get(layerId))
  const [first] = chosen
  if (!first || chosen.some((place) => place?.kind !== first.kind))
    return `“${wish.label}” has no place of its own: its layer cannot be filled in, or another field fills it.`
  const field = { ...makeField(document, first, wish), id }
  const filled = new Set(wish.layers)
  const { ofLayer, ofShape } = createBindings(document, first, id)
  return {
    ...document,
    fields: [...document.fields, field],
    layers: mapLayers(document.layers, filled, ofLayer),
    ...(document.variants && { variants: mapVariants(document.variants, filled, ofShape) }),
  }
}

/** Whether a new field controls exactly this property of the layer. */
function isWished({ kind, shows }: FieldPlace, { color, isSwitch }: Wish): boolean {
  if (isSwitch) return kind === 'toggle'
  if (color !== undefined) return kind === 'color' && shows === color.toLowerCase()
  return kind !== 'toggle' && kind !== 'color'
}

interface FieldBindings {
  readonly ofLayer: (layer: Layer) => Layer
  /** The same for a shape variant's changes of the layer. */
  readonly ofShape: (change: LayerChange) => LayerChange
}

function createBindings(document: TemplateDocument, { kind, shows }: FieldPlace, $field: string): FieldBindings {
  if (kind === 'color')
    return {
      ofLayer: (layer) => bindColor(layer, shows, $field),
      ofShape: (change) => bindColor(change, shows, $field),
    }
  if (kind === 'toggle') return { ofLayer: (layer) => ({ ...layer, visible: { $field } }), ofShape: withoutShown }
  return { ofLayer: (layer) => bindContent(layer, $field, document), ofShape: withoutContent }
}

/** Creates the field as an import would for a layer with such a placeholder name. */
function makeField(document: TemplateDocument, place: FieldPlace, { label, accept }: Wish): Field {
  const collector = new FieldCollector()
  const named = { label: label || 'Field', unknown: [] }
  const layer = everyLayer(document.layers).find(({ id }) => id === place.layerId)
  switch (place.kind) {
    case 'text':
      collector.text(named, place.shows, measureTextRoom(layer as TextLayer, place.shows))
      break
    case 'color':
      collector.color(named, place.shows)
      break
    case 'toggle':
      collector.toggle(named)
      break
    case 'audio':
      collector.audio({ ...named, kind: 'audio' }, place.shows as AssetId)
      break
    case 'media': {
      const isVideo = document.assets[place.shows as AssetId]?.kind === 'video'
      const kinds = accept ?? (isVideo ? ['video'] : ['image'])
      const kind = kinds.length > 1 ? 'media' : kinds[0] === 'video' ? 'video' : 'photo'
      const [, , width, height] = findMediaBox(layer as ImageLayer | MediaLayer, document)
      collector.media({ ...named, kind }, [width, height], place.shows as AssetId)
    }
  }
  return collector.fields[0] as Field
}

/** The font size, and how many lines fit into the layer. */
function measureTextRoom(layer: TextLayer, text: string): { size: number; lines: number } {
  const size = typeof layer.size === 'number' ? layer.size : 40
  const room = Math.floor(layer.box[3] / (size * (layer.lineHeight ?? 1.2)))
  return { size, lines: layer.maxLines ?? Math.max(room, text.split('\n').length) }
}

function mapLayers(layers: readonly Layer[], ids: ReadonlySet<string>, map: (layer: Layer) => Layer): Layer[] {
  return layers.map((layer) => {
    const mapped = ids.has(layer.id) ? map(layer) : layer
    return mapped.type === 'group' ? { ...mapped, layers: mapLayers(mapped.layers, ids, map) } : mapped
  })
}

function bindContent(layer: Layer, $field: string, document: TemplateDocument): Layer {
  if (layer.type === 'text') return { ...layer, text: { $field } }
  if (layer.type === 'audio') return { ...layer, source: { $field } }
  if (layer.type === 'image') return toFramedMedia(layer, $field, document)
  if (layer.type !== 'media') return layer
  // From now on the frame determines how the picture is placed.
  const crop =
    layer.crop ?? (typeof layer.source === 'object' && 'crop' in layer.source ? layer.source.crop : undefined)
  return { ...layer, source: { $field }, ...(crop && { crop: crop as Crop }) }
}

/** Converts an image layer to a media frame: only a frame can be filled, cropped and zoomed. */
function toFramedMedia(layer: ImageLayer, $field: string, document: TemplateDocument): MediaLayer {
  const { asset: _asset, fit, type: _type, ...rest } = layer
  // Without a box it is rotated and scaled about its own corner.
  const ks = layer.box ? layer.ks : { a: [0, 0], ...layer.ks }
  return {
    ...rest,
    ...(ks && { ks }),
    type: 'media',
    source: { $field },
    box: findMediaBox(layer, document),
    fit: fit === 'contain' ? 'contain' : 'cover',
  }
}

function findMediaBox(layer: ImageLayer | MediaLayer, document: TemplateDocument): MediaLayer['box'] {
  if (layer.box) return layer.box
  const file = findFixedFile(layer)
  const asset = file && document.assets[file]
  return asset && 'w' in asset ? [0, 0, asset.w, asset.h] : [0, 0, document.canvas.width, document.canvas.height]
}

/** A shape variant's changes of a layer without its content, which the field now controls. */
function withoutContent(change: LayerChange): LayerChange {
  const { text: _text, source: _source, asset: _asset, ...rest } = change
  return rest.fit === 'fill' ? { ...rest, fit: 'cover' } : rest
}

/** A shape variant's changes of a layer without its visibility, which the toggle now controls. */
function withoutShown({ visible, ...rest }: LayerChange): LayerChange {
  return visible === false ? { ...rest, visible } : rest
}

// Removing a field.

function withoutFields(document: TemplateDocument, ids: ReadonlySet<string>): TemplateDocument {
  if (ids.size === 0) return document
  const removedFields = document.fields.filter(({ id }) => ids.has(id))
  const scope: Scope = new Map(removedFields.map((field) => [field.id, { field, value: fieldValue(field, {}) }]))
  const empty = new Set(everyLayer(document.layers).flatMap((layer) => (isEmptied(layer, scope) ? [layer.id] : [])))
  const { timeline } = document
  const { layer: main, ...others } = timeline ?? {}
  const stillFits =
    main === undefined || !everyLayer(document.layers).some((layer) => layer.id === main && fills(layer, ids))
  return {
    ...document,
    fields: document.fields.filter(({ id }) => !ids.has(id)),
    layers: document.layers.map((layer) => settle(layer, scope)),
    ...(document.variants && {
      variants: resolveValue(mapVariants(document.variants, empty, placeOnly), scope) as typeof document.variants,
    }),
    ...(document.rig && { rig: resolveRig(document.rig, (id) => scope.get(id)?.value) }),
    ...(timeline && { timeline: stillFits ? timeline : others }),
  }
}

/** Whether one of these fields fills the layer. */
function fills(layer: Layer, ids: { has(id: string): boolean }): boolean {
  const content = layer.type === 'media' || layer.type === 'audio' ? layer.source : undefined
  return isBinding(content) && ids.has(content.$field)
}

/** Whether the layer becomes empty: it had no file of its own. */
function isEmptied(layer: Layer, scope: Scope): boolean {
  const content = layer.type === 'media' || layer.type === 'audio' ? layer.source : undefined
  const bound = isBinding(content) && content.map === undefined ? scope.get(content.$field) : undefined
  return bound !== undefined && bound.value === undefined
}

/** The layer with the values of the scope's fields instead of bindings. */
function settle(layer: Layer, scope: Scope): Layer {
  const { visible, ...rest } = isEmptied(layer, scope) ? toEmptyGroup(layer) : layer
  const decided = typeof visible === 'object' && scope.has(visible.$field) ? isVisible(visible, scope) : visible
  return {
    ...(resolveValue(rest, scope) as Layer),
    ...(layer.type === 'text' && inheritRules(layer, scope)),
    ...(rest.type === 'group' && { layers: rest.layers.map((child) => settle(child, scope)) }),
    ...(decided !== undefined && decided !== true && { visible: decided }),
  } as Layer
}

/** Replaces a layer without content: others may follow it. */
function toEmptyGroup({ id, name, in: from, out, ks, parent, autoOrient, ...layer }: Layer): GroupLayer {
  const box = layer.type === 'media' ? layer.box : undefined
  const moves = { ...(ks && { ks }), ...(parent !== undefined && { parent }), ...(autoOrient && { autoOrient }) }
  return {
    id,
    ...(name !== undefined && { name }),
    type: 'group',
    in: from,
    out,
    ...moves,
    ...(box && { box }),
    layers: [],
  }
}

function placeOnly({ ks, box, in: from, out }: LayerChange): LayerChange {
  const properties = { ks, box, in: from, out }
  return Object.fromEntries(Object.entries(properties).filter(([, value]) => value !== undefined))
}

// Used by both.

type LayerChange = NonNullable<Variant['layers']>[string]

function mapVariants(
  variants: Readonly<Record<string, Variant>>,
  ids: ReadonlySet<string>,
  map: (change: LayerChange) => LayerChange,
): Readonly<Record<string, Variant>> {
  const mapEach = (layers: NonNullable<Variant['layers']>) =>
    Object.fromEntries(Object.entries(layers).map(([id, change]) => [id, ids.has(id) ? map(change) : change]))
  return Object.fromEntries(
    Object.entries(variants).map(([aspect, variant]) => [
      aspect,
      { ...variant, ...(variant.layers && { layers: mapEach(variant.layers) }) },
    ]),
  )
}

/** Removes assets that the document referred to before but no longer does. */
function withoutLostFiles(before: TemplateDocument, after: TemplateDocument): TemplateDocument {
  const toTextWithoutAssets = ({ assets: _assets, ...rest }: TemplateDocument) => JSON.stringify(rest)
  const [named, names] = [toTextWithoutAssets(before), toTextWithoutAssets(after)]
  const remaining = Object.entries(after.assets).filter(
    ([id]) => names.includes(`"${id}"`) || !named.includes(`"${id}"`),
  )
  return { ...after, assets: Object.fromEntries(remaining) as TemplateDocument['assets'] }
}
