import { expect, it } from 'vitest'
import { createProgress } from './render-video.ts'

it('estimates the time left from the speed of the last seconds, once it is known', () => {
  let now = 0
  const progress = createProgress(1000, () => now)
  expect(progress(0)).toMatchObject({ percent: 0, secondsLeft: undefined })
  now = 0.5
  expect(progress(50).secondsLeft).toBeUndefined()
  now = 5
  expect(progress(500)).toMatchObject({ percent: 49, secondsLeft: 5 })
  // From here on each frame takes ten times as long.
  for (let frame = 501; frame <= 700; frame++) {
    now += 0.1
    progress(frame)
  }
  expect(progress(700).secondsLeft).toBe(30)
  expect(progress(1000)).toMatchObject({ percent: 98, secondsLeft: 0 })
})
