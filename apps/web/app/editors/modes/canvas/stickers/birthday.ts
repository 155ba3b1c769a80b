// Stickers for birthdays and parties.
import { msg } from '@lingui/core/macro'
import { around, box, drop, ellipse, polar, polygon, star } from './path.ts'
import type { StickerEntry } from './sticker.ts'

const red = '#e4475b'
const blue = '#3d7dd8'
const yellow = '#f7c23c'
const mint = '#4fbf9a'
const violet = '#8a5bd1'
const cream = '#fff3df'

const flame = (x: number, y: number) => drop(x, y - 13, y, 7)

export const birthday: readonly StickerEntry[] = [
  {
    id: 'balloon',
    name: msg`Balloon`,
    keywords: msg`party red`,
    parts: [
      { d: 'M50 66C48 76 56 82 50 97', line: '#8d8678', width: 1.8 },
      { d: ellipse(50, 36, 26, 31), fill: red },
      {
        d: polygon([
          [50, 65],
          [55, 71],
          [45, 71],
        ]),
        fill: '#b92f43',
      },
      { d: ellipse(41, 25, 6, 9), fill: '#f6a1ab' },
    ],
  },
  {
    id: 'balloons',
    name: msg`Three balloons`,
    keywords: msg`party bunch`,
    parts: [
      { d: 'M28 58C32 74 44 80 50 97M72 58C68 74 56 80 50 97M50 50L50 97', line: '#8d8678', width: 1.6 },
      { d: ellipse(28, 38, 17, 21), fill: blue },
      { d: ellipse(72, 38, 17, 21), fill: yellow },
      { d: ellipse(50, 27, 18, 22), fill: red },
      { d: ellipse(22, 30, 4, 6) + ellipse(66, 30, 4, 6) + ellipse(44, 19, 4, 6), fill: '#ffffff' },
    ],
  },
  {
    id: 'cupcake',
    name: msg`Cupcake`,
    keywords: msg`cake sweet candle`,
    parts: [
      {
        d: polygon([
          [26, 60],
          [74, 60],
          [66, 94],
          [34, 94],
        ]),
        fill: blue,
      },
      {
        d:
          polygon([
            [36, 60],
            [42, 60],
            [44, 94],
            [40, 94],
          ]) +
          polygon([
            [58, 60],
            [64, 60],
            [60, 94],
            [56, 94],
          ]),
        fill: '#2f63b0',
      },
      {
        d: 'M20 58C16 48 24 40 32 42C32 30 44 26 50 30C60 26 70 32 68 42C78 40 84 50 80 58C78 64 22 64 20 58Z',
        fill: '#f6a9c0',
      },
      { d: 'M32 46C38 52 48 50 52 44M52 52C60 54 66 50 68 44', line: '#fbd3df', width: 3 },
      { d: box(47, 16, 6, 18, 2), fill: cream },
      { d: flame(50, 15), fill: yellow },
    ],
  },
  {
    id: 'birthday-cake',
    name: msg`Birthday cake`,
    keywords: msg`candles party sweet`,
    parts: [
      { d: box(10, 90, 80, 5, 2.5), fill: '#c9bfae' },
      { d: box(16, 54, 68, 36, 6), fill: '#b9764a' },
      {
        d: 'M16 60L16 54C16 48 20 46 26 46L74 46C80 46 84 48 84 54L84 60C80 70 74 70 70 62C66 74 58 74 54 63C50 72 44 72 40 63C36 74 28 74 26 62C24 70 18 68 16 60Z',
        fill: cream,
      },
      { d: box(29, 28, 5, 18, 2) + box(66, 28, 5, 18, 2), fill: blue },
      { d: box(47.5, 26, 5, 20, 2), fill: red },
      { d: flame(31.5, 27) + flame(50, 25) + flame(68.5, 27), fill: yellow },
      { d: ellipse(28, 80, 2.6) + ellipse(42, 82, 2.6) + ellipse(58, 80, 2.6) + ellipse(72, 82, 2.6), fill: red },
    ],
  },
  {
    id: 'gift',
    name: msg`Gift`,
    keywords: msg`present box ribbon surprise`,
    parts: [
      { d: box(18, 48, 64, 44, 4), fill: violet },
      { d: box(12, 34, 76, 17, 4), fill: '#a47ce0' },
      { d: box(44, 34, 12, 58), fill: yellow },
      { d: 'M50 34C38 34 24 28 28 18C33 8 46 18 50 34ZM50 34C62 34 76 28 72 18C67 8 54 18 50 34Z', fill: yellow },
      { d: ellipse(50, 33, 6), fill: '#dc9f17' },
    ],
  },
  {
    id: 'party-hat',
    name: msg`Party hat`,
    keywords: msg`cone celebrate`,
    parts: [
      {
        d: polygon([
          [50, 14],
          [80, 86],
          [20, 86],
        ]),
        fill: mint,
      },
      {
        d:
          polygon([
            [43, 31],
            [57, 31],
            [64, 48],
            [36, 48],
          ]) +
          polygon([
            [29, 64],
            [71, 64],
            [76, 76],
            [24, 76],
          ]),
        fill: yellow,
      },
      { d: 'M16 86C26 96 74 96 84 86C74 80 26 80 16 86Z', fill: red },
      { d: around(9, (turn) => `M50 14L${polar(turn, 12, 50, 14).join(' ')}`), line: red, width: 3.4 },
    ],
  },
  {
    id: 'confetti',
    name: msg`Confetti popper`,
    keywords: msg`celebrate throw party popper`,
    parts: [
      {
        d: polygon([
          [10, 92],
          [30, 50],
          [52, 72],
        ]),
        fill: yellow,
      },
      {
        d: polygon([
          [20, 71],
          [24, 62],
          [42, 81],
          [32, 84],
        ]),
        fill: red,
      },
      { d: 'M30 50C36 46 56 64 52 72C46 74 30 58 30 50Z', fill: '#dc9f17' },
      { d: 'M40 48C42 36 36 30 42 20M54 56C64 50 72 58 84 50M48 50C56 42 58 30 70 28', line: violet, width: 3 },
      { d: star(5, 7, 3, 80, 24) + star(5, 5, 2.2, 28, 24), fill: red },
      { d: ellipse(58, 14, 3) + ellipse(88, 70, 3) + ellipse(70, 70, 2.6), fill: blue },
      { d: box(86, 34, 6, 6, 1) + box(44, 8, 5, 5, 1) + box(70, 44, 5, 5, 1), fill: mint },
    ],
  },
  {
    id: 'bunting',
    name: msg`Bunting`,
    keywords: msg`flags garland string`,
    parts: [
      {
        d:
          polygon([
            [8, 35],
            [26, 40],
            [14, 62],
          ]) +
          polygon([
            [74, 40],
            [92, 35],
            [86, 62],
          ]),
        fill: red,
      },
      {
        d: polygon([
          [28, 41],
          [48, 44],
          [38, 68],
        ]),
        fill: yellow,
      },
      {
        d: polygon([
          [52, 44],
          [72, 41],
          [62, 68],
        ]),
        fill: blue,
      },
      { d: 'M2 32C30 48 70 48 98 32', line: '#6b655b', width: 2 },
    ],
  },
]
