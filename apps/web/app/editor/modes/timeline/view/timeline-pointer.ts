// The pointer controller of the timeline: scrubbing, selecting, moving, trimming, panning and zooming, by mouse and
// touch. Each gesture is one undo step.
import { plural, t } from '@lingui/core/macro'
import type { Timeline } from '@vitrine/document/clip'
import { gesturePrefix } from '../../../project/project-store.ts'
import {
  changeSound,
  findClipStart,
  moveClips,
  placeAt,
  trimClipEnd,
  trimClipStart,
  trimSoundEnd,
  trimSoundStart,
} from '../../../project/timeline-edit.ts'
import { aroundPixels, type Bar, edgePixels, findHit, type Hit, type LaneSizes, type Lanes } from '../drawing/lanes.ts'
import { frameAtX, scrollScale, snapFrame, zoomAt } from '../drawing/time-scale.ts'
import type { VideoModel } from '../model/video-model.ts'

/** What a running gesture shows on the timeline. */
export interface TimelineFeedback {
  lit: string | undefined
  snap: number | undefined
  insertion: number | undefined
  /** Dragged clips, and their distance in frames from their position. */
  carried: { ids: ReadonlySet<string>; frames: number } | undefined
  cursor: 'default' | 'pointer' | 'ew-resize' | 'grabbing'
}

export const noFeedback: TimelineFeedback = {
  lit: undefined,
  snap: undefined,
  insertion: undefined,
  carried: undefined,
  cursor: 'default',
}

interface Point {
  x: number
  y: number
}

interface Press {
  point: Point
  isTouch: boolean
  /** Adds to the selection instead of replacing it. */
  isAdding: boolean
  /** On the ruler: sets the played range. */
  isRanging: boolean
}

interface Surface {
  getLanes(): Lanes
  getSizes(): LaneSizes
  show(feedback: TimelineFeedback): void
  /** Scrolls the lanes, where they are taller than the visible part. */
  scrollBy(pixels: number): void
}

/** A running gesture. `move` receives the pointer's current position. */
interface Gesture {
  move(point: Point): void
  end(point: Point): void
  /** Reverts changes that are no undo step. */
  cancel?(): void
  /** Whether the timeline scrolls when the pointer is at the edge of the visible part. */
  isFollowed?: () => boolean
}

/** The width of that edge; scrolling is faster the nearer the pointer is to it. */
const followPixels = 32
const maxFollowed = 20
const always = () => true

/** The distance in pixels at which a press becomes a drag. */
const slopPixels = 4

export interface TimelinePointerController {
  hover(point: Point): void
  press(press: Press): void
  move(point: Point): void
  release(point: Point): void
  /** Called for a second finger, Escape, or by the browser: reverts the gesture. */
  cancel(): void
  /** Whether Escape would cancel a gesture. */
  isBusy(): boolean
  /** Two fingers or a wheel: a factor around a position, and a shift in pixels. */
  zoom(factor: number, x: number): void
  pan(pixels: number): void
}

