// The materials of golden documents: fonts, pictures and backgrounds.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createCanvas } from '@napi-rs/canvas'
import { validateDocument } from '@vitrine/after-effects/validate'
import type { Timeline } from '@vitrine/document/clip'
import type { TemplateDocument } from '@vitrine/document/document'
import type { FieldValues } from '@vitrine/document/field'
import type { Layer } from '@vitrine/document/layer'
import { resolveDocument } from '@vitrine/project/resolve'
import { chance } from '../src/painter/random.ts'
import { slimFont } from '../testing/font-file.ts'
import type { GoldenCase } from './compare.ts'

const require = createRequire(import.meta.url)
const font = (path: string) => new Uint8Array(readFileSync(require.resolve(`@expo-google-fonts/${path}`)))

export const FONTS: ReadonlyMap<string, Uint8Array> = new Map([
  ['sha256:playfair', font('playfair-display/700Bold/PlayfairDisplay_700Bold.ttf')],
  ['sha256:poppins', font('poppins/500Medium/Poppins_500Medium.ttf')],
  ['sha256:devanagari', font('noto-sans-devanagari/700Bold/NotoSansDevanagari_700Bold.ttf')],
  ['sha256:tamil', font('noto-sans-tamil/700Bold/NotoSansTamil_700Bold.ttf')],
  ['sha256:gujarati', font('noto-sans-gujarati/700Bold/NotoSansGujarati_700Bold.ttf')],
  ['sha256:arabic', font('noto-naskh-arabic/700Bold/NotoNaskhArabic_700Bold.ttf')],
])

/** The emoji font without unused tables; a golden case must request it, because it is large. */
export const EMOJI: readonly [string, Uint8Array] = [
  'sha256:emoji',
  slimFont(font('noto-color-emoji/400Regular/NotoColorEmoji_400Regular.ttf')),
]

export const FACES: TemplateDocument['fonts'] = [
  { family: 'Playfair Display', weight: 700, src: 'sha256:playfair', license: 'OFL-1.1' },
  { family: 'Poppins', weight: 500, src: 'sha256:poppins', license: 'OFL-1.1' },
  { family: 'Noto Sans Devanagari', weight: 700, src: 'sha256:devanagari', license: 'OFL-1.1' },
  { family: 'Noto Sans Tamil', weight: 700, src: 'sha256:tamil', license: 'OFL-1.1' },
  { family: 'Noto Sans Gujarati', weight: 700, src: 'sha256:gujarati', license: 'OFL-1.1' },
  { family: 'Noto Naskh Arabic', weight: 700, src: 'sha256:arabic', license: 'OFL-1.1' },
]

/** A picture with the detail of a photograph: smooth light, hard edges and noise. */
function photograph(width: number, height: number): Uint8Array {
  const canvas = createCanvas(width, height)
  const ctx = canvas.getContext('2d')
  const sky = ctx.createLinearGradient(0, 0, 0, height)
  sky.addColorStop(0, '#f6b26b')
  sky.addColorStop(0.55, '#d9557b')
  sky.addColorStop(1, '#2b1b3d')
  ctx.fillStyle = sky
  ctx.fillRect(0, 0, width, height)
  for (let n = 0; n < 400; n++) {
    ctx.fillStyle = `hsla(${Math.round(chance(5, n) * 360)},60%,55%,0.5)`
    ctx.fillRect(chance(5, n, 1) * width, chance(5, n, 2) * height, 4 + chance(5, n, 3) * 60, 4 + chance(5, n, 4) * 60)
  }
  return new Uint8Array(canvas.toBuffer('image/png'))
}

/**
 * Concentric rings down to one pixel, which a reduced picture must lose without moiré. Their contrast is that of cloth or
 * bricks: hosts interpolate slightly differently.
 */
