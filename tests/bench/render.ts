// Rendering compared with ffmpeg's own decode + overlay + encode: the same length, size, preset and quality on both sides,
// alternately. Only this benchmark uses ffmpeg as a tool of the machine; without it the same libraries run inside Node.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { REUSE_MEMORY } from '@vitrine/process/bounded-child'
import { rolldown } from 'rolldown'
import { animationDocument, type RenderCase, renderCases, reuseCase, type Yardstick } from './render-case.ts'
import type { RenderTask } from './render-once.ts'
import { FONT_FILE, FRAMES, makeSources, type RenderSources, SECONDS } from './render-source.ts'
import { record } from './report.ts'

interface Cost {
  readonly wallSeconds: number
  readonly cpuSeconds: number
  readonly peakBytes: number
}

const ROUNDS = 3
const MIN_REUSE = 2.5
const root = join(import.meta.dirname, '../..')
const cache = join(root, 'node_modules/.cache/vitrine')

/** Prints frames per second, CPU per frame and peak memory of both, in turns, and their ratios. */
export async function benchRender(folder: string): Promise<void> {
  const sources = await keptSources()
  const program = await bundleProgram()
  const ours = (task: RenderTask) => {
    const file = join(folder, 'task.json')
    writeFileSync(file, JSON.stringify(task))
    return timeCommand([process.execPath, program, file])
  }
  const hasFfmpeg = spawnSync('ffmpeg', ['-version'], { stdio: 'ignore' }).status === 0
  const yardstick = hasFfmpeg ? 'ffmpeg' : 'libav in Node, without ffmpeg on this machine'
  console.log(`render: 1920x1080, 30 fps, ${SECONDS} s, x264 veryfast crf 20, with sound; beside ${yardstick}`)

  const animation = join(folder, 'animation.mp4')
  const font = { 'sha256:font': FONT_FILE }
  ours({ document: animationDocument(), values: {}, assetFiles: font, outPath: animation })
  for (const one of renderCases(sources, animation)) {
    const outPath = join(folder, `${one.name}.mp4`)
    const costs = inTurns(
      () => ours(createTask(one, outPath)),
      () => timeYardstick(one.yardstick, folder, hasFfmpeg),
    )
    printCase(one, costs, [outPath, join(folder, 'yardstick.mp4')])
  }
  benchReuse(sources, folder, ours)
}

function createTask({ document, timeline, assetFiles }: RenderCase, outPath: string): RenderTask {
  return { document, values: {}, assetFiles, outPath, ...(timeline && { timeline }) }
}

function benchReuse(sources: RenderSources, folder: string, ours: (task: RenderTask) => Cost): void {
  const { document, values, assetFiles, frames } = reuseCase(sources)
  const base = join(folder, 'base.mp4')
  ours({ document, values: {}, assetFiles, outPath: base, keyFrames: 'even' })
  const task = { document, values, assetFiles }
  const [withBase, whole] = inTurns(
    () => ours({ ...task, base, outPath: join(folder, 'reused.mp4') }),
    () => ours({ ...task, outPath: join(folder, 'whole.mp4') }),
  )
  console.log(
    `  reuse, 30 s with 6 s touched\n    with base  ${row(withBase, frames)}\n    whole      ${row(whole, frames)}\n` +
      `    ratio      ${(whole.cpuSeconds / withBase.cpuSeconds).toFixed(2)} by CPU, ` +
      `${(whole.wallSeconds / withBase.wallSeconds).toFixed(2)} by the clock (aim ${MIN_REUSE})`,
  )
}

/** Both in turns, so that a busy machine is as unkind to one as to the other; the cheapest round of each by CPU. */
function inTurns(one: () => Cost, other: () => Cost): [Cost, Cost] {
  const rounds = Array.from({ length: ROUNDS }, () => [one(), other()] as const)
  const best = (side: 0 | 1) =>
    rounds.map((round) => round[side]).reduce((a, b) => (b.cpuSeconds < a.cpuSeconds ? b : a))
  return [best(0), best(1)]
}

function printCase({ name, title, goal }: RenderCase, [ours, theirs]: [Cost, Cost], files: [string, string]): void {
  const value = (ours.cpuSeconds * 1000) / FRAMES
  const ratio = theirs.cpuSeconds / ours.cpuSeconds
  record({ name: `render: (${name}) ${title}`, value, unit: 'ms CPU/frame', better: 'lower', ratio })
  const size = (file: string) => `${(statSync(file).size / 1e6).toFixed(1)} MB`
  console.log(
    `  (${name}) ${title}\n    vitrine    ${row(ours, FRAMES)}  ${size(files[0])}\n` +
      `    yardstick  ${row(theirs, FRAMES)}  ${size(files[1])}\n` +
      `    ratio      ${(theirs.cpuSeconds / ours.cpuSeconds).toFixed(2)} by CPU, ` +
      `${(theirs.wallSeconds / ours.wallSeconds).toFixed(2)} by the clock (aim ${goal})`,
  )
}

