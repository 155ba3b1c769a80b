// Stickers of nature: leaves, flowers, sun and sky.
import { msg } from '@lingui/core/macro'
import { around, ellipse, petal, polar, polygon } from './path.ts'
import type { StickerEntry } from './sticker.ts'

const leaf = '#5d8f5a'
const deep = '#3f6b44'
const sun = '#f7c23c'
const sky = '#9fcfe8'

export const nature: readonly StickerEntry[] = [
  {
    id: 'sprig',
    name: msg`Sprig`,
    keywords: msg`branch leaves green eucalyptus`,
    parts: [
      { d: 'M50 98C48 70 52 40 50 6', line: deep, width: 2.6 },
      {
        d: [18, 34, 50, 66, 82].map((y) => petal(58, 1, 26, 0.3, 50, y) + petal(-58, 1, 26, 0.3, 50, y + 5)).join(''),
        fill: leaf,
      },
      { d: petal(0, 0, 16, 0.28, 50, 16), fill: leaf },
    ],
  },
  {
    id: 'laurel',
    name: msg`Laurel wreath`,
    keywords: msg`leaves crown frame award`,
    parts: [
      {
        d: Array.from({ length: 9 }, (_, n) => [14 + n * 17, -14 - n * 17] as const)
          .map(([right, left]) => {
            const [rx, ry] = polar(180 - right, 38)
            const [lx, ly] = polar(180 - left, 38)
            return petal(180 - right - 62, 0, 17, 0.3, rx, ry) + petal(180 - left + 62, 0, 17, 0.3, lx, ly)
          })
          .join(''),
        fill: leaf,
      },
      { d: 'M50 88C22 86 10 64 13 38M50 88C78 86 90 64 87 38', line: deep, width: 2.2 },
    ],
  },
  {
    id: 'monstera',
    name: msg`Palm leaf`,
    keywords: msg`tropical leaf summer`,
    parts: [
      {
        d: [-75, -52, -30, -10, 10, 30, 52, 75]
          .map((turn) => petal(turn, 4, 46 - Math.abs(turn) / 12, 0.13, 50, 66))
          .join(''),
        fill: leaf,
      },
      { d: 'M50 66C50 76 48 86 44 97', line: deep, width: 3 },
    ],
  },
  {
    id: 'daisy',
    name: msg`Daisy`,
    keywords: msg`flower white spring`,
    parts: [
      { d: around(14, (turn) => petal(turn, 12, 47, 0.2)), fill: '#ffffff' },
      { d: ellipse(50, 50, 14), fill: sun },
      { d: around(7, (turn) => ellipse(...polar(turn, 7, 50, 50), 1.5)), fill: '#dc9f17' },
    ],
  },
  {
    id: 'marigold',
    name: msg`Marigold`,
    keywords: msg`flower genda orange garland`,
    parts: [
      { d: around(16, (turn) => petal(turn, 16, 48, 0.34)), fill: '#e9780f' },
      { d: around(14, (turn) => petal(turn, 10, 38, 0.34), 8), fill: '#f59a1d' },
      { d: around(10, (turn) => petal(turn, 4, 26, 0.36)), fill: '#ffb938' },
      { d: ellipse(50, 50, 6), fill: '#e9780f' },
    ],
  },
  {
    id: 'lotus',
    name: msg`Lotus`,
    keywords: msg`flower pink puja water`,
    parts: [
      { d: petal(-68, 4, 50, 0.24, 50, 76) + petal(68, 4, 50, 0.24, 50, 76), fill: '#d9679a' },
      { d: petal(-38, 4, 56, 0.26, 50, 78) + petal(38, 4, 56, 0.26, 50, 78), fill: '#ea86b1' },
      { d: petal(-14, 4, 60, 0.24, 50, 80) + petal(14, 4, 60, 0.24, 50, 80), fill: '#f4a7c7' },
      { d: petal(0, 4, 62, 0.24, 50, 82), fill: '#fbd0e0' },
      { d: 'M18 82C34 90 66 90 82 82', line: leaf, width: 4 },
    ],
  },
  {
    id: 'sun',
    name: msg`Sun`,
    keywords: msg`summer day light`,
    parts: [
      { d: around(12, (turn) => polygon([polar(turn - 8, 28), polar(turn, 47), polar(turn + 8, 28)])), fill: sun },
      { d: ellipse(50, 50, 24), fill: '#f5a400' },
    ],
  },
  {
    id: 'cloud',
    name: msg`Cloud`,
    keywords: msg`sky weather`,
    parts: [{ d: 'M26 76C8 76 2 56 16 48C14 32 34 24 44 34C52 18 80 24 78 44C94 44 98 68 82 76Z', fill: sky }],
  },
  {
    id: 'butterfly',
    name: msg`Butterfly`,
    keywords: msg`insect spring wings`,
    parts: [
      { d: 'M50 46C42 20 14 10 8 24C4 38 26 54 50 50ZM50 46C58 20 86 10 92 24C96 38 74 54 50 50Z', fill: '#8a5bd1' },
      { d: 'M50 52C30 52 16 66 22 78C30 90 46 74 50 56ZM50 52C70 52 84 66 78 78C70 90 54 74 50 56Z', fill: '#b18be6' },
      { d: ellipse(24, 30, 5) + ellipse(76, 30, 5) + ellipse(32, 72, 4) + ellipse(68, 72, 4), fill: '#f7d9ff' },
      { d: 'M50 40C46 30 42 26 38 22M50 40C54 30 58 26 62 22', line: '#2c2240', width: 2 },
      { d: ellipse(50, 56, 3.4, 18), fill: '#2c2240' },
    ],
  },
  {
    id: 'mountain',
    name: msg`Mountains`,
    keywords: msg`travel hill landscape`,
    parts: [
      {
        d: polygon([
          [2, 84],
          [34, 28],
          [66, 84],
        ]),
        fill: '#5c7d8a',
      },
      {
        d: polygon([
          [36, 84],
          [68, 40],
          [98, 84],
        ]),
        fill: '#7b9ca8',
      },
      {
        d:
          polygon([
            [34, 28],
            [44, 46],
            [37, 43],
            [33, 49],
            [28, 43],
            [24, 46],
          ]) +
          polygon([
            [68, 40],
            [76, 52],
            [70, 50],
            [66, 54],
            [61, 50],
          ]),
        fill: '#ffffff',
      },
      { d: ellipse(80, 20, 9), fill: sun },
    ],
  },
]
