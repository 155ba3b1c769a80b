// Stickers of faith: what invitations begin with. Search words are those that people type, in English and Hindi.
import { msg } from '@lingui/core/macro'
import { around, box, drop, ellipse, petal, polar, polygon, ring } from './path.ts'
import type { StickerEntry } from './sticker.ts'

const gold = '#d9a441'
const deep = '#a8701f'
const red = '#c8322b'
const saffron = '#f08a1d'
const yellow = '#f7c437'
const leaf = '#4f8a3c'
const cream = '#fff6e6'
const ink = '#3a2418'
const blue = '#22578f'

/** The print of a left foot with its toes; `turn` of -1 is the right one. */
const foot = (x: number, turn: 1 | -1) =>
  `M${x} 92C${x - 12 * turn} 92 ${x - 10 * turn} 78 ${x - 7 * turn} 66C${x - 6 * turn} 58 ${x - 14 * turn} 52 ${x - 11 * turn} 42C${x - 8 * turn} 33 ${x + 9 * turn} 34 ${x + 11 * turn} 44C${x + 13 * turn} 58 ${x + 11 * turn} 92 ${x} 92Z${[
    [9, 27, 5],
    [1, 25, 4],
    [-5, 28, 3.4],
    [-10, 32, 3],
    [-14, 37, 2.6],
  ]
    .map(([dx = 0, y = 0, r = 0]) => ellipse(x + dx * turn, y, r))
    .join('')}`

