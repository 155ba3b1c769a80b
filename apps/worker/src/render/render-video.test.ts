import { readFile } from 'node:fs/promises'
import { createCanvas, loadImage } from '@napi-rs/canvas'
import type { TemplateDocument } from '@vitrine/document/document'
import type { Layer } from '@vitrine/document/layer'
import { describe, expect, it } from 'vitest'
import { writeAlphaVideo } from '../../testing/picture.ts'
import {
  createDocument,
  MOVING_LAYERS,
  measureLevel,
  measurePeak,
  psnr,
  readSound,
  sine,
  useFolder,
  writePhoto,
  writeWav,
} from '../../testing/video.ts'
import { openScene } from '../compose/scene.ts'
import { VideoFile } from '../media/video-file.ts'
import { checkVideo } from './check-video.ts'
import { renderStill } from './picture.ts'
import type { VideoOutput } from './render-program.ts'
import { renderVideo } from './render-video.ts'
import { toFraction } from './video-writer.ts'

const folder = useFolder()
const SIZE = { width: 320, height: 180 }

function render(
  document: TemplateDocument,
  name: string,
  output: Partial<VideoOutput> = {},
  assetFiles: Record<string, string> = {},
) {
  const spec = {
    document,
    values: {},
    difference: {},
    assetFiles,
    output: { ...SIZE, ...output },
    outPath: folder.path(name),
  }
  return renderVideo(spec)
}

/** The lowest similarity between the frames of a video and the painter's drawing. */
async function worstLikeness(path: string, document: TemplateDocument, size = SIZE, from = 0): Promise<number> {
  const scene = await openScene({ document, values: {}, difference: {}, assetFiles: {} }, size)
  const video = VideoFile.open(path)
  const { duration } = document.canvas
  const [frames, seconds] = toFraction(document.canvas.fps)
  let worst = Number.POSITIVE_INFINITY
  for (let frame = from; frame < duration; frame++) {
    scene.draw(frame)
    worst = Math.min(worst, psnr(scene.canvas, video.canvasAt(((frame - from) * seconds) / frames)))
  }
  video.close()
  scene.close()
  return worst
}

