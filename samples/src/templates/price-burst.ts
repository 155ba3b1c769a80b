// Shop offer, 1:1: words slam in, the product drops, the price bursts. Loud on purpose, and readable in two seconds.
import { picture } from '../build/ingredient.ts'
import { move, pop, rise, snap, spring, sway, turn } from '../build/motion.ts'
import {
  buildDocument,
  colorField,
  type LayerDraft,
  photoField,
  type Scene,
  textField,
  toggleField,
} from '../build/scene.ts'
import { block, d, fill, group, line, star } from '../build/shape.ts'

const at = (seconds: number) => Math.round(seconds * 30)

const scene: Scene = {
  id: 'price-burst',
  name: 'Price Burst',
  width: 1080,
  height: 1080,
  fps: 30,
  seconds: 7,
  background: '#ffd21f',
  fonts: ['archivoBlack', 'poppinsBold', 'poppins'],
  heroSeconds: 4.2,
  music: { name: 'offer-bounce', seconds: (64 * 60) / 124 / 4 },
  fields: [
    textField('headline', 'Headline', 'Big Bag Sale', { maxLength: 22, maxLines: 3, minFontSize: 70, required: true }),
    textField('discount', 'Discount', '50%', { maxLength: 5, minFontSize: 60, required: true }),
    textField('discountWord', 'Word under it', 'OFF', { maxLength: 8, minFontSize: 30 }),
    textField('product', 'Product', 'Handmade leather bag', { maxLength: 28, maxLines: 2, minFontSize: 26 }),
    textField('price', 'New price', '₹1,499', { maxLength: 10, minFontSize: 50, required: true }),
    textField('oldPrice', 'Old price', '₹2,999', { maxLength: 10, minFontSize: 30 }),
    textField('shop', 'Shop and hours', 'Kaarigar Leather, Linking Road · till Sunday', {
      maxLength: 56,
      minFontSize: 22,
    }),
    photoField('photo', 'Product photo', picture('leather-bag', 1200, 1200), { minWidth: 600 }),
    colorField('color', 'Main colour', ['#e11d48', '#1d4ed8', '#15803d', '#7c3aed', '#111827']),
    toggleField('showOldPrice', 'Show the old price', true),
  ],
  layers: [
    shopBar(),
    priceTag(),
    seal(),
    headline(),
    {
      type: 'group',
      ks: {
        a: [692, 580],
        p: move(snap, [at(0.35), [1520, 600]], [at(1.05), [770, 606]]),
        r: move(spring, [at(0.35), 16], [at(1.2), 4]),
      },
      layers: [
        {
          type: 'media',
          id: 'photo',
          source: { $field: 'photo' },
          box: [432, 320, 520, 520],
          radius: 36,
          border: { width: 16, color: '#ffffff' },
          inner: { s: sway(105, [100, 100], [108, 108]) },
          audio: { volume: 0 },
        },
        { type: 'shape', shapes: [group([block(704, 596, 520, 520, 36), fill('#000000', 24)])] },
      ],
    },
    slash(),
    { type: 'shape', shapes: [group([d(rays()), fill('#ffffff', 28)])], ks: { p: [690, 580], r: turn(700) } },
    { type: 'solid', color: '#ffd21f' },
  ],
}

/** The document of this template. */
export const priceBurst = () => buildDocument(scene)

function rays(): string {
  return Array.from({ length: 12 }, (_, n) => {
    const a = (n / 12) * Math.PI * 2
    const b = a + Math.PI / 12
    return `M0 0 L${Math.round(Math.cos(a) * 1300)} ${Math.round(Math.sin(a) * 1300)} L${Math.round(Math.cos(b) * 1300)} ${Math.round(Math.sin(b) * 1300)} Z`
  }).join(' ')
}

/** The diagonal block of colour on the left that carries the headline. */
function slash(): LayerDraft {
  return {
    type: 'shape',
    shapes: [
      group([d('M-20 -20 L620 -20 L400 1100 L-20 1100 Z'), fill({ $field: 'color' })]),
      group([d('M620 -20 L668 -20 L448 1100 L400 1100 Z'), fill('#ffffff')]),
    ],
    ks: { p: move(snap, [0, [-70, 0]], [at(0.6), [0, 0]]) },
  }
}

