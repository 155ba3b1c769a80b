// The photo or video that a layer shows, whether it is kept in a field of the template or in the layer.
import { t } from '@lingui/core/macro'
import type { Crop, MediaValue } from '@vitrine/composition/field'
import type { MediaLayer } from '@vitrine/composition/layer'
import { usedCrop } from '@vitrine/composition/painter-picture'
import { limitCrop, type Point } from '../../../core/cropper/crop.ts'
import type { Grip } from '../../../core/cropper/use-crop-area.ts'
import { gesturePrefix } from '../../../core/project/project-store.ts'
import type { CanvasModel, ChangeAbout } from './canvas-model.ts'
import { inverse, mapPoint } from './geometry.ts'
import { findShownField } from './layer-entry.ts'

/** What a layer shows; undefined while it is empty or no frame at all. */
function findPhoto(canvas: CanvasModel, layerId: string): { layer: MediaLayer; value: MediaValue } | undefined {
  const layer = canvas.findResolvedLayer(layerId)
  if (layer?.type !== 'media') return undefined
  const { source } = layer
  if (typeof source === 'string') return { layer, value: { asset: source } }
  return 'asset' in source ? { layer, value: source } : undefined
}

/** The file or the address of the photo that a layer shows; undefined for videos and missing files. */
export function findWholePhoto(canvas: CanvasModel, layerId: string): File | string | undefined {
  const found = findPhoto(canvas, layerId)
  const asset = found && canvas.editor.library.find(found.value.asset)
  return asset?.kind === 'image' ? (asset.url ?? asset.file) : undefined
}

/** Puts a photo into a layer, or into the field that the layer shows. */
function putPhoto(canvas: CanvasModel, layerId: string, value: MediaValue, about: ChangeAbout): void {
  const layer = canvas.findLayer(layerId)
  const field = layer && findShownField(layer, canvas.getDocument())
  if (field) canvas.fill(field.id, value, about)
  else canvas.run([{ op: 'set', layer: layerId, property: 'source', value }], about)
}

/** The grip on a photo in its frame. `toCanvas` leads from the window to the canvas. */
export function gripOnPhoto(canvas: CanvasModel, layerId: string, toCanvas: (point: Point) => Point): Grip | undefined {
  const found = findPhoto(canvas, layerId)
  const place = canvas.placeOf(layerId)
  const asset = found && canvas.editor.library.find(found.value.asset)
  const back = place && inverse(place.matrix)
  if (!found || !back || !asset?.width || !asset.height) return undefined
  const { layer, value } = found
  const [, , width, height] = layer.box
  const framing = {
    source: { width: asset.width, height: asset.height },
    frame: { width, height },
    fit: layer.fit ?? ('cover' as const),
  }
  return {
    framing,
    crop: limitCrop(framing, usedCrop(value, layer, framing.source)),
    toFrame: (point) => mapPoint(back, toCanvas(point)),
    onCrop: (crop: Crop, isHeld) => {
      const name = canvas.nameOf(layerId)
      const group = `${isHeld ? gesturePrefix : ''}crop:${layerId}`
      putPhoto(canvas, layerId, { ...value, crop }, { label: t`Crop ${name}`, group })
    },
    onEnd: canvas.editor.store.endGroup,
    onCancel: canvas.editor.store.cancelGesture,
  }
}