describe('a video', () => {
  it('shows what the painter draws, frame by frame', async () => {
    const document = createDocument(MOVING_LAYERS)
    const info = await render(document, 'moving.mp4', { crf: 16 })
    expect(info).toMatchObject({ ...SIZE, frameCount: 45, drawnFrameCount: 45, durationSeconds: 1.5 })
    expect(await worstLikeness(folder.path('moving.mp4'), document)).toBeGreaterThan(35)
    await checkVideo(folder.path('moving.mp4'), info)
  })

  it('keeps colours: players show what was drawn', async () => {
    const colors = ['#ff0000', '#00ff00', '#0000ff', '#808080', '#ffffff', '#000000', '#e0ac69', '#3b5998']
    const layers = colors.map(
      (color, n): Layer => ({ id: `c${n}`, type: 'solid', in: 0, out: 5, color, box: [n * 40, 0, 40, 180] }),
    )
    await render(createDocument(layers, { duration: 5 }), 'colors.mp4', { crf: 4 })
    const video = VideoFile.open(folder.path('colors.mp4'))
    const ctx = video.canvasAt(0).getContext('2d')
    for (const [n, color] of colors.entries()) {
      const [red = 0, green = 0, blue = 0] = ctx.getImageData(n * 40 + 20, 90, 1, 1).data
      const wanted = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16))
      const distance = Math.max(...[red, green, blue].map((value, channel) => Math.abs(value - (wanted[channel] ?? 0))))
      expect(distance, `${color} became ${red}, ${green}, ${blue}`).toBeLessThanOrEqual(4)
    }
    video.close()
  })

  it('lasts exactly as long at a fractional frame rate', async () => {
    const document = createDocument(MOVING_LAYERS, { fps: [30000, 1001], duration: 44 })
    const info = await render(document, 'ntsc.mp4')
    expect(info.durationSeconds).toBeCloseTo((44 * 1001) / 30000, 9)
    const facts = await checkVideo(folder.path('ntsc.mp4'), info)
    expect(facts.durationSeconds).toBeCloseTo(info.durationSeconds, 3)
    expect(await worstLikeness(folder.path('ntsc.mp4'), document)).toBeGreaterThan(33)
  })

  it('draws a frame that equals the one before only once', async () => {
    const still = createDocument([
      { id: 'stripe', type: 'solid', in: 20, out: 45, color: '#b4143c', box: [0, 120, 320, 40] },
    ])
    const info = await render(still, 'still.mp4')
    expect(info).toMatchObject({ frameCount: 45, drawnFrameCount: 2 })
    expect(await worstLikeness(folder.path('still.mp4'), still)).toBeGreaterThan(35)
  })

  it('may be a stretch of the composition', async () => {
    const document = createDocument(MOVING_LAYERS)
    const info = await render(document, 'stretch.mp4', { from: 30, to: 45, crf: 16 })
    expect(info.frameCount).toBe(15)
    expect(await worstLikeness(folder.path('stretch.mp4'), document, SIZE, 30)).toBeGreaterThan(35)
  })

  it('is drawn smaller for previews, with a watermark that full videos do not have', async () => {
    const document = createDocument(MOVING_LAYERS)
    const small = { width: 160, height: 90 }
    await render(document, 'small.mp4', { ...small, crf: 12 })
    expect(await worstLikeness(folder.path('small.mp4'), document, small)).toBeGreaterThan(33)
    const spec = { document, values: {}, difference: {}, assetFiles: {} }
    const plain = await renderStill({ ...spec, output: SIZE }, 10)
    const marked = await renderStill({ ...spec, output: { ...SIZE, watermark: 'VITRINE' } }, 10)
    expect(marked.equals(plain)).toBe(false)
  })

  it('shows media at the right time', async () => {
    await render(createDocument(MOVING_LAYERS), 'source.mp4', { crf: 10 })
    const document = createDocument([
      { id: 'video', type: 'media', in: 0, out: 45, source: 'sha256:video', box: [0, 0, 320, 180] },
    ])
    await render(document, 'nested.mp4', { crf: 10 }, { 'sha256:video': folder.path('source.mp4') })
    expect(await worstLikeness(folder.path('nested.mp4'), createDocument(MOVING_LAYERS))).toBeGreaterThan(33)
  })

  it('shows the first frames of an alpha video and of a video in a frame', async () => {
    const size = { width: 160, height: 90, frames: 4 }
    await writeAlphaVideo(folder.path('plate.mp4'), size, (ctx, frame) => {
      ctx.fillStyle = frame === 0 ? '#c02020' : '#2020c0'
      ctx.fillRect(0, 0, 80, 90)
    })
    await render(createDocument(MOVING_LAYERS), 'begins.mp4', { crf: 10 })
    const span = { in: 0, out: 1 }
    const drawn = createDocument(
      [
        { ...span, id: 'plate', type: 'plate', asset: 'sha256:plate' },
        { ...span, id: 'video', type: 'media', source: 'sha256:video', box: [0, 0, 320, 180] },
      ],
      { duration: 1 },
    )
    const alphaVideo = { kind: 'plate', w: 160, h: 90, seconds: 4 / 30 } as const
    const document: TemplateDocument = { ...drawn, assets: { 'sha256:plate': alphaVideo } }
    const assetFiles = { 'sha256:plate': folder.path('plate.mp4'), 'sha256:video': folder.path('begins.mp4') }
    const picture = await loadImage(
      await renderStill({ document, values: {}, difference: {}, assetFiles, output: SIZE }, 0),
    )
    const canvas = createCanvas(320, 180)
    canvas.getContext('2d').drawImage(picture, 0, 0)
    const colorAt = (x: number, y: number) => [...canvas.getContext('2d').getImageData(x, y, 1, 1).data.slice(0, 3)]
    const isNear = (color: number[], other: number[]) =>
      color.every((value, n) => Math.abs(value - (other[n] ?? 0)) < 12)
    expect(isNear(colorAt(50, 90), [0xc0, 0x20, 0x20]), `${colorAt(50, 90)}`).toBe(true)
    expect(isNear(colorAt(250, 60), [0x20, 0x30, 0x40]), `${colorAt(250, 60)}`).toBe(true)
    expect(isNear(colorAt(250, 140), [0x8a, 0x5a, 0x68]), `${colorAt(250, 140)}`).toBe(true)
  })

  it('fails with the names of files that are missing', async () => {
    const document = createDocument([
      { id: 'photo', type: 'media', in: 0, out: 45, source: 'sha256:gone', box: [0, 0, 320, 180] },
    ])
    await expect(render(document, 'missing.mp4')).rejects.toThrow('no file for sha256:gone')
  })

  it('stops between two frames when it is canceled', async () => {
    const calledOff = new AbortController()
    const document = createDocument(MOVING_LAYERS, { duration: 100_000 })
    const spec = { document, values: {}, difference: {}, assetFiles: {}, output: SIZE, outPath: folder.path('off.mp4') }
    let frames = 0
    const work = renderVideo(spec, {
      signal: calledOff.signal,
      onProgress({ framesDone }) {
        frames = framesDone
        if (framesDone === 10) calledOff.abort(new Error('called off'))
      },
    })
    await expect(work).rejects.toThrow('called off')
    expect(frames).toBe(10)
  })
})

