import { type Canvas, createCanvas } from '@napi-rs/canvas'
import type { TemplateDocument } from '@vitrine/document/document'
import type { Layer } from '@vitrine/document/layer'
import { describe, expect, it } from 'vitest'
import { photograph, WIDTH, writeClip } from '../../testing/green-clip.ts'
import { corners, times, writeRecording } from '../../testing/recording.ts'
import { createDocument, measureLevel, psnr, readSound, sine, useFolder } from '../../testing/video.ts'
import { preRenderAlphaVideo } from '../alpha-video/pre-render.ts'
import { openScene } from '../compose/scene.ts'
import { VideoFile } from '../media/video-file.ts'
import { editingCopySize, writeEditingCopy } from './editing-copy.ts'

const folder = useFolder()
const silent = () => {}

describe('the size of an editing copy', () => {
  it('has at most 540 pixels on the short edge, even edges, and the shape of the video', () => {
    expect(editingCopySize({ width: 1920, height: 1080 })).toEqual({ width: 960, height: 540 })
    expect(editingCopySize({ width: 1080, height: 1920 })).toEqual({ width: 540, height: 960 })
    expect(editingCopySize({ width: 1080, height: 1080 })).toEqual({ width: 540, height: 540 })
    // 540 by 675 would be odd, and 540 by 676 has another aspect ratio.
    expect(editingCopySize({ width: 1080, height: 1350 })).toEqual({ width: 536, height: 670 })
  })

  it('is that of the video where that is small already', () => {
    expect(editingCopySize({ width: 480, height: 270 })).toEqual({ width: 480, height: 270 })
    expect(editingCopySize({ width: 64, height: 480 })).toEqual({ width: 64, height: 480 })
  })
})

it('copies a video with its frames at their times and with its sound', { tags: ['full'] }, async () => {
  const [source, copy] = [folder.path('video.mp4'), folder.path('video-copy.mp4')]
  await writeRecording(source, {
    width: 1280,
    height: 720,
    times: times(40, 20),
    // Brighter with every picture, so that a delayed one is detected.
    shade: (_x, _y, seconds) => [40 + Math.round(seconds * 80), 128, 128],
    sound: { wave: sine(440, 0.5), seconds: 2 },
  })
  const created = await writeEditingCopy({ sourcePath: source, outPath: copy, isAlphaVideo: false, threads: 2 }, silent)
  expect(created).toEqual({ width: 960, height: 540, durationSeconds: 2 })
  const [whole, small] = [VideoFile.open(source), VideoFile.open(copy)]
  for (const seconds of [0, 0.35, 0.7, 1.95]) {
    const middle = (video: VideoFile) => {
      const canvas = createCanvas(1, 1)
      const ctx = canvas.getContext('2d')
      ctx.drawImage(video.canvasAt(seconds), video.width / 2, video.height / 2, 1, 1, 0, 0, 1, 1)
      return ctx.getImageData(0, 0, 1, 1).data[0] as number
    }
    expect(Math.abs(middle(whole) - middle(small))).toBeLessThan(3)
  }
  whole.close()
  small.close()
  const { left } = await readSound(copy)
  expect(left.length / 48_000).toBeCloseTo(2, 1)
  expect(measureLevel(left, 0.2, 1.8)).toBeCloseTo(0.5 / Math.SQRT2, 1)
})

it('is drawn like the video and the alpha video, however they are cropped', { tags: ['full'] }, async () => {
  const video = folder.path('portrait.mp4')
  await writeRecording(video, { width: 1080, height: 1350, times: times(10, 25), shade: corners(1080, 1350) })
  const videoCopy = folder.path('portrait-copy.mp4')
  await writeEditingCopy({ sourcePath: video, outPath: videoCopy, isAlphaVideo: false, threads: 2 }, silent)
  const layers = (['cover', 'contain'] as const).map(
    (fit, n): Layer => ({
      id: fit,
      type: 'media',
      in: 0,
      out: 10,
      source: 'sha256:video',
      fit,
      box: [n * 160, 0, 160, 180],
      crop: { x: 0.1, y: 0.05, zoom: 1.3, rotate: 8 },
    }),
  )
  await expectSamePicture(layers, { 'sha256:video': video }, { 'sha256:video': videoCopy })

  // Larger than a copy may be, so that it is actually reduced.
  const scaled = (frame: number) => enlarge(photograph(frame), WIDTH, 270, 3)
  const [green, alphaVideo, alphaVideoCopy] = [
    folder.path('green.mp4'),
    folder.path('plate.mp4'),
    folder.path('plate-copy.mp4'),
  ]
  await writeClip(green, 10, scaled, [WIDTH * 3, 810])
  await preRenderAlphaVideo(green, alphaVideo, { kind: 'screen' })
  const created = await writeEditingCopy(
    { sourcePath: alphaVideo, outPath: alphaVideoCopy, isAlphaVideo: true, threads: 2 },
    silent,
  )
  expect(created).toMatchObject({ width: 960, height: 1080 })
  for (const fit of ['fill', 'cover', 'contain'] as const) {
    const layer: Layer = {
      id: 'plate',
      type: 'plate',
      in: 0,
      out: 10,
      asset: 'sha256:plate',
      fit,
      box: [20, 10, 240, 160],
    }
    await expectSamePicture([layer], { 'sha256:plate': alphaVideo }, { 'sha256:plate': alphaVideoCopy })
  }
})

async function expectSamePicture(layers: Layer[], whole: Record<string, string>, copy: Record<string, string>) {
  const document: TemplateDocument = {
    ...createDocument(layers, { fps: 25, duration: 10 }),
    assets: {
      'sha256:video': { kind: 'video', w: 1080, h: 1350, seconds: 0.4 },
      'sha256:plate': { kind: 'plate', w: WIDTH * 3, h: 810, seconds: 0.4 },
    },
  }
  const [one, other] = await Promise.all([draw(document, whole), draw(document, copy)])
  expect(psnr(one, other)).toBeGreaterThan(32)
}

function enlarge(pixels: Buffer, width: number, height: number, times: number): Buffer {
  const large = Buffer.alloc(pixels.length * times * times)
  for (let y = 0; y < height * times; y++) {
    for (let x = 0; x < width * times; x++) {
      const from = (Math.floor(y / times) * width + Math.floor(x / times)) * 4
      pixels.copy(large, (y * width * times + x) * 4, from, from + 4)
    }
  }
  return large
}

async function draw(document: TemplateDocument, assetFiles: Record<string, string>): Promise<Canvas> {
  const scene = await openScene({ document, values: {}, difference: {}, assetFiles }, { width: 320, height: 180 })
  try {
    scene.draw(5)
    const drawn = createCanvas(320, 180)
    drawn.getContext('2d').drawImage(scene.canvas, 0, 0)
    return drawn
  } finally {
    scene.close()
  }
}
