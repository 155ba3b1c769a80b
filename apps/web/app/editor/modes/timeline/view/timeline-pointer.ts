// The pointer controller of the timeline: scrubbing, selecting, moving, trimming, panning and zooming, by mouse and touch.
// Each gesture is one step of the history.
import { plural, t } from '@lingui/core/macro'
import type { Timeline } from '@vitrine/document/clip'
import { gesturePrefix } from '../../../project/project-store.ts'
import {
  changeSound,
  frameOfPlace,
  moveClips,
  placeAt,
  trimClipEnd,
  trimClipStart,
  trimSoundEnd,
  trimSoundStart,
} from '../../../project/timeline-edit.ts'
import { aroundPixels, type Bar, edgePixels, findHit, type Hit, type LaneSizes, type Lanes } from '../drawing/lanes.ts'
import { frameAtX, scrolled, snapFrame, zoomAt } from '../drawing/time-scale.ts'
import type { VideoModel } from '../model/video-model.ts'

/** What the pointer shows on the timeline while it works. */
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

export interface Point {
  x: number
  y: number
}

interface Press {
  point: Point
  isTouch: boolean
  /** Adds to the selection instead of replacing it. */
  isAdding: boolean
  /** On the ruler: marks the range that is played. */
  isRanging: boolean
}

interface Surface {
  getLanes(): Lanes
  getSizes(): LaneSizes
  show(feedback: TimelineFeedback): void
  /** Moves the lanes up, where they are taller than what is visible. */
  scrollBy(pixels: number): void
}

/** A gesture under way. `move` gets where the pointer is now. */
interface Gesture {
  move(point: Point): void
  end(point: Point): void
  /** Undoes what is not a step of the history. */
  cancel?(): void
  /** At the edge of the visible part the timeline comes to meet the pointer. */
  isFollowed?: () => boolean
}

/** So near the edge of the visible part it begins to move, faster the nearer the pointer is. */
const followPixels = 32
const maxFollowed = 20
const always = () => true

/** A pointer must move so far before anything moves with it. */
const slopPixels = 4

export interface TimelinePointerController {
  hover(point: Point): void
  press(press: Press): void
  move(point: Point): void
  release(point: Point): void
  /** A second finger, Escape, or the browser cancels the gesture: everything returns to its previous state. */
  cancel(): void
  /** Whether a gesture is under way that Escape takes back. */
  isBusy(): boolean
  /** Two fingers or a wheel: a factor about a place, and a shift in pixels. */
  zoom(factor: number, x: number): void
  pan(pixels: number): void
}

export function createTimelinePointer(model: VideoModel, surface: Surface): TimelinePointerController {
  const { editor, canvas, scale } = model
  const { player } = editor
  let gesture: Gesture | undefined
  let turn = 0

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
  /** Marks what is played again and again; a click without moving plays the whole video. */
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
        scale.set(scrolled(scale.get(), model.getFrames(), from + start.x - x))
        // Positions are relative to the top of the lanes: scrolling does not count again.
        surface.scrollBy(start.y - y)
      },
      end: () => undefined,
    }
  }
  /** Every move starts from what was there at first: nothing adds up. */
  const trimPart = (bar: Bar, edge: 'start' | 'end', start: Point): Gesture => {
    const before = model.getTimeline()
    const group = `${gesturePrefix}trim-${bar.id}-${++turn}`
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
        // A clip's first frame stays where it is on the track; what the pointer changes is what is seen there.
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
    const group = `${gesturePrefix}move-${bar.id}-${++turn}`
    const own = new Set([bar.id])
    const from = toFrame(start)
    return {
      move(point) {
        const wanted = bar.start + toFrame(point) - from
        const length = bar.end - bar.start
        const atStart = snapped(wanted, own)
        const atEnd = snapped(wanted + length, own)
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
    const group = `${gesturePrefix}overlay-${bar.id}-${++turn}`
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
  /** Moves a clip, and with it all clips that are chosen as well. */
  const moveClipBy = (bar: Bar, start: Point): Gesture => {
    const before = model.getTimeline()
    const from = toFrame(start)
    const chosen = model.selection.get()
    const together = before.clips.filter(({ id }) => id === bar.id || chosen.has(id)).map(({ id }) => id)
    // All of them go nowhere together: then the one being dragged is meant.
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
        const insertion = isMoved ? frameOfPlace(before, place) : undefined
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
  /** A gesture that begins when the pointer has moved a little; a pointer that has not is a click. */
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
    // The clip's form has its transition.
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
    // A finger scrolls unless what it touches was chosen before: nothing is moved by accident.
    if (isTouch && !isChosen)
      return held(
        point,
        () => panBy(point),
        () => choose(hit, isAdding),
      )
    choose(hit, isAdding)
    // A click on one of several that were chosen means that one.
    const chooseAlone = () => {
      if (isChosen && !isAdding && model.selection.get().has(hit.bar.id)) model.select([hit.bar.id])
    }
    return held(point, () => grab(hit, point), chooseAlone)
  }
  let last: Point | undefined
  let following: number | undefined
  /** Once per screen refresh, as long as the pointer stays at the edge. */
  const follow = () => {
    following = undefined
    if (!last || !gesture?.isFollowed?.()) return
    const { width, scroll } = scale.get()
    const [left, right] = [Math.max(0, followPixels - last.x), Math.max(0, last.x - width + followPixels)]
    if (left + right === 0) return
    const by = Math.min(maxFollowed, (left + right) / 2)
    scale.set(scrolled(scale.get(), model.getFrames(), scroll + (right > 0 ? by : -by)))
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
      // What came before is another step, also where its end was never seen.
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
    pan: (pixels) => scale.set(scrolled(scale.get(), model.getFrames(), scale.get().scroll + pixels)),
  }
}
