import { createCanvas } from '@napi-rs/canvas'
import { findScreenColor } from '@vitrine/document/pixels'
import { describe, expect, test } from 'vitest'
import { HEIGHT, photograph, sceneAt, WIDTH, writeClip, writeTransparentClip } from '../../testing/green-clip.ts'
import { TURNS } from '../../testing/turned.ts'
import { useFolder } from '../../testing/video.ts'
import { VideoFile } from '../media/video-file.ts'
import { preRenderAlphaVideo } from './pre-render.ts'

const folder = useFolder()

/** A picture of a video as RGBA. */
function readPicture(path: string, seconds: number): { data: Uint8ClampedArray; width: number; height: number } {
  const video = VideoFile.open(path)
  try {
    const canvas = createCanvas(video.width, video.height)
    const ctx = canvas.getContext('2d')
    ctx.drawImage(video.canvasAt(seconds), 0, 0)
    return { data: ctx.getImageData(0, 0, video.width, video.height).data, width: video.width, height: video.height }
  } finally {
    video.close()
  }
}

/** Well inside opaque areas: colour has half the resolution, so edges extend two pixels inwards. */
function isInside(x: number, y: number): boolean {
  return [-4, 0, 4].every((dx) => [-4, 0, 4].every((dy) => sceneAt(x + dx + 0.5, y + dy + 0.5, 8).cover === 1))
}

describe('an alpha video made of a green screen', () => {
  test('keeps soft edges, thin lines and glass, removes the screen and its spill', { tags: ['full'] }, async () => {
    const [source, alphaVideo] = [folder.path('green.mp4'), folder.path('plate.mp4')]
    await writeClip(source, 12, photograph)
    const shares: number[] = []
    const baked = await preRenderAlphaVideo(
      source,
      alphaVideo,
      { kind: 'screen' },
      { onProgress: (share) => shares.push(share) },
    )
    expect(baked).toEqual({ width: WIDTH, height: HEIGHT, frames: 12, frameRate: [25, 1], seconds: 0.48 })
    expect(shares).toEqual(Array.from({ length: 12 }, (_, n) => expect.closeTo((n + 1) / 12, 3)))

    const { data, height } = readPicture(alphaVideo, 8 / 25)
    expect(height).toBe(HEIGHT * 2)
    const found = {
      screen: 0,
      screenCount: 0,
      front: 0,
      frontCount: 0,
      edge: 0,
      edgeCount: 0,
      spill: 0,
      over: 0,
      pixels: 0,
    }
    const background = [70, 90, 160]
    for (let y = 0; y < HEIGHT; y++) {
      for (let x = 0; x < WIDTH; x++) {
        const at = (y * WIDTH + x) * 4
        const { color, cover } = sceneAt(x + 0.5, y + 0.5, 8)
        const matte = (data[at + WIDTH * HEIGHT * 4] as number) / 255
        const error = Math.abs(matte - cover)
        if (cover === 0) {
          found.screen += matte > 0.1 ? 1 : 0
          found.screenCount++
        } else if (isInside(x, y)) {
          found.front += matte < 0.9 ? 1 : 0
          found.frontCount++
        } else if (cover < 1) {
          found.edge += error
          found.edgeCount++
        }
        const shown = [0, 1, 2].map((n) => (data[at + n] as number) + (background[n] as number) * (1 - matte))
        const truth = [0, 1, 2].map((n) => (color[n] as number) * cover + (background[n] as number) * (1 - cover))
        if (cover > 0)
          found.spill = Math.max(
            found.spill,
            (data[at + 1] as number) - Math.max(data[at] as number, data[at + 2] as number),
          )
        for (let n = 0; n < 3; n++) found.over += ((shown[n] as number) - (truth[n] as number)) ** 2
        found.pixels += 3
      }
    }
    const psnr = 10 * Math.log10((255 * 255 * found.pixels) / found.over)
    const figures = {
      screenLeft: found.screen / found.screenCount,
      holes: found.front / found.frontCount,
      edgeError: found.edge / found.edgeCount,
      spill: found.spill,
      psnr,
    }
    expect(figures.screenLeft).toBeLessThan(0.01)
    expect(figures.holes).toBeLessThan(0.005)
    expect(figures.edgeError).toBeLessThan(0.06)
    expect(figures.spill).toBeLessThan(10)
    expect(psnr).toBeGreaterThan(35)
  })

  test('is upright when the video is stored rotated', async () => {
    const [source, alphaVideo] = [folder.path('lying.mp4'), folder.path('standing.mp4')]
    // Stored sideways, like an upright phone recording.
    const lying = (frame: number) => {
      const [upright, turned] = [photograph(frame), Buffer.alloc(WIDTH * HEIGHT * 4)]
      for (let y = 0; y < HEIGHT; y++)
        for (let x = 0; x < WIDTH; x++)
          upright.copy(turned, ((WIDTH - 1 - x) * HEIGHT + y) * 4, (y * WIDTH + x) * 4, (y * WIDTH + x + 1) * 4)
      return turned
    }
    await writeClip(source, 6, lying, [HEIGHT, WIDTH], TURNS.clockwise)
    expect(await preRenderAlphaVideo(source, alphaVideo, { kind: 'screen' })).toMatchObject({
      width: WIDTH,
      height: HEIGHT,
      frames: 6,
    })
    const { data, width, height } = readPicture(alphaVideo, 4 / 25)
    expect([width, height]).toEqual([WIDTH, HEIGHT * 2])
    let error = 0
    for (let y = 0; y < HEIGHT; y++)
      for (let x = 0; x < WIDTH; x++) {
        const matte = (data[((y + HEIGHT) * WIDTH + x) * 4] as number) / 255
        error += Math.abs(matte - sceneAt(x + 0.5, y + 0.5, 4).cover)
      }
    expect(error / (WIDTH * HEIGHT)).toBeLessThan(0.02)
  })

  test('is refused for a video without a screen, with a code', async () => {
    const source = folder.path('grey.mp4')
    await writeClip(source, 3, () => Buffer.alloc(WIDTH * HEIGHT * 4, 128))
    await expect(preRenderAlphaVideo(source, folder.path('none.mp4'), { kind: 'screen' })).rejects.toMatchObject({
      code: 'no-screen',
    })
  })
})

