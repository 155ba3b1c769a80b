// Ready-made loop, 16:9, 12 s: a golden monogram for the wedding screen, rings turning behind it on green velvet.

import type { AnimatedProperty, GradientStop } from '@vitrine/composition/property'
import { seamless, wave } from '../build/loop.ts'
import { lotus, mandala, paisley } from '../build/ornament.ts'
import { buildReadyMade, fieldText, type LayerDraft, type ReadyMade } from '../build/scene.ts'
import { around, d, disc, fill, group, line } from '../build/shape.ts'

const fps = 24
const seconds = 12
const loopFrames = fps * seconds
const gold = '#e3b766'

const gilt: readonly GradientStop[] = [
  [0, '#fff0bf'],
  [0.35, '#e9bd66'],
  [0.6, '#d6a144'],
  [0.8, '#ffe9a8'],
  [1, '#c99845'],
]

const film: ReadyMade = {
  id: 'shubh-vivah',
  name: 'Shubh Vivah Monogram',
  width: 1920,
  height: 1080,
  fps,
  seconds,
  background: '#06251f',
  fonts: ['rozha', 'cinzel'],
  heroSeconds: 4,
  music: { name: 'sitar-dawn', seconds: 12 },
  layers: [
    ...seamless([petals()], { loopFrames, overlapFrames: 60, leadFrames: 300 }),
    fieldText('शुभ', [560, 330, 800, 200], 'Rozha One', 190, paint(), { lineHeight: 1 }),
    fieldText('विवाह', [510, 506, 900, 240], 'Rozha One', 236, paint(), { lineHeight: 1 }),
    fieldText('Two families, one celebration', [610, 756, 700, 44], 'Cinzel', 27, gold, {
      weight: 500,
      tracking: 120,
      uppercase: true,
    }),
    { type: 'shape', shapes: lotus(150, '#fff0d8', '#f7b9a0', '#d8744f'), ks: { p: [960, 322], s: [100, 100] } },
    {
      type: 'light',
      kind: 'glow',
      colors: ['#ffdc8a'],
      amount: wave(loopFrames, 2, 0.14, 0.06),
      center: [960, 560],
      radius: 520,
      bm: 'screen',
    },
    { type: 'shape', shapes: [group([disc(0, 0, 800), fill('#06312a', 92)])], ks: { p: [960, 540] } },
    ring(beads(), 1, 24),
    ring(outerPetals(), -1, 12),
    {
      type: 'shape',
      shapes: mandala(760, ['#1f6a58', '#2b7d67', '#1f6a58'], 24),
      ks: { p: [960, 540], r: turned(1, 12), o: 70 },
    },
    ...corners(),
    { type: 'light', kind: 'glow', colors: ['#2aa184'], amount: 0.55, center: [960, 540], radius: 1050 },
    { type: 'texture', kind: 'film', seed: 5, amount: 0.08 },
  ],
}

/** The document of this template. */
export const shubhVivah = () => buildReadyMade(film)

function paint() {
  return { gradient: 'linear', units: 'box', from: [0, 0], to: [1, 1], stops: gilt } as const
}

/** A turn by so many of its own petals, which brings a ring back onto itself. */
function turned(petals: number, of: number): AnimatedProperty<number> {
  return {
    a: 1,
    k: [
      { t: 0, s: 0 },
      { t: loopFrames, s: (petals * 360) / of },
    ],
  }
}

function ring(shapes: LayerDraft & { type: 'shape' }, petals: number, of: number): LayerDraft {
  return { ...shapes, ks: { p: [960, 540], r: turned(petals, of) } }
}

function beads(): LayerDraft & { type: 'shape' } {
  return {
    type: 'shape',
    shapes: [
      around(24, [disc(0, -412, 16), fill('#fff0c2')]),
      around(24, [d('M0 -398 L9 -412 L0 -426 L-9 -412 Z'), fill(gold)], 7.5),
      group([disc(0, 0, 796), line(gold, 3)]),
      group([disc(0, 0, 850), line(gold, 5)]),
    ],
  }
}

function outerPetals(): LayerDraft & { type: 'shape' } {
  const petal = 'M0 -430 C 60 -444 66 -500 0 -548 C -66 -500 -60 -444 0 -430 Z'
  const inner = 'M0 -440 C 32 -452 34 -488 0 -516 C -34 -488 -32 -452 0 -440 Z'
  return {
    type: 'shape',
    shapes: [
      around(24, [d(inner), fill('#c8502f')]),
      around(24, [d(petal), fill('#0c4a3d'), line(gold, 3.5)]),
      around(24, [disc(0, -556, 10), fill(gold)], 7.5),
      group([disc(0, 0, 1136), line(gold, 2)]),
    ],
  }
}

function corners(): LayerDraft[] {
  return (
    [
      [150, 170, 135],
      [1770, 170, 225],
      [150, 910, 45],
      [1770, 910, -45],
    ] as const
  ).map(
    ([x, y, r], index): LayerDraft => ({
      type: 'shape',
      shapes: paisley(190, '#0f5a49', '#c8502f', gold),
      ks: { p: [x, y], r, s: index % 2 ? [-100, 100] : [100, 100], o: 85 },
    }),
  )
}

function petals(): LayerDraft {
  return {
    type: 'particles',
    seed: 8,
    count: 44,
    box: [-60, -90, 2040, 60],
    sprite: 'petal',
    colors: ['#f7b9a0', '#ffd28a', '#e8674c', '#fff0d8'],
    size: [12, 28],
    life: [9, 13],
    speed: [80, 140],
    direction: 93,
    spread: 14,
    sway: { amount: 48, seconds: 4 },
    spin: [-90, 90],
    flutter: true,
    opacity: [0.6, 1],
  }
}