describe('the sound of a video', () => {
  const music = (changes: Partial<Extract<Layer, { type: 'audio' }>> = {}): Layer => ({
    id: 'music',
    type: 'audio',
    in: 0,
    out: 45,
    source: 'sha256:song',
    ...changes,
  })

  async function renderSound(name: string, layers: Layer[], files: Record<string, string>) {
    const info = await render(createDocument(layers), name, {}, files)
    const sound = await readSound(folder.path(name))
    expect(sound.left.length).toBe(72_000)
    await checkVideo(folder.path(name), info)
    return sound
  }

  it('is a silent track when the composition has no sound', async () => {
    const sound = await renderSound('silent.mp4', MOVING_LAYERS, {})
    expect(measurePeak(sound.left)).toBe(0)
  })

  it('is silent where a photo fills a field that takes videos', async () => {
    const path = folder.path('photo-in-a-place.jpg')
    await writePhoto(path, { saturation: 20 })
    const place: Layer = {
      id: 'p',
      type: 'media',
      in: 0,
      out: 45,
      source: 'sha256:photo',
      audio: {},
      box: [0, 0, 320, 180],
    }
    const sound = await renderSound('photo.mp4', [place], { 'sha256:photo': path })
    expect(measurePeak(sound.left)).toBe(0)
  })

  it('keeps level and channels', async () => {
    await writeWav(folder.path('stereo.wav'), 2, [sine(440, 0.5), sine(660, 0.25)])
    const { left, right } = await renderSound('level.mp4', [music()], { 'sha256:song': folder.path('stereo.wav') })
    expect(measureLevel(left, 0.2, 1.3)).toBeCloseTo(0.5 / Math.SQRT2, 2)
    expect(measureLevel(right, 0.2, 1.3)).toBeCloseTo(0.25 / Math.SQRT2, 2)
  })

  it('sounds mono as loud on both sides', async () => {
    await writeWav(folder.path('mono.wav'), 2, [sine(440, 0.5)], 44_100)
    const { left, right } = await renderSound('mono.mp4', [music()], { 'sha256:song': folder.path('mono.wav') })
    expect(measureLevel(left, 0.2, 1.3)).toBeCloseTo(0.5 / Math.SQRT2, 2)
    expect(measureLevel(right, 0.2, 1.3)).toBeCloseTo(0.5 / Math.SQRT2, 2)
  })

  it('places a click at its time, also with layer start and trim', async () => {
    const click = (seconds: number) => (Math.abs(seconds - 1) < 0.0005 ? 0.9 : 0)
    await writeWav(folder.path('click.wav'), 2, [click])
    // The click is at 1 s of the source, 0.2 s of which are trimmed off. One layer begins at frame 6 (0.2 s); the other is in a
    // group whose time begins at frame 3.
    const trimmed = { asset: 'sha256:song', trim: { startSeconds: 0.2 } } as const
    const plain = await renderSound('click.mp4', [music()], { 'sha256:song': folder.path('click.wav') })
    expect(loudestAt(plain.left)).toBeCloseTo(1, 2)
    const moved = await renderSound('click-moved.mp4', [music({ in: 6, source: trimmed })], {
      'sha256:song': folder.path('click.wav'),
    })
    expect(loudestAt(moved.left)).toBeCloseTo(1, 2)
    const group: Layer = {
      id: 'group',
      type: 'group',
      in: 3,
      out: 45,
      st: 3,
      layers: [music({ in: 6, source: trimmed })],
    }
    const grouped = await renderSound('click-grouped.mp4', [group], { 'sha256:song': folder.path('click.wav') })
    expect(loudestAt(grouped.left)).toBeCloseTo(1.1, 2)
  })

  it('fades, follows the volume and ends with its layer', async () => {
    await writeWav(folder.path('long.wav'), 2, [sine(1000, 0.5)])
    const { left } = await renderSound(
      'fades.mp4',
      [music({ out: 30, audio: { volume: { a: 0, k: 50 }, fadeIn: 15 } })],
      {
        'sha256:song': folder.path('long.wav'),
      },
    )
    const full = 0.25 / Math.SQRT2
    expect(measureLevel(left, 0.6, 0.95)).toBeCloseTo(full, 2)
    expect(measureLevel(left, 0.24, 0.26) / full).toBeCloseTo(0.5, 1)
    expect(measureLevel(left, 1.05, 1.5)).toBeLessThan(0.001)
  })

  it('loops a short song when asked to', async () => {
    await writeWav(folder.path('short.wav'), 0.25, [sine(1000, 0.5)])
    const files = { 'sha256:song': folder.path('short.wav') }
    const looped = await renderSound('loop.mp4', [music({ audio: { loop: true } })], files)
    expect(measureLevel(looped.left, 1.1, 1.4)).toBeCloseTo(0.5 / Math.SQRT2, 2)
    const once = await renderSound('once.mp4', [music()], files)
    expect(measureLevel(once.left, 0.4, 1.4)).toBeLessThan(0.001)
  })

  it('never clips, however many sounds play at once', async () => {
    await writeWav(folder.path('loud.wav'), 2, [sine(330, 0.95)])
    const layers = [1, 2, 3].map((n) => music({ id: `music${n}`, audio: { volume: { a: 0, k: 100 } } }))
    const { left } = await renderSound('loud.mp4', layers, { 'sha256:song': folder.path('loud.wav') })
    expect(measurePeak(left)).toBeLessThan(1)
    expect(measureLevel(left, 0.2, 1.3)).toBeGreaterThan(0.6)
  })
})

