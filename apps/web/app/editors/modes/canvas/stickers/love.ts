// Stickers of love and thanks.
import { msg } from '@lingui/core/macro'
import { box, ellipse, heart, petal, polygon, star } from './path.ts'
import type { StickerEntry } from './sticker.ts'

const red = '#e0314b'
const blush = '#f7a8b4'
const wine = '#8f1d3a'

export const love: readonly StickerEntry[] = [
  {
    id: 'heart',
    name: msg`Heart`,
    keywords: msg`love red valentine`,
    parts: [
      { d: heart(50, 50, 90), fill: red },
      { d: 'M22 30C24 22 30 18 36 18', line: '#f58a99', width: 5 },
    ],
  },
  {
    id: 'hearts',
    name: msg`Three hearts`,
    keywords: msg`love valentine`,
    parts: [
      { d: heart(34, 58, 54, -14), fill: red },
      { d: heart(72, 40, 38, 12), fill: blush },
      { d: heart(66, 80, 24, -6), fill: wine },
    ],
  },
  {
    id: 'heart-arrow',
    name: msg`Heart with an arrow`,
    keywords: msg`love cupid valentine`,
    parts: [
      { d: 'M6 78L94 26', line: '#7a5a2c', width: 3.4 },
      { d: heart(50, 52, 66), fill: red },
      { d: 'M6 78L28 65M72 39L94 26', line: '#7a5a2c', width: 3.4 },
      {
        d: polygon([
          [98, 24],
          [84, 23],
          [91, 35],
        ]),
        fill: '#7a5a2c',
      },
      {
        d:
          polygon([
            [4, 79],
            [2, 68],
            [12, 66],
            [18, 71],
          ]) +
          polygon([
            [4, 79],
            [12, 86],
            [20, 80],
            [18, 71],
          ]),
        fill: blush,
      },
    ],
  },
  {
    id: 'heart-line',
    name: msg`Drawn heart`,
    keywords: msg`love line outline sketch`,
    parts: [{ d: heart(50, 50, 84), line: red, width: 5 }],
  },
  {
    id: 'love-letter',
    name: msg`Love letter`,
    keywords: msg`mail envelope invitation`,
    parts: [
      { d: box(8, 24, 84, 58, 5), fill: '#fff4ec' },
      {
        d: polygon([
          [8, 28],
          [50, 58],
          [92, 28],
          [92, 24],
          [8, 24],
        ]),
        fill: '#f6d8cd',
      },
      { d: 'M9 80L38 52M91 80L62 52', line: '#e6bfb1', width: 2 },
      { d: heart(50, 56, 24), fill: red },
    ],
  },
  {
    id: 'kiss',
    name: msg`Lips`,
    keywords: msg`kiss mouth lipstick`,
    parts: [
      {
        d: 'M4 48C18 34 30 26 40 28C46 28 48 32 50 32C52 32 54 28 60 28C70 26 82 34 96 48C86 70 66 80 50 80C34 80 14 70 4 48Z',
        fill: red,
      },
      { d: 'M4 48C24 46 36 44 50 48C64 44 76 46 96 48C76 54 64 54 50 52C36 54 24 54 4 48Z', fill: wine },
      { d: 'M32 66C42 71 54 71 62 68', line: '#f58a99', width: 3.4 },
    ],
  },
  {
    id: 'tulip',
    name: msg`Tulip`,
    keywords: msg`flower spring thank you`,
    parts: [
      { d: 'M50 48C50 66 48 80 50 97', line: '#4c8a54', width: 4 },
      { d: petal(-42, 0, 36, 0.24, 50, 94) + petal(42, 0, 36, 0.24, 50, 94), fill: '#5fa368' },
      {
        d: 'M28 18C34 24 38 28 40 32C42 20 46 12 50 8C54 12 58 20 60 32C62 28 66 24 72 18C78 40 70 56 50 56C30 56 22 40 28 18Z',
        fill: '#ef5d73',
      },
      { d: 'M40 32C42 20 46 12 50 8C54 12 58 20 60 32C60 44 56 52 50 56C44 52 40 44 40 32Z', fill: '#f78a9a' },
    ],
  },
  {
    id: 'sparkles',
    name: msg`Sparkles`,
    keywords: msg`shine glitter magic star`,
    parts: [
      { d: star(4, 34, 8, 42, 56), fill: '#f7c23c' },
      { d: star(4, 18, 4.4, 78, 26), fill: '#f7c23c' },
      { d: star(4, 11, 2.8, 80, 80), fill: '#f7c23c' },
      { d: ellipse(16, 18, 3), fill: blush },
    ],
  },
]
