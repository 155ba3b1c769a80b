// Warnings about a chosen photo, video or song before payment.
import { plural, t } from '@lingui/core/macro'
import type { AudioValue, Crop, MediaField, MediaValue, Trim } from '@vitrine/document/field'
import type { MediaLayer } from '@vitrine/document/layer'
import { usedCrop } from '@vitrine/painter/picture'
import { numberFormat } from '../../language/format.ts'
import { type Framing, restingCrop, sharpness } from '../cropper/crop.ts'
import type { EditorModel } from '../model/editor-model.ts'
import { type FieldPlace, largestFrame } from '../preview/field-place.ts'
import type { PictureFault } from '../preview/pictures.ts'
import { damagedText } from '../preview/read-file.ts'
import type { KnownAsset } from '../project/asset-library.ts'
import type { FieldNotice } from './field-frame.tsx'

export function mediaFields({ document }: Pick<EditorModel, 'document'>): MediaField[] {
  return document.fields.filter((field) => field.type === 'media')
}

/** Whether the template has a frame that takes a photo. */
export function hasPhotoField(model: EditorModel): boolean {
  return mediaFields(model).some(({ accept }) => accept.includes('image'))
}

/** Used when no layer shows the field: a square, so that a photo can still be viewed. */
const fallbackFrame = { width: 400, height: 400 }

/** The crop frame in pixels of the video, with the picture in it. */
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
    crop: layer ? computeDefaultCrop(layer, source) : restingCrop,
    clip: layer?.clip,
  }
}

/** How a frame shows a picture without the customer's crop. */
function computeDefaultCrop(layer: MediaLayer, source: Framing['source']): Crop {
  const faces = typeof layer.source === 'object' && 'faces' in layer.source ? layer.source.faces : undefined
  return usedCrop({ asset: 'sha256:none', ...(faces && { faces }) }, layer, source)
}

/** Source pixels per video pixel below which a photo looks soft. On a phone a third fewer pixels are hard to notice. */
const soft = 0.7
const blurred = 0.5

/** The notice about a file that the preview cannot show. A file that nothing can show prevents the export. */
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

/** `shown` is how many seconds of a video the design shows, when known. */
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

/** `blurred`: far fewer pixels than the frame shows; `soft`: a few fewer. */
export type SizeProblem = 'blurred' | 'soft'

/** Compares the pixels of a photo or video with those its frame shows, and with the designer's minimum. */
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

/** `findSizeProblem` as notices. */
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

// Notices about the length of a video or song, compared with the time that the template uses.

/** Shorter differences are invisible. */
const toleranceSeconds = 0.2

/**
 * How many seconds of a video the design shows: from its start to the end of the last layer that plays it. Undefined
 * when no layer does, such as when a time remap picks the moments.
 */
export function shownSeconds(places: readonly FieldPlace[], fieldId: string, fps: number): number | undefined {
  const lengths = places.flatMap(({ layer, contentFields, firstFrame, endFrame }) => {
    if (layer.type !== 'media' || layer.tm !== undefined || !contentFields.includes(fieldId)) return []
    // The layer's time and the video's frames differ by the time of the surrounding groups.
    const start = firstFrame + ((layer.st ?? layer.in) - layer.in)
    return [(endFrame - start) / fps]
  })
  return lengths.length > 0 ? Math.max(...lengths) : undefined
}

/** Seconds of the file that are used. */
export function usedSeconds(durationSeconds: number, trim: Trim | undefined): number {
  const end = Math.min(durationSeconds, trim?.endSeconds ?? durationSeconds)
  return Math.max(0, end - (trim?.startSeconds ?? 0))
}

/** `shown` is the result of `shownSeconds`, `durationSeconds` the length of the file. */
export function videoLengthNotices(
  field: MediaField,
  value: MediaValue,
  { durationSeconds, shown }: { durationSeconds: number | undefined; shown: number | undefined },
): FieldNotice[] {
  if (durationSeconds === undefined) return []
  const used = usedSeconds(durationSeconds, value.trim)
  const max = Math.min(shown ?? Number.POSITIVE_INFINITY, field.rules?.maxSeconds ?? Number.POSITIVE_INFINITY)
  if (used > max + toleranceSeconds) {
    const [shownTime, ownTime] = [secondsText(max), secondsText(used)]
    return [{ tone: 'note', text: t`The template uses ${shownTime} of your ${ownTime}. Choose where it starts.` }]
  }
  if (shown !== undefined && used < shown - toleranceSeconds) {
    const missing = secondsText(shown - used)
    return [{ tone: 'warn', text: t`This video is ${missing} too short. Its last frame is held until the end.` }]
  }
  return []
}

/** `heard` is how long the design plays music; `isLooping`, whether the song repeats. */
export function songLengthNotices(
  value: AudioValue,
  { durationSeconds, heard, isLooping }: { durationSeconds: number | undefined; heard: number; isLooping: boolean },
): FieldNotice[] {
  if (durationSeconds === undefined || heard <= 0) return []
  const used = usedSeconds(durationSeconds, value.trim)
  const [heardTime, ownTime, missing] = [secondsText(heard), secondsText(used), secondsText(heard - used)]
  if (used > heard + toleranceSeconds)
    return [{ tone: 'note', text: t`The template plays ${heardTime} of it. Choose where it starts.` }]
  if (used >= heard - toleranceSeconds) return []
  return isLooping
    ? [{ tone: 'note', text: t`This song is shorter than the video and loops after ${ownTime}.` }]
    : [{ tone: 'warn', text: t`This song ends ${missing} before the video does.` }]
}

/** '7.5 seconds', '1 second' */
export function secondsText(seconds: number): string {
  const rounded = seconds < 10 ? Math.round(seconds * 10) / 10 : Math.round(seconds)
  const text = numberFormat({ useGrouping: false }).format(rounded)
  return t`${plural(rounded, { one: `${text} second`, other: `${text} seconds` })}`
}