test('a video with transparency of its own keeps it, premultiplied', async () => {
  // Two kinds of half: half coverage, and half brightness.
  const picture = Buffer.alloc(64 * 32 * 4)
  for (let n = 0; n < 64 * 32; n++) picture.set(n % 64 < 32 ? [200, 100, 60, 128] : [100, 50, 30, 255], n * 4)
  const [source, alphaVideo] = [folder.path('alpha.mov'), folder.path('alpha.mp4')]
  await writeTransparentClip(source, 3, () => picture, [64, 32])
  await preRenderAlphaVideo(source, alphaVideo, { kind: 'screen' })
  const { data } = readPicture(alphaVideo, 0.04)
  const at = (x: number, y: number) => [...data.slice((y * 64 + x) * 4, (y * 64 + x) * 4 + 3)]
  for (const [found, wanted] of [
    [at(10, 10), [100, 50, 30]],
    [at(10, 42), [128, 128, 128]],
    [at(50, 10), [100, 50, 30]],
    [at(50, 42), [255, 255, 255]],
  ] as const)
    for (const channel of [0, 1, 2]) expect(Math.abs((found[channel] ?? 0) - (wanted[channel] ?? 0))).toBeLessThan(6)
  await expect(preRenderAlphaVideo(alphaVideo, folder.path('none.mp4'), { kind: 'alpha' })).rejects.toMatchObject({
    code: 'no-alpha',
  })
})

test('the screen is found by its colour, also a blue one', () => {
  const pixels = new Uint8Array(400 * 4).map((_, n) => [20, 60, 200, 255][n % 4] as number)
  expect(findScreenColor(pixels)).toEqual([20, 60, 200])
  expect(findScreenColor(new Uint8Array(1600).fill(90))).toBeUndefined()
})
