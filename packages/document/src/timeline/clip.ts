// The customer's own video: clips one after the other on a main track, and sounds beside it. Pure data and its arithmetic;
// `timeline.ts` makes layers of it.

import {
  boolean,
  type Check,
  type Infer,
  integer,
  list,
  matching,
  number,
  object,
  oneOf,
  text,
} from '../schema/check.ts'
import { color } from '../schema/color.ts'
import { percent } from '../schema/property.ts'
import { type FrameRate, framesPerSecond } from '../template/document.ts'
import { type AssetId, assetId, crop } from '../template/field.ts'
import { MAX_SPEED, MIN_SPEED } from '../template/layer.ts'
import { TRANSITION_KINDS } from '../template/transition-kind.ts'

export const MAX_CLIPS = 500
export const MAX_SOUNDS = 40
export const MAX_UNSENT = MAX_CLIPS + MAX_SOUNDS
/** A video of clips is at least and at most this long. */
export const MIN_VIDEO_SECONDS = 1
export const MAX_VIDEO_SECONDS = 60 * 60
const MAX_FRAMES = MAX_VIDEO_SECONDS * 120

const frames = integer(1, MAX_FRAMES)
const seconds = number(0, 86_400)

const transitionObject = object({
  kind: oneOf(...TRANSITION_KINDS),
  /** Whole frames during which both clips run. */
  frames,
})

/** Takes a clip over from the one before it, while both run. */
export interface Transition extends Infer<typeof transitionObject> {}

const transition: Check<Transition> = transitionObject

const chromaKeyObject = object({
  /** The screen's colour; what matters is which channel leads in it, and by how much. */
  color,
  /** How unlike the screen a pixel may be and still be taken for it. */
  tolerance: percent,
  /** How gradually what is kept becomes what is taken away. */
  softness: percent,
  /** How much of the screen's light is taken off what stands before it. */
  spill: percent,
})

/** What of a clip's own green (or blue, or red) screen is taken away. All but the colour from 0 to 100. */
export interface ChromaKey extends Infer<typeof chromaKeyObject> {}

const chromaKey: Check<ChromaKey> = chromaKeyObject

const required = {
  /** `own-…`, unique among clips and sounds. Its layer is `clip-<id>` or `sound-<id>`. */
  id: matching(/^own-[A-Za-z0-9_.-]{1,48}$/, 'An id that begins with "own-"'),
  asset: assetId,
  /** Length on the track in whole frames, transitions included. */
  frames,
  /** Second of the source that is shown or heard first; 0 for photos. */
  startSeconds: seconds,
}
const optional = {
  /** 0 to 200; 100, the default, is unchanged. */
  volume: number(0, 200),
  /** Of its sound, in frames. */
  fadeIn: integer(0, MAX_FRAMES),
  fadeOut: integer(0, MAX_FRAMES),
}

const clipObject = object(
  { ...required, kind: oneOf('image', 'video') },
  {
    ...optional,
    /** Seconds of the source per second of the video, 0.25 to 4 (default 1). The pitch of its sound stays. */
    speed: number(MIN_SPEED, MAX_SPEED),
    mute: boolean(),
    fit: oneOf('cover', 'contain'),
    crop,
    /** From the clip before; the first clip has none. */
    transition,
    key: chromaKey,
  },
)

/** One photo or video of the main track. Clips follow each other; frames are the video's. */
export interface Clip extends Infer<typeof clipObject> {}

const clip: Check<Clip> = clipObject

const soundObject = object(
  {
    ...required,
    /** First frame of the video in which it is heard. What lies beyond the video's end is not heard. */
    at: integer(0, MAX_FRAMES),
  },
  {
    ...optional,
    /** A source that is shorter than `frames` starts again. */
    loop: boolean(),
  },
)

/** A piece of music or a recording beside the main track. */
export interface Sound extends Infer<typeof soundObject> {}

const sound: Check<Sound> = soundObject

const pixels = integer(1, 100_000)
const unsentFileObject = object(
  {
    /** `u_local-…`, the id that stands for the file until it has been sent. */
    asset: matching<AssetId>(/^u_local-[0-9a-f-]{8,64}$/, 'An id that begins with "u_local-"'),
    kind: oneOf('image', 'video', 'audio'),
    name: text(300),
  },
  {
    seconds,
    /** Pixels, upright. */
    width: pixels,
    height: pixels,
    /** The same for the same bytes; see the editor's `fileMark`. */
    mark: matching(/^[0-9a-f-]{8,64}$/, 'Digits from 0 to f'),
    /** A small picture of it as a `data:` address. */
    picture: matching(/^data:image\/(webp|jpeg|png);base64,[A-Za-z0-9+/]{1,4000}={0,2}$/, 'A small picture'),
  },
)

/**
 * What is known of a file that only the device it was chosen on has: enough for another device to show where its clips stand
 * and to know the file again when it is chosen there.
 */
export interface UnsentFile extends Infer<typeof unsentFileObject> {}

const unsentFile: Check<UnsentFile> = unsentFileObject

/** A timeline as such; `checkTimeline` says what is wrong between its parts. */
export const timeline = object(
  { clips: list(clip, MAX_CLIPS), sounds: list(sound, MAX_SOUNDS) },
  {
    /** Absent when everything that clips and sounds name has been sent. */
    unsent: list(unsentFile, MAX_UNSENT),
  },
)

export interface Timeline extends Infer<typeof timeline> {}

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

/** The layer of a clip, and the one of a sound. Neither can be changed by edits. */
export function clipLayerId(clip: { id: string }): string {
  return `clip-${clip.id}`
}
export function soundLayerId(sound: { id: string }): string {
  return `sound-${sound.id}`
}
