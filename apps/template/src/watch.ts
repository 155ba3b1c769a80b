// `npm run template -- watch FOLDER`: imports the folder again whenever a file in it is saved, and serves a local page: frames
// drawn as on the server, with other field values, in every shape, and the report.
import { watch as watchFiles } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { framesPerSecond, type TemplateDocument } from '@vitrine/document/document'
import type { FieldValues } from '@vitrine/document/field'
import { checkValues } from '@vitrine/project/resolve'
import { ImportRejected } from '@vitrine/worker/import-package'
import { openScene, type Scene } from '@vitrine/worker/scene'
import { type Import, type ImportFlags, isPublishable, withImport } from './import.ts'
import { writeAssetFiles } from './render-preview.ts'

/** Saving from After Effects takes several writes: the import waits until they have ended. */
const QUIET_MS = 300
/** Pixels of the longer edge. */
const MAX_EDGE = 1280
const MAX_BODY = 100_000

interface Version {
  readonly number: number
  readonly source: Import | undefined
  readonly files: Readonly<Record<string, string>>
  /** Why the folder could not be read. */
  readonly fault: string | undefined
  /** Releases the import's temporary files. */
  release(): void
}

export interface Watch {
  readonly address: string
  close(): Promise<void>
}

/** Watches a folder or file. Port 0 takes any free port. */
export async function openWatch(path: string, flags: ImportFlags, { port }: { port: number }): Promise<Watch> {
  const state = new Watched(path, flags)
  await state.load()
  const watcher = watchFiles(path, { recursive: true }, () => state.loadSoon())
  const server = createServer((request, response) => void answer(state, request, response))
  await new Promise<void>((done, fail) => server.once('error', fail).listen(port, '127.0.0.1', done))
  const close = async () => {
    watcher.close()
    await state.close()
    await closeServer(server)
  }
  return { address: `http://localhost:${(server.address() as AddressInfo).port}`, close }
}

function closeServer(server: Server): Promise<void> {
  return new Promise((done) => {
    server.close(() => done())
    server.closeAllConnections()
  })
}

/** The current version, and the requests that wait for the next one. */
class Watched {
  version: Version | undefined
  readonly listeners = new Set<ServerResponse>()
  readonly #path: string
  readonly #flags: ImportFlags
  #timer: NodeJS.Timeout | undefined
  #work: Promise<unknown> = Promise.resolve()
  #scene: { key: string; scene: Scene } | undefined

  constructor(path: string, flags: ImportFlags) {
    this.#path = path
    this.#flags = flags
  }

  /** Imports once writing has stopped. */
  loadSoon(): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.load(), QUIET_MS)
  }

  load(): Promise<void> {
    return this.#runInOrder(async () => {
      const next = await open(this.#path, this.#flags, (this.version?.number ?? 0) + 1)
      this.#closeScene()
      this.version?.release()
      this.version = next
      for (const listener of this.listeners) listener.write(`data: ${next.number}\n\n`)
    })
  }

  /** A frame as WebP; undefined when there is nothing to draw. Frames are drawn one at a time. */
  draw({ frame, variant, values }: FrameRequest): Promise<Buffer | undefined> {
    return this.#runInOrder(async () => {
      const { source, files, number } = this.version ?? {}
      const document = source?.imported.result.document
      if (!document || !files || checkValues(document, values).some(({ severity }) => severity === 'error'))
        return undefined
      const key = JSON.stringify([number, variant, values])
      if (this.#scene?.key !== key) {
        this.#closeScene()
        const spec = { document, values, difference: {}, assetFiles: files, ...(variant ? { variant } : {}) }
        this.#scene = { key, scene: await openScene(spec, computeSize(document, variant)) }
      }
      const { scene } = this.#scene
      scene.draw(Math.min(document.canvas.duration - 1, Math.max(0, Math.round(frame))))
      return scene.canvas.encode('webp', 90)
    })
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer)
    for (const listener of this.listeners) listener.end()
    await this.#runInOrder(async () => {
      this.#closeScene()
      this.version?.release()
    })
  }

  #closeScene(): void {
    this.#scene?.scene.close()
    this.#scene = undefined
  }

  #runInOrder<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#work.then(work)
    this.#work = result.catch(() => {})
    return result
  }
}