function loudestAt(samples: Float32Array): number {
  let at = 0
  for (let index = 0; index < samples.length; index++) {
    if (Math.abs(samples[index] ?? 0) > Math.abs(samples[at] ?? 0)) at = index
  }
  return at / 48_000
}

describe('a still', () => {
  it('is encoded as asked, in the size asked', async () => {
    await writePhoto(folder.path('photo.jpg'))
    const spec = {
      document: createDocument([
        { id: 'photo', type: 'media', in: 0, out: 45, source: 'sha256:photo', box: [0, 0, 320, 180] },
      ]),
      values: {},
      difference: {},
      assetFiles: { 'sha256:photo': folder.path('photo.jpg') },
      output: { width: 160, height: 90 },
    }
    const png = await loadImage(await renderStill(spec, 3))
    expect([png.width, png.height]).toEqual([160, 90])
    const webp = await renderStill(spec, 3, { format: 'webp', quality: 70 })
    expect(webp.subarray(8, 12).toString()).toBe('WEBP')
    // The photo is loaded: a placeholder would have few colours.
    const canvas = createCanvas(160, 90)
    canvas.getContext('2d').drawImage(png, 0, 0)
    const { data } = canvas.getContext('2d').getImageData(0, 0, 160, 90)
    expect(new Set(Array.from({ length: 160 * 90 }, (_, n) => (data[n * 4] ?? 0) >> 4)).size).toBeGreaterThan(8)
    expect((await readFile(folder.path('photo.jpg'))).length).toBeGreaterThan(0)
  })
})
