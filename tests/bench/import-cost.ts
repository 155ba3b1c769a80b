// The cost of a frame of an imported animation, compared with Skottie playing the same file: CPU time of this process at two
// megapixels, drawn alternately. The most expensive kinds of files are generated here; `--folder DIR` measures your own
// animations.
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Canvas, createCanvas, LottieAnimation } from '@napi-rs/canvas'
import type { Context } from '@vitrine/document/host'
import { readImportPackage } from '../../apps/worker/src/import/import-package.ts'
import { importTemplate } from '../../apps/worker/src/import/import-template.ts'
import { readSettings } from '../../apps/worker/src/import/settings.ts'
import { openPainter, playable } from '../lottie/compare.ts'
import { kinds } from './animation-kind.ts'
import { record } from './report.ts'

const MEGAPIXELS = 2.0736
/** Each side draws so many stretches of so many frames, in turns, and each of them so many times. */
const STRETCHES = 4
const STRETCH_FRAMES = 4
const ROUNDS = 4

/**
 * Prints and records what each animation costs, and how the ratios are spread.
 * @param folder animations to measure instead of the written kinds; it stays as it is
 */
export async function benchImportCost(folder?: string): Promise<void> {
  const written = folder === undefined
  const from = folder ?? mkdtempSync(join(tmpdir(), 'vitrine-kinds-'))
  try {
    if (written)
      for (const { name, animation } of kinds) writeFileSync(join(from, `${name}.json`), JSON.stringify(animation))
    const ratios: number[] = []
    for (const name of readdirSync(from).toSorted()) {
      const costs = await measureFile(join(from, name))
      if (!costs) continue
      const { ours, theirs } = costs
      ratios.push(ours / theirs)
      record({ name: `import: ${name}`, value: ours, unit: 'ms', better: 'lower', ratio: theirs / ours })
      console.log(
        `import: ${name.padEnd(48)} ${ours.toFixed(1).padStart(7)} ms, Skottie ${theirs.toFixed(1).padStart(6)}, ${(ours / theirs).toFixed(2)}`,
      )
    }
    ratios.sort((a, b) => a - b)
    const at = (share: number) => ratios[Math.min(ratios.length - 1, Math.floor(share * ratios.length))]?.toFixed(2)
    console.log(
      `import: ${ratios.length} files, median ${at(0.5)}, three quarters ${at(0.75)}, nine tenths ${at(0.9)}, worst ${at(1)}`,
    )
  } finally {
    if (written) rmSync(from, { recursive: true, force: true })
  }
}

/** Milliseconds of CPU a frame on both sides; undefined for a file that either cannot draw. */
async function measureFile(path: string): Promise<{ ours: number; theirs: number } | undefined> {
  const importPackage = await readImportPackage(path).catch(() => undefined)
  const read = readSettings({})
  if (!importPackage || !('settings' in read)) return
  const imported = await importTemplate(importPackage, read.settings, { bundled: [], folder: '' })
  const { document } = imported.result
  if (!document) return
  const { canvas } = document
  const scale = Math.sqrt((MEGAPIXELS * 1e6) / (canvas.width * canvas.height))
  const [width, height] = [Math.round(canvas.width * scale), Math.round(canvas.height * scale)]
  const animation = loadAnimation(JSON.stringify(playable(importPackage, imported, true)))
  if (!animation) return
  const painter = await openPainter(imported)
  const [ours, theirs] = [createCanvas(width, height), createCanvas(width, height)]
  const [ourCtx, theirCtx] = [ours.getContext('2d'), theirs.getContext('2d')]
  const draw = (frame: number) => {
    painter.drawFrame(ourCtx as unknown as Context, frame, { scale: width / painter.width })
    finish(ours)
  }
  const play = (frame: number) => {
    theirCtx.fillStyle = '#ffffff'
    theirCtx.fillRect(0, 0, width, height)
    animation.seekFrame(frame)
    animation.render(theirCtx, { x: 0, y: 0, width, height })
    finish(theirs)
  }
  const sums = { ours: 0, theirs: 0 }
  for (let n = 0; n < STRETCHES; n++) {
    const first = Math.floor((n / STRETCHES) * canvas.duration)
    const frames = Array.from({ length: STRETCH_FRAMES }, (_, k) => (first + k) % canvas.duration)
    // The better of some rounds: the first ones compile and allocate, as a long video does once.
    const rounds = Array.from({ length: ROUNDS }, () => [measureCpu(frames, draw), measureCpu(frames, play)] as const)
    sums.ours += Math.min(...rounds.map(([one]) => one))
    sums.theirs += Math.min(...rounds.map(([, other]) => other))
  }
  return { ours: sums.ours / STRETCHES, theirs: sums.theirs / STRETCHES }
}

function loadAnimation(json: string): LottieAnimation | undefined {
  try {
    return LottieAnimation.loadFromData(json)
  } catch {
    return
  }
}

const probe = createCanvas(1, 1).getContext('2d')

/** Has everything drawn that was only recorded, without reading all pixels, which would cost both sides the same. */
function finish(canvas: Canvas): void {
  probe.drawImage(canvas, 0, 0, 1, 1)
}

/** Milliseconds of CPU a frame. */
function measureCpu(frames: readonly number[], draw: (frame: number) => void): number {
  const before = process.cpuUsage()
  for (const frame of frames) draw(frame)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000 / frames.length
}
