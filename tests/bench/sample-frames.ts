// CPU time per frame of every moving sample, put together in YUV and drawn whole on a canvas, over the same stretches in
// turns. Not encoded: that costs both the same. Usage: node sample-frames.ts [NAME…]
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { YuvPicture } from '../../apps/worker/src/compose/arena.ts'
import { Composer } from '../../apps/worker/src/compose/composer.ts'
import type { SceneSpec } from '../../apps/worker/src/compose/scene.ts'
import { getAssetPath, type OpenedSample, samples } from '../../samples/testing/sample.ts'

/** Measured stretches of a video, evenly distributed, and their length, which is enough for caching to pay off. */
const STRETCHES = 4
const STRETCH_FRAMES = 18

export interface FrameCosts {
  readonly name: string
  /** Milliseconds of CPU per frame. */
  readonly composed: number
  readonly universal: number
  /** The stretch where composing is slowest compared with drawing everything. */
  readonly worstRatio: number
}

/** A path with its picture and what it has cost so far. */
interface Path {
  readonly composer: Composer
  readonly picture: YuvPicture
  cpuMs: number
}

/** Measures one sample at the size of its canvas. */
async function measureSample({ document }: Pick<OpenedSample, 'document'>): Promise<FrameCosts> {
  const ids = [...document.fonts.map(({ src }) => src), ...(Object.keys(document.assets) as `sha256:${string}`[])]
  const assetFiles = Object.fromEntries(ids.map((id) => [id, getAssetPath(id)]))
  const spec: SceneSpec = { document, values: {}, difference: {}, assetFiles }
  const { width, height, duration } = document.canvas
  const open = async (universal: boolean): Promise<Path> => {
    const composer = await Composer.open(spec, { width, height, isCanvasOnly: universal })
    return { composer, picture: composer.arena.allocatePicture(width, height), cpuMs: 0 }
  }
  const [composed, universal] = [await open(false), await open(true)]
  let frames = 0
  let worstRatio = 0
  for (let n = 0; n < STRETCHES; n++) {
    const start = Math.floor(((n + 0.1) / STRETCHES) * Math.max(0, duration - STRETCH_FRAMES))
    const end = Math.min(duration, start + STRETCH_FRAMES)
    // The first two frames of a stretch are cut off from what came before, as no video's are.
    const one = await measureStretch(composed, start, end)
    const other = await measureStretch(universal, start, end)
    frames += end - start - 2
    worstRatio = Math.max(worstRatio, one / Math.max(0.1, other))
  }
  composed.composer.close()
  universal.composer.close()
  const { id } = document
  return { name: id, composed: composed.cpuMs / frames, universal: universal.cpuMs / frames, worstRatio }
}

async function measureStretch(path: Path, start: number, end: number): Promise<number> {
  const { composer, picture } = path
  composer.compose(start, picture)
  composer.compose(start + 1, picture)
  const before = process.cpuUsage()
  for (let frame = start + 2; frame < end; frame++) {
    if (!composer.areEqual(frame, frame - 1)) composer.compose(frame, picture)
    // As in a video, whose frames wait for the encoder: memory is given back between two turns.
    await nextTurn()
  }
  const { user, system } = process.cpuUsage(before)
  const cpuMs = (user + system) / 1000
  path.cpuMs += cpuMs
  return cpuMs
}

if (import.meta.main) {
  const requested = process.argv.slice(2)
  for (const sample of samples) {
    if (sample.listing.kind === 'image' || (requested.length > 0 && !requested.includes(sample.id))) continue
    const { name, composed, universal, worstRatio } = await measureSample(sample)
    const figures = [
      composed.toFixed(1),
      universal.toFixed(1),
      (composed / universal).toFixed(2),
      worstRatio.toFixed(2),
    ]
    console.log(`${name.padEnd(28)} ${figures.map((figure) => figure.padStart(8)).join('')}`)
  }
}
