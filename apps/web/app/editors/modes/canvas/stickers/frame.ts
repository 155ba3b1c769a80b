// Frames for names, photos and offers. Search words are those that people type, in English and Hindi.
import { msg } from '@lingui/core/macro'
import { around, box, ellipse, heart, petal, polar, ring, star } from './path.ts'
import type { StickerEntry, StickerPart } from './sticker.ts'

const gold = '#d9a441'
const deep = '#a8701f'
const rose = '#d26a83'
const leaf = '#5f8f4f'
const paper = '#fffaf0'
const ink = '#24211d'
const red = '#c8322b'
const words = 'frame border photo फ्रेम फ़्रेम बॉर्डर'

/** A figure in the top left corner, in all four. */
const corners = (figure: (x: (value: number) => number, y: (value: number) => number) => string): string =>
  [1, -1]
    .flatMap((sx) =>
      [1, -1].map((sy) =>
        figure(
          (x) => (sx > 0 ? x : 100 - x),
          (y) => (sy > 0 ? y : 100 - y),
        ),
      ),
    )
    .join('')

const flower = (x: number, y: number, size: number, color: string): StickerPart[] => [
  { d: around(6, (turn) => petal(turn, size * 0.2, size, 0.34, x, y)), fill: color },
  { d: ellipse(x, y, size * 0.3), fill: gold },
]

