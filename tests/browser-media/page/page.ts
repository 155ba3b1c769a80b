// The browser's half of the tests of the video editor's media: puts what they call where they can reach it.
import { resolveDocument } from '@vitrine/composition/resolve'
import { exportFilm, findExportProblem } from '../../../apps/web/app/editors/video/export/export-film.ts'
import { openFilmReader } from '../../../apps/web/app/editors/video/media/film-reader.ts'
import { openSoundReader } from '../../../apps/web/app/editors/video/media/sound-reader.ts'
import { type OpenSource, openSource } from '../../../apps/web/app/editors/video/media/source.ts'

/** A file of the test as the customer would choose it. */
async function fileOf(name: string): Promise<File> {
  const response = await fetch(`/file/${name}`)
  return new File([await response.blob()], name, { type: response.headers.get('content-type') ?? '' })
}

const factsOf = ({ tracks: _tracks, origin: _origin, close: _close, ...facts }: OpenSource) => facts

/** Mean Y-like brightness and colour of spots of the picture at a time: shares of width and height. */
async function lookAt(name: string, times: readonly number[], places: readonly (readonly [number, number])[]) {
  const source = await openSource(await fileOf(name))
  const reader = openFilmReader(source)
  const canvas = new OffscreenCanvas(source.width, source.height)
  const context = canvas.getContext('2d', { willReadFrequently: true }) as OffscreenCanvasRenderingContext2D
  const seen: number[][][] = []
  for (const seconds of times) {
    const sample = await reader.readAt(seconds)
    sample?.draw(context, 0, 0, source.width, source.height)
    seen.push(
      places.map(([x, y]) => [
        ...context.getImageData(Math.floor(x * source.width), Math.floor(y * source.height), 1, 1).data.subarray(0, 3),
      ]),
    )
  }
  reader.close()
  source.close()
  return seen
}

async function readSound(name: string, fromSample: number, count: number) {
  const source = await openSource(await fileOf(name))
  const reader = openSoundReader(source, fromSample)
  const sound = { left: new Float32Array(count), right: new Float32Array(count) }
  const got = (await reader?.read(sound, 0, count)) ?? 0
  reader?.close()
  source.close()
  return { got, left: [...sound.left.subarray(0, got)], right: [...sound.right.subarray(0, got)] }
}

interface AskedFilm {
  document: Parameters<typeof resolveDocument>[0]
  /** Names of files by asset id. Those in `streamed` are read from their address, the others are chosen files. */
  files: Record<string, string>
  streamed?: readonly string[]
  size: { width: number; height: number }
  watermark?: string
  saveAs: string
}

/** Exports a film and sends it back to the test. */
async function makeFilm(asked: AskedFilm) {
  const files: Record<string, Blob | string> = {}
  for (const [assetId, name] of Object.entries(asked.files)) {
    files[assetId] = asked.streamed?.includes(assetId) ? `/file/${name}` : await fileOf(name)
  }
  const order = {
    document: resolveDocument(asked.document, {}),
    files,
    fonts: new Map(),
    size: asked.size,
    watermark: asked.watermark,
    fileName: asked.saveAs,
  }
  const problem = await findExportProblem(order)
  if (problem) return { problem }
  const percents: number[] = []
  const film = await exportFilm({ ...order, onProgress: ({ percent }) => percents.push(percent) })
  await fetch(`/film/${asked.saveAs}`, { method: 'POST', body: film.file })
  const { discard, file, ...facts } = film
  await discard()
  return { ...facts, fileName: file.name, sizeBytes: file.size, percents }
}

const page = {
  openFacts: async (name: string) => factsOf(await openSource(await fileOf(name))),
  lookAt,
  readSound,
  makeFilm,
}

export type MediaPage = typeof page

Object.assign(globalThis, { media: page })
