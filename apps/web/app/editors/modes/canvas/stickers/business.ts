// Stickers for shops and cards: contact, places, payment and prices. Search words are those that people type, in English and Hindi.
import { msg } from '@lingui/core/macro'
import { box, ellipse, heart, polygon, ring, star } from './path.ts'
import type { StickerEntry } from './sticker.ts'

const ink = '#24211d'
const red = '#d9363e'
const blue = '#2f6fd0'
const sky = '#bfe0f7'
const green = '#1fa855'
const yellow = '#f7c437'
const orange = '#f0781d'
const paper = '#fffaf0'
const grey = '#8a94a0'

/** The sign of the rupee, to be drawn with a line; `s` is half of its height. */
const rupee = (x: number, y: number, s: number) =>
  `M${x - s * 0.6} ${y - s}L${x + s * 0.6} ${y - s}M${x - s * 0.6} ${y - s * 0.45}L${x + s * 0.6} ${y - s * 0.45}` +
  `M${x - s * 0.6} ${y - s}C${x + s * 0.5} ${y - s} ${x + s * 0.5} ${y + s * 0.1} ${x - s * 0.6} ${y + s * 0.1}L${x + s * 0.35} ${y + s}`

/** A percent sign, to be drawn with a line. */
const percent = (x: number, y: number, s: number) =>
  `M${x - s * 0.7} ${y + s * 0.8}L${x + s * 0.7} ${y - s * 0.8}${ellipse(x - s * 0.55, y - s * 0.5, s * 0.32)}${ellipse(x + s * 0.55, y + s * 0.5, s * 0.32)}`

/** A telephone's handset in a box of 100 whose middle is at a place. */
const handset = (x: number, y: number, s: number) => {
  const p = (px: number, py: number) => `${x + (px - 50) * s} ${y + (py - 50) * s}`
  return (
    `M${p(24, 14)}L${p(36, 10)}C${p(40, 9)} ${p(42, 10)} ${p(44, 14)}L${p(50, 30)}C${p(51, 34)} ${p(50, 37)} ${p(47, 39)}L${p(40, 44)}` +
    `C${p(44, 54)} ${p(48, 58)} ${p(57, 62)}L${p(62, 54)}C${p(64, 51)} ${p(67, 50)} ${p(71, 51)}L${p(87, 57)}C${p(91, 59)} ${p(92, 61)} ${p(91, 65)}` +
    `L${p(88, 77)}C${p(86, 84)} ${p(82, 87)} ${p(75, 87)}C${p(42, 86)} ${p(14, 58)} ${p(14, 26)}C${p(14, 20)} ${p(17, 16)} ${p(24, 14)}Z`
  )
}

