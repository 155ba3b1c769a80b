import type { Clip } from '@vitrine/document/clip'
import { expect, test } from 'vitest'
import { deskLanes, findHit, layOut } from './lanes.ts'

const clip = (id: string, frames: number, transition?: Clip['transition']): Clip => ({
  id,
  asset: 'f' as Clip['asset'],
  kind: 'video',
  frames,
  startSeconds: 0,
  ...(transition && { transition }),
})
const sound = (id: string, at: number, frames: number) => ({ id, asset: 's' as never, at, frames, startSeconds: 0 })

const lanes = layOut(
  {
    timeline: {
      clips: [clip('a', 100), clip('b', 100, { kind: 'fade', frames: 20 })],
      sounds: [sound('x', 0, 100), sound('y', 50, 100), sound('z', 100, 50)],
    },
    overlays: [{ id: 't', start: 10, end: 40, label: 'Hello' }],
    markers: [],
    frames: 180,
  },
  deskLanes,
)
const scale = { pixelsPerFrame: 2, scroll: 0, width: 1000 }
const hit = (frame: number, y: number) => findHit(lanes, scale, { x: frame * 2, y }, { sizes: deskLanes, edge: 7 })
const find = (id: string) => lanes.bars.find((bar) => bar.id === id)

test('overlapping sounds are in separate rows, others share a row', () => {
  expect(find('y')?.top).toBeGreaterThan(find('x')?.top ?? 0)
  expect(find('z')?.top).toBe(find('x')?.top)
  expect(lanes.height).toBeGreaterThanOrEqual((find('y')?.top ?? 0) + deskLanes.sound)
})

test('an empty lane takes no room', () => {
  expect(find('t')?.top).toBe(deskLanes.ruler)
})

test('a bar is moved by its middle and trimmed by its edges', () => {
  const y = lanes.clips.top + 5
  expect(hit(1, y)).toMatchObject({ on: 'bar', edge: 'start', bar: { id: 'a' } })
  expect(hit(50, y)).toMatchObject({ on: 'bar', edge: undefined, bar: { id: 'a' } })
  expect(hit(179, y)).toMatchObject({ on: 'bar', edge: 'end', bar: { id: 'b' } })
  expect(hit(182, y)).toMatchObject({ on: 'bar', edge: 'end', bar: { id: 'b' } })
  expect(hit(300, y)).toEqual({ on: 'empty' })
})

test('touch finds the edges of a selected clip on both sides, a mouse only inside', () => {
  const y = lanes.clips.top + 5
  const touch = (frame: number, chosen: string[]) =>
    findHit(lanes, scale, { x: frame * 2, y }, { sizes: deskLanes, edge: 20, around: 14, chosen: new Set(chosen) })
  expect(touch(75, ['b'])).toMatchObject({ bar: { id: 'b' }, edge: 'start' })
  expect(touch(75, [])).toMatchObject({ bar: { id: 'a' } })
  expect(hit(75, y)).toMatchObject({ bar: { id: 'a' } })
})

test('where two clips meet, their transition is found in the middle and the later clip beside it', () => {
  expect(hit(90, lanes.clips.top + lanes.clips.height / 2)).toEqual({ on: 'transition', id: 'b' })
  expect(hit(90, lanes.clips.top + 5)).toMatchObject({ on: 'bar', bar: { id: 'b' } })
})

test('the ruler is the ruler, wherever bars stand', () => {
  expect(hit(20, 5)).toEqual({ on: 'ruler' })
})
