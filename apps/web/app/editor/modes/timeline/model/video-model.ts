// The model of the video editor: the timeline, its selection and view, and how files are added. Panels, timeline and
// shortcuts communicate through it.

import { plural, t } from '@lingui/core/macro'
import {
  type Clip,
  clipSpans,
  clipsLength,
  MAX_CLIPS,
  MAX_SOUNDS,
  maxVideoMinutes,
  type Sound,
  type Timeline,
} from '@vitrine/document/clip'
import type { AssetId } from '@vitrine/document/field'
import { findMainPlaces } from '@vitrine/document/main-place'
import { OWN_LAYER_PREFIX } from '@vitrine/project/layer-list'
import { applyVariant } from '@vitrine/project/variant'
import { createObservable, type Observable } from '../../../../api/observable.ts'
import { createRandomId } from '../../../../api/random-id.ts'
import type { EditorModel } from '../../../model/editor-model.ts'
import type { FrameRange } from '../../../preview/player.ts'
import { withApplicable } from '../../../project/command.ts'
import { withTimeline } from '../../../project/project-store.ts'
import {
  addSound,
  clipAt,
  clipsWithinLimit,
  duplicateParts,
  emptyTimeline,
  findExceededLimit,
  insertClips,
  listEdges,
  removeParts,
  splitClip,
  splitSound,
  type TimelineContext,
} from '../../../project/timeline-edit.ts'
import { withUnsent } from '../../../project/unsent-file.ts'
import type { CanvasModel } from '../../canvas/model/canvas-model.ts'
import { splitSelection } from '../../canvas/model/selected-layers.ts'
import type { Marker, Overlay } from '../drawing/lanes.ts'
import { broughtIntoView, fitScale, scrollScale, type TimeScale } from '../drawing/time-scale.ts'

/** Default duration of an added photo. */
const photoSeconds = 4

export interface VideoModel {
  readonly editor: EditorModel
  /** The same project as layers: texts and stickers over the video. */
  readonly canvas: CanvasModel
  readonly timelineContext: TimelineContext
  /** Ids of clips and sounds. Layers over the video are selected in `canvas`. */
  readonly selection: Observable<ReadonlySet<string>>
  readonly scale: Observable<TimeScale>
  /** Whether pointers snap to edges and the playhead. */
  readonly isSnapping: Observable<boolean>
  /** The frame before which a file that is dragged over the timeline would be inserted. */
  readonly dropFrame: Observable<number | undefined>
  getTimeline(): Timeline
  getFrames(): number
  findClip(id: string): Clip | undefined
  findSound(id: string): Sound | undefined
  /** The customer's own layers over the video, in video time. */
  overlays(): readonly Overlay[]
  /** The times at which the template's fields are visible. */
  markers(): readonly Marker[]
  /** Edges that pointers snap to, except those of the named parts. */
  edges(without?: ReadonlySet<string>): readonly number[]
  /**
   * Replaces the timeline as one undo step; steps of the same group without a pause are merged. A timeline that exceeds
   * the limits is rejected with a message: false.
   */
  change(timeline: Timeline, about: { label: string; group?: string }): boolean
  newId(): string
  /** During a drag on the timeline, content under the pointer stays in place, however long the video becomes. */
  holdScale(isHeld: boolean): void
  /** Selects clips and sounds, and deselects layers and fields. */
  select(ids: Iterable<string>): void
  /** Adds videos, photos and sounds of the library: clips at a place among the clips, sounds at a frame. */
  addParts(assetIds: readonly AssetId[], at?: { index?: number; frame?: number }): void
  /** Splits the selected clips, sounds or layers, else the current clip, at the playhead. */
  split(): void
  remove(): void
  duplicate(): void
  /** Sets the played range; undefined removes it. */
  setRange(range: FrameRange | undefined): void
  /**
   * Moves the playhead to an edited clip, outside of transitions, unless it is already there, so that changes are
   * visible.
   */
  reveal(clipId: string): void
  /** Moves the playhead to the nearest edge before or after it. */
  seekEdge(direction: -1 | 1): void
  close(): void
}

