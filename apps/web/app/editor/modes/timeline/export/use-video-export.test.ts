// What a customer reads when an export in the browser fails.
import { describe, expect, it, test } from 'vitest'
import { ExportError } from './export-contract.ts'
import { computeExportSize, describeExportError } from './use-video-export.ts'

test('the faults of sound and picture are worded as the seeds say', () => {
  expect(describeExportError(new ExportError('sound'))).toBe('Failed to download video with audio. Please try again.')
  expect(describeExportError(new ExportError('picture'))).toBe('Failed to download video. Please try again.')
})

test('a fault that trying again does not mend says what does', () => {
  expect(describeExportError(new ExportError('file-moved'))).toMatch(/Please reload the page and choose it again\.$/)
  expect(describeExportError(new ExportError('worker'))).toMatch(/render in the cloud\.$/)
  expect(describeExportError(new ExportError('no-space'))).toBe(
    'There is not enough space on this device for the video.',
  )
})

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
