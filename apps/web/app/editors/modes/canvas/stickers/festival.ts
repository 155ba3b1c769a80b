// Stickers for festivals: Diwali, Holi, Eid, Christmas, New Year.
import { msg } from '@lingui/core/macro'
import { around, box, drop, ellipse, heart, petal, polar, polygon, ring, star } from './path.ts'
import type { StickerEntry } from './sticker.ts'

const clay = '#b5562b'
const flame = '#ffb625'
const glow = '#fff0b8'
const pink = '#e0338a'
const teal = '#1f9a94'
const gold = '#e2a93b'
const night = '#2b2f6b'
const green = '#2f7d4f'

export const festival: readonly StickerEntry[] = [
  {
    id: 'diya',
    name: msg`Diya`,
    keywords: msg`diwali lamp light deepavali oil festival`,
    parts: [
      { d: drop(50, 10, 58, 24), fill: flame },
      { d: drop(50, 28, 58, 12), fill: glow },
      { d: 'M8 56C22 62 78 62 92 56C88 78 72 90 50 90C28 90 12 78 8 56Z', fill: clay },
      { d: 'M8 56C22 50 78 50 92 56C78 63 22 63 8 56Z', fill: '#7f3517' },
      { d: 'M18 70C38 80 62 80 82 70', line: gold, width: 2.6 },
    ],
  },
  {
    id: 'diya-row',
    name: msg`Row of diyas`,
    keywords: msg`diwali lamps lights deepavali`,
    parts: [20, 50, 80].flatMap((x) => [
      { d: drop(x, 28, 56, 13), fill: flame },
      { d: drop(x, 40, 56, 6), fill: glow },
      {
        d: `M${x - 17} 55C${x - 8} 59 ${x + 8} 59 ${x + 17} 55C${x + 15} 68 ${x + 8} 74 ${x} 74C${x - 8} 74 ${x - 15} 68 ${x - 17} 55Z`,
        fill: clay,
      },
    ]),
  },
  {
    id: 'rangoli',
    name: msg`Rangoli`,
    keywords: msg`diwali pattern floor kolam flower`,
    parts: [
      { d: around(12, (turn) => petal(turn, 24, 49, 0.34)), fill: pink },
      { d: around(12, (turn) => petal(turn, 20, 42, 0.28), 15), fill: flame },
      { d: around(8, (turn) => petal(turn, 4, 28, 0.4)), fill: teal },
      { d: around(8, (turn) => ellipse(...polar(turn, 27, 50, 50), 2.4), 22.5), fill: '#ffffff' },
      { d: ellipse(50, 50, 8), fill: flame },
      { d: ellipse(50, 50, 3.6), fill: pink },
    ],
  },
  {
    id: 'firework',
    name: msg`Firework`,
    keywords: msg`diwali new year sparkle explosion`,
    parts: [
      {
        d: around(12, (turn) => `M${polar(turn, 14).join(' ')}L${polar(turn, 44).join(' ')}`),
        line: flame,
        width: 2.6,
      },
      {
        d: around(12, (turn) => `M${polar(turn, 10).join(' ')}L${polar(turn, 30).join(' ')}`, 15),
        line: pink,
        width: 2.2,
      },
      { d: around(12, (turn) => ellipse(...polar(turn, 47, 50, 50), 2.2)), fill: glow },
      { d: around(12, (turn) => ellipse(...polar(turn, 34, 50, 50), 1.8), 15), fill: teal },
      { d: star(6, 9, 3.6), fill: '#ffffff' },
    ],
  },
  {
    id: 'sky-lantern',
    name: msg`Sky lantern`,
    keywords: msg`paper lamp float night`,
    parts: [
      { d: 'M24 30C24 8 76 8 76 30L68 78L32 78Z', fill: '#f08a3c' },
      { d: 'M38 26C38 12 62 12 62 26L58 78L42 78Z', fill: '#ffc05f' },
      { d: 'M32 78C40 84 60 84 68 78C60 73 40 73 32 78Z', fill: '#a94f1a' },
      { d: drop(50, 62, 82, 10), fill: glow },
    ],
  },
  {
    id: 'holi-splash',
    name: msg`Splash of colour`,
    keywords: msg`holi paint powder colours`,
    parts: [
      {
        d: 'M50 14C58 22 66 10 72 20C76 28 90 26 86 38C84 46 96 52 88 60C80 64 88 76 76 80C68 82 66 94 54 88C46 84 36 96 30 86C26 78 10 82 14 68C16 60 4 54 14 46C22 40 10 28 24 24C32 22 40 6 50 14Z',
        fill: pink,
      },
      {
        d: 'M48 30C56 34 64 30 66 40C76 44 70 54 74 62C66 70 58 66 50 74C42 68 32 74 30 62C22 56 32 48 30 40C38 34 42 36 48 30Z',
        fill: '#ffcf33',
      },
      { d: ellipse(50, 51, 11), fill: teal },
      { d: ellipse(10, 24, 4) + ellipse(90, 84, 4), fill: teal },
      { d: ellipse(86, 12, 3) + ellipse(14, 92, 3.4), fill: '#7a4fd0' },
    ],
  },
  {
    id: 'crescent',
    name: msg`Crescent and star`,
    keywords: msg`eid ramadan moon mubarak`,
    parts: [
      {
        d: 'M58 8C34 8 14 27 14 50C14 73 34 92 58 92C66 92 73 90 79 86C59 84 44 69 44 50C44 31 59 16 79 14C73 10 66 8 58 8Z',
        fill: gold,
      },
      { d: star(5, 17, 7, 72, 48), fill: gold },
    ],
  },
  {
    id: 'lantern',
    name: msg`Lantern`,
    keywords: msg`eid ramadan fanous lamp`,
    parts: [
      { d: ring(50, 9, 6, 3.4), fill: gold, holes: true },
      {
        d: polygon([
          [50, 14],
          [70, 34],
          [30, 34],
        ]),
        fill: gold,
      },
      {
        d: polygon([
          [28, 34],
          [72, 34],
          [64, 82],
          [36, 82],
        ]),
        fill: night,
      },
      { d: 'M38 76L38 54C38 46 44 42 50 38C56 42 62 46 62 54L62 76Z', fill: flame },
      { d: drop(50, 50, 72, 9), fill: glow },
      { d: box(32, 82, 36, 7, 2) + box(40, 89, 20, 5, 2) + box(26, 33, 48, 5, 2), fill: gold },
    ],
  },
  {
    id: 'christmas-tree',
    name: msg`Christmas tree`,
    keywords: msg`xmas fir pine winter`,
    parts: [
      { d: box(44, 84, 12, 12, 1), fill: '#7a4a2b' },
      {
        d: polygon([
          [50, 50],
          [82, 86],
          [18, 86],
        ]),
        fill: green,
      },
      {
        d: polygon([
          [50, 30],
          [75, 62],
          [25, 62],
        ]),
        fill: '#3b9160',
      },
      {
        d: polygon([
          [50, 12],
          [68, 40],
          [32, 40],
        ]),
        fill: '#4ba873',
      },
      { d: ellipse(40, 54, 3) + ellipse(62, 76, 3) + ellipse(54, 36, 3), fill: '#e4475b' },
      { d: ellipse(58, 56, 3) + ellipse(34, 78, 3) + ellipse(48, 72, 3), fill: flame },
      { d: star(5, 10, 4.2, 50, 11), fill: flame },
    ],
  },
  {
    id: 'snowflake',
    name: msg`Snowflake`,
    keywords: msg`christmas winter ice snow`,
    parts: [
      {
        d: around(6, (turn) => {
          const p = (distance: number, off = 0) => polar(turn + off, distance).join(' ')
          return `M50 50L${p(46)}M${p(26)}L${p(38, 17)}M${p(26)}L${p(38, -17)}M${p(36)}L${p(45, 11)}M${p(36)}L${p(45, -11)}`
        }),
        line: '#7cc3e8',
        width: 3.4,
      },
      { d: star(6, 8, 5), fill: '#7cc3e8' },
    ],
  },
  {
    id: 'rakhi',
    name: msg`Rakhi`,
    keywords: msg`raksha bandhan brother sister thread`,
    parts: [
      { d: 'M0 50C14 44 22 56 34 50M66 50C78 44 86 56 100 50', line: '#c4202f', width: 4 },
      { d: around(12, (turn) => petal(turn, 10, 34, 0.3)), fill: pink },
      { d: around(12, (turn) => petal(turn, 8, 26, 0.28), 15), fill: flame },
      { d: ellipse(50, 50, 13), fill: teal },
      { d: around(8, (turn) => ellipse(...polar(turn, 9, 50, 50), 1.8)), fill: '#ffffff' },
      { d: heart(50, 51, 9), fill: '#ffffff' },
    ],
  },
  {
    id: 'kalash',
    name: msg`Kalash`,
    keywords: msg`pot coconut puja auspicious leaves`,
    parts: [
      {
        d:
          petal(-60, 4, 40, 0.3, 50, 46) +
          petal(60, 4, 40, 0.3, 50, 46) +
          petal(-25, 4, 38, 0.3, 50, 46) +
          petal(25, 4, 38, 0.3, 50, 46),
        fill: green,
      },
      { d: drop(50, 6, 46, 24), fill: '#8a5a33' },
      { d: 'M26 44L74 44L68 54C84 60 86 84 66 92L34 92C14 84 16 60 32 54Z', fill: gold },
      { d: box(24, 41, 52, 6, 3), fill: '#c98a1c' },
      { d: 'M22 68C40 76 60 76 78 68', line: '#c4202f', width: 3.4 },
      { d: star(8, 6, 3, 50, 84), fill: '#c4202f' },
    ],
  },
]
