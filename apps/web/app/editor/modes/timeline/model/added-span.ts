// The time span of text, stickers and pictures that are added over the video: a few seconds from the playhead.
import type { Player } from '../../../preview/player.ts'

const shownSeconds = 4
/** Near the end of the video it starts earlier, so that it is visible for at least this long. */
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
