// The customer's own video: consecutive clips on a main track, and additional sounds. Pure data and its arithmetic;
// `timeline.ts` converts it to layers.
import {
  boolean,
  type Check,
  checkSize,
  type Infer,
  integer,
  list,
  matching,
  number,
  object,
  oneOf,
  type Problem,
  Report,
  text,
} from '../schema/check.ts'
import { color } from '../schema/color.ts'
import { percent } from '../schema/property.ts'
import { readSurroundings } from '../template/check-document.ts'
import {
  type FrameRate,
  framesPerSecond,
  MAX_DURATION,
  type TemplateDocument,
  TRANSITION_KINDS,
} from '../template/document.ts'
import { type AssetId, assetId, crop } from '../template/field.ts'
import { MAX_SPEED, MIN_SPEED } from '../template/layer.ts'

export const MAX_CLIPS = 500
export const MAX_SOUNDS = 40
const MAX_UNSENT = MAX_CLIPS + MAX_SOUNDS
/** Minimum and maximum length of a video of clips. */
const MIN_VIDEO_SECONDS = 1
const MAX_VIDEO_SECONDS = 60 * 60
const MAX_FRAMES = MAX_VIDEO_SECONDS * 120

const frames = integer(1, MAX_FRAMES)
const seconds = number(0, 86_400)

const transitionObject = object({
  kind: oneOf(...TRANSITION_KINDS),
  /** Whole frames during which both clips play. */
  frames,
})

/** Replaces the previous clip by a clip while both play. */
export interface Transition extends Infer<typeof transitionObject> {}

const transition: Check<Transition> = transitionObject

const chromaKeyObject = object({
  /** The screen's colour; its dominant channel and how dominant that is matter. */
  color,
  /** How far a pixel may differ from the screen and still be removed. */
  tolerance: percent,
  /** How gradual the edge between visible and removed parts is. */
  softness: percent,
  /** How much of the screen's light is removed from the foreground. */
  spill: percent,
})

/** Settings for removing a clip's green (or blue, or red) screen. All but the colour are 0 to 100. */
export interface ChromaKey extends Infer<typeof chromaKeyObject> {}

const chromaKey: Check<ChromaKey> = chromaKeyObject

const required = {
  /** `own-…`, unique among clips and sounds. Its layer is `clip-<id>` or `sound-<id>`. */
  id: matching(/^own-[A-Za-z0-9_.-]{1,48}$/, 'An id that begins with "own-"'),
  asset: assetId,
  /** Length on the track in whole frames, including transitions. */
  frames,
  /** The first second of the source to play; 0 for photos. */
  startSeconds: seconds,
}
const optional = {
  /** 0 to 200; 100, the default, is unchanged. */
  volume: number(0, 200),
  /** Fades of its sound, in frames. */
  fadeIn: integer(0, MAX_FRAMES),
  fadeOut: integer(0, MAX_FRAMES),
}

const clipObject = object(
  { ...required, kind: oneOf('image', 'video') },
  {
    ...optional,
    /** Seconds of the source per second of the video, 0.25 to 4 (default 1). The sound keeps its pitch. */
    speed: number(MIN_SPEED, MAX_SPEED),
    mute: boolean(),
    fit: oneOf('cover', 'contain'),
    crop,
    /** From the previous clip; the first clip has none. */
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
    /** First frame of the video in which it is audible. It is cut off at the end of the video. */
    at: integer(0, MAX_FRAMES),
  },
  {
    ...optional,
    /** Repeats a source that is shorter than `frames`. */
    loop: boolean(),
  },
)

/** A piece of music or a recording in addition to the main track. */
export interface Sound extends Infer<typeof soundObject> {}

const sound: Check<Sound> = soundObject

const pixels = integer(1, 100_000)
const unsentFileObject = object(
  {
    /** `u_local-…`, the id that represents the file until it is uploaded. */
    asset: matching<AssetId>(/^u_local-[0-9a-f-]{8,64}$/, 'An id that begins with "u_local-"'),
    kind: oneOf('image', 'video', 'audio'),
    name: text(300),
  },
  {
    seconds,
    /** In pixels, upright. */
    width: pixels,
    height: pixels,
    /** Equal for equal bytes; see the editor's `fileMark`. */
    mark: matching(/^[0-9a-f-]{8,64}$/, 'Digits from 0 to f'),
    /** A small preview picture as a `data:` URL. */
    picture: matching(/^data:image\/(webp|jpeg|png);base64,[A-Za-z0-9+/]{1,4000}={0,2}$/, 'A small picture'),
  },
)

/**
 * Facts about a file that is only on the device where it was chosen. They let another device show its clips and recognise the
 * file when it is chosen there.
 */