export const business: readonly StickerEntry[] = [
  {
    id: 'phone',
    name: msg`Mobile phone`,
    keywords: 'phone mobile smartphone contact number फ़ोन फोन मोबाइल नंबर',
    parts: [
      { d: box(25, 3, 50, 94, 9), fill: ink },
      { d: box(29, 11, 42, 74, 3), fill: sky },
      { d: 'M29 11L71 11L29 64Z', fill: '#e2f2fc' },
      { d: box(43, 6, 14, 2.4, 1.2), fill: grey },
      { d: ellipse(50, 91, 3.4), fill: grey },
    ],
  },
  {
    id: 'call',
    name: msg`Call`,
    keywords: 'call phone telephone contact ring us कॉल फ़ोन फोन संपर्क',
    parts: [
      { d: ellipse(50, 50, 46), fill: green },
      { d: handset(49, 52, 0.62), fill: '#ffffff' },
      { d: 'M58 24C68 26 74 32 76 42M58 33C64 34 67 37 68 43', line: '#ffffff', width: 3.4 },
    ],
  },
  {
    id: 'chat-phone',
    name: msg`Chat and call`,
    keywords: 'whatsapp whats app chat message dm order contact व्हाट्सएप व्हाट्सऐप चैट मैसेज',
    parts: [
      {
        d: 'M16 8L84 8C91 8 95 12 95 19L95 65C95 72 91 76 84 76L48 76L24 95L26 76L16 76C9 76 5 72 5 65L5 19C5 12 9 8 16 8Z',
        fill: green,
      },
      { d: handset(50, 42, 0.5), fill: '#ffffff' },
    ],
  },
  {
    id: 'message-dots',
    name: msg`Message`,
    keywords: 'message chat sms comment enquiry मैसेज संदेश चैट',
    parts: [
      {
        d: 'M18 14L82 14C90 14 94 18 94 26L94 60C94 68 90 72 82 72L58 72L40 92L40 72L18 72C10 72 6 68 6 60L6 26C6 18 10 14 18 14Z',
        fill: blue,
      },
      { d: ellipse(30, 43, 6) + ellipse(50, 43, 6) + ellipse(70, 43, 6), fill: '#ffffff' },
    ],
  },
  {
    id: 'mail',
    name: msg`Email`,
    keywords: 'email mail envelope letter contact ईमेल मेल पत्र',
    parts: [
      { d: box(5, 18, 90, 64, 6), fill: paper },
      { d: 'M6 78L40 48M94 78L60 48', line: '#d8c8a8', width: 3 },
      { d: 'M8 19L92 19C94 19 95 21 94 23L54 56C51 58 49 58 46 56L6 23C5 21 6 19 8 19Z', fill: red },
      { d: box(5, 18, 90, 64, 6), line: '#b02a32', width: 3 },
    ],
  },
  {
    id: 'globe',
    name: msg`Website`,
    keywords: 'website web internet globe online www link वेबसाइट इंटरनेट ऑनलाइन',
    parts: [
      { d: ellipse(50, 50, 45), fill: blue },
      {
        d: `${ellipse(50, 50, 45)}${ellipse(50, 50, 20, 45)}M5 50L95 50M12 27L88 27M12 73L88 73M50 5L50 95`,
        line: '#ffffff',
        width: 3.6,
      },
    ],
  },
  {
    id: 'map-pin',
    name: msg`Location pin`,
    keywords: 'location map pin place address venue here लोकेशन पता नक्शा जगह',
    parts: [
      { d: ellipse(50, 92, 20, 5), fill: '#c9cfd6' },
      { d: 'M50 4C70 4 84 18 84 37C84 58 60 76 50 92C40 76 16 58 16 37C16 18 30 4 50 4Z', fill: red },
      { d: ellipse(50, 37, 14), fill: '#ffffff' },
      { d: 'M28 22C32 14 40 10 48 10', line: '#f28a8f', width: 4 },
    ],
  },
  {
    id: 'map',
    name: msg`Map`,
    keywords: 'map directions route venue location how to reach नक्शा मैप रास्ता दिशा',
    parts: [
      {
        d: polygon([
          [4, 26],
          [34, 16],
          [34, 80],
          [4, 92],
        ]),
        fill: '#cfe8b8',
      },
      {
        d: polygon([
          [34, 16],
          [66, 28],
          [66, 92],
          [34, 80],
        ]),
        fill: '#e9f5d8',
      },
      {
        d: polygon([
          [66, 28],
          [96, 16],
          [96, 80],
          [66, 92],
        ]),
        fill: '#cfe8b8',
      },
      { d: 'M6 60C20 56 24 70 34 66C46 62 54 70 66 62C76 56 84 66 95 60', line: sky, width: 7 },
      { d: 'M12 82L22 74M28 68L38 58M44 52L54 50', line: orange, width: 3.4 },
      { d: 'M68 8C80 8 88 17 88 28C88 40 74 48 68 60C62 48 48 40 48 28C48 17 56 8 68 8Z', fill: red },
      { d: ellipse(68, 28, 8), fill: '#ffffff' },
    ],
  },
  {
    id: 'compass',
    name: msg`Compass`,
    keywords: 'compass direction travel north tour दिशा कंपास यात्रा',
    parts: [
      { d: ellipse(50, 50, 46), fill: '#a8701f' },
      { d: ellipse(50, 50, 38), fill: paper },
      { d: 'M50 15L50 22M50 78L50 85M15 50L22 50M78 50L85 50', line: ink, width: 3.4 },
      {
        d: polygon([
          [68, 26],
          [57, 57],
          [43, 43],
        ]),
        fill: red,
      },
      {
        d: polygon([
          [32, 74],
          [43, 43],
          [57, 57],
        ]),
        fill: blue,
      },
      { d: ellipse(50, 50, 4), fill: yellow },
    ],
  },
  {
    id: 'clock',
    name: msg`Clock`,
    keywords: 'clock time timing hours open घड़ी समय टाइम',
    parts: [
      { d: ellipse(50, 50, 46), fill: blue },
      { d: ellipse(50, 50, 38), fill: '#ffffff' },
      { d: 'M50 16L50 22M50 78L50 84M16 50L22 50M78 50L84 50', line: grey, width: 4 },
      { d: 'M50 50L50 26M50 50L66 60', line: ink, width: 5 },
      { d: ellipse(50, 50, 4.4), fill: red },
    ],
  },
  {
    id: 'calendar',
    name: msg`Calendar`,
    keywords: 'calendar date save the date day tithi event तारीख कैलेंडर दिन तिथि',
    parts: [
      { d: box(8, 14, 84, 80, 7), fill: '#ffffff' },
      { d: 'M15 14L85 14C89 14 92 17 92 21L92 38L8 38L8 21C8 17 11 14 15 14Z', fill: red },
      { d: 'M28 6L28 22M72 6L72 22', line: ink, width: 6 },
      {
        d:
          box(18, 48, 14, 11, 2) +
          box(43, 48, 14, 11, 2) +
          box(68, 48, 14, 11, 2) +
          box(18, 70, 14, 11, 2) +
          box(68, 70, 14, 11, 2),
        fill: '#d5dae0',
      },
      { d: heart(50, 76, 20), fill: red },
      { d: box(8, 14, 84, 80, 7), line: '#b8bfc7', width: 2 },
    ],
  },
  {
    id: 'cart',
    name: msg`Shopping cart`,
    keywords: 'cart shop buy order online shopping trolley खरीदें शॉपिंग ऑर्डर कार्ट',
    parts: [
      { d: 'M4 14L18 14L32 66L80 66', line: ink, width: 6 },
      { d: 'M22 26L94 26L84 58L31 58Z', fill: orange },
      { d: 'M42 26L45 58M60 26L60 58M78 26L74 58M26 42L89 42', line: paper, width: 2.6 },
      { d: ellipse(38, 82, 8.4) + ellipse(74, 82, 8.4), fill: ink },
      { d: ellipse(38, 82, 3.4) + ellipse(74, 82, 3.4), fill: paper },
    ],
  },
  {
    id: 'storefront',
    name: msg`Shop`,
    keywords: 'shop store dukan kirana business open market दुकान स्टोर बाज़ार',
    parts: [
      { d: box(12, 42, 76, 50, 2), fill: paper },
      { d: box(18, 54, 28, 24, 2), fill: sky },
      { d: box(56, 54, 24, 38, 2), fill: '#7a4526' },
      { d: ellipse(75, 74, 2), fill: yellow },
      { d: 'M14 10L86 10L94 36L6 36Z', fill: red },
      { d: 'M28 10L24 36L41 36L43 10ZM57 10L59 36L76 36L72 10Z', fill: '#ffffff' },
      {
        d: 'M6 36L24 36C24 50 6 50 6 36ZM41 36L59 36C59 50 41 50 41 36ZM76 36L94 36C94 50 76 50 76 36Z',
        fill: '#b02a32',
      },
      { d: 'M24 36L41 36C41 50 24 50 24 36ZM59 36L76 36C76 50 59 50 59 36Z', fill: '#e4e4e4' },
      { d: box(6, 90, 88, 5, 2), fill: ink },
    ],
  },
  {
    id: 'delivery-van',
    name: msg`Delivery van`,
    keywords: 'delivery van truck home delivery free shipping courier डिलीवरी होम डिलीवरी गाड़ी',
    parts: [
      { d: box(4, 24, 58, 50, 4), fill: green },
      { d: 'M62 38L80 38L96 56L96 74L62 74Z', fill: '#178545' },
      { d: 'M68 43L78 43L89 56L68 56Z', fill: sky },
      { d: ellipse(24, 76, 11) + ellipse(76, 76, 11), fill: ink },
      { d: ellipse(24, 76, 4.6) + ellipse(76, 76, 4.6), fill: '#d5dae0' },
      { d: 'M14 40L46 40M14 50L38 50', line: '#ffffff', width: 4 },
    ],
  },
  {
    id: 'rupee-coin',
    name: msg`Rupee coin`,
    keywords: 'rupee money coin cash price inr rupaye रुपया रुपये पैसा सिक्का',
    parts: [
      { d: ellipse(50, 50, 46), fill: '#c98a1d' },
      { d: ellipse(50, 48, 44), fill: yellow },
      { d: ellipse(50, 48, 36), line: '#c98a1d', width: 2.6 },
      { d: rupee(50, 48, 20), line: '#7a4a0a', width: 6 },
    ],
  },
  {
    id: 'percent-badge',
    name: msg`Percent badge`,
    keywords: 'discount percent off sale offer badge छूट डिस्काउंट ऑफर सेल प्रतिशत',
    parts: [
      { d: star(16, 49, 42), fill: red },
      { d: ellipse(50, 50, 34), line: '#f7a5a9', width: 2 },
      { d: percent(50, 50, 22), line: '#ffffff', width: 6.4 },
    ],
  },
  {
    id: 'pay-card',
    name: msg`Bank card`,
    keywords: 'card payment pay bank upi credit debit भुगतान कार्ड पेमेंट',
    parts: [
      { d: box(4, 20, 92, 60, 7), fill: '#2b3a67' },
      { d: box(4, 32, 92, 11), fill: ink },
      { d: box(12, 52, 18, 13, 2.4), fill: yellow },
      { d: 'M12 58.5L30 58.5M21 52L21 65', line: '#c98a1d', width: 1.4 },
      { d: 'M40 58L70 58M12 72L52 72', line: '#aebbe0', width: 3.4 },
      { d: ellipse(80, 66, 8), fill: orange },
      { d: ellipse(72, 66, 8), fill: red },
    ],
  },
  {
    id: 'thumbs-up',
    name: msg`Thumbs up`,
    keywords: 'thumbs up like good recommended best पसंद लाइक बढ़िया',
    parts: [
      { d: box(6, 44, 22, 48, 4), fill: blue },
      {
        d: 'M32 46L46 30C50 22 48 12 52 7C60 4 66 12 64 24L61 38L84 38C92 38 95 46 91 52C95 57 94 64 89 66C91 72 89 78 84 80C85 87 81 92 74 92L46 92C40 92 36 90 32 87Z',
        fill: yellow,
      },
      { d: 'M68 52L90 52M68 66L88 66M66 80L84 80', line: '#c98a1d', width: 2.6 },
    ],
  },
  {
    id: 'verified',
    name: msg`Check badge`,
    keywords: 'verified check tick trusted quality guarantee original असली गारंटी भरोसा',
    parts: [
      { d: star(12, 48, 41), fill: blue },
      { d: 'M29 51L44 66L72 35', line: '#ffffff', width: 9 },
    ],
  },
  {
    id: 'megaphone',
    name: msg`Megaphone`,
    keywords: 'megaphone announcement loudspeaker news hiring सूचना घोषणा ऐलान',
    parts: [
      { d: 'M26 60L38 58L44 88C44 94 34 94 32 89Z', fill: '#b02a32' },
      { d: 'M14 40L54 34L54 66L14 60C8 58 8 42 14 40Z', fill: red },
      { d: 'M54 34L80 16L80 84L54 66Z', fill: '#f2f2f2' },
      { d: 'M80 14L86 14L86 86L80 86Z', fill: red },
      { d: 'M92 38L98 34M92 50L99 50M92 62L98 66', line: yellow, width: 4 },
    ],
  },
  {
    id: 'camera',
    name: msg`Camera`,
    keywords: 'camera photo photography instagram insta picture कैमरा फोटो फ़ोटो',
    parts: [
      { d: 'M34 18L66 18L73 30L34 30L27 30Z', fill: ink },
      { d: box(5, 28, 90, 58, 9), fill: '#3b4450' },
      { d: box(5, 40, 90, 8), fill: '#5a6674' },
      { d: ellipse(50, 58, 23), fill: '#f2f2f2' },
      { d: ellipse(50, 58, 17), fill: ink },
      { d: ellipse(50, 58, 10), fill: blue },
      { d: ellipse(45, 53, 4), fill: sky },
      { d: ellipse(82, 36, 3.4), fill: red },
    ],
  },
  {
    id: 'play-button',
    name: msg`Play button`,
    keywords: 'play video youtube watch reel live वीडियो देखें यूट्यूब',
    parts: [
      { d: box(3, 18, 94, 64, 16), fill: red },
      { d: 'M40 34C40 31 42 30 45 32L70 47C73 49 73 51 70 53L45 68C42 70 40 69 40 66Z', fill: '#ffffff' },
    ],
  },
  {
    id: 'wifi',
    name: msg`Wi-Fi`,
    keywords: 'wifi wi-fi internet network free वाईफाई वाई-फ़ाई इंटरनेट',
    parts: [
      { d: 'M8 42C30 18 70 18 92 42M22 56C38 40 62 40 78 56M36 70C44 62 56 62 64 70', line: blue, width: 8 },
      { d: ellipse(50, 84, 6.4), fill: blue },
    ],
  },
  {
    id: 'bulb',
    name: msg`Light bulb`,
    keywords: 'bulb idea tip light electric बल्ब आइडिया सुझाव बिजली',
    parts: [
      { d: 'M50 12C68 12 78 24 78 40C78 52 68 58 66 70L34 70C32 58 22 52 22 40C22 24 32 12 50 12Z', fill: yellow },
      { d: 'M40 70L42 46L50 54L58 46L60 70', line: orange, width: 3 },
      { d: 'M34 22C30 27 29 32 29 38', line: '#fdf0b8', width: 4 },
      { d: box(35, 72, 30, 6, 3) + box(37, 80, 26, 6, 3) + box(42, 88, 16, 6, 3), fill: grey },
      { d: 'M50 1L50 6M12 16L17 20M88 16L83 20M4 42L10 42M96 42L90 42', line: orange, width: 3.4 },
    ],
  },
  {
    id: 'trophy',
    name: msg`Trophy`,
    keywords: 'trophy winner cup award prize congratulations ट्रॉफी इनाम विजेता बधाई',
    parts: [
      { d: 'M28 18L10 18C8 40 18 50 34 52M72 18L90 18C92 40 82 50 66 52', line: '#c98a1d', width: 6 },
      { d: 'M24 8L76 8C76 40 68 60 50 62C32 60 24 40 24 8Z', fill: yellow },
      { d: 'M34 14C34 34 38 46 46 52', line: '#fdf0b8', width: 4.4 },
      { d: 'M45 60L55 60L58 76L42 76Z', fill: '#c98a1d' },
      { d: box(30, 75, 40, 8, 2), fill: '#c98a1d' },
      { d: box(24, 83, 52, 12, 2), fill: '#7a4526' },
      { d: star(5, 11, 4.6, 50, 30), fill: orange },
    ],
  },
  {
    id: 'five-stars',
    name: msg`Five stars`,
    keywords: 'stars rating review five best feedback रेटिंग सितारे समीक्षा',
    parts: [
      { d: [11, 30.5, 50, 69.5, 89].map((x) => star(5, 10.4, 4.4, x, 51)).join(''), fill: yellow },
      { d: 'M12 70L88 70', line: '#c98a1d', width: 2.4 },
      { d: 'M12 32L88 32', line: '#c98a1d', width: 2.4 },
    ],
  },
  {
    id: 'tag-rupee',
    name: msg`Rupee price tag`,
    keywords: 'price tag rupee mrp cost rate daam प्राइस टैग दाम कीमत रुपये मूल्य',
    parts: [
      { d: 'M50 22C46 12 54 2 64 6', line: ink, width: 2.6 },
      {
        d: 'M50 12L78 30C80 31 81 33 81 36L81 90C81 94 79 96 75 96L25 96C21 96 19 94 19 90L19 36C19 33 20 31 22 30Z',
        fill: yellow,
      },
      { d: ellipse(50, 28, 6), fill: paper },
      { d: rupee(50, 64, 19), line: red, width: 6.4 },
    ],
  },
  {
    id: 'tag-percent',
    name: msg`Discount tag`,
    keywords: 'price tag discount percent off sale प्राइस टैग छूट सेल डिस्काउंट',
    parts: [
      { d: 'M46 8L86 8C90 8 92 10 92 14L92 54L52 94C49 97 45 97 42 94L6 58C3 55 3 51 6 48Z', fill: red },
      { d: ellipse(78, 22, 6.4), fill: paper },
      { d: percent(46, 54, 19), line: '#ffffff', width: 5.6 },
    ],
  },
  {
    id: 'coupon',
    name: msg`Coupon`,
    keywords: 'coupon voucher ticket offer code free कूपन वाउचर टिकट ऑफर',
    parts: [
      { d: 'M6 24L94 24L94 40C86 40 86 60 94 60L94 76L6 76L6 60C14 60 14 40 6 40Z', fill: orange },
      { d: 'M64 29L64 33M64 39L64 43M64 49L64 53M64 59L64 63M64 69L64 72', line: paper, width: 3 },
      { d: percent(38, 50, 18), line: paper, width: 5.4 },
      { d: star(5, 9, 4, 78, 50), fill: yellow },
    ],
  },
  {
    id: 'price-flag',
    name: msg`Price flag`,
    keywords: 'price tag flag label rate offer प्राइस टैग दाम कीमत लेबल',
    parts: [
      { d: 'M4 28L74 28L96 50L74 72L4 72L16 50Z', fill: green },
      { d: 'M10 33L72 33L89 50L72 67L10 67', line: '#a8e0bd', width: 2 },
      { d: rupee(38, 50, 13), line: '#ffffff', width: 4.6 },
      { d: ellipse(74, 50, 4), fill: paper },
    ],
  },
  {
    id: 'sale-corner',
    name: msg`Corner ribbon`,
    keywords: 'corner ribbon sale new offer label banner रिबन सेल नया ऑफर',
    parts: [
      {
        d: polygon([
          [40, 2],
          [72, 2],
          [98, 28],
          [98, 60],
        ]),
        fill: red,
      },
      {
        d: polygon([
          [40, 2],
          [46, 2],
          [98, 54],
          [98, 60],
        ]),
        fill: '#b02a32',
      },
      { d: 'M70 8L92 30', line: '#f7a5a9', width: 2 },
      { d: star(5, 5, 2.2, 74, 26, 45), fill: yellow },
    ],
  },
  {
    id: 'sticky-note',
    name: msg`Sticky note`,
    keywords: 'note sticky paper memo reminder नोट पर्ची याद',
    parts: [
      { d: 'M10 12L90 12L90 68L68 92L10 92Z', fill: '#fde58a' },
      { d: 'M90 68L68 92L68 68Z', fill: '#e0b93a' },
      {
        d: polygon([
          [34, 4],
          [66, 8],
          [65, 20],
          [33, 16],
        ]),
        fill: '#e2c9a0',
      },
      { d: 'M22 38L76 38M22 52L76 52M22 66L56 66', line: '#e6c95a', width: 2.4 },
    ],
  },
  {
    id: 'target',
    name: msg`Target`,
    keywords: 'target goal aim focus लक्ष्य टारगेट',
    parts: [
      { d: ring(50, 52, 44, 33) + ring(50, 52, 22, 11), fill: red, holes: true },
      { d: ring(50, 52, 33, 22) + ellipse(50, 52, 11), fill: paper, holes: true },
      { d: 'M50 52L84 18M76 14L86 4L88 14L97 16L87 26Z', line: ink, width: 4 },
    ],
  },
]
