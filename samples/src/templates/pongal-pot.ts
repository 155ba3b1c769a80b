// Ready-made greeting, 9:16, 8 s, in Tamil: the sun rises, the pot boils over, the kolam draws itself.

import { leafPath } from '../build/botany.ts'
import { cascade, fade, glide, move, pop, rise, settle, spring, sway } from '../build/motion.ts'
import { buildReadyMade, fieldText, type LayerDraft, type ReadyMade } from '../build/scene.ts'
import { around, blend, block, d, disc, drawOn, fill, group, halo, line, tidy } from '../build/shape.ts'

const fps = 30
const at = (time: number) => Math.round(time * fps)

const film: ReadyMade = {
  id: 'pongal-pot',
  name: 'Pongal Pot',
  width: 1080,
  height: 1920,
  fps,
  seconds: 8,
  background: '#ffb340',
  fonts: ['tamil', 'tamilBlack', 'fraunces'],
  heroSeconds: 5.4,
  music: { name: 'dhol-courtyard', seconds: 9.6 },
  layers: [
    ...greeting(),
    ...canes(),
    ...pot(),
    ...kolam(),
    {
      type: 'shape',
      shapes: [
        group([
          d('M-40 1440 Q 540 1380 1120 1440 L1120 1960 L-40 1960 Z'),
          blend(
            [0, 1400],
            [0, 1920],
            [
              [0, '#a63d1f'],
              [1, '#6b1f14'],
            ],
          ),
        ]),
      ],
    },
    ...fieldsOfRice(),
    ...sun(),
    {
      type: 'solid',
      color: {
        gradient: 'linear',
        units: 'box',
        from: [0, 0],
        to: [0, 0.75],
        stops: [
          [0, '#ff7a3c'],
          [0.45, '#ffb340'],
          [1, '#ffe39a'],
        ],
      },
    },
  ],
}

/** The document of this template. */
export const pongalPot = () => buildReadyMade(film)

function greeting(): LayerDraft[] {
  return [
    fieldText('இனிய', [140, 120, 800, 104], 'Noto Sans Tamil', 72, '#7a1f14', { weight: 600, ks: rise(at(1), 40) }),
    fieldText('பொங்கல்', [30, 216, 1020, 200], 'Noto Sans Tamil', 148, '#7a1220', {
      weight: 800,
      lineHeight: 1.2,
      wrap: 'none',
      stroke: { color: '#fff3d0', width: 18, join: 'round' },
      animate: cascade(at(1.2), 26, { by: 'word', from: { p: [0, 80], s: [70, 70], o: 0 }, ease: 'back' }),
    }),
    fieldText('நல்வாழ்த்துக்கள்', [60, 408, 960, 120], 'Noto Sans Tamil', 82, '#7a1f14', {
      weight: 600,
      ks: rise(at(1.8), 40),
    }),
    fieldText('Happy Pongal', [240, 1764, 600, 80], 'Fraunces', 54, '#ffe6b8', { weight: 500, ks: rise(at(2.6), 40) }),
  ]
}

/** A clay pot on three stones over a fire; milk swells and runs down. */
function pot(): LayerDraft[] {
  const boil = at(2.2)
  return [
    {
      type: 'shape',
      ks: { p: [540, 1180] },
      shapes: [
        group([around(6, [disc(0, -34, 30, 40), fill('#d33f2b')]), { ty: 'tr', s: [60, 60], p: [0, 70] }]),
        group([
          d('M-198 60 L-168 24 L-138 60 L-108 24 L-78 60 M78 60 L108 24 L138 60 L168 24 L198 60'),
          line('#fff1d0', 9),
        ]),
        group([d('M-224 116 Q 0 168 224 116'), line('#fff1d0', 8, { dash: [1, 22] })]),
        group([d('M-188 -92 Q 0 -56 188 -92'), line('#fff1d0', 9)]),
      ],
    },
    milk(boil),
    {
      type: 'shape',
      ks: { p: [540, 1180] },
      shapes: [
        group([
          d(
            'M-150 -150 L150 -150 L176 -112 C 270 -60 292 60 240 148 C 206 206 130 236 0 236 C -130 236 -206 206 -240 148 C -292 60 -270 -60 -176 -112 Z',
          ),
          halo([-80, -40], 460, [
            [0, '#e98a4a'],
            [0.5, '#c2562a'],
            [1, '#7d2c16'],
          ]),
        ]),
      ],
      effects: [{ type: 'shadow', color: '#4a120866', blur: 50, y: 24 }],
    },
    {
      type: 'shape',
      ks: { p: [540, 1030], s: move(spring, [boil, [40, 10]], [boil + 24, [100, 100]]), a: [0, 20] },
      shapes: [
        group([
          disc(-90, -26, 130, 110),
          disc(10, -58, 170, 150),
          disc(104, -22, 126, 104),
          disc(0, 0, 330, 90),
          fill('#fffaf0'),
        ]),
      ],
    },
    ...fire(),
    {
      type: 'shape',
      ks: { p: [540, 1440] },
      shapes: [-190, 0, 190].map((x) => group([block(x, 0, 150, 96, 34), fill(x === 0 ? '#5c2a1c' : '#6f3524')])),
    },
  ]
}

function milk(boil: number): LayerDraft {
  const runs = [
    [-130, 190, 0],
    [-60, 130, 7],
    [34, 220, 3],
    [128, 150, 10],
  ] as const
  return {
    type: 'shape',
    ks: { p: [540, 1050] },
    shapes: [
      ...runs.map(([x, length, delay]) =>
        group([
          d(
            `M${x} -16 C ${x * 1.16} ${tidy(length * 0.3)} ${x * 1.3} ${tidy(length * 0.6)} ${tidy(x * 1.34)} ${length}`,
          ),
          line('#fffaf0', 40),
          drawOn(move([0.5, 0, 0.3, 1], [boil + delay, 0], [boil + 34 + delay, 100])),
        ]),
      ),
      group([block(0, -20, 348, 46, 23), fill('#a8471f')]),
    ],
  }
}

