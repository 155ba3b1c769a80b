// Warnings about a chosen photo or video before payment.
import { t } from '@lingui/core/macro'
import type { Crop, MediaField, MediaValue } from '@vitrine/document/field'
import type { MediaLayer } from '@vitrine/document/layer'
import { usedCrop } from '@vitrine/painter/picture'
import { type Framing, restingCrop, sharpness } from '../cropper/crop.ts'
import type { EditorModel } from '../model/editor-model.ts'
import { type FieldPlace, largestFrame } from '../preview/field-place.ts'
import type { PictureFault } from '../preview/pictures.ts'
import { damagedText } from '../preview/read-file.ts'
import type { KnownAsset } from '../project/asset-library.ts'
import type { FieldNotice } from './field-frame.tsx'
import { videoLengthNotices } from './length-check.ts'

export function mediaFields({ document }: Pick<EditorModel, 'document'>): MediaField[] {
  return document.fields.filter((field) => field.type === 'media')
}

/** Whether the template has a frame that takes a photo. */
export function hasPhotoField(model: EditorModel): boolean {
  return mediaFields(model).some(({ accept }) => accept.includes('image'))
}

/** Used when no layer shows the field: a square, so that a photo can still be looked at. */
const fallbackFrame = { width: 400, height: 400 }

/** The frame in which the picture is cropped, in the video's pixels, and the picture in it. */
export function computeFraming(
  field: MediaField,
  asset: KnownAsset | undefined,
  places: readonly FieldPlace[],
): { framing: Framing; crop: Crop; clip: unknown } | undefined {
  if (!asset?.width || !asset.height) return undefined
  const found = largestFrame(places, field.id)
  const layer = found?.place.layer.type === 'media' ? found.place.layer : undefined
  const size = found?.place.size ?? fallbackFrame
  const scale = found?.scale ?? 1
  const source = { width: asset.width, height: asset.height }
  return {
    framing: {
      source,
      frame: { width: size.width * scale, height: size.height * scale },
      fit: layer?.fit ?? field.fit ?? 'cover',
    },
    crop: layer ? uncropped(layer, source) : restingCrop,
    clip: layer?.clip,
  }
}

/** How a frame shows a picture that the customer has not cropped. */
function uncropped(layer: MediaLayer, source: Framing['source']): Crop {
  const faces = typeof layer.source === 'object' && 'faces' in layer.source ? layer.source.faces : undefined
  return usedCrop({ asset: 'sha256:none', ...(faces && { faces }) }, layer, source)
}

/** Source pixels for a video pixel below which a photo looks soft; a third less is hard to see in a video on a phone. */
const soft = 0.7
const blurred = 0.5

/** What is to be said of a file that the preview cannot show; what nobody can show keeps the project from being exported. */
export function faultNotice(fault: PictureFault, isGuest: boolean): FieldNotice {
  switch (fault) {
    case 'lost':
      return { tone: 'bad', blocks: true, text: t`This file is no longer on this device. Please choose it again.` }
    case 'damaged':
      return { tone: 'bad', blocks: true, text: damagedText() }
    case 'not-loaded':
      return { tone: 'note', text: t`This file could not be loaded. Please check your connection.` }
    case 'not-shown-here':
      return {
        tone: 'note',
        text: isGuest
          ? t`This browser cannot show this file. It is uploaded and converted when you sign in.`
          : t`This file cannot be previewed here; the export will show it.`,
      }
  }
}

/** `shown` is how many seconds of a video the design shows, where that is known. */
export function mediaNotices(
  field: MediaField,
  value: MediaValue | undefined,
  asset: KnownAsset | undefined,
  framing: Framing | undefined,
  shown?: number,
): FieldNotice[] {
  const notices: FieldNotice[] = []
  if (!value) return field.required ? [{ tone: 'warn', text: t`Please choose a file before you export.` }] : []
  if (framing) notices.push(...sizeNotices(framing, value.crop ?? restingCrop, asset?.kind, field.rules))
  if (asset?.kind === 'video')
    notices.push(...videoLengthNotices(field, value, { durationSeconds: asset.durationSeconds, shown }))
  return notices
}

/** Far fewer pixels than its frame shows, or a few fewer. */
export type SizeProblem = 'blurred' | 'soft'

/** Whether a photo or video has the pixels that its frame shows, and those that the designer asks for. */
export function findSizeProblem(
  framing: Framing,
  crop: Crop,
  { minWidth = 0, minHeight = 0 }: NonNullable<MediaField['rules']> = {},
): SizeProblem | undefined {
  const ratio = sharpness(framing, crop)
  if (ratio < blurred) return 'blurred'
  const { width, height } = framing.source
  return ratio < soft || width < minWidth || height < minHeight ? 'soft' : undefined
}

/** `findSizeProblem` in a sentence. */
export function sizeNotices(
  framing: Framing,
  crop: Crop,
  kind: KnownAsset['kind'] | undefined,
  rules?: MediaField['rules'],
): FieldNotice[] {
  const problem = findSizeProblem(framing, crop, rules)
  const { width, height } = framing.source
  const isVideo = kind === 'video'
  if (problem === 'blurred') {
    const text = isVideo
      ? t`This video is too small (${width} × ${height}) and will look blurred. Zoom out or choose a larger one.`
      : t`This picture is too small (${width} × ${height}) and will look blurred. Zoom out or choose a larger one.`
    return [{ tone: 'warn', text }]
  }
  if (!problem) return []
  const text = isVideo
    ? t`This video (${width} × ${height}) has a lower resolution than needed and may look soft.`
    : t`This picture (${width} × ${height}) has a lower resolution than needed and may look soft.`
  return [{ tone: 'warn', text }]
}