function rings(side: number): Uint8Array {
  const canvas = createCanvas(side, side)
  const ctx = canvas.getContext('2d')
  const image = ctx.createImageData(side, side)
  for (let n = 0; n < side * side; n++) {
    const [x, y] = [(n % side) - side / 2, Math.floor(n / side) - side / 2]
    const light = 127.5 + 45 * Math.cos((Math.PI * (x * x + y * y)) / side)
    image.data.set([light, light * 0.8, 255 - light, x * x + y * y < (side * side) / 4 ? 255 : 0], n * 4)
  }
  ctx.putImageData(image, 0, 0)
  return new Uint8Array(canvas.toBuffer('image/png'))
}

/** One picture of an alpha video: a soft disc and a sharp bar, premultiplied over black, above their opacity. */
function plate(width: number, height: number): Uint8Array {
  const canvas = createCanvas(width, height * 2)
  const ctx = canvas.getContext('2d')
  ctx.fillStyle = '#000'
  ctx.fillRect(0, 0, width, height * 2)
  const disc = (top: number, color: string) => {
    const light = ctx.createRadialGradient(width / 2, top + height / 2, 10, width / 2, top + height / 2, height / 2)
    light.addColorStop(0, color)
    light.addColorStop(0.6, color)
    light.addColorStop(1, '#000')
    ctx.fillStyle = light
    ctx.fillRect(0, top, width, height)
    ctx.fillStyle = color
    ctx.fillRect(20, top + height - 50, width - 40, 30)
  }
  disc(0, '#2e9d7b')
  disc(height, '#fff')
  return new Uint8Array(canvas.toBuffer('image/png'))
}

const RINGS = rings(600)
const IMAGES: ReadonlyMap<string, Uint8Array> = new Map([
  ['sha256:photo', photograph(1600, 1067)],
  ['sha256:plate', plate(320, 180)],
  ['sha256:rings', RINGS],
  ['sha256:reel@0', RINGS],
])

/** Keyframes from one value to another with a smooth easing. */
export function glide(start: number, end: number, from: readonly number[], to: readonly number[]) {
  return {
    a: 1,
    k: [
      { t: start, s: from, o: { x: [0.65], y: [0] }, i: { x: [0.35], y: [1] } },
      { t: end, s: to },
    ],
  } as const
}

const DURATION = 60
export const span = { in: 0, out: DURATION } as const
export const ground: Layer = {
  ...span,
  id: 'ground',
  type: 'solid',
  color: {
    gradient: 'linear',
    from: [0, 0],
    to: [1, 1],
    units: 'box',
    stops: [
      [0, '#fdf3e1'],
      [1, '#e8b4b8'],
    ],
  },
}

export function golden(
  name: string,
  layers: readonly Layer[],
  extra: Partial<TemplateDocument> = {},
  { values = {}, timeline = null }: { values?: FieldValues; timeline?: Timeline | null } = {},
): GoldenCase {
  const result = validateDocument({
    tdoc: 1,
    id: name,
    name,
    canvas: { width: 640, height: 360, fps: 30, duration: DURATION, background: '#ffffff' },
    fields: [],
    fonts: FACES,
    assets: {
      'sha256:photo': { kind: 'image', w: 1600, h: 1067 },
      'sha256:rings': { kind: 'image', w: 600, h: 600 },
      'sha256:reel': { kind: 'video', w: 600, h: 600, seconds: 2 },
      'sha256:plate': { kind: 'plate', w: 320, h: 180, seconds: 2 },
    },
    layers,
    ...extra,
  })
  if (!result.ok) throw new Error(`${name}: ${JSON.stringify(result.problems)}`)
  return {
    name,
    document: resolveDocument(result.document, values, {}, undefined, timeline),
    fonts: FONTS,
    images: IMAGES,
  }
}

/** A circle as a Lottie path. */
export const circle = (x: number, y: number, r: number) => {
  const k = r * 0.5523
  return {
    c: true,
    v: [
      [x, y - r],
      [x + r, y],
      [x, y + r],
      [x - r, y],
    ],
    o: [
      [k, 0],
      [0, k],
      [-k, 0],
      [0, -k],
    ],
    i: [
      [-k, 0],
      [0, -k],
      [k, 0],
      [0, k],
    ],
  }
}
