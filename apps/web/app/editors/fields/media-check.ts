// Owns what is to be said about a chosen photo or film before anybody pays for it.
import type { MediaField, MediaValue } from '@vitrine/composition/document'
import type { KnownAsset } from '../asset-library.ts'
import { type FieldPlace, largestFrame } from '../preview/field-place.ts'
import { type Framing, restingCrop, sharpness } from './crop.ts'
import type { Notice } from './field-frame.tsx'

/** Used when no layer shows the field: a square, so that a photo can still be looked at. */
const fallbackFrame = { width: 400, height: 400 }

/** The frame in which the picture is cropped, in the film's pixels, and the picture in it. */
export function framingOf(
  field: MediaField,
  asset: KnownAsset | undefined,
  places: readonly FieldPlace[],
): { framing: Framing; crop: typeof restingCrop; clip: unknown } | undefined {
  if (!asset?.width || !asset.height) return undefined
  const found = largestFrame(places, field.id)
  const layer = found?.place.layer.type === 'media' ? found.place.layer : undefined
  const size = found?.place.size ?? fallbackFrame
  const scale = found?.scale ?? 1
  return {
    framing: {
      source: { width: asset.width, height: asset.height },
      frame: { width: size.width * scale, height: size.height * scale },
      fit: layer?.fit ?? field.fit ?? 'cover',
    },
    crop: layer?.crop ?? restingCrop,
    clip: layer?.clip,
  }
}

/** Source pixels for a film pixel below which a photo looks soft. A twentieth cannot be seen. */
const soft = 0.95
const blurred = 0.5

export function mediaNotices(
  field: MediaField,
  value: MediaValue | undefined,
  asset: KnownAsset | undefined,
  framing: Framing | undefined,
): Notice[] {
  const notices: Notice[] = []
  if (!value) return field.required ? [{ tone: 'warn', text: 'Please choose a file before you export.' }] : []
  const { minWidth, minHeight, maxSeconds } = field.rules ?? {}
  if (framing) {
    const ratio = sharpness(framing, value.crop ?? restingCrop)
    const { width, height } = framing.source
    const word = asset?.kind === 'video' ? 'video' : 'picture'
    if (ratio < blurred) {
      notices.push({
        tone: 'warn',
        text: `This ${word} is small (${width} × ${height}) and will look blurred in the film. Zoom out or choose a larger one.`,
      })
    } else if (ratio < soft || width < (minWidth ?? 0) || height < (minHeight ?? 0)) {
      notices.push({
        tone: 'warn',
        text: `This ${word} (${width} × ${height}) has fewer pixels than the film shows and may look soft.`,
      })
    }
  }
  const used =
    asset?.durationSeconds === undefined ? undefined : asset.durationSeconds - (value.trim?.startSeconds ?? 0)
  if (asset?.kind === 'video' && used !== undefined && maxSeconds !== undefined && used > maxSeconds) {
    notices.push({ tone: 'note', text: `The design shows ${maxSeconds} seconds of your video.` })
  }
  return notices
}