export interface UnsentFile extends Infer<typeof unsentFileObject> {}

const unsentFile: Check<UnsentFile> = unsentFileObject

/** A timeline by itself; `checkTimeline` verifies the relations between its parts. */
const timeline = object(
  { clips: list(clip, MAX_CLIPS), sounds: list(sound, MAX_SOUNDS) },
  {
    /** Absent when all files of clips and sounds are uploaded. */
    unsent: list(unsentFile, MAX_UNSENT),
  },
)

export interface Timeline extends Infer<typeof timeline> {}

/** The position of a clip in the video: its first frame and the frame after its last. */
export interface ClipSpan {
  clip: Clip
  start: number
  end: number
}

/** The position of each clip. With a transition, a clip begins before the previous one has ended. */
export function clipSpans(clips: readonly Clip[]): ClipSpan[] {
  let end = 0
  return clips.map((clip) => {
    const start = end - (clip.transition?.frames ?? 0)
    end = start + clip.frames
    return { clip, start, end }
  })
}

/** Frames of a video of these clips: at least one second, however short they are. */
export function clipsLength(clips: readonly Clip[], fps: FrameRate): number {
  return Math.max(Math.ceil(MIN_VIDEO_SECONDS * framesPerSecond(fps)), clipSpans(clips).at(-1)?.end ?? 0)
}

/** The ids of the layers of a clip and of a sound. Edits cannot change these layers. */
export function clipLayerId(clip: { id: string }): string {
  return `clip-${clip.id}`
}
export function soundLayerId(sound: { id: string }): string {
  return `sound-${sound.id}`
}

// Lists the problems of a timeline before it is used. The input is untrusted.

/** Limits above those of any valid timeline, so that hostile input is not traversed. */
const MAX_DEPTH = 6
const MAX_VALUES = 20_000

/**
 * Lists the problems of a timeline for a document, with paths such as `clips[2].transition.frames`; none when `applyTimeline`
 * accepts it. Never throws. Existence and ownership of the files are checked elsewhere.
 */
export function checkTimeline(document: TemplateDocument, unchecked: unknown): Problem[] {
  const report = new Report(readSurroundings({ assets: document.assets }))
  if (!checkSize(unchecked, report, MAX_DEPTH, MAX_VALUES) || !timeline(unchecked, report)) return report.problems
  const { clips, sounds } = unchecked
  checkIds([
    ...clips.map((clip, n) => [clip, report.at('clips').at(n)] as const),
    ...sounds.map((sound, n) => [sound, report.at('sounds').at(n)] as const),
  ])
  checkTransitions(clips, document, report.at('clips'))
  checkLength(clips, document, report.at('clips'))
  return report.problems
}

function checkIds(entries: readonly (readonly [Clip | Sound, Report])[]): void {
  const seen = new Set<string>()
  for (const [{ id: own }, report] of entries) {
    if (seen.has(own)) report.at('id').fail('duplicate', `There are two of "${own}"`)
    seen.add(own)
  }
}

function checkTransitions(clips: readonly Clip[], document: TemplateDocument, report: Report): void {
  const allowed = document.timeline?.transitions
  for (const [n, { transition, frames: own }] of clips.entries()) {
    if (!transition) continue
    const at = report.at(n).at('transition')
    const before = clips[n - 1]
    if (!before) {
      at.fail('not-allowed', 'The first clip takes over from none')
      continue
    }
    if (allowed && !allowed.includes(transition.kind))
      at.at('kind').fail('not-allowed', `This template does not allow "${transition.kind}"`)
    // Three clips are never visible at once: a clip's two transitions do not overlap.
    const room = Math.min(own, before.frames - (before.transition?.frames ?? 0))
    if (transition.frames > room)
      at.at('frames').fail('out-of-range', `The clips leave room for a transition of ${Math.max(0, room)} frames`)
  }
}

/** Maximum length in frames of a video of clips: one hour, or half an hour at 60 frames per second. */
export function maxVideoFrames(fps: FrameRate): number {
  return Math.min(MAX_DURATION, Math.floor(MAX_VIDEO_SECONDS * framesPerSecond(fps)))
}

/** Maximum length of a video of clips in whole minutes, for display. */
export function maxVideoMinutes(fps: FrameRate): number {
  return Math.round(maxVideoFrames(fps) / framesPerSecond(fps) / 60)
}

function checkLength(clips: readonly Clip[], { canvas }: TemplateDocument, report: Report): void {
  if (clipsLength(clips, canvas.fps) > maxVideoFrames(canvas.fps))
    report.fail('out-of-range', `A video may last at most ${maxVideoMinutes(canvas.fps)} minutes`)
}
