import { existsSync, readFileSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import type { TemplateDocument } from '@vitrine/document/document'
import type { Layer } from '@vitrine/document/layer'
import { expect, it } from 'vitest'
import { createDocument, MOVING_LAYERS, useFolder } from '../../testing/video.ts'
import { type RunProgramOptions, runProgram } from '../operation/child-program.ts'
import {
  RENDER_LIMITS,
  type RenderProgress,
  VIDEO_PROGRAM,
  VIDEO_TOO_LARGE,
  type VideoRenderRequest,
} from './render-program.ts'

const folder = useFolder()

type Options = Partial<RunProgramOptions<RenderProgress>>

const renderVideo = (request: VideoRenderRequest, options: Options = {}) =>
  runProgram(VIDEO_PROGRAM, request, { limits: RENDER_LIMITS, ...options })

function createVideoRequest(document: TemplateDocument, name: string) {
  const output = { width: 320, height: 180 }
  const video = { document, values: {}, difference: {}, assetFiles: {}, output, outPath: folder.path(`${name}.mp4`) }
  return { video, poster: { path: folder.path(`${name}.webp`), atSeconds: 0.5 } }
}

const LONG = createDocument(MOVING_LAYERS, { duration: 1_000_000 })

/** Starts an endless render and returns its error, and whether its process has ended. */
async function renderUntilError(options: Options, onDrawing: (pid: number) => void = () => {}) {
  let pid = 0
  const error = await renderVideo(createVideoRequest(LONG, 'long'), {
    ...options,
    onStart(started) {
      pid = started
    },
    onProgress(progress) {
      if (progress.stage === 'drawing') onDrawing(pid)
    },
  }).then(
    () => new Error('the video was made'),
    (reason: unknown) => reason as Error,
  )
  expect(() => process.kill(pid, 0)).toThrow('ESRCH')
  return error
}

it('renders a video and its poster and reports progress', async () => {
  const stages: RenderProgress['stage'][] = []
  const request = createVideoRequest(createDocument(MOVING_LAYERS), 'video')
  const video = await renderVideo(request, {
    onProgress: ({ stage }) => void (stages.at(-1) === stage || stages.push(stage)),
  })
  expect(stages).toEqual(['preparing', 'drawing', 'finishing', 'checking'])
  expect(video).toMatchObject({ width: 320, height: 180, frameCount: 45, durationSeconds: 1.5 })
  expect((await stat(request.video.outPath)).size).toBe(video.sizeBytes)
  expect((await readFile(request.poster.path)).subarray(8, 12).toString()).toBe('WEBP')
})

it('gives a video up as soon as it has more bytes than it may, and says so', { tags: ['full'] }, async () => {
  let drawn = 0
  const { video } = createVideoRequest(LONG, 'large')
  const output = { ...video.output, maxBytes: 20_000 }
  const error = await renderVideo(
    { video: { ...video, output } },
    {
      onProgress({ framesDone }) {
        drawn = Math.max(drawn, framesDone)
      },
    },
  ).catch((reason: unknown) => reason)
  expect(error).toMatchObject({ code: VIDEO_TOO_LARGE })
  expect(drawn).toBeLessThan(LONG.canvas.duration / 10)
})

it('renders a video within the bytes that it may have', { tags: ['full'] }, async () => {
  const { video } = createVideoRequest(createDocument(MOVING_LAYERS), 'small')
  const { sizeBytes } = await renderVideo({ video: { ...video, output: { ...video.output, maxBytes: 500_000 } } })
  expect(sizeBytes).toBeLessThan(500_000)
})

it('reports why a video cannot be rendered', { tags: ['full'] }, async () => {
  const missing = createDocument([{ id: 'p', type: 'media', in: 0, out: 45, source: 'sha256:gone', box: [0, 0, 9, 9] }])
  await expect(renderVideo(createVideoRequest(missing, 'missing'))).rejects.toThrow('no file for sha256:gone')
})

it('survives a crash of the process', { tags: ['full'] }, async () => {
  const error = await renderUntilError({}, (pid) => process.kill(pid, 'SIGSEGV'))
  expect(error.message).toBe('the render process ended early (SIGSEGV)')
})

it('ends the process at once when the render is canceled', { tags: ['full'] }, async () => {
  const callOff = new AbortController()
  const error = await renderUntilError({ signal: callOff.signal }, () => callOff.abort(new Error('nobody wants it')))
  expect(error.message).toBe('nobody wants it')
})

it('ends a process that hangs, that takes too long, or that takes too much memory', { tags: ['full'] }, async () => {
  const hung = await renderUntilError({ limits: { ...RENDER_LIMITS, silenceMs: 1500 } }, (pid) =>
    process.kill(pid, 'SIGSTOP'),
  )
  expect(hung.message).toBe('the render gave no sign of life for 1.5 seconds')
  const slow = await renderUntilError({ limits: { ...RENDER_LIMITS, durationMs: 1500 } })
  expect(slow.message).toMatch(/took longer/)
  const greedy = await renderUntilError({ limits: { ...RENDER_LIMITS, memoryBytes: 2 ** 20 } })
  expect(greedy.message).toBe('the render process ended early (SIGKILL)')
  expect(greedy.cause).toMatch(/^The work took \d+ MB; it may take 1 MB\.$/)
  expect(existsSync(folder.path('long.webp'))).toBe(false)
})

/** Starts an endless video. */
function startEndless(name: string, signal: AbortSignal) {
  const video = { framesDone: 0, onFrames: () => {}, ended: Promise.resolve() }
  video.ended = renderVideo(createVideoRequest(LONG, name), {
    signal,
    onProgress({ framesDone }) {
      video.framesDone = framesDone
      video.onFrames()
    },
  }).then(
    () => undefined,
    () => undefined,
  )
  return video
}

it('runs two renders at the same time', { tags: ['full'] }, async () => {
  const callOff = new AbortController()
  const videos = [startEndless('one', callOff.signal), startEndless('two', callOff.signal)] as const
  let starts: number[] | undefined
  const gains = await new Promise<number[]>((resolve) => {
    const look = () => {
      const done = videos.map(({ framesDone }) => framesDone)
      // Measured from the time when both are running.
      if (done.every((count) => count > 0)) starts ??= done
      const gained = done.map((count, n) => count - (starts?.[n] ?? count))
      if (Math.max(...gained) >= 1200) resolve(gained)
    }
    for (const video of videos) video.onFrames = look
  })
  callOff.abort()
  await Promise.all(videos.map(({ ended }) => ended))
  // A process that waits for the other gains nothing; an even distribution depends on the system and its other work.
  expect(Math.min(...gains)).toBeGreaterThan(20)
})

const SNOW: Layer = {
  id: 'snow',
  type: 'particles',
  in: 0,
  out: 5400,
  seed: 7,
  count: 20,
  box: [0, 0, 320, 20],
  colors: ['#ffffff'],
  sprite: 'soft',
  size: [4, 8],
  life: [2, 4],
  speed: [20, 60],
}

it.runIf(process.platform === 'linux')(
  'takes no more memory for the third minute than for the first',
  { tags: ['full'] },
  async () => {
    const layers = [SNOW, ...MOVING_LAYERS].map((layer) => ({ ...layer, out: 5400 }))
    let pid = 0
    const samples: { share: number; bytes: number }[] = []
    await renderVideo(createVideoRequest(createDocument(layers, { duration: 5400 }), 'three-minutes'), {
      onStart(started) {
        pid = started
      },
      onProgress({ stage, framesDone, frameCount }) {
        if (stage === 'drawing') samples.push({ share: framesDone / frameCount, bytes: residentBytes(pid) })
      },
    })
    const max = (from: number, to: number) =>
      Math.max(...samples.filter(({ share }) => share >= from && share <= to).map(({ bytes }) => bytes))
    expect(max(0.67, 1)).toBeLessThan(max(0.05, 0.33) + 48 * 2 ** 20)
  },
)

/** The resident memory of a process, as reported by the system. */
function residentBytes(pid: number): number {
  const [, kilobytes = '0'] = readFileSync(`/proc/${pid}/status`, 'utf8').match(/VmRSS:\s+(\d+)/) ?? []
  return Number(kilobytes) * 1024
}
