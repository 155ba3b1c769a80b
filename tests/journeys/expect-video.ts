// Looks into a downloaded video.
import { expect } from '@playwright/test'
import { BufferSource, Input, MP4 } from 'mediabunny'

/** Expects an MP4 of this size with H.264 and AAC whose index stands before the pictures. */
export async function expectVideo(bytes: Buffer, width: number, height: number): Promise<void> {
  const input = new Input({ formats: [MP4], source: new BufferSource(new Uint8Array(bytes)) })
  const video = await input.getPrimaryVideoTrack()
  const audio = await input.getPrimaryAudioTrack()
  expect([video?.codec, audio?.codec]).toEqual(['avc', 'aac'])
  expect([video?.displayWidth, video?.displayHeight]).toEqual([width, height])
  // Fast start: the index stands before the pictures.
  expect(bytes.indexOf('moov')).toBeLessThan(bytes.indexOf('mdat'))
}