export const frame: readonly StickerEntry[] = [
  {
    id: 'frame-double',
    name: msg`Double frame`,
    keywords: `${words} square rectangle gold`,
    parts: [
      { d: box(3, 3, 94, 94), line: gold, width: 3 },
      { d: box(9, 9, 82, 82), line: gold, width: 1.4 },
      { d: corners((x, y) => ellipse(x(9), y(9), 3.4)), fill: deep },
    ],
  },
  {
    id: 'frame-round',
    name: msg`Round frame`,
    keywords: `${words} circle round dotted`,
    parts: [
      { d: ellipse(50, 50, 40), line: gold, width: 3 },
      { d: around(36, (turn) => ellipse(...polar(turn, 46), 1.8)), fill: deep },
    ],
  },
  {
    id: 'frame-oval',
    name: msg`Oval frame`,
    keywords: `${words} oval vintage portrait`,
    parts: [
      { d: ellipse(50, 50, 36, 47) + ellipse(50, 50, 30, 41), fill: gold, holes: true },
      { d: ellipse(50, 50, 33, 44), line: '#f2cf82', width: 1.6 },
      {
        d:
          petal(-90, 2, 18, 0.4, 50, 6) +
          petal(90, 2, 18, 0.4, 50, 6) +
          petal(-90, 2, 18, 0.4, 50, 94) +
          petal(90, 2, 18, 0.4, 50, 94),
        fill: leaf,
      },
      { d: ellipse(50, 6, 4.6) + ellipse(50, 94, 4.6), fill: rose },
    ],
  },
  {
    id: 'frame-wreath',
    name: msg`Leaf wreath`,
    keywords: `${words} wreath leaves floral round garland`,
    parts: [
      { d: ellipse(50, 50, 40), line: leaf, width: 1.8 },
      { d: around(20, (turn) => petal(turn + 70, 0, 15, 0.3, ...polar(turn, 38))), fill: leaf },
      { d: around(20, (turn) => petal(turn + 110, 0, 13, 0.3, ...polar(turn + 9, 41))), fill: '#8cb37a' },
      { d: around(5, (turn) => ellipse(...polar(turn + 20, 40), 3)), fill: rose },
    ],
  },
  {
    id: 'frame-floral',
    name: msg`Floral corners`,
    keywords: `${words} floral flower corner wedding`,
    parts: [
      { d: box(7, 7, 86, 86), line: gold, width: 1.8 },
      {
        d:
          petal(100, 6, 30, 0.26, 14, 14) +
          petal(170, 6, 30, 0.26, 14, 14) +
          petal(135, 6, 24, 0.26, 14, 14) +
          petal(-80, 6, 30, 0.26, 86, 86) +
          petal(-10, 6, 30, 0.26, 86, 86) +
          petal(-45, 6, 24, 0.26, 86, 86),
        fill: leaf,
      },
      ...flower(14, 14, 13, rose),
      ...flower(86, 86, 13, rose),
      ...flower(30, 9, 7, '#f0b3c0'),
      ...flower(9, 30, 7, '#f0b3c0'),
      ...flower(70, 91, 7, '#f0b3c0'),
      ...flower(91, 70, 7, '#f0b3c0'),
    ],
  },
  {
    id: 'frame-ornate',
    name: msg`Ornate corners`,
    keywords: `${words} ornament corner royal vintage invitation`,
    parts: [
      {
        d: corners(
          (x, y) =>
            `M${x(4)} ${y(46)}C${x(4)} ${y(14)} ${x(14)} ${y(4)} ${x(46)} ${y(4)}M${x(4)} ${y(30)}C${x(14)} ${y(30)} ${x(20)} ${y(24)} ${x(16)} ${y(16)}C${x(24)} ${y(20)} ${x(30)} ${y(14)} ${x(30)} ${y(4)}`,
        ),
        line: gold,
        width: 2.6,
      },
      {
        d: corners((x, y) => ellipse(x(10), y(10), 3.4) + ellipse(x(46), y(4), 1.8) + ellipse(x(4), y(46), 1.8)),
        fill: deep,
      },
    ],
  },
  {
    id: 'frame-brackets',
    name: msg`Corner brackets`,
    keywords: `${words} corner bracket focus camera modern`,
    parts: [{ d: corners((x, y) => `M${x(6)} ${y(32)}L${x(6)} ${y(6)}L${x(32)} ${y(6)}`), line: ink, width: 5 }],
  },
  {
    id: 'frame-arch',
    name: msg`Palace arch`,
    keywords: `${words} arch jharokha palace rajasthani mughal door झरोखा महल`,
    parts: [
      {
        d: 'M4 97L4 3L96 3L96 97L84 97L84 50C84 44 78 42 78 37C78 32 70 32 68 27C66 22 56 22 50 11C44 22 34 22 32 27C30 32 22 32 22 37C22 42 16 44 16 50L16 97Z',
        fill: red,
      },
      {
        d: 'M16 97L16 50C16 44 22 42 22 37C22 32 30 32 32 27C34 22 44 22 50 11C56 22 66 22 68 27C70 32 78 32 78 37C78 42 84 44 84 50L84 97',
        line: gold,
        width: 2.6,
      },
      { d: 'M8 97L8 7L92 7L92 97', line: gold, width: 1.4 },
      {
        d: around(8, (turn) => petal(turn, 1, 7, 0.34, 20, 20)) + around(8, (turn) => petal(turn, 1, 7, 0.34, 80, 20)),
        fill: gold,
      },
    ],
  },
  {
    id: 'frame-polaroid',
    name: msg`Instant photo`,
    keywords: `${words} polaroid instant picture snap`,
    parts: [
      { d: `${box(10, 4, 80, 92, 2)}${box(17, 11, 66, 62)}`, fill: paper, holes: true },
      { d: `${box(10, 4, 80, 92, 2)}${box(17, 11, 66, 62)}`, line: '#d8ccb4', width: 1 },
    ],
  },
  {
    id: 'frame-film',
    name: msg`Film strip`,
    keywords: `${words} film strip movie cinema reel`,
    parts: [
      {
        d: `${box(2, 14, 96, 72, 2)}${box(7, 27, 86, 46, 2)}${[6, 19, 32, 45, 58, 71, 84].map((x) => box(x, 17.5, 8, 6, 1.4) + box(x, 76.5, 8, 6, 1.4)).join('')}`,
        fill: ink,
        holes: true,
      },
    ],
  },
  {
    id: 'frame-scallop',
    name: msg`Scalloped frame`,
    keywords: `${words} scallop round badge label cute`,
    parts: [
      { d: around(20, (turn) => ellipse(...polar(turn, 41), 7)), fill: rose },
      { d: ellipse(50, 50, 41), fill: rose },
      { d: ellipse(50, 50, 37), fill: paper },
      { d: ellipse(50, 50, 33.4), line: rose, width: 1.4 },
    ],
  },
  {
    id: 'frame-plaque',
    name: msg`Name plate`,
    keywords: `${words} plaque name plate label title नाम`,
    parts: [
      {
        d: 'M16 26L84 26C84 34 90 38 96 38L96 62C90 62 84 66 84 74L16 74C16 66 10 62 4 62L4 38C10 38 16 34 16 26Z',
        fill: paper,
      },
      {
        d: 'M16 26L84 26C84 34 90 38 96 38L96 62C90 62 84 66 84 74L16 74C16 66 10 62 4 62L4 38C10 38 16 34 16 26Z',
        line: gold,
        width: 2.6,
      },
      {
        d: 'M19 31L81 31C82 37 86 41 91 42L91 58C86 59 82 63 81 69L19 69C18 63 14 59 9 58L9 42C14 41 18 37 19 31Z',
        line: gold,
        width: 1.2,
      },
    ],
  },
  {
    id: 'frame-heart',
    name: msg`Heart frame`,
    keywords: `${words} heart love anniversary दिल प्यार`,
    parts: [
      { d: heart(50, 50, 96), line: red, width: 4 },
      { d: heart(50, 49, 80), line: '#f0a0a4', width: 1.6 },
    ],
  },
  {
    id: 'frame-hexagon',
    name: msg`Hexagon frame`,
    keywords: `${words} hexagon geometric modern`,
    parts: [
      { d: star(3, 47, 47, 50, 50, 0), line: gold, width: 3 },
      { d: star(3, 40, 40, 50, 50, 0), line: deep, width: 1.6 },
    ],
  },
  {
    id: 'frame-lotus',
    name: msg`Lotus divider`,
    keywords: `${words} divider line lotus ornament separator कमल`,
    parts: [
      { d: 'M3 54L34 54M66 54L97 54', line: gold, width: 2.2 },
      { d: ellipse(3, 54, 2.4) + ellipse(97, 54, 2.4), fill: gold },
      { d: petal(-66, 0, 22, 0.3, 50, 60) + petal(66, 0, 22, 0.3, 50, 60), fill: '#f0b3c0' },
      { d: petal(-34, 0, 25, 0.3, 50, 60) + petal(34, 0, 25, 0.3, 50, 60), fill: '#e08aa0' },
      { d: petal(0, 0, 28, 0.32, 50, 60), fill: rose },
      { d: ring(50, 60, 5, 2.4), fill: gold, holes: true },
    ],
  },
]