export const blessing: readonly StickerEntry[] = [
  {
    id: 'ganesh',
    name: msg`Ganesha`,
    keywords: 'ganesh ganpati ganapati vinayak god puja hindu invitation गणेश गणपति विनायक',
    parts: [
      { d: ellipse(21, 46, 17, 22) + ellipse(79, 46, 17, 22), fill: saffron },
      { d: ellipse(23, 47, 10, 14) + ellipse(77, 47, 10, 14), fill: '#fbc38a' },
      { d: 'M50 46C51 62 54 70 47 80C42 88 52 96 63 88', line: saffron, width: 14 },
      { d: 'M29 32C28 24 72 24 71 32C76 46 72 60 62 64L38 64C28 60 24 46 29 32Z', fill: saffron },
      { d: 'M50 60C51 66 51 72 47 80C43 87 52 94 62 88', line: '#f6a550', width: 6 },
      { d: 'M39 62C35 68 32 71 27 72', line: cream, width: 4.6 },
      { d: 'M61 62C64 67 66 68 69 68', line: cream, width: 4.6 },
      { d: 'M31 30L36 13L50 3L64 13L69 30C60 25 40 25 31 30Z', fill: gold },
      { d: 'M31 30C40 25 60 25 69 30L69 34C60 29 40 29 31 34Z', fill: red },
      { d: ellipse(50, 16, 4.4), fill: red },
      { d: ellipse(40, 45, 3) + ellipse(60, 45, 3), fill: ink },
      { d: 'M45 35C45 40 55 40 55 35M50 33L50 43', line: red, width: 2.4 },
    ],
  },
  {
    id: 'om',
    name: msg`Om`,
    keywords: 'om aum hindu shiva mantra puja ॐ ओम ओम्',
    parts: [
      {
        d: 'M20 36C26 24 46 26 46 39C46 48 36 50 30 50C42 50 51 56 49 68C46 84 22 84 17 69M46 56C56 47 62 49 65 57C69 68 83 66 84 53C84 46 78 42 73 47M54 29C58 40 76 40 81 27',
        line: red,
        width: 7.4,
      },
      {
        d: polygon([polar(0, 7, 68, 18), polar(90, 7, 68, 18), polar(180, 7, 68, 18), polar(270, 7, 68, 18)]),
        fill: red,
      },
    ],
  },
  {
    id: 'swastik',
    name: msg`Swastik`,
    keywords: 'swastik swastika shubh labh hindu jain puja auspicious स्वस्तिक शुभ लाभ',
    parts: [
      { d: 'M50 16L50 84M16 50L84 50M50 16L82 16M84 50L84 82M50 84L18 84M16 50L16 18', line: red, width: 9 },
      { d: ellipse(33, 33, 4.6) + ellipse(67, 33, 4.6) + ellipse(33, 67, 4.6) + ellipse(67, 67, 4.6), fill: yellow },
    ],
  },
  {
    id: 'puja-kalash',
    name: msg`Puja kalash`,
    keywords: 'kalash kalasha pot coconut puja hindu griha pravesh mangal कलश मंगल पूजा',
    parts: [
      {
        d: [-72, -44, -18, 18, 44, 72].map((turn) => petal(turn, 0, 38, 0.26, 50, 46)).join(''),
        fill: leaf,
      },
      { d: drop(50, 6, 44, 25), fill: '#8a5a33' },
      { d: 'M45 20C43 28 43 34 45 40M50 14L50 42M55 20C57 28 57 34 55 40', line: '#6b4222', width: 1.6 },
      { d: 'M34 50L66 50C88 56 90 84 66 92L34 92C10 84 12 56 34 50Z', fill: '#c8743a' },
      { d: 'M34 50L66 50C73 52 78 56 80 61L20 61C22 56 27 52 34 50Z', fill: '#e0955a' },
      { d: box(30, 43, 40, 8, 3) + box(34, 91, 32, 6, 2.4), fill: gold },
      { d: 'M50 66L50 86M40 76L60 76M50 66L60 66M60 76L60 86M50 86L40 86M40 76L40 66', line: yellow, width: 2.8 },
    ],
  },
  {
    id: 'lakshmi-feet',
    name: msg`Lakshmi’s footprints`,
    keywords: 'lakshmi laxmi feet footprints pag charan diwali dhanteras लक्ष्मी पैर चरण पग',
    parts: [{ d: foot(32, 1) + foot(68, -1), fill: red }],
  },
  {
    id: 'trishul',
    name: msg`Trishul`,
    keywords: 'trishul trident shiva mahadev shivratri damru त्रिशूल शिव महादेव डमरू',
    parts: [
      { d: 'M50 97L50 20', line: deep, width: 5 },
      { d: 'M26 24C24 52 36 58 50 58C64 58 76 52 74 24', line: gold, width: 6 },
      { d: drop(50, 2, 30, 11) + drop(26, 8, 32, 9) + drop(74, 8, 32, 9), fill: gold },
      {
        d: polygon([
          [36, 64],
          [64, 64],
          [36, 82],
          [64, 82],
        ]),
        fill: red,
      },
      { d: box(34, 62, 32, 4, 2) + box(34, 80, 32, 4, 2), fill: cream },
      { d: 'M64 70C72 70 74 78 70 82', line: red, width: 2 },
    ],
  },
  {
    id: 'shankh',
    name: msg`Conch shell`,
    keywords: 'shankh conch shell puja vishnu hindu शंख पूजा',
    parts: [
      { d: 'M97 62C84 44 74 22 48 18C24 16 6 32 6 52C6 72 24 84 46 82C70 80 82 68 97 62Z', fill: '#f8ead2' },
      { d: 'M97 62C82 66 70 74 52 74C40 74 34 66 40 58C52 48 78 54 97 62Z', fill: '#e2a98a' },
      { d: 'M40 58C33 48 12 48 14 60C16 70 32 70 33 60C34 54 24 53 24 59', line: '#b98a5e', width: 2.6 },
      {
        d: 'M28 24C32 32 32 38 28 46M48 18C44 28 44 38 48 48M66 26C60 34 60 42 64 50M80 39C76 44 76 50 79 55',
        line: '#d0a878',
        width: 2.6,
      },
    ],
  },
  {
    id: 'temple-bell',
    name: msg`Temple bell`,
    keywords: 'ghanti ghanta bell temple mandir puja aarti घंटी घंटा मंदिर आरती',
    parts: [
      { d: ring(50, 11, 9, 5.4), fill: deep, holes: true },
      { d: ellipse(50, 87, 8), fill: deep },
      { d: 'M50 18C30 18 30 42 27 60C25 70 17 72 14 80L86 80C83 72 75 70 73 60C70 42 70 18 50 18Z', fill: gold },
      { d: 'M50 18C40 18 36 26 34 40C33 48 32 56 30 62L40 62C41 44 42 26 50 18Z', fill: '#f2cf82' },
      { d: box(25, 60, 50, 4.4, 2) + box(12, 77, 76, 7, 3.4) + box(31, 40, 38, 3, 1.5), fill: deep },
    ],
  },
  {
    id: 'mandir',
    name: msg`Temple`,
    keywords: 'mandir temple hindu devalay gopuram मंदिर देवालय',
    parts: [
      { d: 'M51 4L51 18M51 4L66 8L51 13', line: saffron, width: 2.6 },
      { d: 'M50 14C38 26 30 40 29 58L71 58C70 40 62 26 50 14Z', fill: '#e6a25a' },
      { d: 'M50 14C45 26 42 40 42 58L58 58C58 40 55 26 50 14Z', fill: '#f2c489' },
      {
        d: 'M22 36C16 44 12 52 12 62L32 62C32 52 28 44 22 36ZM78 36C72 44 68 52 68 62L88 62C88 52 84 44 78 36Z',
        fill: '#d98a44',
      },
      { d: box(12, 58, 76, 6, 2), fill: deep },
      { d: box(16, 64, 68, 24), fill: '#f2c489' },
      { d: 'M41 88L41 76C41 64 59 64 59 76L59 88Z', fill: '#7a3b22' },
      { d: box(22, 68, 8, 20, 1) + box(70, 68, 8, 20, 1), fill: '#d98a44' },
      { d: box(8, 87, 84, 5, 1.4) + box(3, 92, 94, 5, 1.4), fill: deep },
    ],
  },
  {
    id: 'toran',
    name: msg`Toran`,
    keywords: 'toran bandanwar thoranam mango leaves garland door griha pravesh तोरण बंदनवार आम के पत्ते',
    parts: [
      { d: 'M2 20C28 34 72 34 98 20', line: deep, width: 2.6 },
      {
        d: [10, 24, 38, 50, 62, 76, 90]
          .map((x) => petal(180, 0, 44, 0.24, x, 22 + 9 * Math.sin((x / 100) * Math.PI)))
          .join(''),
        fill: leaf,
      },
      {
        d: [10, 24, 38, 50, 62, 76, 90]
          .map((x) => petal(180, 4, 40, 0.04, x, 22 + 9 * Math.sin((x / 100) * Math.PI)))
          .join(''),
        fill: '#7fb062',
      },
      {
        d: [3, 17, 31, 44, 56, 69, 83, 97].map((x) => ellipse(x, 22 + 9 * Math.sin((x / 100) * Math.PI), 6.4)).join(''),
        fill: saffron,
      },
      {
        d: [3, 17, 31, 44, 56, 69, 83, 97].map((x) => ellipse(x, 22 + 9 * Math.sin((x / 100) * Math.PI), 3)).join(''),
        fill: yellow,
      },
    ],
  },
  {
    id: 'coconut',
    name: msg`Coconut`,
    keywords: 'nariyal coconut shriphal puja offering नारियल श्रीफल',
    parts: [
      { d: 'M50 8C56 14 58 20 57 26L43 26C42 20 44 14 50 8Z', fill: '#b98a4e' },
      { d: 'M50 20C74 22 88 44 84 64C80 84 64 94 50 94C36 94 20 84 16 64C12 44 26 22 50 20Z', fill: '#8a5a33' },
      {
        d: 'M50 20C42 36 36 60 40 92M50 20C60 36 66 60 62 92M38 24C26 38 22 58 27 80M62 24C74 38 78 58 73 80',
        line: '#6b4222',
        width: 2.4,
      },
      { d: 'M17 54C38 62 62 62 83 54L84 62C62 70 38 70 16 62Z', fill: red },
      { d: 'M17 54C38 62 62 62 83 54', line: yellow, width: 2 },
    ],
  },
  {
    id: 'aarti-thali',
    name: msg`Aarti plate`,
    keywords: 'aarti arti thali puja plate diya lamp pooja आरती थाली पूजा दीया',
    parts: [
      { d: ellipse(50, 72, 46, 20), fill: deep },
      { d: ellipse(50, 68, 46, 20), fill: gold },
      { d: ellipse(50, 68, 36, 14), fill: '#f2cf82' },
      { d: drop(50, 18, 48, 17), fill: saffron },
      { d: drop(50, 28, 47, 9), fill: yellow },
      { d: 'M30 52C32 68 68 68 70 52C60 47 40 47 30 52Z', fill: '#b4532a' },
      { d: ellipse(25, 67, 6, 5) + ellipse(34, 75, 5, 4), fill: red },
      { d: ellipse(75, 67, 6, 5) + ellipse(66, 75, 5, 4), fill: '#e8537f' },
      { d: ellipse(25, 67, 2.4) + ellipse(75, 67, 2.4), fill: yellow },
    ],
  },
  {
    id: 'peacock-feather',
    name: msg`Peacock feather`,
    keywords: 'mor pankh peacock feather krishna janmashtami मोर पंख कृष्ण जन्माष्टमी',
    parts: [
      { d: 'M50 98C47 84 47 70 50 56', line: '#6f8f3a', width: 3.4 },
      { d: petal(180, 4, 40, 0.34, 40, 42) + petal(180, 4, 40, 0.34, 60, 42), fill: '#5f9a4a' },
      { d: 'M50 4C72 10 80 30 76 48C72 64 58 68 50 68C42 68 28 64 24 48C20 30 28 10 50 4Z', fill: '#3f8a4e' },
      { d: around(14, (turn) => petal(turn, 20, 33, 0.16, 50, 40), 8), fill: '#8cc063' },
      { d: ellipse(50, 40, 21, 24), fill: gold },
      { d: ellipse(50, 42, 15, 18), fill: '#1f9a9a' },
      { d: 'M50 36C56 28 66 36 60 46C57 52 52 54 50 58C48 54 43 52 40 46C34 36 44 28 50 36Z', fill: '#1d2f7a' },
    ],
  },
  {
    id: 'flute',
    name: msg`Flute`,
    keywords: 'bansuri flute murli krishna janmashtami music बांसुरी मुरली कृष्ण',
    parts: [
      { d: 'M6 84L84 12L92 20L14 92Z', fill: '#d6a45c' },
      { d: 'M6 84L84 12L87 15L9 87Z', fill: '#ecc788' },
      {
        d: ellipse(72, 32, 3) + ellipse(56, 47, 3) + ellipse(47, 55, 3) + ellipse(38, 63.5, 3) + ellipse(29, 72, 3),
        fill: ink,
      },
      { d: 'M74 15L86 27M78 12L90 24M12 73L24 84', line: red, width: 4 },
      { d: 'M82 24C88 36 84 46 88 56M84 24C94 34 92 44 96 50', line: red, width: 2.4 },
      { d: drop(88, 52, 70, 8) + drop(96, 46, 62, 7), fill: yellow },
    ],
  },
  {
    id: 'khanda',
    name: msg`Khanda`,
    keywords: 'khanda sikh gurdwara gurpurab punjabi waheguru खंडा सिख गुरुद्वारा गुरुपर्व',
    parts: [
      {
        d: 'M28 18C6 40 8 74 44 88L48 80C22 70 18 44 30 26ZM72 18C94 40 92 74 56 88L52 80C78 70 82 44 70 26Z',
        fill: blue,
      },
      { d: 'M38 84L28 96M62 84L72 96', line: blue, width: 5 },
      { d: ring(50, 46, 22, 16), fill: blue, holes: true },
      { d: 'M50 4L58 18C55 34 55 54 56 66L50 78L44 66C45 54 45 34 42 18Z', fill: blue },
      { d: box(40, 76, 20, 4.4, 2) + box(47, 76, 6, 16, 2), fill: blue },
    ],
  },
  {
    id: 'mosque',
    name: msg`Mosque`,
    keywords: 'masjid mosque islam muslim eid ramadan nikah मस्जिद ईद रमज़ान निकाह',
    parts: [
      { d: 'M52 4C46 5 46 15 53 15C48 17 42 14 42 9C42 5 47 2 52 4Z', fill: gold },
      { d: 'M50 16C36 28 26 36 26 50L74 50C74 36 64 28 50 16Z', fill: '#2f8a78' },
      { d: 'M50 16C45 28 42 36 42 50L58 50C58 36 55 28 50 16Z', fill: '#4fae9a' },
      { d: 'M12 24L18 36L18 92L6 92L6 36ZM88 24L94 36L94 92L82 92L82 36Z', fill: '#dff0ea' },
      {
        d: 'M12 16C8 22 5 28 5 36L19 36C19 28 16 22 12 16ZM88 16C84 22 81 28 81 36L95 36C95 28 92 22 88 16Z',
        fill: '#2f8a78',
      },
      { d: box(18, 50, 64, 42), fill: '#f2f7f4' },
      { d: 'M40 92L40 76C40 68 46 66 50 60C54 66 60 68 60 76L60 92Z', fill: '#2f8a78' },
      {
        d: 'M24 82L24 70C24 65 28 64 29 61C30 64 34 65 34 70L34 82ZM66 82L66 70C66 65 70 64 71 61C72 64 76 65 76 70L76 82Z',
        fill: gold,
      },
      { d: box(3, 90, 94, 6, 2), fill: '#2f8a78' },
    ],
  },
  {
    id: 'dua-hands',
    name: msg`Praying hands`,
    keywords: 'dua prayer hands namaz pray blessing bismillah nikah दुआ प्रार्थना हाथ नमाज़',
    parts: [
      {
        d: 'M47 94L47 60C46 48 46 34 43 24C41 18 35 20 36 27L38 44L30 24C27 18 21 21 23 28L30 48L21 36C17 31 12 35 15 41L26 60C22 57 16 57 16 62C22 74 28 80 31 94Z',
        fill: '#e3ad82',
      },
      {
        d: 'M53 94L53 60C54 48 54 34 57 24C59 18 65 20 64 27L62 44L70 24C73 18 79 21 77 28L70 48L79 36C83 31 88 35 85 41L74 60C78 57 84 57 84 62C78 74 72 80 69 94Z',
        fill: '#d99c6e',
      },
      { d: box(27, 86, 21, 11, 2) + box(52, 86, 21, 11, 2), fill: '#2f8a78' },
      { d: box(27, 86, 21, 3, 1) + box(52, 86, 21, 3, 1), fill: gold },
      { d: 'M50 4L50 12M36 6L39 12M64 6L61 12', line: gold, width: 2.6 },
    ],
  },
  {
    id: 'church',
    name: msg`Church`,
    keywords: 'church christian wedding chapel christmas baptism girja गिरजाघर चर्च',
    parts: [
      { d: 'M50 3L50 21M43 9L57 9', line: deep, width: 3.4 },
      {
        d: polygon([
          [50, 18],
          [66, 44],
          [34, 44],
        ]),
        fill: '#9b4a3a',
      },
      { d: box(36, 44, 28, 50), fill: '#f6ead6' },
      {
        d:
          polygon([
            [36, 54],
            [36, 62],
            [6, 72],
            [10, 62],
          ]) +
          polygon([
            [64, 54],
            [64, 62],
            [94, 72],
            [90, 62],
          ]),
        fill: '#9b4a3a',
      },
      {
        d:
          polygon([
            [36, 61],
            [36, 94],
            [10, 94],
            [10, 70],
          ]) +
          polygon([
            [64, 61],
            [64, 94],
            [90, 94],
            [90, 70],
          ]),
        fill: '#e9d8ba',
      },
      { d: 'M43 94L43 80C43 70 57 70 57 80L57 94Z', fill: '#7a3b22' },
      { d: ellipse(50, 56, 6), fill: '#5f9ac8' },
      { d: 'M18 88L18 82C18 76 26 76 26 82L26 88ZM74 88L74 82C74 76 82 76 82 82L82 88Z', fill: '#5f9ac8' },
      { d: 'M50 50L50 62M44 56L56 56', line: '#f6ead6', width: 1.4 },
    ],
  },
  {
    id: 'cross',
    name: msg`Cross`,
    keywords: 'cross christian jesus easter baptism communion क्रूस क्रॉस ईसाई',
    parts: [
      { d: box(41, 4, 18, 92, 4) + box(18, 26, 64, 18, 4), fill: deep },
      { d: box(45, 8, 10, 84, 2) + box(22, 30, 56, 10, 2), fill: gold },
      { d: ellipse(50, 35, 9), fill: cream },
      { d: around(4, (turn) => petal(turn, 0, 8, 0.4, 50, 35), 45), fill: red },
    ],
  },
  {
    id: 'star-of-david',
    name: msg`Star of David`,
    keywords: 'star david jewish hanukkah bar mitzvah यहूदी तारा',
    parts: [
      {
        d: polygon([
          [50, 8],
          [86, 70],
          [14, 70],
        ]),
        line: blue,
        width: 7,
      },
      {
        d: polygon([
          [50, 92],
          [86, 30],
          [14, 30],
        ]),
        line: blue,
        width: 7,
      },
    ],
  },
  {
    id: 'dharma-wheel',
    name: msg`Dharma wheel`,
    keywords: 'dharma chakra wheel buddhist buddha purnima jain धर्म चक्र बुद्ध पूर्णिमा',
    parts: [
      { d: around(8, (turn) => ellipse(...polar(turn, 43), 5)), fill: deep },
      { d: ring(50, 50, 40, 31), fill: gold, holes: true },
      { d: around(8, (turn) => petal(turn, 6, 34, 0.14)), fill: gold },
      { d: ellipse(50, 50, 11), fill: deep },
      { d: ellipse(50, 50, 6), fill: yellow },
    ],
  },
  {
    id: 'prayer-beads',
    name: msg`Prayer beads`,
    keywords: 'mala rudraksha tasbih rosary beads japa माला रुद्राक्ष तस्बीह जप',
    parts: [
      { d: around(22, (turn) => ellipse(...polar(turn, 33, 50, 40), 4.6), 8), fill: '#8a4a2a' },
      { d: around(22, (turn) => ellipse(...polar(turn, 34, 49, 39), 1.5), 8), fill: '#c98a62' },
      { d: ellipse(50, 76, 6), fill: gold },
      { d: 'M50 82L50 88', line: red, width: 4 },
      { d: 'M45 86L55 86L58 98L42 98Z', fill: red },
      { d: box(44, 85, 12, 3, 1), fill: yellow },
    ],
  },
]
