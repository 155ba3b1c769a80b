// Edits of a timeline: pure functions that return a timeline the engine accepts. Frames are those of the video; a
// transition without room is shortened or removed.

import { plural, t } from '@lingui/core/macro'
import {
  type Clip,
  clipSpans,
  clipsLength,
  MAX_CLIPS,
  MAX_SOUNDS,
  maxVideoFrames,
  maxVideoMinutes,
  type Sound,
  type Timeline,
  type Transition,
} from '@vitrine/document/clip'
import type { FrameRate } from '@vitrine/document/document'
import type { AssetId } from '@vitrine/document/field'

export const emptyTimeline: Timeline = { clips: [], sounds: [] }

/** What an edit needs to know about the video and its files. */
export interface TimelineContext {
  framesPerSecond: number
  /** Length of a file; undefined for photos, which have none, and for unknown files. */
  findSeconds: (assetId: string) => number | undefined
}

/** Changed properties of a clip or sound; undefined removes one. */
export type Changes<Part> = { [Name in Exclude<keyof Part, 'id'>]?: Part[Name] | undefined }

/**
 * The message when a change exceeds the limits of a timeline; undefined when it does not, or when it shortens the
 * timeline.
 */
export function findExceededLimit(before: Timeline, after: Timeline, fps: FrameRate): string | undefined {
  const isMore = (measure: (timeline: Timeline) => number, max: number) =>
    measure(after) > max && measure(after) > measure(before)
  if (isMore(({ clips }) => clips.length, MAX_CLIPS))
    return t`A video can have up to ${plural(MAX_CLIPS, { other: '# clips' })}.`
  if (isMore(({ sounds }) => sounds.length, MAX_SOUNDS))
    return t`A video can have up to ${plural(MAX_SOUNDS, { other: '# audio tracks' })}.`
  const isLonger = isMore(({ clips }) => clipsLength(clips, fps), maxVideoFrames(fps))
  const minutes = maxVideoMinutes(fps)
  return isLonger
    ? t`A video can be up to ${plural(minutes, { other: `${minutes} minutes` })} long. Trim or delete a clip first.`
    : undefined
}

/** The clips that fit after the timeline's present ones: the last may be shortened, and the rest are left out. */
export function clipsWithinLimit(timeline: Timeline, clips: readonly Clip[], fps: FrameRate): Clip[] {
  const max = maxVideoFrames(fps)
  let room = timeline.clips.length === 0 ? max : max - clipsLength(timeline.clips, fps)
  return clips.slice(0, Math.max(0, MAX_CLIPS - timeline.clips.length)).flatMap((clip) => {
    const frames = Math.min(clip.frames, room)
    room -= frames
    return frames < 1 ? [] : [{ ...clip, frames }]
  })
}

/** Inserts clips before an index; an index beyond the last clip appends them. */
export function insertClips(timeline: Timeline, clips: readonly Clip[], index: number): Timeline {
  return withClips(timeline, timeline.clips.toSpliced(index, 0, ...clips))
}

/** Removes clips and sounds. Later clips move up. */
export function removeParts(timeline: Timeline, ids: ReadonlySet<string>): Timeline {
  const remaining = withClips(
    timeline,
    timeline.clips.filter(({ id }) => !ids.has(id)),
  )
  return { ...remaining, sounds: timeline.sounds.filter(({ id }) => !ids.has(id)) }
}

/** Moves a clip among the others: `index` is its final position. */
export function moveClip(timeline: Timeline, id: string, index: number): Timeline {
  const clip = timeline.clips.find((clip) => clip.id === id)
  if (!clip) return timeline
  const others = timeline.clips.filter((other) => other !== clip)
  return withClips(timeline, others.toSpliced(index, 0, clip))
}

/** Moves clips together, in their order, before an index; an index beyond the last clip moves them to the end. */
export function moveClips(timeline: Timeline, ids: ReadonlySet<string>, place: number): Timeline {
  const [moved, others] = [true, false].map((isMoved) => timeline.clips.filter(({ id }) => ids.has(id) === isMoved))
  const index = timeline.clips.slice(0, place).filter(({ id }) => !ids.has(id)).length
  return withClips(timeline, (others ?? []).toSpliced(index, 0, ...(moved ?? [])))
}

