import { describe, expect, it } from 'vitest'
import { catchUpRate } from './video-source.ts'

describe('a playing video', () => {
  it('runs at its own speed while it is in step', () => {
    expect(catchUpRate(0.009)).toBe(1)
    expect(catchUpRate(-0.009)).toBe(1)
  })

  it('catches up with the preview from any start, and stays in step', () => {
    for (const start of [-0.25, -0.05, 0.05, 0.25]) {
      let late = start
      // Half a second, seen sixty times a second.
      for (let n = 0; n < 30; n++) late += (1 - catchUpRate(late)) / 60
      expect(Math.abs(late)).toBeLessThan(0.04)
    }
  })
})
