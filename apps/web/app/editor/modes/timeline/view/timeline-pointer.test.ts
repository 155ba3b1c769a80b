import type { Timeline } from '@vitrine/document/clip'
import { describe, expect, it, vi } from 'vitest'
import { createObservable } from '../../../../api/observable.ts'
import { createProjectStore, withTimeline } from '../../../project/project-store.ts'
import { deskLanes, layOut } from '../drawing/lanes.ts'
import { fitScale, frameToX } from '../drawing/time-scale.ts'
import type { VideoModel } from '../model/video-model.ts'
import { createTimelinePointer } from './timeline-pointer.ts'

const clip = (id: string) => ({ id: `own-${id}`, asset: 'video', kind: 'video', frames: 90, startSeconds: 2 }) as const
const song = { id: 'own-s', asset: 'song' as never, at: 30, frames: 60, startSeconds: 1 }
const begun = { clips: [clip('a'), clip('b')], sounds: [song] } as unknown as Timeline

vi.stubGlobal('requestAnimationFrame', () => 1)
vi.stubGlobal('cancelAnimationFrame', () => undefined)

/** Pointers on a timeline of two clips and a song; everything else of the editor is as small as can be. */
function start() {
  const store = createProjectStore({ values: {}, difference: {}, aspect: null, timeline: begun })
  const selection = createObservable<ReadonlySet<string>>(new Set())
  const scale = createObservable(fitScale(180, 800))
  let frame = 10
  let range: unknown
  const player = { getFrame: () => frame, pause: () => undefined, seek: (to: number) => (frame = to) }
  const getTimeline = () => store.getContent().timeline ?? { clips: [], sounds: [] }
  const model = {
    editor: { store, player: { ...player, getTransport: () => ({ range }) }, select: () => undefined },
    canvas: { selection: createObservable<readonly string[]>([]), select: () => undefined },
    timelineContext: { framesPerSecond: 30, findSeconds: () => 10 },
    selection,
    scale,
    isSnapping: createObservable(false),
    getTimeline,
    getFrames: () => 180,
    edges: () => [],
    change(timeline: Timeline, about: { label: string; group?: string }) {
      store.edit(withTimeline(store.getContent(), timeline), about)
      return true
    },
    holdScale: () => undefined,
    select: (ids: Iterable<string>) => selection.set(new Set(ids)),
    setRange: (next: unknown) => {
      range = next
    },
  } as unknown as VideoModel
  const lanes = () => layOut({ timeline: getTimeline(), overlays: [], markers: [], frames: 180 }, deskLanes)
  const controller = createTimelinePointer(model, {
    getLanes: lanes,
    getSizes: () => deskLanes,
    show: () => undefined,
    scrollBy: () => undefined,
  })
  const at = (atFrame: number, y: number) => ({ x: frameToX(scale.get(), atFrame), y })
  const rowOf = (id: string) => {
    const bar = lanes().bars.find((bar) => bar.id === id)
    return bar ? bar.top + bar.height / 2 : 0
  }
  const drag = (from: { x: number; y: number }, to: { x: number; y: number }, isRanging = false) => {
    controller.press({ point: from, isTouch: false, isAdding: false, isRanging })
    controller.move({ x: (from.x + to.x) / 2, y: to.y })
    controller.move(to)
  }
  return { store, controller, at, rowOf, drag, model, getFrame: () => frame, getRange: () => range }
}

it('a finger scrolls over a clip until a tap has chosen it, and moves it then', () => {
  const { controller, at, rowOf, model } = start()
  const slide = (from: number, to: number) => {
    controller.press({ point: at(from, rowOf('own-a')), isTouch: true, isAdding: false, isRanging: false })
    controller.move(at(to, rowOf('own-a')))
    controller.release(at(to, rowOf('own-a')))
  }
  const order = () => model.getTimeline().clips.map(({ id }) => id)
  slide(45, 179)
  expect(order()).toEqual(['own-a', 'own-b'])
  slide(45, 45)
  slide(45, 179)
  expect(order()).toEqual(['own-b', 'own-a'])
})

describe('a gesture on the timeline that is cancelled', () => {
  it('leaves a clip as long as it was, the playhead where it was, and what could be redone', () => {
    const { store, controller, at, rowOf, drag, getFrame } = start()
    store.edit({ ...store.getContent(), values: { title: 'undone' } }, { label: 'Type' })
    store.undo()
    const row = rowOf('own-a')
    drag(at(89.5, row), at(60, row))
    expect(store.getContent().timeline?.clips[0]?.frames).toBeLessThan(90)
    controller.cancel()
    expect(store.getContent().timeline).toEqual(begun)
    expect(store.getHistory()).toMatchObject({ past: [], future: [{ label: 'Type' }], group: undefined })
    expect(getFrame()).toBe(10)
    expect(controller.isBusy()).toBe(false)
  })

  it('leaves a song where it was', () => {
    const { store, controller, at, rowOf, drag } = start()
    const row = rowOf('own-s')
    drag(at(60, row), at(90, row))
    expect(store.getContent().timeline?.sounds[0]?.at).toBe(60)
    controller.cancel()
    expect(store.getContent().timeline).toEqual(begun)
  })

  it('leaves clips in their order', () => {
    const { store, controller, at, rowOf, drag } = start()
    const row = rowOf('own-a')
    drag(at(45, row), at(179, row))
    controller.cancel()
    expect(store.getContent().timeline).toEqual(begun)
  })

  it('leaves the playhead and the range where they were', () => {
    const { controller, at, drag, getFrame, getRange } = start()
    drag(at(20, 2), at(120, 2))
    expect(getFrame()).toBe(120)
    controller.cancel()
    expect(getFrame()).toBe(10)
    drag(at(20, 2), at(120, 2), true)
    expect(getRange()).toEqual({ start: 20, end: 120 })
    controller.cancel()
    expect(getRange()).toBeUndefined()
  })

  it('takes nothing back that was done before it', () => {
    const { store, controller, at, drag } = start()
    store.edit({ ...store.getContent(), values: { volume: 'slid' } }, { label: 'Volume', group: 'gesture:volume' })
    drag(at(20, 2), at(120, 2))
    controller.cancel()
    expect(store.getContent().values).toEqual({ volume: 'slid' })
  })
})
