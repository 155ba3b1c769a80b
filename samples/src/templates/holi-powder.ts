// Holi greeting, 1:1: clouds of coloured powder burst over white, and the word stands in the middle of them.
import { glide, move, pop, rise, settle } from '../build/motion.ts'
import { buildDocument, colorField, type LayerDraft, type Scene, textField, toggleField } from '../build/scene.ts'
import { block, fill, group } from '../build/shape.ts'

const at = (seconds: number) => Math.round(seconds * 30)
const powder = ['#ff2e88', '#ffc400', '#00b8d9', '#7b2ff7', '#ff6a13', '#2ecc71'] as const

/** Where the clouds burst: centre, size, colour and second. */
const clouds = [
  [250, 300, 520, 0, 0],
  [830, 260, 560, 1, 0.18],
  [900, 800, 560, 2, 0.42],
  [220, 830, 540, 3, 0.6],
  [540, 150, 420, 4, 0.85],
  [560, 960, 460, 5, 1],
] as const

const scene: Scene = {
  id: 'holi-powder',
  name: 'Holi Powder',
  width: 1080,
  height: 1080,
  fps: 30,
  seconds: 7,
  background: '#fffaf2',
  fonts: ['archivoBlack', 'yatra', 'poppins', 'poppinsBold'],
  heroSeconds: 3.6,
  music: { name: 'dhol-courtyard', seconds: 9.6 },
  fields: [
    textField('small', 'Small line', 'बुरा न मानो', { maxLength: 24, minFontSize: 40 }),
    textField('big', 'Big word', 'HOLI HAI', { maxLength: 12, minFontSize: 90, required: true }),
    textField('wish', 'Wish', 'Colour, music and far too much gujiya', { maxLength: 60, maxLines: 2, minFontSize: 28 }),
    textField('from', 'From', 'Rhea, Kabir & the whole lane', { maxLength: 40, minFontSize: 24 }),
    colorField('color', 'Colour of the word', ['#3a0ca3', '#d6006c', '#0f172a', '#e4490b', '#00796b']),
    toggleField('splashes', 'Flying powder', true),
  ],
  layers: [
    ...grains(),
    {
      type: 'text',
      text: { $field: 'small' },
      box: [140, 292, 800, 130],
      font: 'Yatra One',
      size: 96,
      align: 'center',
      valign: 'middle',
      fill: '#ffffff',
      shadow: { color: '#3a0ca388', blur: 24, y: 4 },
      stroke: { color: '#3a0ca3', width: 10, join: 'round' },
      ks: pop(at(1.1), 20),
    },
    {
      type: 'text',
      text: { $field: 'big' },
      box: [60, 404, 960, 230],
      font: 'Archivo Black',
      size: 220,
      lineHeight: 1,
      tracking: -20,
      uppercase: true,
      align: 'center',
      valign: 'middle',
      fill: { $field: 'color' },
      stroke: { color: '#ffffff', width: 26, join: 'round' },
      shadow: { color: '#2b004a55', blur: 40, y: 14 },
      animate: [
        {
          by: 'char',
          spread: 4,
          ease: 'back',
          from: { p: [0, -120], s: [160, 160], r: -12, o: 0 },
          progress: move([0.3, 0.2, 0.5, 1], [at(0.2), 0], [at(1.1), 100]),
        },
      ],
    },
    {
      type: 'group',
      ks: rise(at(1.6), 50),
      layers: [
        {
          type: 'text',
          text: { $field: 'wish' },
          box: [200, 664, 680, 100],
          font: 'Poppins',
          weight: 700,
          size: 40,
          lineHeight: 1.15,
          align: 'center',
          valign: 'middle',
          wrap: 'balance',
          fill: '#1d1533',
        },
        { type: 'shape', shapes: [group([block(540, 714, 740, 124, 62), fill('#ffffff', 94)])] },
      ],
    },
    {
      type: 'text',
      text: { $field: 'from' },
      box: [200, 796, 680, 56],
      font: 'Poppins',
      weight: 500,
      size: 34,
      align: 'center',
      valign: 'middle',
      fill: '#ffffff',
      shadow: { color: '#2b004acc', blur: 18, y: 2 },
      ks: rise(at(2), 40),
    },
    ...clouds.flatMap(([x, y, size, tint, start], index) => cloud(x, y, size, tint, at(start), index)),
    { type: 'texture', kind: 'paper', seed: 5, amount: 0.08 },
  ],
}

/** The document of this template. */
export const holiPowder = () => buildDocument(scene)

function cloud(x: number, y: number, size: number, tint: number, start: number, index: number): LayerDraft[] {
  const color = powder[tint] ?? powder[0]
  const first = index === 0
  const burst = (
    seed: number,
    count: number,
    grain: readonly [number, number],
    speed: readonly [number, number],
    opacity: readonly [number, number],
  ): LayerDraft => ({
    type: 'particles',
    seed: seed + index * 17,
    count,
    box: [x - size * 0.2, y - size * 0.2, size * 0.4, size * 0.4],
    sprite: 'soft',
    colors: [color],
    size: [grain[0], grain[1]],
    life: [9, 12],
    mode: 'burst',
    over: 0.3,
    in: start,
    speed: [speed[0], speed[1]],
    spread: 360,
    drag: 2.4,
    drift: 6,
    grow: [0.5, 1.3],
    opacity: [opacity[0], opacity[1]],
    fade: { in: 0.01, out: 0.3 },
  })
  return [
    burst(300, 60, [4, 12], [280, 900], [0.7, 1]),
    burst(200, 34, [90, 190], [120, 520], [0.5, 0.9]),
    burst(100, 16, [240, 420], [60, 330], [0.6, 0.95]),
    {
      type: 'light',
      kind: 'glow',
      colors: [color],
      amount: move(glide, [start, first ? 0.8 : 0.42], [start + 20, 0.95]),
      center: [x, y],
      radius: move(settle, [start, size * (first ? 0.6 : 0.74)], [start + 40, size * 0.95]),
    },
  ]
}

function grains(): LayerDraft[] {
  return clouds.slice(0, 4).map(
    ([x, y, , tint, start], index): LayerDraft => ({
      type: 'particles',
      visible: { $field: 'splashes' },
      seed: 900 + index,
      count: 90,
      box: [x - 40, y - 40, 80, 80],
      sprite: ['soft', 'circle'],
      colors: [powder[tint] ?? powder[0], powder[(tint + 2) % 6] ?? powder[0]],
      size: [3, 13],
      life: [4, 7],
      mode: 'burst',
      over: 0.2,
      in: at(start),
      speed: [300, 1500],
      spread: 360,
      drag: 2.2,
      gravity: 60,
      fade: { out: 0.5 },
    }),
  )
}