/**
 * Replaces the file of a clip. The clip keeps its start within the file if the new file is long enough. Crop and key
 * are removed with the old picture; sound, speed and transition stay.
 */
export function replaceClip(
  timeline: Timeline,
  id: string,
  file: { asset: AssetId; kind: Clip['kind'] },
  context: TimelineContext,
): Timeline {
  const clip = timeline.clips.find((clip) => clip.id === id)
  if (!clip) return timeline
  const { crop: _crop, key: _key, speed, ...rest } = clip
  const next: Clip = { ...rest, ...file, startSeconds: 0, ...(file.kind === 'video' && speed && { speed }) }
  return changeClip(timeline, id, {
    ...next,
    crop: undefined,
    key: undefined,
    speed: next.speed,
    frames: Math.min(clip.frames, framesLeft(next, context)),
  })
}

/**
 * Moves the sound of a clip to a part of its own and mutes the clip. This requires normal speed, because sounds have no
 * other.
 */
export function detachSound(timeline: Timeline, id: string, newId: string): Timeline {
  const span = clipSpans(timeline.clips).find(({ clip }) => clip.id === id)
  if (span?.clip.kind !== 'video' || span.clip.speed !== undefined || span.clip.mute) return timeline
  const { asset, frames, startSeconds, volume, fadeIn, fadeOut } = span.clip
  const sound = without<Sound>({ id: newId, asset, at: span.start, frames, startSeconds, volume, fadeIn, fadeOut })
  const muted = changeClip(timeline, id, { mute: true, fadeIn: undefined, fadeOut: undefined })
  return addSound(muted, sound)
}

/** Sets the same transition at every cut, each as long as there is room for. */
export function setTransitions(timeline: Timeline, transition: Transition | undefined): Timeline {
  const clips = timeline.clips.map((clip, n) =>
    without<Clip>({ ...clip, transition: n === 0 ? undefined : transition }),
  )
  return withClips(timeline, clips)
}

/** Changes one clip without changing its length. */
export function changeClip(timeline: Timeline, id: string, change: Changes<Clip>): Timeline {
  return withClips(
    timeline,
    timeline.clips.map((clip) => (clip.id === id ? without<Clip>({ ...clip, ...change }) : clip)),
  )
}

/** Sets the transition from the previous clip, as long as there is room for; undefined is a plain cut. */
export function setTransition(timeline: Timeline, id: string, transition: Transition | undefined): Timeline {
  return changeClip(timeline, id, { transition })
}

/** Changes the speed of a video: the same part of it takes less or more time. @param speed 0.25 to 4 */
export function setSpeed(timeline: Timeline, id: string, speed: number): Timeline {
  const clip = timeline.clips.find((clip) => clip.id === id)
  if (!clip) return timeline
  const frames = Math.max(1, Math.round((clip.frames * (clip.speed ?? 1)) / speed))
  return changeClip(timeline, id, { frames, speed: speed === 1 ? undefined : speed })
}

/** Splits a clip at a frame of the video. The fade in stays with the first part, the fade out with the second. */
export function splitClip(
  timeline: Timeline,
  id: string,
  frame: number,
  newId: string,
  { framesPerSecond }: TimelineContext,
): Timeline {
  const index = timeline.clips.findIndex((clip) => clip.id === id)
  const span = clipSpans(timeline.clips)[index]
  if (!span || frame <= span.start || frame >= span.end) return timeline
  const { clip } = span
  const before = frame - span.start
  const { fadeOut: _out, ...first } = clip
  const { fadeIn: _in, transition: _transition, ...second } = clip
  const parts = [
    { ...first, frames: before },
    { ...second, id: newId, frames: clip.frames - before, startSeconds: secondAt(clip, before, framesPerSecond) },
  ]
  return withClips(timeline, timeline.clips.toSpliced(index, 1, ...parts))
}