export function createVideoModel(editor: EditorModel, canvas: CanvasModel): VideoModel {
  const { store, player, library } = editor
  const selection = createObservable<ReadonlySet<string>>(new Set())
  const scale = createObservable<TimeScale>(fitScale(player.durationFrames, 0))
  const isSnapping = createObservable(true)
  const dropFrame = createObservable<number | undefined>(undefined)
  const getTimeline = () => store.getContent().timeline ?? emptyTimeline
  const getFrames = () => player.durationFrames
  const timelineContext: TimelineContext = {
    framesPerSecond: player.framesPerSecond,
    findSeconds: (assetId) => library.find(assetId)?.durationSeconds,
  }
  const findClip = (id: string) => getTimeline().clips.find((clip) => clip.id === id)
  const findSound = (id: string) => getTimeline().sounds.find((sound) => sound.id === id)
  const newId = () => `${OWN_LAYER_PREFIX}${createRandomId().slice(0, 12)}`
  const change: VideoModel['change'] = (timeline, about) => {
    const problem = findExceededLimit(getTimeline(), timeline, editor.document.canvas.fps)
    if (problem) {
      canvas.refuse(problem)
      return false
    }
    const content = withTimeline(store.getContent(), withUnsent(timeline, library))
    store.edit(withApplicable(editor.document, content), about)
    return true
  }
  const select = (ids: Iterable<string>) => {
    selection.set(new Set(ids))
    if (selection.get().size === 0) return
    canvas.select([])
    editor.selection.set(undefined)
  }
  const isVideo = (layerId: string) => {
    if (getTimeline().clips.length === 0) return false
    const shaped = applyVariant(editor.document, store.getContent().aspect ?? undefined)
    return layerId.startsWith('clip-') || findMainPlaces(shaped).some(({ id }) => id === layerId)
  }
  const deselectMissing = () => {
    const { clips, sounds } = getTimeline()
    const present = new Set([...clips, ...sounds].map(({ id }) => id))
    const remaining = [...selection.get()].filter((id) => present.has(id))
    if (remaining.length < selection.get().size) selection.set(new Set(remaining))
  }
  const showFrame = (frame: number) => {
    const next = broughtIntoView(scale.get(), frame, getFrames())
    if (next !== scale.get()) scale.set(next)
  }
  const announce = (text: string) => editor.announcement.set(text)
  let shownFrames = getFrames()
  let isHeld = false
  const keepFitted = () => {
    const frames = getFrames()
    if (frames === shownFrames || isHeld) return
    const fitted = fitScale(shownFrames, scale.get().width)
    // A fitted view stays fitted when the video grows.
    const isFitted = scale.get().pixelsPerFrame <= fitted.pixelsPerFrame * 1.001
    shownFrames = frames
    scale.set(isFitted ? fitScale(frames, scale.get().width) : scrollScale(scale.get(), frames))
  }
  const ends = [
    store.subscribe(deselectMissing),
    player.onTransport(keepFitted),
    canvas.selection.subscribe(() => {
      const layerIds = canvas.selection.get()
      if (layerIds.length === 0) return
      // A press on the video selects the clip that is visible there.
      const clip = layerIds.every(isVideo) ? clipAt(getTimeline(), player.getFrame()) : undefined
      if (clip) select([clip.id])
      else selection.set(new Set())
    }),
    player.onFrame((frame) => {
      if (player.getTransport().isPlaying) showFrame(frame)
    }),
  ]
  return {
    editor,
    canvas,
    timelineContext,
    selection,
    scale,
    isSnapping,
    dropFrame,
    getTimeline,
    getFrames,
    findClip,
    findSound,
    overlays: () =>
      canvas
        .layers()
        .filter((entry) => entry.isOwn && entry.type !== 'audio')
        .map(({ id, name, layer }) => ({ id, label: name, start: layer.in, end: layer.out })),
    markers: () => listMarkers(editor),
    edges(without = new Set()) {
      const { clips, sounds } = getTimeline()
      const others = sounds.filter(({ id }) => !without.has(id))
      return [...listEdges({ clips, sounds: others }), player.getFrame(), getFrames()]
    },
    change,
    newId,
    holdScale(next) {
      isHeld = next
      keepFitted()
    },
    select,
    addParts(assetIds, { index, frame: targetFrame = player.getFrame() } = {}) {
      const timeline = getTimeline()
      const found = assetIds.flatMap((assetId) => library.find(assetId) ?? [])
      const requestedClips = found
        .filter(({ kind }) => kind === 'video' || kind === 'image')
        .map(({ assetId, kind, durationSeconds }): Clip => {
          const seconds = kind === 'image' ? photoSeconds : (durationSeconds ?? photoSeconds)
          return {
            id: newId(),
            asset: assetId,
            kind: kind === 'image' ? 'image' : 'video',
            frames: Math.max(1, Math.floor(seconds * timelineContext.framesPerSecond + 1e-6)),
            startSeconds: 0,
          }
        })
      const clips = clipsWithinLimit(timeline, requestedClips, editor.document.canvas.fps)
      const countFrames = (list: readonly Clip[]) => list.reduce((sum, { frames }) => sum + frames, 0)
      const minutes = maxVideoMinutes(editor.document.canvas.fps)
      if (countFrames(clips) < countFrames(requestedClips))
        canvas.refuse(
          t`A video can have up to ${plural(MAX_CLIPS, { other: '# clips' })} and ${plural(minutes, { other: `${minutes} minutes` })}: not everything was added.`,
        )
      const withClips = insertClips(timeline, clips, index ?? timeline.clips.length)
      const length = withClips.clips.length > 0 ? clipsLength(withClips.clips, editor.document.canvas.fps) : getFrames()
      // The first clips change the video, so the playhead starts over.
      const frame = targetFrame < length && (timeline.clips.length > 0 || clips.length === 0) ? targetFrame : 0
      const songs = found.filter(({ kind }) => kind === 'audio')
      const room = Math.max(0, MAX_SOUNDS - timeline.sounds.length)
      const wantedSounds = songs.length
      if (wantedSounds > room)
        canvas.refuse(
          t`A video can have up to ${plural(MAX_SOUNDS, { other: '# audio tracks' })}: ${room} of ${wantedSounds} were added.`,
        )
      const sounds = songs.slice(0, room).map(
        ({ assetId, durationSeconds }): Sound => ({
          id: newId(),
          asset: assetId,
          at: frame,
          // Ends with the video, so that it fades out there.
          frames: Math.max(
            1,
            Math.min(length - frame, Math.floor((durationSeconds ?? 30) * timelineContext.framesPerSecond + 1e-6)),
          ),
          startSeconds: 0,
          fadeOut: Math.round(timelineContext.framesPerSecond),
        }),
      )
      const parts = [...clips, ...sounds]
      const count = parts.length
      if (count === 0) return
      change(sounds.reduce(addSound, withClips), {
        label: t`${plural(count, { one: 'Add clip', other: 'Add # clips' })}`,
      })
      select(parts.map(({ id }) => id))
    },
    split() {
      const frame = player.getFrame()
      if (canvas.selection.get().length > 0) return splitSelection(canvas, player.getFrame())
      const chosen = [...selection.get()]
      const under = clipAt(getTimeline(), frame)
      const ids = chosen.length > 0 ? chosen : under ? [under.id] : []
      const next = ids.reduce(
        (timeline, id) =>
          splitSound(splitClip(timeline, id, frame, newId(), timelineContext), id, frame, newId(), timelineContext),
        getTimeline(),
      )
      if (next === getTimeline()) canvas.refuse(t`Move the playhead inside a clip to split it.`)
      else if (change(next, { label: t`Split` })) {
        const count = next.clips.length
        announce(t`Split. ${plural(count, { other: '# clips' })}.`)
      }
    },
    remove() {
      const ids = selection.get()
      if (ids.size === 0) return
      const count = ids.size
      change(removeParts(getTimeline(), ids), { label: t`${plural(count, { one: 'Delete', other: 'Delete #' })}` })
      announce(t`${plural(count, { one: 'Deleted.', other: '# items deleted.' })}`)
    },
    duplicate() {
      const made: string[] = []
      const createId = () => {
        made.push(newId())
        return made.at(-1) as string
      }
      if (change(duplicateParts(getTimeline(), selection.get(), createId), { label: t`Duplicate` })) {
        select(made)
        announce(t`Duplicated.`)
      }
    },
    setRange: (range) => player.setRange(range),
    reveal(clipId) {
      const span = clipSpans(getTimeline().clips).find(({ clip }) => clip.id === clipId)
      if (!span || player.getTransport().isPlaying) return
      const frame = player.getFrame()
      if (frame >= span.start && frame < span.end) return
      player.seek(Math.min(span.end - 1, span.start + (span.clip.transition?.frames ?? 0)))
      showFrame(player.getFrame())
    },
    seekEdge(direction) {
      const frame = player.getFrame()
      const edges = listEdges(getTimeline())
      const next = direction > 0 ? edges.find((edge) => edge > frame) : edges.findLast((edge) => edge < frame)
      player.pause()
      player.seek(next ?? (direction > 0 ? getFrames() - 1 : 0))
      showFrame(player.getFrame())
    },
    close() {
      for (const end of ends) end()
    },
  }
}

