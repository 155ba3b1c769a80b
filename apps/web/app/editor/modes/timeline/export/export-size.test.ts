import { describe, expect, it } from 'vitest'
import { computeExportSize } from './export-size.ts'

const canvas = { width: 1080, height: 1920, fps: 30, duration: 60 }

describe('the size of a video made in the browser', () => {
  it('is full for entitled customers, and at most 540 on the short edge for others', () => {
    expect(computeExportSize({ canvas }, true)).toEqual({ width: 1080, height: 1920 })
    expect(computeExportSize({ canvas }, false)).toEqual({ width: 540, height: 960 })
    expect(computeExportSize({ canvas: { ...canvas, width: 320, height: 241 } }, false)).toEqual({
      width: 320,
      height: 242,
    })
  })

  it('is no larger than the template says', () => {
    const output = { video: { maxHeight: 1280 } }
    expect(computeExportSize({ canvas, output }, true)).toEqual({ width: 720, height: 1280 })
    expect(computeExportSize({ canvas, output }, false)).toEqual({ width: 540, height: 960 })
  })
})
