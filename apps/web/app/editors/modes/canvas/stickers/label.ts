// Stickers: arrows, labels, badges and bubbles.
import { msg } from '@lingui/core/macro'
import { box, ellipse, polygon, star } from './path.ts'
import type { StickerEntry } from './sticker.ts'

const ink = '#24211d'
const accent = '#f5a400'
const red = '#d9363e'
const paper = '#fffaf0'

export const label: readonly StickerEntry[] = [
  {
    id: 'arrow-curved',
    name: msg`Curved arrow`,
    keywords: msg`point here direction`,
    parts: [
      { d: 'M10 22C40 18 74 34 82 76', line: ink, width: 6 },
      { d: 'M62 64L83 82L94 56', line: ink, width: 6 },
    ],
  },
  {
    id: 'arrow-loop',
    name: msg`Looped arrow`,
    keywords: msg`point here twirl`,
    parts: [
      { d: 'M6 74C26 84 58 72 58 44C58 28 38 28 38 44C38 62 66 62 90 40', line: ink, width: 5 },
      { d: 'M68 34L92 39L86 62', line: ink, width: 5 },
    ],
  },
  {
    id: 'arrow-bold',
    name: msg`Bold arrow`,
    keywords: msg`right next`,
    parts: [
      {
        d: polygon([
          [4, 36],
          [54, 36],
          [54, 16],
          [96, 50],
          [54, 84],
          [54, 64],
          [4, 64],
        ]),
        fill: accent,
      },
    ],
  },
  {
    id: 'ribbon-banner',
    name: msg`Ribbon`,
    keywords: msg`banner title scroll label`,
    parts: [
      {
        d:
          polygon([
            [2, 44],
            [22, 44],
            [22, 74],
            [2, 74],
            [10, 59],
          ]) +
          polygon([
            [98, 44],
            [78, 44],
            [78, 74],
            [98, 74],
            [90, 59],
          ]),
        fill: '#a8262d',
      },
      {
        d:
          polygon([
            [14, 66],
            [22, 66],
            [22, 74],
          ]) +
          polygon([
            [86, 66],
            [78, 66],
            [78, 74],
          ]),
        fill: '#6f1418',
      },
      { d: box(14, 32, 72, 34, 2), fill: red },
    ],
  },
  {
    id: 'seal',
    name: msg`Seal`,
    keywords: msg`badge award round stamp offer`,
    parts: [
      { d: star(20, 48, 42), fill: accent },
      { d: ellipse(50, 50, 35), line: paper, width: 2.4 },
    ],
  },
  {
    id: 'starburst',
    name: msg`Starburst`,
    keywords: msg`sale offer price discount`,
    parts: [{ d: star(14, 49, 36), fill: red }],
  },
  {
    id: 'rosette',
    name: msg`Rosette`,
    keywords: msg`award winner best ribbon`,
    parts: [
      {
        d:
          polygon([
            [34, 58],
            [24, 97],
            [38, 88],
            [48, 96],
            [52, 62],
          ]) +
          polygon([
            [66, 58],
            [76, 97],
            [62, 88],
            [52, 96],
            [48, 62],
          ]),
        fill: '#2d5fa8',
      },
      { d: star(18, 38, 33, 50, 40), fill: '#3d7dd8' },
      { d: ellipse(50, 40, 25), fill: paper },
      { d: star(5, 17, 7.4, 50, 41), fill: accent },
    ],
  },
  {
    id: 'price-tag',
    name: msg`Price tag`,
    keywords: msg`sale shop label`,
    parts: [
      { d: 'M8 50L40 12L88 12C92 12 94 14 94 18L94 66L54 92C50 95 46 94 43 91L9 58C7 56 6 53 8 50Z', fill: accent },
      { d: ellipse(76, 29, 7), fill: paper },
    ],
  },
  {
    id: 'speech',
    name: msg`Speech bubble`,
    keywords: msg`say talk comment`,
    parts: [
      {
        d: 'M50 10C76 10 94 24 94 44C94 64 76 78 50 78C45 78 41 77.6 37 76.6L18 92L22 70C12 64 6 55 6 44C6 24 24 10 50 10Z',
        fill: paper,
      },
    ],
  },
  {
    id: 'thought',
    name: msg`Thought bubble`,
    keywords: msg`think dream cloud`,
    parts: [
      {
        d: 'M26 66C10 68 4 50 16 42C8 26 28 14 38 24C44 8 70 10 70 26C86 22 98 40 84 50C94 64 76 76 66 68C58 80 34 78 26 66Z',
        fill: paper,
      },
      { d: ellipse(24, 82, 6) + ellipse(12, 93, 3.6), fill: paper },
    ],
  },
  {
    id: 'underline',
    name: msg`Brush underline`,
    keywords: msg`stroke marker highlight`,
    parts: [
      {
        d: 'M4 54C30 44 66 42 96 46C90 50 84 50 78 52C84 53 88 54 92 57C64 53 36 56 10 64C14 60 18 58 24 56C16 57 10 56 4 54Z',
        fill: accent,
      },
    ],
  },
  {
    id: 'circle-drawn',
    name: msg`Drawn circle`,
    keywords: msg`ring highlight mark`,
    parts: [
      { d: 'M72 16C44 4 8 20 6 50C4 80 40 96 66 86C94 76 104 44 82 24C70 14 52 12 38 18', line: red, width: 4.4 },
    ],
  },
]
