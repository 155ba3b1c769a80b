// The audible part of a song: a window as long as the video plays music, moved over the song. All times are seconds of
// the song.
import type { Trim } from '@vitrine/document/field'

/** The audible part. */
export interface SongWindow {
  start: number
  end: number
}

/** A song that exceeds its window by less than this has no part to choose. */
const MIN_ROOM_SECONDS = 0.2

/** `heard` is how long the video plays music. The part ends earlier where the customer's trim or the song ends. */
export function songWindow(seconds: number, trim: Trim | undefined, heard: number): SongWindow {
  const start = Math.min(trim?.startSeconds ?? 0, seconds)
  const ends = [seconds, trim?.endSeconds ?? seconds, heard > 0 ? start + heard : seconds]
  return { start, end: Math.max(start, Math.min(...ends)) }
}

/** Whether a window can be moved over the song. */
export function canMoveWindow(seconds: number, heard: number): boolean {
  return heard > 0 && seconds > heard + MIN_ROOM_SECONDS
}

/** The trim of a song whose window starts at a second, rounded to tenths. It has no end, because the video ends it. */
export function trimFrom(second: number, seconds: number, heard: number): Trim {
  const last = Math.max(0, Math.floor((seconds - heard) * 10) / 10)
  return { startSeconds: Math.min(last, Math.max(0, Math.round(second * 10) / 10)) }
}

/** '1:07' */
export function clockText(second: number): string {
  const whole = Math.floor(second + 1e-6)
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}
