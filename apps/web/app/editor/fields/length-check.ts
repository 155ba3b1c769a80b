// Notices about the length of a video or song, compared with the time that the template uses.
import { plural, t } from '@lingui/core/macro'
import type { AudioValue, MediaField, MediaValue, Trim } from '@vitrine/document/field'
import { numberFormat } from '../../language/format.ts'
import type { FieldPlace } from '../preview/field-place.ts'
import type { FieldNotice } from './field-frame.tsx'

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
