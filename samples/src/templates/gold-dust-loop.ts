// Ready-made loop, 16:9, 10 s: gold dust and slow discs of light over a dark silk ground.
import { seamless, wave } from '../build/loop.ts'
import { buildReadyMade, type LayerDraft, type ReadyMade } from '../build/scene.ts'
import { blend, d, group } from '../build/shape.ts'

const fps = 30
const seconds = 10
const loopFrames = fps * seconds

const film: ReadyMade = {
  id: 'gold-dust-loop',
  name: 'Gold Dust Loop',
  width: 1920,
  height: 1080,
  fps,
  seconds,
  background: '#140c06',
  fonts: [],
  heroSeconds: 0.4,
  layers: [
    ...seamless(dust(), { loopFrames, overlapFrames: 75, leadFrames: 420 }),
    {
      type: 'light',
      kind: 'glow',
      colors: ['#ffca6a'],
      amount: wave(loopFrames, 2, 0.62, 0.1),
      center: [360, 1080],
      radius: 900,
      bm: 'screen',
    },
    {
      type: 'light',
      kind: 'glow',
      colors: ['#c9582a'],
      amount: wave(loopFrames, 1, 0.4, 0.12, 0.3),
      center: [1620, 40],
      radius: 1000,
      bm: 'screen',
    },
    ...folds(),
    {
      type: 'solid',
      color: {
        gradient: 'linear',
        units: 'box',
        from: [0, 0],
        to: [1, 1],
        stops: [
          [0, '#1d1008'],
          [0.5, '#2e1a0c'],
          [1, '#0f0806'],
        ],
      },
    },
  ],
}

/** The document of this template. */
export const goldDustLoop = () => buildReadyMade(film)

function dust(): LayerDraft[] {
  const gold = ['#ffe6a3', '#f6c65b', '#ffb347', '#fff4d0']
  const base = {
    type: 'particles',
    box: [-160, 300, 2240, 1000],
    colors: gold,
    direction: -72,
    sway: { amount: 50, seconds: 6 },
  } as const
  return [
    {
      ...base,
      seed: 3,
      count: 1100,
      sprite: 'circle',
      size: [3, 9],
      life: [7, 12],
      speed: [26, 90],
      spread: 30,
      twinkle: 0.75,
      fade: { in: 0.2, out: 0.3 },
      opacity: [0.55, 1],
    },
    {
      ...base,
      seed: 9,
      count: 120,
      sprite: 'spark',
      size: [26, 74],
      life: [5, 9],
      speed: [20, 60],
      spread: 40,
      twinkle: 0.9,
      fade: { in: 0.3, out: 0.4 },
      opacity: [0.7, 1],
    },
    {
      ...base,
      seed: 17,
      count: 26,
      sprite: 'soft',
      size: [90, 260],
      life: [8, 13],
      speed: [10, 34],
      spread: 30,
      fade: { in: 0.4, out: 0.4 },
      opacity: [0.14, 0.4],
    },
    {
      ...base,
      seed: 23,
      count: 22,
      sprite: 'circle',
      size: [30, 90],
      life: [8, 13],
      speed: [12, 40],
      spread: 30,
      fade: { in: 0.4, out: 0.4 },
      opacity: [0.08, 0.24],
    },
  ]
}

/** Slow folds of silk that breathe once a loop. */
function folds(): LayerDraft[] {
  const rows = [
    [220, 190, '#a06a1e', -5, 0],
    [520, 240, '#d09a3a', 4, 0.4],
    [820, 170, '#8f5420', -3, 0.7],
  ] as const
  return rows.map(
    ([y, bend, color, tilt, phase]): LayerDraft => ({
      type: 'shape',
      bm: 'screen',
      ks: { a: [960, 0], p: [960, y], r: wave(loopFrames, 1, tilt, 1.5, phase), o: wave(loopFrames, 1, 62, 24, phase) },
      shapes: [
        group([
          d(
            `M-200 0 C 300 ${-bend} 700 ${bend} 1100 0 C 1500 ${-bend} 1800 ${bend * 0.6} 2300 -60 L2300 260 C 1800 ${bend + 260} 1500 ${260 - bend} 1100 240 C 700 ${bend + 220} 300 ${220 - bend} -200 240 Z`,
          ),
          blend(
            [0, -120],
            [0, 300],
            [
              [0, `${color}00`],
              [0.45, color],
              [1, `${color}00`],
            ],
          ),
        ]),
      ],
    }),
  )
}
