// Raksha Bandhan greeting, 1:1: a red and gold thread is drawn across the picture and tied into a rakhi that turns.
import { createChance } from '../build/chance.ts'
import { cascade, fade, glide, move, rise, settle, spring, sway, turn } from '../build/motion.ts'
import {
  buildDocument,
  colorField,
  fieldText,
  type LayerDraft,
  type Scene,
  textField,
  toggleField,
  tone,
} from '../build/scene.ts'
import { around, d, disc, drawOn, fill, group, line, star, tidy } from '../build/shape.ts'

const fps = 30
const at = (time: number) => Math.round(time * fps)
const gold = '#f3c053'
const cream = '#fff4dc'
/** The thread comes in low on the left, passes the middle of the rakhi and leaves high on the right. */
const thread = 'M-60 560 C 120 480 260 300 540 330 C 820 360 940 170 1150 210'

const scene: Scene = {
  id: 'rakhi-thread',
  name: 'Rakhi Thread',
  width: 1080,
  height: 1080,
  fps,
  seconds: 8,
  background: '#0f4c5c',
  fonts: ['yatra', 'dmSerif', 'dmSerifItalic', 'poppins'],
  heroSeconds: 5,
  music: { name: 'sitar-dawn', seconds: 12 },
  fields: [
    textField('title', 'Title', 'रक्षाबंधन', { maxLength: 22, minFontSize: 60, required: true }),
    textField('to', 'To', 'For Arjun, who still steals my chips', { maxLength: 48, minFontSize: 26 }),
    textField('wish', 'Wish', 'One thread, every fight forgiven, every year again', {
      maxLength: 70,
      maxLines: 2,
      minFontSize: 28,
    }),
    textField('from', 'From', 'Your Tara', { maxLength: 28, minFontSize: 26 }),
    colorField('color', 'Ground', ['#0f4c5c', '#5b1a3c', '#24442c', '#2b2a5c', '#8a3b1c']),
    toggleField('rice', 'Rice and petals', true),
  ],
  layers: [
    rice(),
    ...rakhi(),
    ...cords(),
    fieldText({ $field: 'title' }, [90, 590, 900, 170], 'Yatra One', 142, gold, {
      animate: cascade(at(1.6), 24, { by: 'word', from: { p: [0, 60], s: [80, 80], o: 0 }, ease: 'back' }),
    }),
    fieldText({ $field: 'wish' }, [150, 756, 780, 116], 'DM Serif Display', 46, cream, {
      style: 'italic',
      lineHeight: 1.14,
      wrap: 'balance',
      ks: rise(at(2.2), 40),
    }),
    fieldText({ $field: 'to' }, [120, 892, 840, 52], 'Poppins', 32, tone('color', 0.82), {
      weight: 500,
      ks: rise(at(2.6), 30),
    }),
    fieldText({ $field: 'from' }, [240, 944, 600, 60], 'DM Serif Display', 42, gold, { ks: rise(at(2.9), 30) }),
    ...ground(),
  ],
}

/** The document of this template. */
export const rakhiThread = () => buildDocument(scene)

/** The medallion: rings of petals and pearls around a jewelled heart, arriving with a spin. */
function rakhi(): LayerDraft[] {
  const arrive = { s: move(spring, [at(0.7), [0, 0]], [at(1.5), [100, 100]]), o: fade(at(0.7), 4) }
  const layer = (shapes: ReturnType<typeof group>[], frames: number, degrees: number): LayerDraft => ({
    type: 'shape',
    shapes,
    ks: { p: [540, 330], ...arrive, r: turn(frames, degrees) },
  })
  return [
    layer(
      [
        around(8, [disc(0, -34, 20), fill(cream)]),
        group([star(8, 40, 22, 40, 10), fill('#fff0b8')]),
        group([disc(0, 0, 124), fill('#b3123f'), line(gold, 6)]),
      ],
      480,
      90,
    ),
    layer(
      [
        around(12, [d('M0 -70 C 18 -84 18 -112 0 -128 C -18 -112 -18 -84 0 -70 Z'), fill(gold)]),
        around(12, [disc(0, -136, 16), fill(cream)], 15),
        group([disc(0, 0, 264), fill('#d81e5b')]),
      ],
      480,
      -120,
    ),
    layer(
      [
        around(24, [disc(0, -172, 14), fill(cream)], 7.5),
        around(24, [
          d('M0 -128 C 22 -146 20 -182 0 -200 C -20 -182 -22 -146 0 -128 Z'),
          fill('#f08a24'),
          line('#8a2a10', 2, { opacity: 40 }),
        ]),
        around(24, [d('M0 -140 C 26 -160 24 -204 0 -226 C -24 -204 -26 -160 0 -140 Z'), fill(gold)], 7.5),
      ],
      480,
      60,
    ),
    {
      type: 'light',
      kind: 'glow',
      colors: ['#ffcf70'],
      amount: sway(45, 0.4, 0.62),
      center: [540, 330],
      radius: 520,
      bm: 'screen',
      ks: { o: fade(at(0.6), 24) },
    },
  ]
}

