import { expect, it } from 'vitest'
import { ProgressEstimate } from './progress-estimate.ts'

it('increases monotonically from start to end', () => {
  const estimate = new ProgressEstimate()
  const percents = [
    estimate.update({ stage: 'preparing', framesDone: 0, frameCount: 300 }, 0),
    ...Array.from({ length: 300 }, (_, n) =>
      estimate.update({ stage: 'drawing', framesDone: n + 1, frameCount: 300 }, 500 + n * 40),
    ),
    estimate.update({ stage: 'finishing', framesDone: 300, frameCount: 300 }, 13_000),
    estimate.update({ stage: 'checking', framesDone: 300, frameCount: 300 }, 13_500),
  ].map(({ percent }) => percent)
  expect(percents[0]).toBe(1)
  expect(percents.at(-1)).toBe(98)
  expect(percents).toEqual(percents.toSorted((a, b) => a - b))
})

it('estimates the remaining time once it can, and follows a change of speed', () => {
  const estimate = new ProgressEstimate()
  const at = (framesDone: number, now: number) =>
    estimate.update({ stage: 'drawing', framesDone, frameCount: 1000 }, now).secondsLeft
  expect(at(1, 0)).toBeUndefined()
  expect(at(10, 400)).toBeUndefined()
  // 25 frames a second from here on: 950 frames take 38 s.
  let seconds: number | undefined
  for (let frame = 11; frame <= 50; frame++) seconds = at(frame, 400 + (frame - 10) * 40)
  expect(seconds).toBeGreaterThanOrEqual(38)
  expect(seconds).toBeLessThanOrEqual(41)
  // Another video starts on the same machine: half the speed, so 600 frames take 48 s.
  for (let frame = 51; frame <= 400; frame++) seconds = at(frame, 2000 + (frame - 50) * 80)
  expect(seconds).toBeGreaterThanOrEqual(48)
  expect(seconds).toBeLessThanOrEqual(51)
})
