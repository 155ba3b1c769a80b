// Stickers of Indian ceremonies. Search words are those that people type, in English and Hindi.
import { msg } from '@lingui/core/macro'
import { around, box, drop, ellipse, heart, petal, polar, polygon, ring } from './path.ts'
import type { StickerEntry } from './sticker.ts'

const gold = '#d9a441'
const deep = '#a8701f'
const red = '#c8322b'
const pink = '#d6386f'
const saffron = '#f08a1d'
const yellow = '#f7c437'
const leaf = '#4f8a3c'
const cream = '#fff6e6'
const henna = '#8a3a1d'
const ink = '#24211d'

/** Places along a hanging string, from left to right. */
const hanging = (count: number) =>
  Array.from({ length: count }, (_, n) => {
    const turn = 100 + (n * 160) / (count - 1)
    const [x, y] = polar(turn, 40)
    return [100 - x, (y - 50) * 1.35 + 40] as const
  })

export const ceremony: readonly StickerEntry[] = [
  {
    id: 'haldi',
    name: msg`Haldi bowl`,
    keywords: 'haldi turmeric pithi ubtan ceremony wedding yellow हल्दी पीठी उबटन',
    parts: [
      { d: petal(-50, 6, 44, 0.3, 34, 52) + petal(-20, 6, 44, 0.26, 34, 50), fill: leaf },
      { d: 'M56 44C60 30 74 20 88 22C92 26 86 30 84 34C90 34 92 38 88 42C80 46 68 46 62 50Z', fill: '#d98a1d' },
      { d: 'M70 30L74 40M78 26L82 36', line: deep, width: 1.8 },
      { d: ellipse(50, 52, 42, 12), fill: deep },
      { d: ellipse(50, 50, 36, 11), fill: yellow },
      { d: 'M24 48C32 38 44 46 52 40C62 36 70 42 76 49C66 56 34 56 24 48Z', fill: '#f9d75e' },
      { d: 'M8 53C12 82 28 92 50 92C72 92 88 82 92 53C80 66 20 66 8 53Z', fill: gold },
      { d: 'M13 66C34 76 66 76 87 66', line: red, width: 3 },
      { d: box(36, 90, 28, 6, 2.6), fill: deep },
    ],
  },
  {
    id: 'mehndi-hand',
    name: msg`Mehndi hand`,
    keywords: 'mehndi mehendi henna hand bride sangeet मेहंदी हाथ',
    parts: [
      {
        d: 'M33 97L32 66C27 60 17 51 12 44C8 38 15 32 22 38L33 49L30 17C30 10 38 10 39 17L42 42L43 9C43 2 52 2 52 9L53 42L58 13C59 6 66 8 66 15L63 45L70 25C72 18 80 21 78 28L72 60C72 74 70 78 69 97Z',
        fill: '#e8b48c',
      },
      { d: ring(51, 62, 13, 10.4) + around(8, (turn) => petal(turn, 2, 9, 0.34, 51, 62)), fill: henna, holes: true },
      { d: around(12, (turn) => ellipse(...polar(turn, 16, 51, 62), 1.3)), fill: henna },
      {
        d:
          ellipse(34.5, 16, 3.2, 4.4) +
          ellipse(47.5, 9, 3.2, 4.4) +
          ellipse(61.5, 14, 3.2, 4.4) +
          ellipse(74, 26, 3, 4) +
          ellipse(16, 42, 3, 3.4),
        fill: henna,
      },
      {
        d: 'M32 26L40 26M33 32L40 32M44 20L52 20M44 27L52 27M57 24L64 25M56 31L63 32M67 36L75 38',
        line: henna,
        width: 1.8,
      },
      { d: 'M33 84C40 80 44 80 51 84C58 88 64 86 70 82M33 90C44 86 58 94 69 89', line: henna, width: 2.2 },
    ],
  },
  {
    id: 'mandap',
    name: msg`Mandap`,
    keywords: 'mandap wedding stage vivah shaadi canopy phere मंडप विवाह शादी फेरे',
    parts: [
      { d: 'M50 4C44 10 42 14 42 18L58 18C58 14 56 10 50 4Z', fill: gold },
      { d: 'M8 38C16 22 34 16 50 16C66 16 84 22 92 38Z', fill: red },
      { d: 'M8 38C14 50 22 50 26 38C32 52 42 52 50 38C58 52 68 52 74 38C78 50 86 50 92 38Z', fill: saffron },
      { d: box(10, 38, 7, 54, 1) + box(83, 38, 7, 54, 1), fill: gold },
      { d: 'M17 42C30 46 30 66 19 84L17 84ZM83 42C70 46 70 66 81 84L83 84Z', fill: pink },
      { d: box(4, 90, 92, 6, 2), fill: deep },
      { d: box(38, 80, 24, 10, 2), fill: '#9b5a32' },
      { d: drop(50, 56, 82, 15), fill: saffron },
      { d: drop(50, 66, 81, 8), fill: yellow },
    ],
  },
  {
    id: 'varmala',
    name: msg`Varmala`,
    keywords: 'varmala jaimala garland haar flowers wedding वरमाला जयमाला हार माला फूल',
    parts: [
      {
        d: hanging(21)
          .map(([x, y]) => ellipse(x, y, 7))
          .join(''),
        fill: saffron,
      },
      {
        d: hanging(21)
          .filter((_, n) => n % 3 === 0)
          .map(([x, y]) => ellipse(x, y, 7.4))
          .join(''),
        fill: red,
      },
      {
        d: hanging(21)
          .map(([x, y]) => ellipse(x, y, 2.4))
          .join(''),
        fill: yellow,
      },
      { d: ellipse(50, 90, 8), fill: pink },
      { d: around(8, (turn) => petal(turn, 0, 10, 0.3, 50, 90)), fill: '#f2a0bd' },
      { d: ellipse(50, 90, 3), fill: yellow },
    ],
  },
  {
    id: 'dholak',
    name: msg`Dholak`,
    keywords: 'dholak dhol drum sangeet music band baja ढोलक ढोल संगीत बैंड बाजा',
    parts: [
      { d: 'M16 28C32 18 68 18 84 28L84 72C68 82 32 82 16 72Z', fill: '#b4532a' },
      { d: 'M24 26L36 78L48 22L60 78L72 22L80 74', line: cream, width: 2.6 },
      { d: 'M16 28C22 26 26 24 30 23L30 77C26 76 22 74 16 72Z', fill: gold },
      { d: 'M84 28C78 26 74 24 70 23L70 77C74 76 78 74 84 72Z', fill: gold },
      { d: ellipse(84, 50, 9, 22), fill: cream },
      { d: ellipse(84, 50, 4, 10), fill: ink },
      { d: 'M28 24C34 2 66 2 72 24', line: red, width: 3 },
    ],
  },
  {
    id: 'shehnai',
    name: msg`Shehnai`,
    keywords: 'shehnai nadaswaram music wedding band शहनाई संगीत',
    parts: [
      { d: 'M14 12L20 6L72 60L60 72Z', fill: '#7a4526' },
      { d: 'M14 12L17 9L66 66L60 72Z', fill: '#a4693c' },
      { d: 'M58 62C70 66 76 78 74 94C86 92 94 84 95 73C80 75 68 70 64 56Z', fill: gold },
      { d: 'M74 94C80 84 86 78 95 73C97 82 84 95 74 94Z', fill: deep },
      {
        d: ellipse(28, 22, 2) + ellipse(35, 30, 2) + ellipse(42, 37.5, 2) + ellipse(49, 45, 2) + ellipse(56, 52.5, 2),
        fill: cream,
      },
      { d: 'M8 6L16 13', line: yellow, width: 4 },
    ],
  },
  {
    id: 'doli',
    name: msg`Doli`,
    keywords: 'doli palki palanquin vidai bride wedding डोली पालकी विदाई',
    parts: [
      { d: 'M2 34L98 34', line: '#7a4526', width: 4.4 },
      { d: 'M18 38C24 14 40 8 50 6C60 8 76 14 82 38Z', fill: red },
      { d: 'M18 38C22 46 30 46 34 38C38 46 46 46 50 38C54 46 62 46 66 38C70 46 78 46 82 38Z', fill: gold },
      { d: box(22, 40, 56, 42, 2), fill: pink },
      { d: 'M36 82L36 60C36 46 64 46 64 60L64 82Z', fill: '#5a1430' },
      { d: 'M36 82L36 54C44 58 44 72 40 82ZM64 82L64 54C56 58 56 72 60 82Z', fill: yellow },
      { d: box(18, 80, 64, 7, 2.4), fill: gold },
      { d: box(24, 87, 6, 8, 1) + box(70, 87, 6, 8, 1), fill: '#7a4526' },
      { d: ellipse(50, 5, 4), fill: gold },
    ],
  },
  {
    id: 'safa',
    name: msg`Turban`,
    keywords: 'safa pagdi pagri turban groom dulha sehra साफा पगड़ी दूल्हा सेहरा',
    parts: [
      { d: 'M80 56C92 66 94 82 90 96L80 96C82 82 78 72 70 66Z', fill: '#a8262d' },
      { d: 'M12 68C6 40 28 20 52 22C78 24 92 44 86 68C66 80 32 80 12 68Z', fill: red },
      { d: 'M14 66C30 44 56 30 82 42M24 72C38 52 62 42 86 54M46 24C30 34 20 46 15 60', line: '#f0785a', width: 3.4 },
      { d: 'M12 68C32 80 66 80 86 68L85 75C66 86 32 86 13 75Z', fill: gold },
      { d: 'M48 40C40 26 42 12 54 4C60 14 58 28 52 40Z', fill: cream },
      { d: 'M50 38C47 26 49 14 54 6', line: gold, width: 1.8 },
      { d: ellipse(50, 46, 8), fill: gold },
      { d: ellipse(50, 46, 4), fill: leaf },
    ],
  },
  {
    id: 'laddu',
    name: msg`Laddus`,
    keywords: 'laddu ladoo mithai sweets prasad modak festival लड्डू मिठाई प्रसाद मोदक',
    parts: [
      { d: ellipse(28, 60, 19) + ellipse(72, 60, 19), fill: saffron },
      { d: ellipse(50, 34, 20), fill: '#f5a43a' },
      { d: ellipse(50, 62, 19), fill: '#f7b24e' },
      {
        d: [
          [44, 28],
          [56, 26],
          [50, 38],
          [40, 40],
          [60, 38],
          [22, 56],
          [32, 52],
          [30, 66],
          [66, 56],
          [78, 58],
          [70, 68],
          [46, 58],
          [56, 62],
          [48, 70],
        ]
          .map(([x = 0, y = 0]) => ellipse(x, y, 2))
          .join(''),
        fill: '#c8631a',
      },
      { d: 'M4 72C20 80 80 80 96 72C92 88 74 94 50 94C26 94 8 88 4 72Z', fill: gold },
      { d: 'M8 80C28 88 72 88 92 80', line: deep, width: 2.4 },
    ],
  },
  {
    id: 'paan',
    name: msg`Betel leaf`,
    keywords: 'paan betel leaf supari tambulam puja पान सुपारी',
    parts: [
      { d: 'M50 26C62 8 94 14 92 42C90 66 64 78 50 98C36 78 10 66 8 42C6 14 38 8 50 26Z', fill: leaf },
      {
        d: 'M50 26L50 94M50 40C38 38 28 34 20 28M50 40C62 38 72 34 80 28M50 58C40 56 28 52 18 48M50 58C60 56 72 52 82 48M50 74C44 72 38 70 34 66M50 74C56 72 62 70 66 66',
        line: '#8cc063',
        width: 2.4,
      },
      { d: 'M50 28C49 18 51 10 56 3', line: leaf, width: 4 },
      { d: ellipse(40, 52, 10, 9), fill: '#9b5a32' },
      { d: ellipse(62, 56, 7, 6.4), fill: red },
    ],
  },
  {
    id: 'bangles',
    name: msg`Bangles`,
    keywords: 'bangles chudi chooda valaikappu godh bharai jewellery चूड़ी चूड़ा कंगन गोद भराई',
    parts: [
      { d: ring(38, 44, 34, 28), fill: red, holes: true },
      { d: ring(44, 48, 34, 28), fill: gold, holes: true },
      { d: ring(50, 52, 34, 28), fill: '#2f8a5a', holes: true },
      { d: ring(56, 56, 34, 28), fill: gold, holes: true },
      { d: ring(62, 60, 34, 28), fill: red, holes: true },
      { d: around(16, (turn) => ellipse(...polar(turn, 31, 62, 60), 1.7)), fill: yellow },
    ],
  },
  {
    id: 'mangalsutra',
    name: msg`Mangalsutra`,
    keywords: 'mangalsutra thali necklace jewellery suhag wedding मंगलसूत्र गहने सुहाग',
    parts: [
      {
        d: hanging(25)
          .map(([x, y]) => ellipse(x, y, 3))
          .join(''),
        fill: ink,
      },
      {
        d: hanging(7)
          .map(([x, y]) => ellipse(x, y, 4))
          .join(''),
        fill: gold,
      },
      { d: ellipse(39, 85, 8) + ellipse(61, 85, 8), fill: gold },
      { d: ellipse(39, 85, 4) + ellipse(61, 85, 4), fill: deep },
      { d: drop(50, 84, 99, 9), fill: red },
      { d: ellipse(50, 80, 5), fill: yellow },
    ],
  },
  {
    id: 'kite',
    name: msg`Kite`,
    keywords: 'kite patang sankranti uttarayan lohri festival पतंग संक्रांति उत्तरायण लोहड़ी',
    parts: [
      { d: 'M66 66C70 80 62 84 68 96', line: ink, width: 1.8 },
      {
        d: polygon([
          [50, 4],
          [90, 38],
          [50, 78],
          [10, 38],
        ]),
        fill: pink,
      },
      {
        d:
          polygon([
            [50, 4],
            [90, 38],
            [50, 38],
          ]) +
          polygon([
            [10, 38],
            [50, 38],
            [50, 78],
          ]),
        fill: yellow,
      },
      { d: 'M50 4L50 78M10 38C30 24 70 24 90 38', line: '#7a4526', width: 2.2 },
      {
        d: polygon([
          [50, 74],
          [62, 94],
          [38, 94],
        ]),
        fill: leaf,
      },
    ],
  },
  {
    id: 'matka',
    name: msg`Clay pot`,
    keywords: 'matka pot handi dahi pongal clay मटका हांडी दही पोंगल घड़ा',
    parts: [
      { d: 'M26 26C22 20 30 14 50 14C70 14 78 20 74 26Z', fill: cream },
      { d: 'M28 26L72 26L68 36C94 44 96 80 68 94L32 94C4 80 6 44 32 36Z', fill: '#c0612f' },
      { d: 'M32 36C20 44 16 58 20 74C26 56 30 44 40 36Z', fill: '#dc8350' },
      { d: box(24, 22, 52, 7, 3.4), fill: '#9b4a22' },
      { d: 'M12 60L20 68L28 60L36 68L44 60L52 68L60 60L68 68L76 60L84 68L89 61', line: cream, width: 3 },
      { d: [20, 32, 44, 56, 68, 80].map((x) => ellipse(x, 76, 2.4)).join(''), fill: yellow },
    ],
  },
  {
    id: 'banana-leaf',
    name: msg`Banana leaf meal`,
    keywords: 'banana leaf sadhya onam meal food feast kela patta केला पत्ता भोजन दावत',
    parts: [
      { d: 'M4 50C14 20 60 10 96 40C90 76 40 90 8 66Z', fill: leaf },
      {
        d: 'M5 57C36 54 66 50 96 40M24 55L30 28M40 53L50 22M56 50L72 24M24 58L34 76M42 56L56 78M60 52L78 68',
        line: '#8cc063',
        width: 1.8,
      },
      { d: ellipse(48, 56, 17, 11), fill: '#fffdf4' },
      { d: ellipse(28, 40, 7, 5) + ellipse(72, 46, 7, 5), fill: yellow },
      { d: ellipse(48, 34, 7, 5), fill: red },
      { d: ellipse(70, 62, 6, 4.4), fill: '#8a5a33' },
      { d: ellipse(24, 64, 6, 4.4), fill: saffron },
    ],
  },
  {
    id: 'invitation',
    name: msg`Invitation card`,
    keywords: 'invitation card patrika nimantran lagna envelope invite निमंत्रण पत्रिका कार्ड न्योता',
    parts: [
      { d: box(20, 8, 60, 56, 3), fill: cream },
      { d: box(24, 12, 52, 50, 2), line: gold, width: 1.8 },
      { d: heart(50, 30, 18), fill: red },
      { d: 'M34 44L66 44M38 50L62 50', line: deep, width: 2.2 },
      { d: 'M8 44L50 74L92 44L92 92C92 94 90 96 88 96L12 96C10 96 8 94 8 92Z', fill: red },
      { d: 'M8 94L42 66M92 94L58 66', line: '#8e1f1a', width: 2.4 },
      { d: ellipse(50, 74, 8), fill: gold },
      { d: ellipse(50, 74, 4), fill: deep },
    ],
  },
]