function headline(): LayerDraft {
  return {
    type: 'text',
    text: { $field: 'headline' },
    box: [56, 60, 480, 440],
    font: 'Archivo Black',
    size: 148,
    lineHeight: 0.9,
    tracking: -20,
    uppercase: true,
    align: 'left',
    valign: 'top',
    fill: '#ffffff',
    shadow: { color: '#00000055', blur: 0, x: 6, y: 6 },
    animate: [
      {
        by: 'word',
        spread: 1.2,
        ease: 'back',
        from: { p: [-520, 0], s: [130, 90], o: 0 },
        progress: move([0.2, 0.4, 0.4, 1], [-6, 0], [at(0.7), 100]),
      },
    ],
  }
}

function seal(): LayerDraft {
  return {
    type: 'group',
    ks: { p: [898, 238], ...pop(at(1.1), 20), r: sway(24, -9, 7) },
    layers: [
      {
        type: 'text',
        text: { $field: 'discount' },
        box: [-130, -92, 260, 120],
        font: 'Archivo Black',
        size: 104,
        lineHeight: 1,
        tracking: -30,
        align: 'center',
        valign: 'middle',
        fill: '#ffd21f',
      },
      {
        type: 'text',
        text: { $field: 'discountWord' },
        box: [-110, 18, 220, 70],
        font: 'Archivo Black',
        size: 58,
        lineHeight: 1,
        align: 'center',
        valign: 'middle',
        fill: '#ffffff',
      },
      {
        type: 'shape',
        shapes: [group([star(18, 162, 138), fill('#111111')]), group([star(18, 178, 152), fill('#ffffff')])],
        ks: { r: turn(260) },
      },
    ],
  }
}

function priceTag(): LayerDraft {
  return {
    type: 'group',
    layers: [
      {
        type: 'group',
        ks: rise(at(1.4), 50),
        visible: { $field: 'showOldPrice' },
        layers: [
          {
            type: 'shape',
            shapes: [group([d('M0 0 L210 -14'), line('#ffd21f', 9)])],
            ks: { p: [62, 684], s: move(snap, [at(1.8), [0, 100]], [at(2.1), [100, 100]]) },
          },
          {
            type: 'text',
            text: { $field: 'oldPrice' },
            box: [60, 640, 330, 76],
            font: 'Poppins',
            weight: 700,
            size: 58,
            align: 'left',
            valign: 'middle',
            fill: '#ffffff',
          },
        ],
      },
      {
        type: 'text',
        text: { $field: 'product' },
        box: [60, 540, 330, 92],
        font: 'Poppins',
        weight: 700,
        size: 36,
        lineHeight: 1.05,
        align: 'left',
        valign: 'bottom',
        maxLines: 2,
        fill: '#ffffff',
        ks: rise(at(1.3), 50),
      },
      {
        type: 'group',
        ks: {
          a: [270, 820],
          p: [270, 820],
          s: move(
            spring,
            [at(1.9), [0, 0]],
            [at(2.5), [100, 100]],
            [at(3.6), [100, 100]],
            [at(3.75), [108, 108]],
            [at(3.95), [100, 100]],
            [at(5.2), [100, 100]],
            [at(5.35), [108, 108]],
            [at(5.55), [100, 100]],
          ),
          r: -4,
        },
        layers: [
          {
            type: 'text',
            text: { $field: 'price' },
            box: [66, 742, 408, 156],
            font: 'Archivo Black',
            size: 118,
            lineHeight: 1,
            tracking: -20,
            align: 'center',
            valign: 'middle',
            fill: '#111111',
          },
          {
            type: 'shape',
            shapes: [
              group([block(270, 820, 446, 172, 22), fill('#ffd21f')]),
              group([block(280, 832, 446, 172, 22), fill('#000000', 35)]),
            ],
          },
        ],
      },
    ],
  }
}

function shopBar(): LayerDraft {
  return {
    type: 'group',
    layers: [
      {
        type: 'text',
        text: { $field: 'shop' },
        box: [60, 978, 960, 84],
        font: 'Poppins',
        weight: 700,
        size: 38,
        align: 'center',
        valign: 'middle',
        fill: '#ffffff',
        ks: rise(at(0.2), 40),
      },
      { type: 'shape', shapes: [group([block(540, 1022, 1080, 120), fill('#111111')])] },
    ],
  }
}
