// When text, stickers and pictures show that are added over the video: from the playhead on, for a few seconds.
import type { Player } from '../../../preview/player.ts'

const shownSeconds = 4
/** At the end of the video it would be too short to be visible: it begins earlier. */
const minSeconds = 1

/** In frames; `out` is the first one without it. */
export function addedSpan({
  getFrame,
  durationFrames,
  framesPerSecond,
}: Pick<Player, 'getFrame' | 'durationFrames' | 'framesPerSecond'>): { in: number; out: number } {
  const min = Math.min(durationFrames, Math.round(minSeconds * framesPerSecond))
  const start = Math.min(getFrame(), durationFrames - min)
  return { in: start, out: Math.min(durationFrames, start + Math.round(shownSeconds * framesPerSecond)) }
}