/** Moves the start of a clip by frames: positive shortens it, negative extends it as far as the file goes. */
export function trimClipStart(timeline: Timeline, id: string, frames: number, context: TimelineContext): Timeline {
  const clip = timeline.clips.find((clip) => clip.id === id)
  if (!clip) return timeline
  const speed = clip.speed ?? 1
  const min =
    clip.kind === 'image'
      ? Number.NEGATIVE_INFINITY
      : -Math.floor((clip.startSeconds / speed) * context.framesPerSecond + 1e-6)
  const by = clamp(frames, min, clip.frames - 1)
  const startSeconds = clip.kind === 'image' ? 0 : secondAt(clip, by, context.framesPerSecond)
  return changeClip(timeline, id, { frames: clip.frames - by, startSeconds })
}

/** Moves the end of a clip by frames: negative shortens it, positive extends it as far as the file goes. */
export function trimClipEnd(timeline: Timeline, id: string, frames: number, context: TimelineContext): Timeline {
  const clip = timeline.clips.find((clip) => clip.id === id)
  if (!clip) return timeline
  return changeClip(timeline, id, { frames: clamp(clip.frames + frames, 1, framesLeft(clip, context)) })
}

/** How many seconds of a file, from its start, the video reads. */
export function neededSeconds({ clips, sounds }: Timeline, assetId: string, framesPerSecond: number): number {
  const seen = clips
    .filter(({ asset, kind }) => asset === assetId && kind === 'video')
    .map(({ startSeconds, frames, speed = 1 }) => startSeconds + (frames * speed) / framesPerSecond)
  const heard = sounds
    .filter(({ asset, loop }) => asset === assetId && !loop)
    .map(({ startSeconds, frames }) => startSeconds + frames / framesPerSecond)
  return Math.max(0, ...seen, ...heard)
}

/** Frames of the video from the clip's first one to the end of its file. */
function framesLeft(clip: Clip, { framesPerSecond, findSeconds }: TimelineContext): number {
  const seconds = clip.kind === 'image' ? undefined : findSeconds(clip.asset)
  if (seconds === undefined) return Number.POSITIVE_INFINITY
  return Math.max(1, Math.floor(((seconds - clip.startSeconds) / (clip.speed ?? 1)) * framesPerSecond + 1e-6))
}

/** Duplicates clips and sounds: clips after the last of them, each sound after itself. `idOf` creates new ids. */
export function duplicateParts(timeline: Timeline, ids: ReadonlySet<string>, createId: () => string): Timeline {
  const last = timeline.clips.findLastIndex(({ id }) => ids.has(id))
  const copies = timeline.clips
    .filter(({ id }) => ids.has(id))
    .map(({ transition: _transition, ...clip }) => ({ ...clip, id: createId() }))
  const sounds = timeline.sounds.filter(({ id }) => ids.has(id))
  const heard = sounds.map((sound) => ({ ...sound, id: createId(), at: sound.at + sound.frames }))
  return { ...insertClips(timeline, copies, last + 1), sounds: [...timeline.sounds, ...heard] }
}

export function addSound(timeline: Timeline, sound: Sound): Timeline {
  return { ...timeline, sounds: [...timeline.sounds, sound] }
}

export function changeSound(timeline: Timeline, id: string, change: Changes<Sound>): Timeline {
  const sounds = timeline.sounds.map((sound) => (sound.id === id ? without<Sound>({ ...sound, ...change }) : sound))
  return { ...timeline, sounds }
}

/** Moves the start of a sound by frames; its end stays. */
export function trimSoundStart(
  timeline: Timeline,
  id: string,
  frames: number,
  { framesPerSecond }: TimelineContext,
): Timeline {
  const sound = timeline.sounds.find((sound) => sound.id === id)
  if (!sound) return timeline
  const min = sound.loop ? -sound.at : Math.max(-sound.at, -Math.floor(sound.startSeconds * framesPerSecond + 1e-6))
  const by = clamp(frames, min, sound.frames - 1)
  return changeSound(timeline, id, {
    at: sound.at + by,
    frames: sound.frames - by,
    startSeconds: Math.max(0, sound.startSeconds + by / framesPerSecond),
  })
}

