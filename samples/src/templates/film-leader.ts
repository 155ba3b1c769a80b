// Ready-made countdown, 16:9, 6 s: five flat colours, a clock hand that wipes each second away, and a flash to start on.
import { fade, glide, move, pop, settle, steps } from '../build/motion.ts'
import { buildReadyMade, fieldText, type LayerDraft, type ReadyMade } from '../build/scene.ts'
import { d, disc, drawOn, group, line } from '../build/shape.ts'

const fps = 30
const inks = [
  ['#f4ead7', '#1e1b18', '#e0442e'],
  ['#e0442e', '#fbe9d0', '#1e1b18'],
  ['#1f4e5f', '#f6d186', '#e9785a'],
  ['#f2b233', '#3a1c4a', '#e0442e'],
  ['#1e1b18', '#f4ead7', '#f2b233'],
] as const

const film: ReadyMade = {
  id: 'film-leader',
  name: 'Film Leader Countdown',
  width: 1920,
  height: 1080,
  fps,
  seconds: 6,
  background: '#1e1b18',
  fonts: ['frauncesBlack', 'bebas', 'spaceGroteskBold'],
  heroSeconds: 2.62,
  music: { name: 'leader-ticks', seconds: 6 },
  layers: [
    dirt(),
    { type: 'light', kind: 'vignette', colors: ['#000000'], amount: 0.42 },
    ...inks.flatMap((_, index) => second(index)),
    ...start(),
    { type: 'texture', kind: 'film', seed: 7, amount: 0.16, every: 2 },
    { type: 'solid', color: '#f4ead7' },
  ],
}

/** The document of this template. */
export const filmLeader = () => buildReadyMade(film)

/** One second: figure, cross hairs, two rings, and the next colour that a hand sweeps in. */
function second(index: number): LayerDraft[] {
  const [ground, ink, accent] = inks[index] ?? inks[0]
  const from = index * fps
  const times = { in: from, out: from + fps }
  const jitter = steps([from, [960, 540]], [from + 9, [962, 537]], [from + 16, [957, 541]], [from + 23, [961, 542]])
  return [
    {
      ...times,
      type: 'text',
      text: String(5 - index),
      box: [560, 150, 800, 780],
      font: 'Fraunces',
      weight: 900,
      size: 740,
      lineHeight: 1,
      align: 'center',
      valign: 'middle',
      fill: ink,
      ks: { s: move(settle, [from, [118, 118]], [from + 12, [100, 100]]), r: move(settle, [from, -5], [from + 12, 0]) },
    },
    {
      ...times,
      type: 'shape',
      ks: { p: jitter },
      shapes: [
        group([disc(0, 0, 860), line(ink, 9)]),
        group([disc(0, 0, 940), line(ink, 4)]),
        group([d('M-960 0 L-470 0 M470 0 L960 0 M0 -540 L0 -470 M0 470 L0 540'), line(ink, 6)]),
        group([
          d(
            'M-900 -480 L-820 -480 M-900 -480 L-900 -400 M900 -480 L820 -480 M900 -480 L900 -400 M-900 480 L-820 480 M-900 480 L-900 400 M900 480 L820 480 M900 480 L900 400',
          ),
          line(ink, 7),
        ]),
      ],
    },
    {
      ...times,
      type: 'shape',
      ks: { p: [960, 540], r: 0 },
      shapes: [
        group([
          disc(0, 0, 1150),
          { ty: 'st', c: accent, w: 1150, o: 100, lc: 1, lj: 1 },
          drawOn({
            a: 1,
            k: [
              { t: from, s: 0 },
              { t: from + fps, s: 100 },
            ],
          }),
        ]),
      ],
    },
    { ...times, type: 'solid', color: ground },
  ]
}

/** The last second: a flash, a burst of lines and a word. */
function start(): LayerDraft[] {
  const from = 5 * fps
  return [
    {
      ...fieldText('Roll', [360, 300, 1200, 480], 'Fraunces', 420, '#1e1b18', {
        weight: 900,
        lineHeight: 1,
        tracking: -20,
      }),
      in: from,
      ks: pop(from + 2, 14),
    } as LayerDraft,
    {
      in: from,
      type: 'shape',
      ks: { p: [960, 540] },
      shapes: [
        {
          ty: 'gr',
          it: [
            d('M0 -420 L0 -900'),
            line('#e0442e', 34),
            drawOn(move(glide, [from, 0], [from + 16, 100])),
            { ty: 'rp', c: 24, tr: { r: 15 } },
          ],
        },
      ],
    },
    { in: from, type: 'solid', color: '#ffffff', ks: { o: move(glide, [from, 100], [from + 10, 0]) } },
  ]
}

/** Hairs and scratches that jump about as on an old print. */
function dirt(): LayerDraft {
  const marks = Array.from({ length: 12 }, (_, index) => {
    const seen = steps([0, 0], [index * 13 + 5, 75], [index * 13 + 8, 0])
    const x = (index * 593) % 1840
    const y = (index * 271) % 900
    const hair = index % 3 === 0 ? `M${x} -20 L${x + 6} 1100` : `M${x} ${y} q 30 -40 60 10 t 50 30`
    return group([d(hair), line(index % 2 ? '#ffffff' : '#1e1b18', index % 3 === 0 ? 2.5 : 4, { opacity: seen })])
  })
  return { type: 'shape', shapes: marks, ks: { o: fade(0, 2) } }
}
