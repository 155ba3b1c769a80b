// Notices about layers without a field: photos, videos and texts that the customer added, and texts that were changed.
import { t } from '@lingui/core/macro'
import type { Crop } from '@vitrine/document/field'
import type { MediaLayer, TextLayer } from '@vitrine/document/layer'
import { usedCrop } from '@vitrine/painter/picture'
import { everyLayer, findPlace, isOwn } from '@vitrine/project/layer-list'
import { type Framing, limitCrop } from '../cropper/crop.ts'
import type { EditorModel } from '../model/editor-model.ts'
import type { LayerFitResult } from '../preview/painting.ts'
import { editedFor, shapedFor } from '../project/edited-document.ts'
import type { FieldNotice } from './field-frame.tsx'
import { sizeNotices } from './media-check.ts'
import { missingNotices } from './text-control.tsx'

export interface OwnPhoto {
  layerId: string
  name: string
  kind: 'image' | 'video'
  framing: Framing
  crop: Crop
}

/** All that are shown and known. Files in a field belong to that field. */
export function listOwnPhotos(model: EditorModel): OwnPhoto[] {
  const layers = everyLayer(editedFor(model.document, model.store.getContent()).layers)
  return layers.flatMap((layer) => (layer.type === 'media' ? (findOwnPhoto(model, layer) ?? []) : []))
}

/** The photo of a layer with its crop and frame; undefined for photos of a field or of the designer. */
export function findOwnPhoto({ library, player, preview }: EditorModel, layer: MediaLayer): OwnPhoto | undefined {
  const { source, box, fit = 'cover' } = layer
  const state = preview.get()
  if (state.status !== 'ready' || typeof source !== 'object' || !('asset' in source)) return undefined
  const asset = library.find(source.asset)
  const isDesigned = source.asset.startsWith('sha256:')
  if (isDesigned || !asset?.width || !asset.height) return undefined
  const kind = asset.kind === 'video' ? 'video' : 'image'
  const frame = Math.min(Math.max(player.getFrame(), layer.in), layer.out - 1)
  const place = state.painting.getPainter().placeOf(layer.id, frame)
  if (!place) return undefined
  const scale = Math.hypot(place.matrix[0], place.matrix[1])
  const framing = {
    source: { width: asset.width, height: asset.height },
    frame: { width: box[2] * scale, height: box[3] * scale },
    fit,
  }
  const crop = limitCrop(framing, usedCrop(source, layer, framing.source))
  return { layerId: layer.id, name: layer.name ?? asset.fileName ?? t`Photo`, kind, framing, crop }
}

export function ownPhotoNotices({ framing, crop, kind }: OwnPhoto): FieldNotice[] {
  return sizeNotices(framing, crop, kind)
}

const NAME_LENGTH = 24

/** The name of a text: its layer's name, else its first words. */
export function getTextName({ name, text }: Pick<TextLayer, 'name' | 'text'>): string {
  if (name) return name
  const content = typeof text === 'string' ? text.trim().replace(/\s+/g, ' ') : ''
  return content.length > NAME_LENGTH ? `${content.slice(0, NAME_LENGTH)}…` : content || t`Text`
}

/** Whether the customer has added or changed a layer; untouched ones are the designer's responsibility. */
export function isTouched({ document, store }: Pick<EditorModel, 'document' | 'store'>, layerId: string): boolean {
  const content = store.getContent()
  // A diff leaves layers that it does not name unchanged.
  const before = findPlace(shapedFor(document, content), layerId)?.layer
  return before !== findPlace(editedFor(document, content), layerId)?.layer
}

/**
 * Only texts that the customer added are reported when they leave the picture, because designers animate texts from
 * outside it.
 */
export function layerTextNotices(
  fitting: Pick<LayerFitResult, 'fits' | 'missing' | 'isOutside' | 'layer'>,
): FieldNotice[] {
  const { fits, missing, isOutside, layer } = fitting
  const isCut = isOwn(layer.id) && isOutside
  return [
    ...missingNotices(missing, typeof layer.text === 'string' ? layer.text : ''),
    ...(fits
      ? []
      : [{ tone: 'warn' as const, text: t`Too long for its box. Enlarge the box or make the text smaller.` }]),
    ...(isCut
      ? [{ tone: 'warn' as const, text: t`Runs off the canvas. Shorten the text, make it smaller or move it.` }]
      : []),
  ]
}
