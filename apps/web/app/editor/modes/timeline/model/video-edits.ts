// Edits of clips and sounds: copy, paste, trim to the playhead, replace a file, and detach audio.
import { plural, t } from '@lingui/core/macro'
import { type Clip, checkTimeline, clipSpans, type Sound, type Timeline } from '@vitrine/document/clip'
import type { AssetId } from '@vitrine/document/field'
import type { Player } from '../../../preview/player.ts'
import {
  clipAt,
  detachSound,
  findClipStart,
  insertClips,
  placeAt,
  replaceClip,
  trimClipEnd,
  trimClipStart,
  trimSoundEnd,
  trimSoundStart,
} from '../../../project/timeline-edit.ts'
import type { VideoModel } from './video-model.ts'

/** Our own clipboard type. */
const partsType = 'application/x-vitrine-clips+json'

interface CopiedParts {
  vitrine: 'clips'
  clips: readonly Clip[]
  /** Their `at` counts from the start of the copied range. */
  sounds: readonly Sound[]
}

/** Puts the selected clips and sounds on the clipboard. False when none are selected. */
export function copyParts(model: VideoModel, clipboard: DataTransfer | null): boolean {
  const chosen = model.selection.get()
  const timeline = model.getTimeline()
  const spans = clipSpans(timeline.clips).filter(({ clip }) => chosen.has(clip.id))
  const sounds = timeline.sounds.filter(({ id }) => chosen.has(id))
  const count = spans.length + sounds.length
  if (count === 0) return false
  const start = spans[0]?.start ?? Math.min(...sounds.map(({ at }) => at))
  const copied: CopiedParts = {
    vitrine: 'clips',
    clips: spans.map(({ clip }) => clip),
    sounds: sounds.map((sound) => ({ ...sound, at: Math.max(0, sound.at - start) })),
  }
  clipboard?.setData(partsType, JSON.stringify(copied))
  model.editor.announcement.set(t`${plural(count, { one: 'Copied.', other: '# items copied.' })}`)
  return true
}

/**
 * Inserts copied clips at the cut nearest to the playhead, and sounds at their original offset. False when the
 * clipboard has none.
 */
export function pasteParts(model: VideoModel, clipboard: DataTransfer | null): boolean {
  const copied = parseParts(clipboard?.getData(partsType) ?? '')
  if (!copied) return false
  const { editor, canvas } = model
  const timeline = model.getTimeline()
  const place = placeAt(timeline, editor.player.getFrame())
  const clips = copied.clips.map(({ transition, ...clip }, n) => {
    const isFirst = n === 0 || transition === undefined
    return { ...clip, id: model.newId(), ...(!isFirst && { transition }) }
  })
  const start = clips.length > 0 ? findClipStart(timeline, place) : editor.player.getFrame()
  const sounds = copied.sounds.map((sound) => ({ ...sound, id: model.newId(), at: start + sound.at }))
  const parts = [...clips, ...sounds]
  const count = parts.length
  if (parts.some(({ asset }) => !editor.library.find(asset))) {
    canvas.refuse(t`The copied clips are from another video, and their files are not here. Add the files first.`)
    return true
  }
  const before = insertClips(timeline, clips, place)
  const next: Timeline = { ...before, sounds: [...timeline.sounds, ...sounds] }
  // A clipboard may contain anything.
  const isFitting = checkTimeline(editor.document, { clips: next.clips, sounds: next.sounds }).length === 0
  if (!isFitting) canvas.refuse(t`The copied clips do not fit into this video.`)
  else if (model.change(next, { label: t`${plural(count, { one: 'Paste', other: 'Paste #' })}` })) {
    model.select(parts.map(({ id }) => id))
    editor.announcement.set(t`${plural(count, { one: 'Pasted.', other: '# items pasted.' })}`)
  }
  return true
}

function parseParts(json: string): CopiedParts | undefined {
  try {
    const { vitrine, clips, sounds } = JSON.parse(json) as Partial<CopiedParts>
    return vitrine === 'clips' && Array.isArray(clips) && Array.isArray(sounds) ? { vitrine, clips, sounds } : undefined
  } catch {
    return undefined
  }
}

/** Trims the selected part, else the visible clip, to start or end at the playhead. Later clips move up. */
export function trimToPlayhead(model: VideoModel, edge: 'start' | 'end'): void {
  const { player, announcement } = model.editor
  const timeline = model.getTimeline()
  const frame = player.getFrame()
  const chosen = [...model.selection.get()]
  const [only] = chosen
  const id = chosen.length === 1 && only !== undefined ? only : clipAt(timeline, frame)?.id
  const span = clipSpans(timeline.clips).find(({ clip }) => clip.id === id)
  const sound = timeline.sounds.find((sound) => sound.id === id)
  const [start, end] = span ? [span.start, span.end] : [sound?.at ?? 0, (sound?.at ?? 0) + (sound?.frames ?? 0)]
  if (id === undefined || frame <= start || frame >= end) {
    model.canvas.refuse(t`Move the playhead inside a clip to trim it there.`)
    return
  }
  const by = frame - (edge === 'start' ? start : end)
  const trim = span
    ? edge === 'start'
      ? trimClipStart
      : trimClipEnd
    : edge === 'start'
      ? trimSoundStart
      : trimSoundEnd
  const isChanged = model.change(trim(timeline, id, by, model.timelineContext), {
    label: edge === 'start' ? t`Trim start` : t`Trim end`,
  })
  if (!isChanged) return
  player.pause()
  // The playhead follows the trimmed frame, which is now the clip's first one.
  if (span && edge === 'start') player.seek(start)
  announcement.set(edge === 'start' ? t`The clip now starts at the playhead.` : t`The clip now ends at the playhead.`)
}

/** Replaces the file of a clip; warns when the new one is too short. */
export function putInPlace(model: VideoModel, clipId: string, assetId: AssetId): string | undefined {
  const file = model.editor.library.find(assetId)
  const clip = model.findClip(clipId)
  if (!clip || !file || (file.kind !== 'image' && file.kind !== 'video'))
    return t`Only a video or a photo can replace it.`
  const next = replaceClip(model.getTimeline(), clipId, { asset: assetId, kind: file.kind }, model.timelineContext)
  if (!model.change(next, { label: t`Replace clip` })) return undefined
  model.reveal(clipId)
  const isShorter = (model.findClip(clipId)?.frames ?? 0) < clip.frames
  const name = file.fileName ?? t`The file`
  return isShorter ? t`${name} is shorter than the clip it replaced, so the video is shorter now.` : undefined
}

/** Moves the sound of a clip to a part of its own. */
export function detachClipSound(model: VideoModel, clipId: string): void {
  const id = model.newId()
  if (!model.change(detachSound(model.getTimeline(), clipId, id), { label: t`Detach audio` })) return
  model.select([id])
  model.editor.announcement.set(t`The audio is now on its own track.`)
}

const shownSeconds = 4
/** Near the end of the video it starts earlier, so that it is visible for at least this long. */
const minSeconds = 1

/**
 * The time span of text, stickers and pictures that are added over the video: a few seconds from the playhead, in
 * frames; `out` is the first one without it.
 */
export function addedSpan({
  getFrame,
  durationFrames,
  framesPerSecond,
}: Pick<Player, 'getFrame' | 'durationFrames' | 'framesPerSecond'>): { in: number; out: number } {
  const min = Math.min(durationFrames, Math.round(minSeconds * framesPerSecond))
  const start = Math.min(getFrame(), durationFrames - min)
  return { in: start, out: Math.min(durationFrames, start + Math.round(shownSeconds * framesPerSecond)) }
}
