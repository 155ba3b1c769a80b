// Ready-made overlay, 16:9, 8 s loop: confetti and ribbons on plain green, to lay over any film.
import { seamless } from '../build/loop.ts'
import { buildReadyMade, type LayerDraft, type ReadyMade } from '../build/scene.ts'

const fps = 30
const seconds = 8
const loopFrames = fps * seconds
const colors = ['#ff2e63', '#ffd166', '#ffffff', '#4361ee', '#b517ff', '#ff8c42', '#f9f871']

const film: ReadyMade = {
  id: 'confetti-overlay',
  name: 'Confetti Overlay',
  width: 1920,
  height: 1080,
  fps,
  seconds,
  background: '#00b140',
  fonts: [],
  heroSeconds: 2.4,
  layers: [
    ...seamless([fall('near'), fall('middle'), fall('far')], { loopFrames, overlapFrames: 15, leadFrames: 420 }),
    { type: 'solid', color: '#00b140' },
  ],
}

/** The document of this template. */
export const confettiOverlay = () => buildReadyMade(film)

/** One of three depths: the nearer, the larger, faster and fewer. */
function fall(depth: 'near' | 'middle' | 'far'): LayerDraft {
  const { count, size, speed, seed } = {
    near: { count: 64, size: [44, 78], speed: [300, 420], seed: 2 },
    middle: { count: 300, size: [24, 44], speed: [200, 300], seed: 11 },
    far: { count: 420, size: [12, 22], speed: [130, 210], seed: 29 },
  }[depth] as { count: number; size: [number, number]; speed: [number, number]; seed: number }
  return {
    type: 'particles',
    seed,
    count,
    box: [-100, -160, 2120, 80],
    sprite: depth === 'near' ? ['confetti', 'ribbon'] : ['confetti', 'confetti', 'ribbon', 'circle'],
    colors,
    size,
    life: [10, 14],
    // Nothing half transparent, which a key would tint green.
    fade: { in: 0, out: 0 },
    speed,
    direction: 91,
    spread: 18,
    sway: { amount: 46, seconds: 2.6 },
    spin: [-220, 220],
    flutter: true,
    opacity: [1, 1],
  }
}
