// How many frames a second the video editor shows while it plays clips of 1080p: one that fills the stage, and four of them at once, on a
// stage of 1280 pixels in the packaged Chromium. There is no graphics card here: decoders and painter share the processor.
import { loadavg } from 'node:os'
import type { Layer } from '@vitrine/document/layer'
import { type Harness, openHarness } from '../browser-media/harness.ts'
import { createDocument, makeVideoSource } from './render-source.ts'
import { record } from './report.ts'

const seconds = 8
const frameCount = 300
const shown = { width: 1280, height: 720 }

export async function benchPlayback(): Promise<void> {
  const harness = await openHarness()
  try {
    await makeVideoSource(harness.path('video.mp4'))
    console.log(`playback: ${seconds} s of a timeline with 30 frames/s, load ${loadavg()[0]?.toFixed(1)}`)
    await measure(harness, 'one clip of 1080p', [[0, 0, 1920, 1080]])
    await measure(harness, 'four clips of 1080p at once', [
      [0, 0, 960, 540],
      [960, 0, 960, 540],
      [0, 540, 960, 540],
      [960, 540, 960, 540],
    ])
  } finally {
    await harness.close()
  }
}

type Box = readonly [number, number, number, number]

async function measure(harness: Harness, what: string, boxes: readonly Box[]): Promise<void> {
  const layers = boxes.map(
    (box, n) =>
      ({
        id: `clip-${n}`,
        type: 'media',
        in: 0,
        out: frameCount,
        source: { asset: 'sha256:video', trim: { startSeconds: n / 2 } },
        box,
      }) as Layer,
  )
  const document = createDocument('playback', layers, {
    canvas: { width: 1920, height: 1080, fps: 30, duration: frameCount, background: '#101820' },
    fonts: [],
    assets: { 'sha256:video': { kind: 'video', w: 1920, h: 1080, mime: 'video/mp4', seconds: 10 } },
  })
  await harness.call('openPreview', { document, files: { 'sha256:video': 'video.mp4' }, shown })
  const { framesPerSecond, paintingsPerSecond, lateShare } = await harness.call('countFrames', seconds)
  await harness.call('closePreview')
  record({ name: `playback: ${what}`, value: framesPerSecond, unit: 'frames/s', better: 'higher' })
  console.log(
    `  ${what}: ${framesPerSecond.toFixed(1)} frames/s, painted ${paintingsPerSecond.toFixed(1)} times a second; ` +
      `${(lateShare * 100).toFixed(0)} % of the pictures came late`,
  )
}
