// Ready-made loop, 16:9, 10 s: strings of marigold sway before a glowing wall; the middle is left free for your words.
import { seamless, wave } from '../build/loop.ts'
import { hangingString, leafRow, marigold } from '../build/ornament.ts'
import { buildReadyMade, type LayerDraft, type ReadyMade } from '../build/scene.ts'

const fps = 25
const seconds = 10
const loopFrames = fps * seconds
const warm = ['#ffd24a', '#ff9d1e', '#e96a0c', '#2f6b3c'] as const
const pale = ['#fff3d6', '#ffe2a0', '#f2b84a', '#3c7a46'] as const

const film: ReadyMade = {
  id: 'marigold-curtain',
  name: 'Marigold Curtain',
  width: 1920,
  height: 1080,
  fps,
  seconds,
  background: '#6b0f3a',
  fonts: [],
  heroSeconds: 2,
  layers: [
    ...seamless([petals()], { loopFrames, overlapFrames: 60, leadFrames: 320 }),
    ...border(),
    ...strings(),
    { type: 'light', kind: 'vignette', colors: ['#2a0318'], amount: 0.55 },
    ...seamless([sparks()], { loopFrames, overlapFrames: 75, leadFrames: 320 }),
    {
      type: 'light',
      kind: 'glow',
      colors: ['#ffb45c'],
      amount: wave(loopFrames, 2, 0.62, 0.08),
      center: [960, 560],
      radius: 820,
    },
    {
      type: 'solid',
      color: {
        gradient: 'radial',
        units: 'px',
        from: [960, 520],
        to: [2060, 520],
        stops: [
          [0, '#d6336c'],
          [0.5, '#9c1650'],
          [1, '#4a0a2c'],
        ],
      },
    },
  ],
}

/** The document of this template. */
export const marigoldCurtain = () => buildReadyMade(film)

/** Long at the sides, short in the middle, two rows deep. */
function strings(): LayerDraft[] {
  const row = (count: number, depth: number): LayerDraft[] =>
    Array.from({ length: count }, (_, index): LayerDraft => {
      const share = (index + 0.5) / count
      const side = Math.abs(share - 0.5) * 2
      const length = (120 + side ** 2.1 * 860) * (depth === 0 ? 1 : 0.82) + (index % 2) * 46
      const radius = depth === 0 ? 25 : 19
      return {
        type: 'shape',
        shapes: hangingString(
          length,
          Math.max(3, Math.round(length / (radius * 1.72))),
          radius,
          index % 3 === 1 ? pale : warm,
        ),
        ks: {
          p: [share * 1960 - 20, 40],
          r: wave(loopFrames, depth === 0 ? 2 : 3, 0, depth === 0 ? 1.5 : 2, (index * 0.137) % 1),
          o: depth === 0 ? 100 : 62,
        },
      }
    })
  return [...row(17, 0), ...row(22, 1)]
}

function border(): LayerDraft[] {
  return [
    {
      type: 'shape',
      shapes: Array.from({ length: 44 }, (_, index) =>
        index % 2
          ? marigold(30, '#ff9d1e', '#e96a0c', '#ffd24a', index * 45, 30, index * 29)
          : marigold(30, '#ffd24a', '#ff9d1e', '#e96a0c', index * 45, 30, index * 29),
      ),
    },
    { type: 'shape', shapes: leafRow(2000, 30, 92, ['#2f6b3c', '#4c8f4a']), ks: { p: [960, 36] } },
  ]
}

function petals(): LayerDraft {
  return {
    type: 'particles',
    seed: 12,
    count: 34,
    box: [-60, -80, 2040, 60],
    sprite: 'petal',
    colors: ['#ffd24a', '#ff9d1e', '#ffe7b0', '#ff7a9c'],
    size: [14, 30],
    life: [8, 12],
    speed: [90, 150],
    direction: 94,
    spread: 16,
    sway: { amount: 54, seconds: 3.6 },
    spin: [-100, 100],
    flutter: true,
    opacity: [0.7, 1],
  }
}

function sparks(): LayerDraft {
  return {
    type: 'particles',
    seed: 31,
    count: 60,
    box: [100, 100, 1720, 1000],
    sprite: ['soft', 'circle'],
    colors: ['#ffe2a0', '#ffc46b', '#ffb0c8'],
    size: [8, 54],
    life: [5, 10],
    speed: [8, 30],
    direction: -90,
    spread: 60,
    twinkle: 0.6,
    fade: { in: 0.35, out: 0.4 },
    opacity: [0.15, 0.5],
  }
}
