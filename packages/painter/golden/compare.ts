// The golden comparison: the same documents drawn by a real Chromium and by the server's canvas must agree.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { createCanvas, ImageData, loadImage } from '@napi-rs/canvas'
import type { ResolvedDocument } from '@vitrine/document/document'
import type { Context, Picture } from '@vitrine/document/host'
import { rolldown } from 'rolldown'
import { openUnwatchedPage } from '../../../tests/chromium.ts'
import { createNodeHost } from '../node-host.ts'
import { createPainter } from '../src/painter/painter.ts'
import { createWatermark } from '../src/painter/watermark.ts'
import { loadShaper } from '../src/text/shaper.ts'
import { type Agreement, differencePicture, MIN_PSNR, measureAgreement } from './agreement.ts'
import type { GoldenRequest } from './page.ts'
import { stripSource } from './strip.ts'

/** A document with the bytes of its fonts and images by asset id. */
export interface GoldenCase {
  name: string
  document: ResolvedDocument
  fonts: ReadonlyMap<string, Uint8Array>
  images: ReadonlyMap<string, Uint8Array>
  /** Default: 0, 25, 50, 75 and 100 % of the running time. */
  frames?: readonly number[]
  /** Text of a mark over the rendered frames. */
  watermark?: string
}

interface GoldenResult extends Agreement {
  name: string
  frame: number
}

/**
 * Draws every case in Chromium and on the server's canvas and measures how well the pictures agree.
 * @param differences folder for both pictures of every frame below the limit
 */
export async function compareInChromium(
  cases: readonly GoldenCase[],
  { differences }: { differences?: string } = {},
): Promise<GoldenResult[]> {
  const { address, results, close } = await serveCases(cases, differences)
  const browser = openUnwatchedPage(address)
  try {
    return await Promise.race([results, browser.ended])
  } finally {
    await browser.close()
    close()
  }
}

/** Messages for the frames that differ too much. */
export function listDifferences(results: readonly GoldenResult[]): string[] {
  return results
    .filter(({ psnr }) => psnr < MIN_PSNR)
    .map(({ name, frame, psnr, worst }) => `${name} ${frame}: ${psnr.toFixed(1)} dB, worst ${worst}`)
}

function createGoldenRequest({ name, document, fonts, images, frames, watermark }: GoldenCase): GoldenRequest {
  const last = document.canvas.duration - 1
  const quarters = [...new Set([0, 0.25, 0.5, 0.75, 1].map((share) => Math.round(last * share)))]
  return {
    name,
    document,
    frames: frames ?? quarters,
    fonts: [...fonts.keys()],
    images: [...images.keys()],
    ...(watermark !== undefined && { watermark }),
  }
}

async function bundlePage(): Promise<string> {
  const bundle = await rolldown({
    input: join(import.meta.dirname, 'page.ts'),
    platform: 'browser',
    external: ['module'],
    logLevel: 'silent',
  })
  const { output } = await bundle.generate({ format: 'esm', codeSplitting: false })
  await bundle.close()
  return output[0].code
}

interface CaseServer {
  readonly address: string
  /** Results of all cases after the page has drawn them; rejects with the page's error. */
  readonly results: Promise<GoldenResult[]>
  close(): void
}

/** Serves the page and sends it one case after another: each request for the next one confirms the previous one. */
async function serveCases(cases: readonly GoldenCase[], differences: string | undefined): Promise<CaseServer> {
  const code = await bundlePage()
  const wasm = readFileSync(join(dirname(createRequire(import.meta.url).resolve('harfbuzzjs')), 'harfbuzz.wasm'))
  const files = new Map(cases.flatMap(({ fonts, images }) => [...fonts, ...images]))
  const frames = new Map<string, Uint8Array>()
  const compared: GoldenResult[] = []
  const { promise: results, resolve, reject } = Promise.withResolvers<GoldenResult[]>()
  const waiting = [...cases]
  let drawn: GoldenCase | undefined

  const next = async (): Promise<GoldenRequest | undefined> => {
    if (drawn) compared.push(...(await compareOnServer(drawn, createGoldenRequest(drawn).frames, frames, differences)))
    frames.clear()
    drawn = waiting.shift()
    if (!drawn) resolve(compared)
    return drawn && createGoldenRequest(drawn)
  }
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = decodeURIComponent(request.url ?? '/')
    const send = (type: string, body: string | Uint8Array) =>
      response.writeHead(200, { 'content-type': type }).end(body)
    if (path === '/')
      send('text/html', '<!doctype html><link rel="icon" href="data:,"><script type="module" src="/page.js"></script>')
    else if (path === '/page.js') send('text/javascript', code)
    else if (path.endsWith('harfbuzz.wasm')) send('application/wasm', wasm)
    else if (path.startsWith('/file/') && files.has(path.slice(6)))
      send('application/octet-stream', files.get(path.slice(6)) as Uint8Array)
    else if (path === '/next') {
      const asked = await next()
      if (asked) send('application/json', JSON.stringify(asked))
      else response.writeHead(204).end()
    } else if (path.startsWith('/frame/')) {
      frames.set(path.slice(7), await readBody(request))
      response.writeHead(204).end()
    } else if (path === '/problem') throw new Error(`The page reported: ${(await readBody(request)).toString()}`)
    else response.writeHead(404).end()
  }
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      reject(error)
      response.destroy()
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    results,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const chunk of request) chunks.push(chunk as Uint8Array)
  return Buffer.concat(chunks)
}

async function compareOnServer(
  one: GoldenCase,
  wanted: readonly number[],
  frames: ReadonlyMap<string, Uint8Array>,
  differences: string | undefined,
): Promise<GoldenResult[]> {
  const pictures = new Map<string, Picture>()
  for (const [id, bytes] of one.images) {
    const image = await loadImage(bytes)
    pictures.set(id, { source: image, width: image.width, height: image.height })
  }
  const tools = { host: createNodeHost(), shaper: await loadShaper(), fonts: one.fonts }
  const painter = createPainter({
    document: one.document,
    ...tools,
    pictures: stripSource(pictures),
  })
  const canvas = createCanvas(painter.width, painter.height)
  const ctx = canvas.getContext('2d')
  const mark =
    one.watermark === undefined ? undefined : createWatermark(one.watermark, { ...tools, faces: one.document.fonts })
  return wanted.map((frame) => {
    painter.drawFrame(ctx as unknown as Context, frame)
    mark?.draw(ctx as unknown as Context, painter.width, painter.height)
    const here = ctx.getImageData(0, 0, painter.width, painter.height).data
    const there = frames.get(`${one.name}/${frame}`)
    if (!there) throw new Error(`Chromium sent no frame ${frame} of ${one.name}`)
    const { psnr, worst } = measureAgreement(here, there)
    if (differences && psnr < MIN_PSNR) keepPictures(differences, `${one.name}-${frame}`, painter, here, there)
    return { name: one.name, frame, psnr, worst }
  })
}

function keepPictures(
  folder: string,
  name: string,
  { width, height }: { width: number; height: number },
  here: Uint8ClampedArray,
  there: Uint8Array,
): void {
  mkdirSync(folder, { recursive: true })
  for (const [suffix, pixels] of [
    ['server', here],
    ['chromium', new Uint8ClampedArray(there)],
    ['difference', differencePicture(here, there)],
  ] as const) {
    const canvas = createCanvas(width, height)
    canvas.getContext('2d').putImageData(new ImageData(new Uint8ClampedArray(pixels), width, height), 0, 0)
    writeFileSync(join(folder, `${name}-${suffix}.png`), canvas.toBuffer('image/png'))
  }
}
