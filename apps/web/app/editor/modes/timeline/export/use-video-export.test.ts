// What a customer reads when an export in the browser fails.
import { expect, test } from 'vitest'
import { ExportError } from '../../../../../testing/export-contract.ts'
import { wordsOf } from './use-video-export.ts'

test('the faults of sound and picture are worded as the seeds say', () => {
  expect(wordsOf(new ExportError('sound'))).toBe('Failed to download video with audio. Please try again.')
  expect(wordsOf(new ExportError('picture'))).toBe('Failed to download video. Please try again.')
})

test('a fault that trying again does not mend says what does', () => {
  expect(wordsOf(new ExportError('file-moved'))).toMatch(/Please reload the page and choose it again\.$/)
  expect(wordsOf(new ExportError('worker'))).toMatch(/render in the cloud\.$/)
  expect(wordsOf(new ExportError('no-space'))).toBe('There is not enough space on this device for the video.')
})
