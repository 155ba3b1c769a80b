// Stickers for weddings.
import { msg } from '@lingui/core/macro'
import { around, box, drop, ellipse, heart, petal, polar, polygon, ring, star } from './path.ts'
import type { StickerEntry } from './sticker.ts'

const gold = '#d9a441'
const deep = '#a8701f'
const rose = '#e58fa2'
const wine = '#9b2242'
const leaf = '#6f8f5a'
const cream = '#fff6e6'

export const wedding: readonly StickerEntry[] = [
  {
    id: 'rings',
    name: msg`Two rings`,
    keywords: msg`marriage engagement gold ring`,
    parts: [
      { d: ring(37, 60, 29, 22), fill: gold, holes: true },
      { d: ring(63, 60, 29, 22), fill: deep, holes: true },
      {
        d: polygon([
          [28, 24],
          [46, 24],
          [52, 31],
          [37, 46],
          [22, 31],
        ]),
        fill: '#bfe4f2',
      },
      {
        d:
          polygon([
            [28, 24],
            [37, 31],
            [22, 31],
          ]) +
          polygon([
            [46, 24],
            [52, 31],
            [37, 31],
          ]),
        fill: '#e4f5fb',
      },
      {
        d: polygon([
          [37, 31],
          [44, 31],
          [37, 46],
          [30, 31],
        ]),
        fill: '#93cbe0',
      },
    ],
  },
  {
    id: 'rose',
    name: msg`Rose`,
    keywords: msg`flower love bouquet`,
    parts: [
      { d: petal(118, 26, 48, 0.36) + petal(242, 26, 48, 0.36), fill: leaf },
      { d: ellipse(50, 47, 33), fill: rose },
      { d: petal(20, 6, 34, 0.6) + petal(140, 6, 34, 0.6) + petal(260, 6, 34, 0.6), fill: '#d26a83' },
      { d: ellipse(50, 47, 17), fill: '#bd4a68' },
      { d: 'M41 47C41 40 47 36 52 38C58 40 59 48 54 51C50 53 46 50 48 46', line: '#f6c3cd', width: 2.6 },
    ],
  },
  {
    id: 'bouquet',
    name: msg`Bouquet`,
    keywords: msg`flowers bride roses`,
    parts: [
      {
        d: polygon([
          [30, 48],
          [70, 48],
          [55, 96],
          [45, 96],
        ]),
        fill: cream,
      },
      {
        d: polygon([
          [30, 48],
          [50, 96],
          [45, 96],
        ]),
        fill: '#f0dfbf',
      },
      {
        d: petal(-62, 12, 46, 0.3, 50, 46) + petal(62, 12, 46, 0.3, 50, 46) + petal(0, 14, 44, 0.28, 50, 46),
        fill: leaf,
      },
      { d: ellipse(34, 36, 15) + ellipse(66, 36, 15), fill: rose },
      { d: ellipse(50, 26, 16), fill: '#f3b7c2' },
      { d: ellipse(50, 46, 16), fill: wine },
      { d: ellipse(34, 36, 6) + ellipse(66, 36, 6) + ellipse(50, 26, 6), fill: '#fbe1e6' },
      { d: ellipse(50, 46, 6), fill: '#c8506f' },
      { d: box(39, 66, 22, 7, 3), fill: gold },
    ],
  },
  {
    id: 'cake-tiers',
    name: msg`Wedding cake`,
    keywords: msg`tiers party dessert`,
    parts: [
      { d: box(14, 90, 72, 5, 2.5), fill: gold },
      { d: box(20, 66, 60, 24, 4), fill: cream },
      { d: box(29, 44, 42, 22, 4), fill: '#fbe3e6' },
      { d: box(37, 26, 26, 18, 4), fill: cream },
      { d: 'M20 74C26 82 32 82 38 74C44 82 56 82 62 74C68 82 74 82 80 74L80 68L20 68Z', fill: rose },
      { d: 'M29 51C34 58 40 58 43 51C47 58 53 58 57 51C60 58 66 58 71 51L71 46L29 46Z', fill: '#f7c9d1' },
      { d: heart(50, 15, 18), fill: wine },
    ],
  },
  {
    id: 'champagne',
    name: msg`Clinking glasses`,
    keywords: msg`toast cheers champagne drink`,
    parts: [
      { d: 'M22 18L46 26C46 44 38 52 28 50C18 47 15 36 22 18Z', fill: '#fdf3d0' },
      { d: 'M78 18L54 26C54 44 62 52 72 50C82 47 85 36 78 18Z', fill: '#fdf3d0' },
      { d: 'M20 30L45 35C44 45 37 51 28 50C19 47 17 40 20 30Z', fill: gold },
      { d: 'M80 30L55 35C56 45 63 51 72 50C81 47 83 40 80 30Z', fill: gold },
      { d: 'M28 50L20 82M12 80L29 85M72 50L80 82M88 80L71 85', line: deep, width: 3.4 },
      { d: star(4, 9, 3, 50, 12) + star(4, 5, 1.8, 37, 8) + star(4, 5, 1.8, 63, 8), fill: gold },
    ],
  },
  {
    id: 'doves',
    name: msg`Dove`,
    keywords: msg`bird peace white love`,
    parts: [
      {
        d: 'M16 44C28 40 38 44 46 52C48 34 60 16 82 12C80 30 72 42 64 48C74 48 84 44 92 46C86 56 76 62 66 64C56 76 38 78 26 66C22 62 20 56 24 52C22 48 20 46 16 44Z',
        fill: '#ffffff',
      },
      { d: 'M46 52C50 42 62 26 82 12C80 30 72 42 64 48C58 52 52 54 46 52Z', fill: '#dfe8ee' },
      { d: ellipse(29, 52, 1.7), fill: '#28323a' },
      { d: 'M16 44L24 48L24 52Z', fill: gold },
      { d: petal(205, 0, 15, 0.32, 16, 44) + petal(165, 0, 15, 0.32, 16, 44), fill: leaf },
    ],
  },
  {
    id: 'mandala',
    name: msg`Mandala`,
    keywords: msg`henna mehndi ornament round`,
    parts: [
      { d: around(16, (turn) => petal(turn, 28, 49, 0.26)), fill: gold },
      { d: around(16, (turn) => petal(turn, 20, 40, 0.3), 11.25), fill: wine },
      { d: around(8, (turn) => petal(turn, 6, 29, 0.32)), fill: rose },
      { d: around(16, (turn) => ellipse(...polar(turn, 47, 50, 50), 1.8), 11.25), fill: wine },
      { d: ellipse(50, 50, 8), fill: gold },
      { d: ellipse(50, 50, 4), fill: wine },
    ],
  },
  {
    id: 'bell-pair',
    name: msg`Wedding bells`,
    keywords: msg`bell chime church`,
    parts: [
      { d: 'M26 34C18 40 18 56 12 66L48 76C50 64 56 54 52 42C48 30 34 26 26 34Z', fill: gold },
      { d: 'M74 34C82 40 82 56 88 66L52 76C50 64 44 54 48 42C52 30 66 26 74 34Z', fill: deep },
      { d: ellipse(28, 76, 5) + ellipse(72, 76, 5), fill: wine },
      { d: 'M50 30C40 14 22 14 24 24C26 32 42 32 50 30ZM50 30C60 14 78 14 76 24C74 32 58 32 50 30Z', fill: rose },
      { d: ellipse(50, 30, 5), fill: wine },
      { d: drop(50, 30, 44, 5), fill: rose },
    ],
  },
]
