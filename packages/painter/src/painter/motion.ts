// Motion blur: averages a layer's look while the shutter is open.
import { MAX_BLUR_SAMPLES } from '@vitrine/document/layer-base'
import type { LayerNode } from './content.ts'

/** Distance between two samples in device pixels when After Effects adapts their number. */
const SAMPLE_STEP = 2

/** When the shutter opens and closes for a frame, and the time between; undefined for a layer without motion blur. */
export function computeShutter({ layer }: LayerNode, frame: number): readonly [number, number, number] | undefined {
  const { motionBlur } = layer
  if (!motionBlur || motionBlur.angle <= 0) return undefined
  const [open, length] = [frame + motionBlur.phase / 360, motionBlur.angle / 360]
  return [open, open + length / 2, open + length]
}

/**
 * The times of the averaged pictures, evenly from opening to closing. Layers that are rasterised at each time use the comp's
 * number of samples; planar pictures and precomps use more for a longer `way` in device pixels.
 */
export function sampleTimes(
  { layer, space }: LayerNode,
  [from = 0, , to = 0]: readonly number[],
  way: number,
): number[] {
  const isFixed = layer.type === 'shape' || layer.type === 'text' || space !== undefined
  const requestedCount = Math.max(layer.motionBlur?.samples ?? 2, isFixed ? 0 : Math.ceil(way / SAMPLE_STEP))
  const count = Math.min(MAX_BLUR_SAMPLES, Math.max(2, requestedCount))
  return Array.from({ length: count }, (_, n) => from + ((to - from) * (n + 0.5)) / count)
}
