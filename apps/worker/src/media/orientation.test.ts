import { expect, test } from 'vitest'
import { corners, lookAt, times, writeRecording } from '../../testing/recording.ts'
import { TURNS } from '../../testing/turned.ts'
import { useFolder } from '../../testing/video.ts'
import { VideoFile } from './video-file.ts'

const folder = useFolder()
const CENTRES = [
  [0.25, 0.25],
  [0.75, 0.25],
  [0.75, 0.75],
  [0.25, 0.75],
] as const

const [width, height] = [160, 90]
const record = (name: string, matrix: readonly number[]) =>
  writeRecording(folder.path(name), { width, height, times: times(90, 30), shade: corners(width, height), matrix })

test.each([
  ['none', [0, 1, 2, 3], [160, 90]],
  ['clockwise', [3, 0, 1, 2], [90, 160]],
  ['over', [2, 3, 0, 1], [160, 90]],
  ['counterclockwise', [1, 2, 3, 0], [90, 160]],
  ['mirror', [1, 0, 3, 2], [160, 90]],
] as const)('a video that is to be turned (%s) is read upright, at every moment', async (turn, order, size) => {
  const name = `${turn}.mov`
  await record('plain.mov', TURNS.none)
  await record(name, TURNS[turn])
  const stored = lookAt(folder.path('plain.mov'), 0, CENTRES)
  const video = VideoFile.open(folder.path(name))
  expect([video.width, video.height]).toEqual(size)
  expect(video.seconds).toBeCloseTo(3, 1)
  // Forwards, back, and far ahead.
  for (const seconds of [0, 0.5, 2.9, 1.2]) {
    const canvas = video.canvasAt(seconds)
    expect([canvas.width, canvas.height]).toEqual(size)
    expect(video.frameAt(seconds)?.bestEffortTimestamp).toBe(timeIn(folder.path('plain.mov'), seconds))
  }
  video.close()
  for (const [n, seen] of lookAt(folder.path(name), 1.2, CENTRES).entries())
    for (const [plane, value] of seen.entries())
      expect(Math.abs(value - (stored[order[n] as number]?.[plane] ?? 0))).toBeLessThanOrEqual(6)
})

function timeIn(path: string, seconds: number): bigint | undefined {
  const video = VideoFile.open(path)
  try {
    return video.frameAt(seconds)?.bestEffortTimestamp
  } finally {
    video.close()
  }
}

test('normalising sees videos as they are stored', async () => {
  await record('lying.mov', TURNS.clockwise)
  const video = VideoFile.open(folder.path('lying.mov'), { isTurned: false })
  expect([video.width, video.height]).toEqual([160, 90])
  video.close()
})
