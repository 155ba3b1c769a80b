import {
  BlobSource,
  BufferTarget,
  Input,
  Output,
  VideoSample,
  VideoSampleSource,
  WEBM,
  WebMOutputFormat,
} from 'mediabunny'
import { expect, test, vi } from 'vitest'
import type { OpenSource } from '../../../media/source.ts'
import { VideoPlayback } from './video-playback.ts'

const FRAMES = 10
const FPS = 10
/** An odd size, so that its frames are drawn as decoded. */
const [width, height] = [35, 33]

async function record(): Promise<Blob> {
  const target = new BufferTarget()
  const output = new Output({ format: new WebMOutputFormat(), target })
  const video = new VideoSampleSource({ codec: 'vp9', bitrate: 100_000 })
  output.addVideoTrack(video, { frameRate: FPS })
  await output.start()
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d')
  for (let frame = 0; frame < FRAMES; frame++) {
    if (context) context.fillStyle = `hsl(${frame * 36}, 80%, 50%)`
    context?.fillRect(0, 0, width, height)
    using sample = new VideoSample(canvas, { timestamp: frame / FPS, duration: 1 / FPS })
    await video.add(sample)
  }
  await output.finalize()
  return new Blob([target.buffer ?? new ArrayBuffer(0)], { type: 'video/webm' })
}

test('the last picture of a video stays drawable while another time is sought', async () => {
  const input = new Input({ source: new BlobSource(await record()), formats: [WEBM] })
  const video = await input.getPrimaryVideoTrack()
  const source = { width, height, tracks: { video, startSeconds: 0 } } as unknown as OpenSource
  const onFailed = vi.fn()
  const playback = new VideoPlayback(source, { onArrived: () => {}, onFailed, onLate: () => {} })
  const end = (FRAMES - 0.5) / FPS
  playback.want(end, false)
  await expect.poll(() => playback.isExactAt(end)).toBe(true)
  expect(playback.drawAt(end, false)).toBeDefined()
  // The last frame stays until the frame of the new time has been decoded.
  expect(playback.drawAt(0.2, false)).toBeDefined()
  await expect.poll(() => playback.isExactAt(0.2)).toBe(true)
  expect(playback.drawAt(0.2, false)).toBeDefined()
  expect(onFailed).not.toHaveBeenCalled()
  playback.close()
  input.dispose()
})
