// Says what is wrong with a timeline before anything is made of it. It comes from strangers: nothing in it is trusted.
import {
  boolean,
  checkSize,
  integer,
  list,
  matching,
  number,
  object,
  oneOf,
  type Problem,
  Report,
  text,
} from '../document/check.ts'
import { color } from '../document/color.ts'
import { type FrameRate, framesPerSecond, MAX_DURATION, type TemplateDocument } from '../document/document.ts'
import { assetId, crop } from '../document/field.ts'
import { MAX_SPEED, MIN_SPEED } from '../document/layer.ts'
import { percent } from '../document/property.ts'
import { TRANSITION_KINDS } from '../document/transition-kind.ts'
import {
  type Clip,
  clipsLength,
  MAX_CLIPS,
  MAX_SOUNDS,
  MAX_UNSENT,
  MAX_VIDEO_SECONDS,
  type Sound,
  type Timeline,
} from './clip.ts'

/** Deeper and larger than any timeline that passes; keeps what is hostile from being walked through. */
const MAX_DEPTH = 6
const MAX_VALUES = 20_000
const MAX_FRAMES = MAX_VIDEO_SECONDS * 120
const MAX_SOURCE_SECONDS = 86_400

const id = matching(/^own-[A-Za-z0-9_.-]{1,48}$/, 'An id that begins with "own-"')
const frames = integer(1, MAX_FRAMES)
const fade = integer(0, MAX_FRAMES)
const seconds = number(0, MAX_SOURCE_SECONDS)
const volume = number(0, 200)

const clip = object(
  { id, asset: assetId, kind: oneOf('image', 'video'), frames, startSeconds: seconds },
  {
    speed: number(MIN_SPEED, MAX_SPEED),
    volume,
    mute: boolean(),
    fit: oneOf('cover', 'contain'),
    crop,
    fadeIn: fade,
    fadeOut: fade,
    transition: object({ kind: oneOf(...TRANSITION_KINDS), frames }),
    key: object({ color: color, tolerance: percent, softness: percent, spill: percent }),
  },
)
const sound = object(
  { id, asset: assetId, at: integer(0, MAX_FRAMES), frames, startSeconds: seconds },
  { volume, fadeIn: fade, fadeOut: fade, loop: boolean() },
)
const pixels = integer(1, 100_000)
const unsentFile = object(
  {
    asset: matching(/^u_local-[0-9a-f-]{8,64}$/, 'An id that begins with "u_local-"'),
    kind: oneOf('image', 'video', 'audio'),
    name: text(300),
  },
  {
    seconds,
    width: pixels,
    height: pixels,
    mark: matching(/^[0-9a-f-]{8,64}$/, 'Digits from 0 to f'),
    picture: matching(/^data:image\/(webp|jpeg|png);base64,[A-Za-z0-9+/]{1,4000}={0,2}$/, 'A small picture'),
  },
)
const timelineShape = object(
  { clips: list(clip, MAX_CLIPS), sounds: list(sound, MAX_SOUNDS) },
  { unsent: list(unsentFile, MAX_UNSENT) },
)

/**
 * Problems of a timeline for a document, with paths such as `clips[2].transition.frames`; none when `applyTimeline` takes it.
 * Never throws. Whether the files exist and whose they are is for others to say.
 */
export function checkTimeline(document: TemplateDocument, timeline: unknown): Problem[] {
  const report = new Report({
    fields: new Map(),
    assets: new Set(Object.keys(document.assets)),
    fonts: new Set(),
    siblings: new Set(),
    width: document.canvas.width,
    height: document.canvas.height,
  })
  if (!checkSize(timeline, report, MAX_DEPTH, MAX_VALUES) || !timelineShape(timeline, report)) return report.problems
  const { clips, sounds } = timeline as Timeline
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
    // Three clips are never seen at once: a clip's two transitions do not meet.
    const room = Math.min(own, before.frames - (before.transition?.frames ?? 0))
    if (transition.frames > room)
      at.at('frames').fail('out-of-range', `The clips leave room for a transition of ${Math.max(0, room)} frames`)
  }
}

/** Frames of the longest video of clips: an hour of them, and half of it where a second has 60. */
export function maxVideoFrames(fps: FrameRate): number {
  return Math.min(MAX_DURATION, Math.floor(MAX_VIDEO_SECONDS * framesPerSecond(fps)))
}

/** The length of the longest video of clips in whole minutes, for people. */
export function maxVideoMinutes(fps: FrameRate): number {
  return Math.round(maxVideoFrames(fps) / framesPerSecond(fps) / 60)
}

function checkLength(clips: readonly Clip[], { canvas }: TemplateDocument, report: Report): void {
  if (clipsLength(clips, canvas.fps) > maxVideoFrames(canvas.fps))
    report.fail('out-of-range', `A video may last at most ${maxVideoMinutes(canvas.fps)} minutes`)
}