export function createTimelinePointer(model: VideoModel, surface: Surface): TimelinePointerController {
  const { editor, canvas, scale } = model
  const { player } = editor
  let gesture: Gesture | undefined
  let gestureCount = 0

  const toFrame = ({ x }: Point) => frameAtX(scale.get(), x)
  const hitAt = (point: Point, isTouch: boolean): Hit =>
    findHit(surface.getLanes(), scale.get(), point, {
      sizes: surface.getSizes(),
      edge: isTouch ? edgePixels.touch : edgePixels.mouse,
      around: isTouch ? aroundPixels.touch : aroundPixels.mouse,
      chosen: model.selection.get(),
    })
  const snapped = (frame: number, ids: ReadonlySet<string>) =>
    model.isSnapping.get()
      ? snapFrame(scale.get(), frame, model.edges(ids))
      : { frame: Math.round(frame), isSnapped: false }

  const scrub = (): Gesture => {
    const seek = (point: Point) => player.seek(toFrame(point))
    const before = player.getFrame()
    player.pause()
    return { move: seek, end: () => undefined, cancel: () => player.seek(before), isFollowed: always }
  }
  /** Sets the repeated range; a click without moving clears it. */
  const range = (start: Point): Gesture => {
    const clamped = (point: Point) => Math.min(model.getFrames(), Math.max(0, snapped(toFrame(point), new Set()).frame))
    const from = clamped(start)
    const mark = (point: Point) => {
      const to = clamped(point)
      model.setRange(to === from ? undefined : { start: Math.min(from, to), end: Math.max(from, to) })
    }
    const before = player.getTransport().range
    player.pause()
    return { move: mark, end: mark, cancel: () => model.setRange(before), isFollowed: always }
  }
  const panBy = (start: Point): Gesture => {
    const from = scale.get().scroll
    return {
      move({ x, y }) {
        scale.set(scrollScale(scale.get(), model.getFrames(), from + start.x - x))
        // Positions are relative to the top of the lanes, so scrolling must not be added again.
        surface.scrollBy(start.y - y)
      },
      end: () => undefined,
    }
  }
  /** Every move starts from the original timeline, so that rounding does not accumulate. */
  const trimPart = (bar: Bar, edge: 'start' | 'end', start: Point): Gesture => {
    const before = model.getTimeline()
    const group = `${gesturePrefix}trim-${bar.id}-${++gestureCount}`
    const own = new Set([bar.id])
    const grabbed = edge === 'start' ? bar.start : bar.end
    const offset = toFrame(start) - grabbed
    const seenFrame = player.getFrame()
    return {
      move(point) {
        const { frame, isSnapped } = snapped(toFrame(point) - offset, own)
        const by = frame - grabbed
        const isSound = bar.kind === 'sound'
        const trim =
          edge === 'start' ? (isSound ? trimSoundStart : trimClipStart) : isSound ? trimSoundEnd : trimClipEnd
        model.change(trim(before, bar.id, by, model.timelineContext), {
          label: isSound ? t`Trim audio` : t`Trim clip`,
          group,
        })
        player.pause()
        // A clip's start stays on the track; the pointer changes which frame is visible there.
        if (bar.kind === 'clip') player.seek(edge === 'start' ? bar.start : Math.max(bar.start, frame - 1))
        surface.show({ ...noFeedback, lit: bar.id, snap: isSnapped ? frame : undefined, cursor: 'ew-resize' })
      },
      end: () => undefined,
      cancel: () => player.seek(seenFrame),
      isFollowed: always,
    }
  }
  const moveSound = (bar: Bar, start: Point): Gesture => {
    const before = model.getTimeline()
    const group = `${gesturePrefix}move-${bar.id}-${++gestureCount}`
    const own = new Set([bar.id])
    const from = toFrame(start)
    return {
      move(point) {
        const targetFrame = bar.start + toFrame(point) - from
        const length = bar.end - bar.start
        const atStart = snapped(targetFrame, own)
        const atEnd = snapped(targetFrame + length, own)
        const useEnd = atEnd.isSnapped && !atStart.isSnapped
        const at = Math.max(0, useEnd ? atEnd.frame - length : atStart.frame)
        model.change(changeSound(before, bar.id, { at }), { label: t`Move audio`, group })
        const snap = useEnd ? atEnd.frame : atStart.isSnapped ? atStart.frame : undefined
        surface.show({ ...noFeedback, lit: bar.id, snap, cursor: 'grabbing' })
      },
      end: () => undefined,
      isFollowed: always,
    }
  }
  const moveOverlay = (bar: Bar, edge: 'start' | 'end' | undefined, start: Point): Gesture => {
    const group = `${gesturePrefix}overlay-${bar.id}-${++gestureCount}`
    const own = new Set([bar.id])
    const from = toFrame(start)
    return {
      move(point) {
        const by = toFrame(point) - from
        const first = edge === 'end' ? bar.start : snapped(bar.start + by, own).frame
        const shifted =
          edge === undefined ? { in: Math.max(0, first), out: Math.max(0, first) + bar.end - bar.start } : undefined
        const last = edge === 'end' ? Math.max(bar.start + 1, snapped(bar.end + by, own).frame) : bar.end
        const time = shifted ?? { in: Math.min(Math.max(0, first), last - 1), out: last }
        canvas.run([{ op: 'trim', layer: bar.id, ...time }], {
          label: t`Change timing`,
          group,
        })
        surface.show({ ...noFeedback, lit: bar.id, cursor: edge ? 'ew-resize' : 'grabbing' })
      },
      end: () => undefined,
      isFollowed: always,
    }
  }
  /** Moves a clip together with all other selected clips. */
  const moveClipBy = (bar: Bar, start: Point): Gesture => {
    const before = model.getTimeline()
    const from = toFrame(start)
    const chosen = model.selection.get()
    const together = before.clips.filter(({ id }) => id === bar.id || chosen.has(id)).map(({ id }) => id)
    // If all clips are selected, only the dragged one moves.
    const ids = new Set(together.length < before.clips.length ? together : [bar.id])
    const joinClipIds = (timeline: Timeline) => timeline.clips.map(({ id }) => id).join()
    const placed = (point: Point) => {
      const place = placeAt(before, toFrame(point))
      const after = moveClips(before, ids, place)
      return { place, after, isMoved: joinClipIds(after) !== joinClipIds(before) }
    }
    return {
      move(point) {
        const { place, isMoved } = placed(point)
        const insertion = isMoved ? findClipStart(before, place) : undefined
        const carried = { ids, frames: toFrame(point) - from }
        surface.show({ ...noFeedback, lit: bar.id, insertion, carried, cursor: 'grabbing' })
      },
      end(point) {
        const { after, isMoved } = placed(point)
        const count = ids.size
        if (isMoved) model.change(after, { label: t`${plural(count, { one: 'Move clip', other: 'Move # clips' })}` })
      },
      isFollowed: always,
    }
  }
  const grab = (hit: Extract<Hit, { on: 'bar' }>, point: Point): Gesture | undefined => {
    const { bar, edge } = hit
    if (bar.kind === 'marker') return undefined
    if (bar.kind === 'overlay') return moveOverlay(bar, edge, point)
    if (edge) return trimPart(bar, edge, point)
    return bar.kind === 'sound' ? moveSound(bar, point) : moveClipBy(bar, point)
  }
  const choose = ({ bar }: Extract<Hit, { on: 'bar' }>, isAdding: boolean) => {
    if (bar.kind === 'marker') return editor.select(bar.id, 'picture')
    if (bar.kind === 'overlay') return canvas.select([bar.id])
    const chosen = model.selection.get()
    if (!isAdding) return chosen.has(bar.id) ? undefined : model.select([bar.id])
    const others = [...chosen].filter((id) => id !== bar.id)
    model.select(chosen.has(bar.id) ? others : [...others, bar.id])
  }
  /** Starts a gesture once the pointer has moved a little; otherwise it is a click. */
  const held = (start: Point, begin: () => Gesture | undefined, click: () => void): Gesture => {
    let begun: Gesture | undefined
    let isBegun = false
    return {
      move(point) {
        if (!isBegun && Math.hypot(point.x - start.x, point.y - start.y) < slopPixels) return
        if (!isBegun) begun = begin()
        isBegun = true
        begun?.move(point)
      },
      end(point) {
        if (isBegun) begun?.end(point)
        else click()
      },
      cancel: () => begun?.cancel?.(),
      isFollowed: () => begun?.isFollowed?.() ?? false,
    }
  }
  const begin = ({ point, isTouch, isAdding, isRanging }: Press): Gesture => {
    const hit = hitAt(point, isTouch)
    if (hit.on === 'ruler' && isRanging) return range(point)
    if (hit.on === 'ruler') {
      const gesture = scrub()
      gesture.move(point)
      return gesture
    }
    // The clip's panel contains its transition.
    if (hit.on === 'transition')
      return held(
        point,
        () => panBy(point),
        () => model.select([hit.id]),
      )
    if (hit.on === 'empty') {
      const clear = () => {
        model.select([])
        canvas.select([])
        player.pause()
        player.seek(toFrame(point))
      }
      return held(point, () => panBy(point), clear)
    }
    const isChosen = model.selection.get().has(hit.bar.id) || canvas.selection.get().includes(hit.bar.id)
    // A finger scrolls unless the touched part was already selected, so that nothing moves by accident.
    if (isTouch && !isChosen)
      return held(
        point,
        () => panBy(point),
        () => choose(hit, isAdding),
      )
    choose(hit, isAdding)
    // A click on one of several selected parts selects only that one.
    const chooseAlone = () => {
      if (isChosen && !isAdding && model.selection.get().has(hit.bar.id)) model.select([hit.bar.id])
    }
    return held(point, () => grab(hit, point), chooseAlone)
  }
  let last: Point | undefined
  let following: number | undefined
  /** Scrolls once per screen refresh while the pointer stays at the edge. */
  const follow = () => {
    following = undefined
    if (!last || !gesture?.isFollowed?.()) return
    const { width, scroll } = scale.get()
    const [left, right] = [Math.max(0, followPixels - last.x), Math.max(0, last.x - width + followPixels)]
    if (left + right === 0) return
    const by = Math.min(maxFollowed, (left + right) / 2)
    scale.set(scrollScale(scale.get(), model.getFrames(), scroll + (right > 0 ? by : -by)))
    if (scale.get().scroll !== scroll) gesture.move(last)
    following = requestAnimationFrame(follow)
  }
  const finish = () => {
    gesture = undefined
    last = undefined
    if (following !== undefined) cancelAnimationFrame(following)
    following = undefined
    editor.store.endGroup()
    model.holdScale(false)
    surface.show(noFeedback)
  }
  return {
    hover(point) {
      if (gesture) return
      const hit = hitAt(point, false)
      const cursor =
        hit.on === 'bar' && hit.edge && hit.bar.kind !== 'marker'
          ? 'ew-resize'
          : hit.on === 'empty'
            ? 'default'
            : 'pointer'
      surface.show({ ...noFeedback, lit: hit.on === 'bar' ? hit.bar.id : undefined, cursor })
    },
    press(press) {
      // Ends an earlier step whose end the browser did not report.
      editor.store.endGroup()
      model.holdScale(true)
      gesture = begin(press)
    },
    move(point) {
      gesture?.move(point)
      last = point
      following ??= requestAnimationFrame(follow)
    },
    release(point) {
      gesture?.end(point)
      finish()
    },
    cancel() {
      const cancelled = gesture
      editor.store.cancelGesture()
      finish()
      cancelled?.cancel?.()
    },
    isBusy: () => gesture !== undefined,
    zoom: (factor, x) => scale.set(zoomAt(scale.get(), factor, x, model.getFrames())),
    pan: (pixels) => scale.set(scrollScale(scale.get(), model.getFrames(), scale.get().scroll + pixels)),
  }
}
