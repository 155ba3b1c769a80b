// Golden documents of customers' own clips: every transition, speeds, keys, fits, and a template stretched around them.
import { createCanvas } from '@napi-rs/canvas'
import type { Clip, Timeline } from '@vitrine/document/clip'
import type { TemplateDocument } from '@vitrine/document/document'
import { TRANSITION_KINDS } from '@vitrine/document/document'
import type { Layer } from '@vitrine/document/layer'
import { chance } from '../src/painter/random.ts'
import type { GoldenCase } from './compare.ts'
import { glide, golden, ground, span } from './stock.ts'

/** One picture of a video: a landscape with a moving sun. */
function still(n: number): Uint8Array {
  const canvas = createCanvas(480, 270)
  const ctx = canvas.getContext('2d')
  const sky = ctx.createLinearGradient(0, 0, 0, 270)
  sky.addColorStop(0, '#24506b')
  sky.addColorStop(1, '#e9a15b')
  ctx.fillStyle = sky
  ctx.fillRect(0, 0, 480, 270)
  ctx.fillStyle = '#ffe9b0'
  ctx.beginPath()
  ctx.arc(60 + n * 30, 90, 34, 0, Math.PI * 2)
  ctx.fill()
  for (let k = 0; k < 60; k++) {
    ctx.fillStyle = `hsl(${20 + chance(3, k) * 60},30%,${20 + chance(3, k, 1) * 30}%)`
    ctx.fillRect(chance(3, k, 2) * 480, 180 + chance(3, k, 3) * 90, 10 + chance(3, k, 4) * 40, 8)
  }
  return new Uint8Array(canvas.toBuffer('image/png'))
}

/** A person in front of an unevenly lit green screen, with camera noise. */
function greenScreen(): Uint8Array {
  const canvas = createCanvas(480, 270)
  const ctx = canvas.getContext('2d')
  const light = ctx.createRadialGradient(240, 120, 20, 240, 135, 320)
  light.addColorStop(0, '#2fc04a')
  light.addColorStop(1, '#1c8a34')
  ctx.fillStyle = light
  ctx.fillRect(0, 0, 480, 270)
  ctx.filter = 'blur(1.5px)'
  ctx.fillStyle = '#a9745a'
  ctx.beginPath()
  ctx.ellipse(240, 110, 48, 62, 0, 0, Math.PI * 2)
  ctx.fill()
  ctx.fillStyle = '#30406e'
  ctx.fillRect(160, 175, 160, 100)
  ctx.filter = 'none'
  const picture = ctx.getImageData(0, 0, 480, 270)
  for (let n = 0; n < picture.data.length; n += 4) {
    const noise = (chance(9, n) - 0.5) * 10
    for (let k = n; k < n + 3; k++) picture.data[k] = (picture.data[k] ?? 0) + noise
  }
  ctx.putImageData(picture, 0, 0)
  return new Uint8Array(canvas.toBuffer('image/png'))
}

const video = Array.from({ length: 12 }, (_, n): [string, Uint8Array] => [`u_video@${n}`, still(n)])
const clip = (id: string, frames: number, more: Partial<Clip> = {}): Clip => ({
  id: `own-${id}`,
  asset: 'u_video',
  kind: 'video',
  frames,
  startSeconds: 0,
  ...more,
})

/** A template with words that appear and disappear, a frame for the video, grain and falling petals. */
const stage: readonly Layer[] = [
  {
    ...span,
    id: 'words',
    type: 'text',
    text: 'Asha & Rohan',
    font: 'Playfair Display',
    weight: 700,
    size: 40,
    box: [40, 280, 560, 60],
    align: 'center',
    fill: '#5b2a4e',
    ks: { o: glide(0, 12, [0], [100]), p: glide(46, 59, [0, 0], [0, 60]) },
  },
  {
    ...span,
    id: 'petals',
    type: 'particles',
    seed: 4,
    count: 30,
    box: [0, -20, 640, 20],
    sprite: 'petal',
    colors: ['#d9557b'],
    size: [8, 16],
    life: [2, 4],
    speed: [40, 80],
    direction: 90,
    spread: 40,
  },
  {
    ...span,
    id: 'hero',
    type: 'media',
    source: { $field: 'hero' },
    box: [120, 30, 400, 235],
    radius: 24,
    bm: 'multiply',
    ks: { r: glide(0, 59, [-3], [3]) },
    border: { width: 6, color: '#ffffff' },
  },
  ground,
]
const fields: TemplateDocument['fields'] = [{ id: 'hero', type: 'media', label: 'Video', accept: ['image', 'video'] }]

function timelineCase(
  name: string,
  layers: readonly Layer[],
  clips: readonly Clip[],
  frames?: readonly number[],
): GoldenCase {
  const timeline: Timeline = { clips, sounds: [] }
  const made = golden(
    name,
    layers,
    { fields, canvas: { width: 640, height: 360, fps: 30, duration: 60, background: '#101418' } },
    { timeline },
  )
  const images = new Map([...made.images, ...video, ['u_green', greenScreen()] as const])
  return { ...made, images, ...(frames && { frames }) }
}

/** Documents made of timelines. */
export function timelineCases(): GoldenCase[] {
  const between = TRANSITION_KINDS.map((kind) =>
    timelineCase(
      `clips-${kind}`,
      [],
      [
        clip('a', 30, { startSeconds: 0.5, crop: { x: 0.1, y: 0, zoom: 1.4, rotate: 4 } }),
        clip('b', 40, { asset: 'sha256:photo', kind: 'image', transition: { kind, frames: 16 } }),
      ],
      [16, 20, 24, 28, 40],
    ),
  )
  const key = { color: '#2ab444', tolerance: 40, softness: 70, spill: 90 }
  return [
    ...between,
    timelineCase(
      'clips-speed',
      [],
      [clip('slow', 40, { speed: 0.5 }), clip('fast', 40, { speed: 4, startSeconds: 1 })],
    ),
    timelineCase('clips-key', [ground], [clip('green', 60, { asset: 'u_green', kind: 'image', key })]),
    timelineCase(
      'clips-key-hard',
      [ground],
      [
        clip('green', 60, {
          asset: 'u_green',
          kind: 'image',
          fit: 'contain',
          crop: { x: 0, y: 0, zoom: 0.7, rotate: 10 },
          key: { ...key, softness: 0, spill: 0 },
        }),
      ],
    ),
    timelineCase(
      'clips-longer',
      stage,
      [
        clip('a', 90),
        clip('b', 120, { asset: 'sha256:photo', kind: 'image', transition: { kind: 'slide-up', frames: 14 } }),
      ],
      [6, 80, 90, 150, 190],
    ),
    timelineCase('clips-shorter', stage, [clip('a', 36, { fit: 'contain' })]),
  ]
}
