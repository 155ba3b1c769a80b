// Movement without a seam: the frame after the last is the first again.
import type { AnimatedProperty, Keyframe } from '@vitrine/composition/property'
import type { LayerDraft } from './scene.ts'
import { tidy } from './shape.ts'

/** A sine wave that comes round exactly `cycles` times in `loopFrames`; `phase` 0 to 1 shifts where it starts. */
export function wave(
  loopFrames: number,
  cycles: number,
  middle: number,
  swing: number,
  phase = 0,
): AnimatedProperty<number> {
  const steps = cycles * 24
  const k = Array.from({ length: steps + 1 }, (_, index): Keyframe<number> => {
    const turn = (index / steps) * cycles + phase
    return {
      t: tidy((index / steps) * loopFrames),
      s: Math.round((middle + Math.sin(turn * Math.PI * 2) * swing) * 1000) / 1000,
    }
  })
  return { a: 1, k }
}

/**
 * Layers of endless but aimless movement (particles, smoke) made to loop: towards the end they fade over into themselves
 * as they were at the start. They are shown as if they had already run for `leadFrames`, which must be at least the
 * overlap and should be as long as a particle lives, so that the first frame is full.
 */
export function seamless(
  layers: readonly LayerDraft[],
  { loopFrames, overlapFrames, leadFrames }: { loopFrames: number; overlapFrames: number; leadFrames: number },
): LayerDraft[] {
  const children = layers.map((layer) => ({ ...layer, out: loopFrames + leadFrames }) as LayerDraft)
  const turnover = loopFrames - overlapFrames
  const across = (from: number, to: number): AnimatedProperty<number> => ({
    a: 1,
    k: [
      { t: turnover, s: from },
      { t: loopFrames, s: to },
    ],
  })
  return [
    { type: 'group', in: turnover, st: loopFrames - leadFrames, ks: { o: across(0, 100) }, layers: children },
    { type: 'group', st: -leadFrames, ks: { o: across(100, 0) }, layers: children },
  ]
}
