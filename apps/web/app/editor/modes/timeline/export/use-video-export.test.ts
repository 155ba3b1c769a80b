// What a customer reads when an export in the browser fails.
import { expect, test } from 'vitest'
import { ExportError } from '../../../../../testing/export-contract.ts'
import { describeExportError } from './use-video-export.ts'

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