function fire(): LayerDraft[] {
  return [-110, 0, 110].map(
    (x, index): LayerDraft => ({
      type: 'shape',
      ks: { p: [540 + x, 1462], s: sway(7 + index * 3, [130, 128], [150, 180]) },
      shapes: [
        group([d('M0 0 C 26 -20 24 -56 0 -104 C -24 -56 -26 -20 0 0 Z'), fill('#ffe27a')]),
        group([d('M0 4 C 46 -22 40 -78 0 -150 C -40 -78 -46 -22 0 4 Z'), fill('#ff7a2a')]),
      ],
    }),
  )
}

/** Sugar cane on both sides, leaves bending in the wind. */
function canes(): LayerDraft[] {
  const stalk = (height: number) => {
    const joints = Math.floor(height / 120)
    return [
      ...Array.from({ length: joints }, (_, index) => group([block(0, -index * 120 - 60, 58, 9, 4), fill('#3a1638')])),
      group([
        d(`M-27 0 L-23 ${-height} L23 ${-height} L27 0 Z`),
        blend(
          [-27, 0],
          [27, 0],
          [
            [0, '#5b2450'],
            [0.4, '#95487f'],
            [1, '#451a3f'],
          ],
        ),
      ]),
    ]
  }
  const leaves = [-66, -34, -8, 20, 48, 78].map((lean, index) =>
    group([d(leafPath(430 - Math.abs(lean) * 1.4, 0.075)), fill(index % 2 ? '#3f8f3a' : '#5fb048')], { r: lean }),
  )
  return (
    [
      [70, 1480, 600, -5, 0],
      [168, 1500, 450, 4, 9],
      [1010, 1480, 600, 5, 4],
      [912, 1500, 450, -4, 14],
    ] as const
  ).flatMap(([x, y, height, lean, delay]): LayerDraft[] => {
    const grown = move(settle, [delay, [100, 30]], [delay + 40, [100, 100]])
    return [
      {
        type: 'group',
        ks: { p: [x, y], r: sway(56 + delay, lean - 1.2, lean + 1.2), s: grown },
        layers: [
          { type: 'shape', shapes: leaves, ks: { p: [0, -height + 10] } },
          { type: 'shape', shapes: stalk(height) },
        ],
      },
    ]
  })
}

/** White rice flour lines around dots, drawn on the red floor. */
function kolam(): LayerDraft[] {
  const start = at(0.8)
  return [
    {
      type: 'shape',
      ks: { p: [540, 1640], s: [100, 44], r: 0 },
      shapes: [
        around(8, [disc(0, -232, 20), fill('#fff6e6', fade(start + 40, 20))]),
        {
          ty: 'gr',
          it: [
            d('M0 0 C 96 -70 96 -190 0 -200 C -96 -190 -96 -70 0 0 Z'),
            line('#fff6e6', 9),
            drawOn(move(glide, [start, 0], [start + 50, 100])),
            { ty: 'rp', c: 8, tr: { r: 45 } },
          ],
        },
        {
          ty: 'gr',
          it: [
            d('M-104 -252 C -60 -330 60 -330 104 -252'),
            line('#ffd873', 9),
            drawOn(move(glide, [start + 20, 0], [start + 60, 100])),
            { ty: 'rp', c: 8, tr: { r: 45 } },
          ],
        },
        group([disc(0, 0, 60), fill('#ffd873', fade(start + 30, 20))]),
      ],
    },
  ]
}

function fieldsOfRice(): LayerDraft[] {
  return [
    {
      type: 'shape',
      shapes: [
        group([d('M-20 1330 Q 260 1250 540 1320 T 1100 1290 L1100 1480 L-20 1480 Z'), fill('#7fae3c')]),
        group([d('M-20 1270 Q 300 1180 560 1260 T 1100 1220 L1100 1480 L-20 1480 Z'), fill('#a8c94c')]),
        group([d('M-20 1220 Q 200 1130 480 1210 T 1100 1160 L1100 1480 L-20 1480 Z'), fill('#d6d860')]),
      ],
    },
  ]
}

function sun(): LayerDraft[] {
  const up = { p: move(settle, [0, [540, 1080]], [at(2), [540, 800]]) }
  return [
    {
      type: 'shape',
      ks: {
        ...up,
        r: {
          a: 1,
          k: [
            { t: 0, s: 0 },
            { t: 240, s: 45 },
          ],
        },
      },
      shapes: [
        around(16, [d('M0 -276 L26 -318 L0 -400 L-26 -318 Z'), fill('#ffe9a0')]),
        around(16, [d('M0 -276 L14 -300 L0 -340 L-14 -300 Z'), fill('#ffd24a')], 11.25),
      ],
    },
    {
      type: 'shape',
      ks: { ...up, ...pop(0, 20) },
      shapes: [
        group([
          disc(0, 0, 480),
          halo([-60, -60], 330, [
            [0, '#fffbe0'],
            [0.7, '#ffe27a'],
            [1, '#ffc93c'],
          ]),
        ]),
      ],
    },
    {
      type: 'light',
      kind: 'rays',
      colors: ['#fff3c0'],
      amount: 0.4,
      center: [540, 800],
      count: 18,
      seconds: 40,
      bm: 'soft-light',
    },
  ]
}