/** Imports the folder; an error becomes part of the version. */
function open(path: string, flags: ImportFlags, number: number): Promise<Version> {
  return new Promise((done) => {
    const failed = (error: unknown) => {
      const fault = error instanceof ImportRejected ? `${error.code}: ${error.message}` : String(error)
      done({ number, source: undefined, files: {}, fault, release() {} })
    }
    // The temporary files of an import stay until the next version replaces it.
    withImport(path, flags, async (source) => {
      const { document } = source.imported.result
      const files = document ? await writeAssetFiles(document, source.imported.contents, source.folder) : {}
      await new Promise<void>((release) => done({ number, source, files, fault: undefined, release }))
    }).catch(failed)
  })
}

function computeSize(
  { canvas, variants }: TemplateDocument,
  variant: string | undefined,
): { width: number; height: number } {
  const { width, height } = (variant === undefined ? undefined : variants?.[variant]?.canvas) ?? canvas
  const scale = Math.min(1, MAX_EDGE / Math.max(width, height))
  const even = (length: number) => Math.max(2, 2 * Math.round((length * scale) / 2))
  return { width: even(width), height: even(height) }
}

interface FrameRequest {
  readonly frame: number
  readonly variant: string | undefined
  readonly values: FieldValues
}

async function answer(state: Watched, request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    // Other sites can reach this machine under their own host names.
    if (!/^(localhost|127\.0\.0\.1)(:\d+)?$/.test(request.headers.host ?? ''))
      return send(response, 403, 'text/plain', '')
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    if (pathname === '/')
      return send(response, 200, 'text/html', await readFile(join(import.meta.dirname, 'watch-page.html')))
    if (pathname === '/state') return send(response, 200, 'application/json', JSON.stringify(describe(state.version)))
    if (pathname === '/events') return listen(state, response)
    if (pathname === '/frame' && request.method === 'POST') {
      const picture = await state.draw(readFrameRequest(await readBody(request)))
      return send(response, picture ? 200 : 409, 'image/webp', picture ?? '')
    }
    send(response, 404, 'text/plain', '')
  } catch (error) {
    send(response, 500, 'text/plain', String(error))
  }
}

function send(response: ServerResponse, status: number, type: string, body: string | Buffer): void {
  const safe = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' }
  response.writeHead(status, { 'content-type': `${type}; charset=utf-8`, ...safe }).end(body)
}

function listen({ listeners }: Watched, response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' }).write(': open\n\n')
  listeners.add(response)
  response.on('close', () => listeners.delete(response))
}

async function readBody(request: IncomingMessage): Promise<unknown> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of request as AsyncIterable<Buffer>) {
    size += part.length
    if (size > MAX_BODY) throw new Error('The request is too large')
    parts.push(part)
  }
  return JSON.parse(Buffer.concat(parts).toString('utf8'))
}

function readFrameRequest(body: unknown): FrameRequest {
  const { frame, variant, values } = (body ?? {}) as Record<string, unknown>
  const fieldValues = typeof values === 'object' && values !== null ? (values as FieldValues) : {}
  return { frame: Number(frame) || 0, variant: typeof variant === 'string' ? variant : undefined, values: fieldValues }
}

/** The text next to the frames. */
function describe(version: Version | undefined) {
  const { number = 0, source, fault } = version ?? {}
  const { document, report = [], markers = [] } = source?.imported.result ?? {}
  return {
    number,
    fault,
    report,
    markers,
    isPublishable: source !== undefined && isPublishable(source.imported),
    document: document && {
      name: document.name,
      fields: document.fields,
      canvas: document.canvas,
      rate: framesPerSecond(document.canvas.fps),
      shapes: Object.keys(document.variants ?? {}),
    },
  }
}
