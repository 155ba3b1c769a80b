// The customer's own video: clips one after the other on a main track, and sounds beside it. Pure data and its arithmetic;
// `timeline.ts` makes layers of it.

import type { Color } from '../document/color.ts'
import { type FrameRate, framesPerSecond } from '../document/document.ts'
import type { AssetId, Crop } from '../document/field.ts'
import type { TransitionKind } from '../document/transition-kind.ts'

/** Takes a clip over from the one before it, while both run. */
export interface Transition {
  kind: TransitionKind
  /** Whole frames during which both clips run. */
  frames: number
}

/** What of a clip's own green (or blue, or red) screen is taken away. All but the colour from 0 to 100. */
export interface ChromaKey {
  /** The screen's colour; what matters is which channel leads in it, and by how much. */
  color: Color
  /** How unlike the screen a pixel may be and still be taken for it. */
  tolerance: number
  /** How gradually what is kept becomes what is taken away. */
  softness: number
  /** How much of the screen's light is taken off what stands before it. */
  spill: number
}

/** One photo or video of the main track. Clips follow each other; frames are the video's. */
export interface Clip {
  /** `own-…`, unique among clips and sounds. Its layer is `clip-<id>`. */
  id: string
  asset: AssetId
  kind: 'image' | 'video'
  /** Length on the track in whole frames, transitions included. */
  frames: number
  /** Second of the source that is shown first; 0 for photos. */
  startSeconds: number
  /** Seconds of the source per second of the video, 0.25 to 4 (default 1). The pitch of its sound stays. */
  speed?: number
  /** 0 to 200; 100, the default, is unchanged. */
  volume?: number
  mute?: boolean
  fit?: 'cover' | 'contain'
  crop?: Crop
  /** Of its sound, in frames. */
  fadeIn?: number
  fadeOut?: number
  /** From the clip before; the first clip has none. */
  transition?: Transition
  key?: ChromaKey
}

/** A piece of music or a recording beside the main track. */
export interface Sound {
  /** `own-…`, unique among clips and sounds. Its layer is `sound-<id>`. */
  id: string
  asset: AssetId
  /** First frame of the video in which it is heard. What lies beyond the video's end is not heard. */
  at: number
  frames: number
  /** Second of the source that is heard first. */
  startSeconds: number
  /** 0 to 200; 100, the default, is unchanged. */
  volume?: number
  /** In frames. */
  fadeIn?: number
  fadeOut?: number
  /** A source that is shorter than `frames` starts again. */
  loop?: boolean
}

/**
 * What is known of a file that only the device it was chosen on has: enough for another device to show where its clips stand
 * and to know the file again when it is chosen there.
 */
export interface UnsentFile {
  /** `u_local-…`, the id that stands for the file until it has been sent. */
  asset: AssetId
  kind: 'image' | 'video' | 'audio'
  name: string
  seconds?: number
  /** Pixels, upright. */
  width?: number
  height?: number
  /** The same for the same bytes; see the editor's `fileMark`. */
  mark?: string
  /** A small picture of it as a `data:` address. */
  picture?: string
}

export interface Timeline {
  clips: readonly Clip[]
  sounds: readonly Sound[]
  /** Absent when everything that clips and sounds name has been sent. */
  unsent?: readonly UnsentFile[]
}

export const MAX_CLIPS = 500
export const MAX_SOUNDS = 40
export const MAX_UNSENT = MAX_CLIPS + MAX_SOUNDS
/** A video of clips is at least and at most this long. */
export const MIN_VIDEO_SECONDS = 1
export const MAX_VIDEO_SECONDS = 60 * 60

/** Where a clip lies in the video: its first frame and the frame after its last. */
export interface ClipSpan {
  clip: Clip
  start: number
  end: number
}

/** Where each clip lies. A transition lets a clip begin before the one before it has ended. */
export function clipSpans(clips: readonly Clip[]): ClipSpan[] {
  let end = 0
  return clips.map((clip) => {
    const start = end - (clip.transition?.frames ?? 0)
    end = start + clip.frames
    return { clip, start, end }
  })
}

/** Frames of a video of these clips: at least a second of it, however short they are. */
export function clipsLength(clips: readonly Clip[], fps: FrameRate): number {
  return Math.max(Math.ceil(MIN_VIDEO_SECONDS * framesPerSecond(fps)), clipSpans(clips).at(-1)?.end ?? 0)
}

/** The layer of a clip, and the one of a sound. Neither can be changed by operations. */
export function clipLayerId(clip: { id: string }): string {
  return `clip-${clip.id}`
}
export function soundLayerId(sound: { id: string }): string {
  return `sound-${sound.id}`
}