/** Maximum number of field names on a shared marker. */
const namedFields = 3

/**
 * The time spans in which template fields are visible, as measured by the preview. Fields with the same span share a
 * marker.
 */
function listMarkers({ preview, document }: EditorModel): Marker[] {
  const state = preview.get()
  if (state.status !== 'ready') return []
  const places = state.painting.getPlaces()
  const bySpan = new Map<string, { start: number; end: number; fields: { id: string; label: string }[] }>()
  for (const { id, label } of document.fields) {
    const seen = places.filter(({ fields }) => fields.includes(id))
    if (seen.length === 0) continue
    const start = Math.min(...seen.map(({ firstFrame }) => firstFrame))
    const end = Math.max(...seen.map(({ endFrame }) => endFrame))
    const known = bySpan.get(`${start}-${end}`) ?? { start, end, fields: [] }
    known.fields.push({ id, label })
    bySpan.set(`${start}-${end}`, known)
  }
  return [...bySpan.values()].flatMap(({ start, end, fields }) => {
    const [first] = fields
    const more = fields.length - namedFields
    const names = fields
      .slice(0, namedFields)
      .map(({ label }) => label)
      .join(', ')
    return first ? [{ fieldId: first.id, label: more > 0 ? t`${names} and ${more} more` : names, start, end }] : []
  })
}