/** Moves the end of a sound by frames, as far as its file goes unless it repeats. */
export function trimSoundEnd(timeline: Timeline, id: string, frames: number, context: TimelineContext): Timeline {
  const sound = timeline.sounds.find((sound) => sound.id === id)
  if (!sound) return timeline
  const seconds = sound.loop ? undefined : context.findSeconds(sound.asset)
  const max =
    seconds === undefined
      ? Number.POSITIVE_INFINITY
      : Math.max(1, Math.floor((seconds - sound.startSeconds) * context.framesPerSecond + 1e-6))
  return changeSound(timeline, id, { frames: clamp(sound.frames + frames, 1, max) })
}

/** Splits a sound at a frame of the video. */
export function splitSound(
  timeline: Timeline,
  id: string,
  frame: number,
  newId: string,
  { framesPerSecond }: TimelineContext,
): Timeline {
  const index = timeline.sounds.findIndex((sound) => sound.id === id)
  const sound = timeline.sounds[index]
  if (!sound || frame <= sound.at || frame >= sound.at + sound.frames) return timeline
  const before = frame - sound.at
  const { fadeOut: _out, ...first } = sound
  const { fadeIn: _in, ...second } = sound
  const parts = [
    { ...first, frames: before },
    {
      ...second,
      id: newId,
      at: frame,
      frames: sound.frames - before,
      startSeconds: sound.startSeconds + before / framesPerSecond,
    },
  ]
  return { ...timeline, sounds: timeline.sounds.toSpliced(index, 1, ...parts) }
}

/** The clip at a frame: the later one during a transition. Undefined after the last clip. */
export function clipAt(timeline: Timeline, frame: number): Clip | undefined {
  return clipSpans(timeline.clips).findLast(({ start, end }) => frame >= start && frame < end)?.clip
}

/** The snap positions: the distinct edges of all clips and sounds, ascending. */
export function listEdges(timeline: Timeline): number[] {
  const clips = clipSpans(timeline.clips).flatMap(({ start, end }) => [start, end])
  const sounds = timeline.sounds.flatMap(({ at, frames }) => [at, at + frames])
  return [...new Set([0, ...clips, ...sounds])].toSorted((a, b) => a - b)
}

/** The index of the clip edge nearest to a frame, where dropped clips are inserted. */
export function placeAt(timeline: Timeline, frame: number): number {
  const spans = clipSpans(timeline.clips)
  const index = spans.findIndex(({ start, end }) => frame < (start + end) / 2)
  return index < 0 ? spans.length : index
}

/** The first frame of clips that are inserted at an index. */
export function findClipStart({ clips }: Timeline, index: number): number {
  const spans = clipSpans(clips)
  return spans[index]?.start ?? spans.at(-1)?.end ?? 0
}

function secondAt(clip: Clip, frames: number, framesPerSecond: number): number {
  if (clip.kind === 'image') return 0
  return Math.max(0, clip.startSeconds + (frames * (clip.speed ?? 1)) / framesPerSecond)
}

/** The timeline with these clips, with transitions shortened to fit. */
function withClips(timeline: Timeline, clips: readonly Clip[]): Timeline {
  let before: Clip | undefined
  const fitted = clips.map((clip) => {
    before = withRoom(clip, before)
    return before
  })
  return { ...timeline, clips: fitted }
}

/** At most two clips overlap: the two transitions of a clip must not meet. */
function withRoom(clip: Clip, before: Clip | undefined): Clip {
  const { transition, ...rest } = clip
  if (!transition) return clip
  const room = before ? Math.min(clip.frames, before.frames - (before.transition?.frames ?? 0)) : 0
  if (room < 1) return rest
  return transition.frames <= room ? clip : { ...rest, transition: { ...transition, frames: room } }
}

/** Absent and undefined are equal; absent is the canonical form. */
function without<Part extends object>(part: { [Name in keyof Part]: Part[Name] | undefined }): Part {
  return Object.fromEntries(Object.entries(part).filter(([, value]) => value !== undefined)) as Part
}

function clamp(value: number, min: number, max: number): number {
  return Math.min(max, Math.max(min, value))
}