/** Three twisted strands that draw themselves on, with tassels where they leave. */
function cords(): LayerDraft[] {
  const drawn = move([0.6, 0, 0.2, 1], [-6, 34], [at(1.3), 100])
  const beads = [onThread(0, 0.42), onThread(0, 0.6), onThread(1, 0.42), onThread(1, 0.62)]
  return [
    {
      type: 'shape',
      shapes: beads.map(([x, y], index) =>
        group(
          [
            group([disc(0, 0, 22), fill('#fff0b8')]),
            group([disc(0, 0, 46), fill(index % 2 ? '#d81e5b' : gold), line('#7a1030', 3, { opacity: 50 })]),
          ],
          { p: [x, y], s: move(spring, [at(0.6) + index * 4, [0, 0]], [at(1.2) + index * 4, [100, 100]]) },
        ),
      ),
    },
    {
      type: 'shape',
      shapes: [
        group([d(thread), line('#fbe08f', 7, { dash: [14, 20] }), drawOn(drawn)]),
        group([d(thread), line('#e02353', 26), drawOn(drawn)]),
        group([d(thread), line('#8f0f36', 36), drawOn(drawn)]),
      ],
      effects: [{ type: 'shadow', color: '#00141a88', blur: 26, y: 14 }],
    },
  ]
}

/** A point of the thread: of its first or second half, at a share of the way. */
function onThread(half: 0 | 1, share: number): readonly [number, number] {
  const points = [
    [-60, 560, 120, 480, 260, 300, 540, 330],
    [540, 330, 820, 360, 940, 170, 1150, 210],
  ][half] as number[]
  const [x0 = 0, y0 = 0, x1 = 0, y1 = 0, x2 = 0, y2 = 0, x3 = 0, y3 = 0] = points
  const rest = 1 - share
  const mix = (a: number, b: number, c: number, e: number) =>
    tidy(rest ** 3 * a + 3 * rest ** 2 * share * b + 3 * rest * share ** 2 * c + share ** 3 * e)
  return [mix(x0, x1, x2, x3), mix(y0, y1, y2, y3)]
}

/** Rice and petals that were thrown over the plate: they drop and lie. */
function rice(): LayerDraft {
  const chance = createChance(18)
  const shapes = Array.from({ length: 76 }, (_, index) => {
    const angle = chance() * Math.PI * 2
    const x = tidy(540 + Math.cos(angle) * (400 + chance() * 240))
    const y = tidy(470 + Math.sin(angle) * (420 + chance() * 220))
    const start = at(0.9) + Math.round(chance() * 40)
    const isPetal = index % 4 === 0
    const isOverWords = x > 90 && x < 990 && y > 560 && y < 1020
    const isOverRakhi = Math.hypot(x - 540, y - 330) < 270
    if (isOverWords || isOverRakhi) return []
    const drop = {
      p: move(settle, [start, [x, y - 160]], [start + 26, [x, y]]),
      o: fade(start, 8),
      r: Math.round(chance() * 360),
    }
    if (isPetal)
      return [
        group(
          [d('M0 -20 C 16 -12 16 12 0 22 C -16 12 -16 -12 0 -20 Z'), fill(index % 8 ? '#f08a24' : '#ff6b8a')],
          drop,
        ),
      ]
    return [group([disc(0, 0, 9, 24), fill(cream)], drop)]
  }).flat()
  return { type: 'shape', visible: { $field: 'rice' }, shapes }
}

/** A block print of small flowers on cloth, and a border of dots. */
function ground(): LayerDraft[] {
  const motifs: string[] = []
  for (let row = 0; row < 13; row += 1) {
    for (let column = 0; column < 13; column += 1) {
      const x = column * 92 + (row % 2) * 46 - 20
      const y = row * 92
      motifs.push(
        `M${x} ${y} q-8 -9 0 -19 q8 10 0 19 q9 -8 19 0 q-10 8 -19 0 q8 9 0 19 q-8 -10 0 -19 q-9 8 -19 0 q10 -8 19 0 Z`,
      )
    }
  }
  return [
    { type: 'light', kind: 'vignette', colors: ['#000a10'], amount: 0.5 },
    {
      type: 'shape',
      shapes: [group([d(motifs.join(' ')), fill(tone('color', 0.22), 70)])],
      ks: { o: move(glide, [0, 60], [at(1), 100]) },
    },
    { type: 'solid', color: { $field: 'color' } },
  ]
}