function row({ wallSeconds, cpuSeconds, peakBytes }: Cost, frames: number): string {
  const speed = (frames / wallSeconds).toFixed(1).padStart(6)
  const cpu = ((cpuSeconds * 1000) / frames).toFixed(1).padStart(5)
  return `${speed} frames/s  ${cpu} ms CPU/frame  ${Math.round(peakBytes / 2 ** 20)} MB at most`
}

function timeYardstick({ inputs, graph }: Yardstick, folder: string, hasFfmpeg: boolean): Cost {
  const outPath = join(folder, 'yardstick.mp4')
  if (!hasFfmpeg) {
    const file = join(folder, 'yardstick.json')
    writeFileSync(file, JSON.stringify({ inputs, graph, outPath }))
    return timeCommand([process.execPath, join(import.meta.dirname, 'libav-once.ts'), file])
  }
  const silence = ['-f', 'lavfi', '-t', String(SECONDS), '-i', 'anullsrc=r=48000:cl=stereo']
  const map = ['-map', '[v]', '-map', `${inputs.length}:a`, '-t', String(SECONDS)]
  const video = ['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '20', '-r', '30']
  const audio = ['-c:a', 'aac', '-b:a', '160k', '-movflags', '+faststart']
  const files = inputs.flatMap((input) => ['-i', input])
  const quiet = ['-y', '-hide_banner', '-nostats', '-benchmark']
  const filter = ['-filter_complex', graph]
  return timeCommand(['ffmpeg', ...quiet, ...files, ...silence, ...filter, ...map, ...video, ...audio, outPath])
}

/** Wall and CPU seconds and peak memory of a whole command. */
function timeCommand(command: string[]): Cost {
  const quoted = command.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(' ')
  const run = spawnSync('bash', ['-c', `TIMEFORMAT='%R %U %S'; time ${quoted}`], {
    encoding: 'utf8',
    env: { ...process.env, ...REUSE_MEMORY },
  })
  if (run.status !== 0) throw new Error(`${command[0]} failed: ${run.stderr}`)
  const [wall = 0, user = 0, system = 0] = (run.stderr.trim().split('\n').at(-1) ?? '').split(' ').map(Number)
  const said = /"peakBytes":(\d+)/.exec(run.stdout)?.[1]
  // ffmpeg -benchmark says it itself, in kilobytes.
  const counted = /maxrss=(\d+)/.exec(run.stdout + run.stderr)?.[1]
  return { wallSeconds: wall, cpuSeconds: user + system, peakBytes: Number(said ?? 0) || Number(counted ?? 0) * 1024 }
}

/** As in production: one bundle, with the kernel next to it. */
async function bundleProgram(): Promise<string> {
  const folder = join(cache, 'bench')
  mkdirSync(folder, { recursive: true })
  const bundle = await rolldown({
    input: join(import.meta.dirname, 'render-once.ts'),
    platform: 'node',
    external: (id) => !id.startsWith('.') && !id.startsWith('/') && !id.startsWith('@vitrine/'),
    logLevel: 'silent',
  })
  await bundle.write({ dir: folder, format: 'esm', entryFileNames: '[name].js' })
  await bundle.close()
  copyFileSync(join(root, 'apps/worker/src/compose/pixel-kernel.wasm'), join(folder, 'pixel-kernel.wasm'))
  return join(folder, 'render-once.js')
}

/** The sources take minutes to generate, so they are cached until their generator changes. */
async function keptSources(): Promise<RenderSources> {
  const maker = readFileSync(join(import.meta.dirname, 'render-source.ts'))
  const folder = join(cache, `bench-sources-${createHash('sha256').update(maker).digest('hex').slice(0, 16)}`)
  const list = join(folder, 'sources.json')
  if (!existsSync(list)) {
    console.log('render: making the videos to work on (once)…')
    const fresh = `${folder}.${process.pid}`
    rmSync(fresh, { recursive: true, force: true })
    mkdirSync(fresh, { recursive: true })
    const created = await makeSources(fresh)
    const moved = Object.fromEntries(Object.entries(created).map(([name, file]) => [name, file.replace(fresh, folder)]))
    writeFileSync(join(fresh, 'sources.json'), JSON.stringify(moved))
    rmSync(folder, { recursive: true, force: true })
    renameSync(fresh, folder)
  }
  return JSON.parse(readFileSync(list, 'utf8')) as RenderSources
}
