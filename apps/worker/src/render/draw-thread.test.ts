import { readFile, writeFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { createDocument, MOVING_LAYERS, useFolder, writePhoto } from '../../testing/video.ts'
import type { VideoSpec } from './render-program.ts'
import { renderVideo } from './render-video.ts'

const folder = useFolder()
// x264 is deterministic only when both edges are multiples of 16.
const SIZE = { width: 256, height: 144 }
const PHOTO = `sha256:${'b'.repeat(64)}` as const

async function render(spec: Pick<VideoSpec, 'document'> & Partial<VideoSpec>, drawThreads: number) {
  const outPath = folder.path(`threads-${drawThreads}.mp4`)
  const output = { ...SIZE, ...spec.output, drawThreads }
  const info = await renderVideo({ values: {}, difference: {}, assetFiles: {}, ...spec, output, outPath })
  return { info, bytes: await readFile(outPath) }
}

const photoLayer = (frames: number) =>
  ({ id: 'photo', type: 'media', in: 0, out: frames, source: { asset: PHOTO }, box: [180, 20, 120, 90] }) as const

it('makes the same video whatever the number of threads', { tags: ['full'] }, async () => {
  await writePhoto(folder.path('photo.jpg'))
  const moving = MOVING_LAYERS.map((layer) => ({ ...layer, out: 130 }))
  const document = {
    ...createDocument([photoLayer(130), ...moving], { duration: 130 }),
    assets: { [PHOTO]: { kind: 'image', w: 400, h: 300 } as const },
  }
  const spec = { document, assetFiles: { [PHOTO]: folder.path('photo.jpg') } }
  const alone = await render(spec, 1)
  expect(alone.info).toMatchObject({ frameCount: 130, drawnFrameCount: 46 })
  for (const threads of [2, 3]) {
    const { info, bytes } = await render(spec, threads)
    expect(info).toEqual(alone.info)
    expect(bytes.equals(alone.bytes)).toBe(true)
  }
})

it('repeats frames that stand still, also where another thread has drawn the one before', async () => {
  const stripe = { id: 'stripe', type: 'solid', in: 20, out: 100, color: '#b4143c', box: [0, 120, 320, 40] } as const
  const document = createDocument([stripe], { duration: 100 })
  const { info, bytes } = await render({ document }, 2)
  expect(info).toMatchObject({ frameCount: 100, drawnFrameCount: 2 })
  expect(bytes.equals((await render({ document }, 1)).bytes)).toBe(true)
})

it('draws a part of a video, and a watermark', async () => {
  const document = createDocument(
    MOVING_LAYERS.map((layer) => ({ ...layer, out: 130 })),
    { duration: 130 },
  )
  const output = { ...SIZE, from: 11, to: 111, watermark: 'VITRINE' }
  const { info, bytes } = await render({ document, output }, 2)
  expect(info.frameCount).toBe(100)
  expect(bytes.equals((await render({ document, output }, 1)).bytes)).toBe(true)
})

it('reports a file that cannot be drawn, and ends its threads', async () => {
  await writeFile(folder.path('broken.jpg'), Buffer.concat([Buffer.from('ffd8ffe0', 'hex'), Buffer.alloc(400)]))
  const document = {
    ...createDocument([photoLayer(130)], { duration: 130 }),
    assets: { [PHOTO]: { kind: 'image', w: 400, h: 300 } as const },
  }
  await expect(render({ document, assetFiles: { [PHOTO]: folder.path('broken.jpg') } }, 2)).rejects.toThrow()
})

it('stops between two frames', async () => {
  const document = createDocument(
    MOVING_LAYERS.map((layer) => ({ ...layer, out: 600 })),
    { duration: 600 },
  )
  const stop = new AbortController()
  const spec = { document, values: {}, difference: {}, assetFiles: {}, outPath: folder.path('stopped.mp4') }
  const rendering = renderVideo(
    { ...spec, output: { ...SIZE, drawThreads: 2 } },
    { signal: stop.signal, onProgress: ({ framesDone }) => framesDone > 20 && stop.abort(new Error('enough')) },
  )
  await expect(rendering).rejects.toThrow('enough')
})
