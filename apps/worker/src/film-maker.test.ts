import { existsSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import type { TemplateDocument } from '@vitrine/composition/document'
import { expect, it } from 'vitest'
import { documentOf, MOVING_LAYERS, useFolder } from './film-fixture.ts'
import { DEFAULT_LIMITS, type MakeFilmOptions, makeFilm } from './film-maker.ts'
import type { FilmOrder, RenderProgress } from './render-message.ts'

const folder = useFolder()

function orderOf(document: TemplateDocument, name: string): Required<FilmOrder> {
  const output = { width: 320, height: 180 }
  const film = { document, values: {}, ops: [], assetFiles: {}, output, outPath: folder.path(`${name}.mp4`) }
  return { film, poster: { path: folder.path(`${name}.webp`), atSeconds: 0.5 } }
}

const LONG = documentOf(MOVING_LAYERS, { duration: 1_000_000 })

/** Starts a film that takes for ever and answers what it ends with, and whether its process is gone then. */
async function endOf(options: MakeFilmOptions, onDrawing: (pid: number) => void = () => {}) {
  let pid = 0
  const error = await makeFilm(orderOf(LONG, 'long'), {
    ...options,
    onStart(started) {
      pid = started
    },
    onProgress(progress) {
      if (progress.stage === 'drawing') onDrawing(pid)
    },
  }).then(
    () => new Error('the film was made'),
    (reason: unknown) => reason as Error,
  )
  expect(() => process.kill(pid, 0)).toThrow('ESRCH')
  return error
}

it('makes a film and its poster and tells how far it is', async () => {
  const stages: RenderProgress['stage'][] = []
  const order = orderOf(documentOf(MOVING_LAYERS), 'film')
  const film = await makeFilm(order, {
    onProgress: ({ stage }) => void (stages.at(-1) === stage || stages.push(stage)),
  })
  expect(stages).toEqual(['preparing', 'drawing', 'finishing', 'checking'])
  expect(film).toMatchObject({ width: 320, height: 180, frameCount: 45, durationSeconds: 1.5 })
  expect((await stat(order.film.outPath)).size).toBe(film.sizeBytes)
  expect((await readFile(order.poster.path)).subarray(8, 12).toString()).toBe('WEBP')
})

it('reports why a film cannot be made', async () => {
  const missing = documentOf([{ id: 'p', type: 'media', in: 0, out: 45, source: 'sha256:gone', box: [0, 0, 9, 9] }])
  await expect(makeFilm(orderOf(missing, 'missing'))).rejects.toThrow('no file for sha256:gone')
})

it('survives a crash of the process', async () => {
  const error = await endOf({}, (pid) => process.kill(pid, 'SIGSEGV'))
  expect(error.message).toBe('the render process ended early (SIGSEGV)')
})

it('ends the process at once when the film is called off', async () => {
  const callOff = new AbortController()
  const error = await endOf({ signal: callOff.signal }, () => callOff.abort(new Error('nobody wants it')))
  expect(error.message).toBe('nobody wants it')
})

it('ends a process that hangs, that takes too long, or that takes too much memory', async () => {
  const hung = await endOf({ limits: { ...DEFAULT_LIMITS, silenceMs: 1500 } }, (pid) => process.kill(pid, 'SIGSTOP'))
  expect(hung.message).toBe('the render gave no sign of life for 1.5 seconds')
  const slow = await endOf({ limits: { ...DEFAULT_LIMITS, durationMs: 1500 } })
  expect(slow.message).toMatch(/took longer/)
  const greedy = await endOf({ limits: { ...DEFAULT_LIMITS, memoryBytes: 2 ** 20 } })
  expect(greedy.message).toBe('the render process ended early (SIGKILL)')
  expect(greedy.cause).toMatch(/^The render took \d+ MB; it may take 1 MB\.$/)
  expect(existsSync(folder.path('long.webp'))).toBe(false)
})
