// The videos, photos and documents of the render benchmark, generated here, so that it needs nothing but this repository.
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { SKRSContext2D } from '@napi-rs/canvas'
import { validateDocument } from '@vitrine/after-effects/validate'
import type { TemplateDocument } from '@vitrine/document/document'
import type { Layer } from '@vitrine/document/layer'
import { renderVideo } from '@vitrine/worker/render-video'
import sharp from 'sharp'
import { writeAlphaVideo } from '../../apps/worker/testing/picture.ts'

export const SECONDS = 10
export const FRAMES = SECONDS * 30
export const SIZE = { width: 1920, height: 1080 }

const require = createRequire(import.meta.url)
export const FONT_FILE = require.resolve('@expo-google-fonts/poppins/700Bold/Poppins_700Bold.ttf')

/** Files by what they hold. */
export interface RenderSources {
  /** A lively video of 1920x1080: gradients that drift, grain, and soft things that move. */
  readonly video: string
  /** A person in front of a green screen, and the same person keyed: colour stacked over matte. */
  readonly green: string
  readonly person: string
  /** An overlay with soft edges: colour stacked over matte. */
  readonly overlay: string
  readonly photo: string
  readonly title: string
}

const span = { in: 0, out: FRAMES }

/** A checked document of these layers, top first. */
export function createDocument(
  id: string,
  layers: readonly Layer[],
  changes: Partial<TemplateDocument> = {},
): TemplateDocument {
  const checked = validateDocument({
    tdoc: 1,
    id,
    rev: 1,
    name: id,
    canvas: { ...SIZE, fps: 30, duration: FRAMES, background: '#101820' },
    fields: [],
    fonts: [{ family: 'Bench', weight: 700, src: 'sha256:font', license: 'OFL-1.1' }],
    assets: {
      'sha256:photo': { kind: 'image', w: 600, h: 400, mime: 'image/png' },
      'sha256:video': { kind: 'video', w: 1920, h: 1080, mime: 'video/mp4', seconds: SECONDS },
      'sha256:overlay': { kind: 'video', w: 1920, h: 2160, mime: 'video/mp4', seconds: SECONDS },
      'sha256:person': { kind: 'video', w: 1920, h: 2160, mime: 'video/mp4', seconds: SECONDS },
    },
    layers,
    ...changes,
  })
  if (!checked.ok) throw new Error(`the bench's document ${id} is not valid: ${JSON.stringify(checked)}`)
  return checked.document
}

/** Makes all sources in a folder. Takes about a minute. */
export async function makeSources(folder: string): Promise<RenderSources> {
  const at = (name: string) => join(folder, name)
  const sources = {
    video: at('video.mp4'),
    green: at('green.mp4'),
    person: at('person.mp4'),
    overlay: at('overlay.mp4'),
    photo: at('photo.png'),
    title: at('title.png'),
  }
  await sharp({ create: { width: 600, height: 400, channels: 3, background: '#b4143c' } })
    .png()
    .toFile(sources.photo)
  const letters =
    '<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="140">' +
    '<text x="800" y="100" font-size="96" text-anchor="middle" fill="#fff">Asha &amp; Rohan</text></svg>'
  // Files of strangers are read without SVG, for the whole process; this one is ours.
  sharp.unblock({ operation: ['VipsForeignLoadSvgBuffer'] })
  await sharp(Buffer.from(letters)).png().toFile(sources.title)
  sharp.block({ operation: ['VipsForeignLoadSvg'] })
  await makeVideoSource(sources.video)
  const person = createDocument('green', [...personLayers(), { ...span, id: 'green', type: 'solid', color: '#1fa043' }])
  await renderDocument(person, sources.green)
  await writeAlphaVideo(sources.person, { ...SIZE, frames: FRAMES }, drawPerson)
  await writeAlphaVideo(sources.overlay, { ...SIZE, frames: FRAMES }, drawSparks)
  return sources
}

/** Makes the lively video alone. */
export async function makeVideoSource(path: string, size: typeof SIZE = SIZE): Promise<void> {
  await renderDocument(createDocument('video', backgroundLayers()), path, size)
}

async function renderDocument(document: TemplateDocument, outPath: string, size: typeof SIZE = SIZE): Promise<void> {
  await renderVideo({
    document,
    values: {},
    difference: {},
    assetFiles: { 'sha256:font': FONT_FILE },
    output: { ...size, crf: 18 },
    outPath,
  })
}

const drift = (from: readonly number[], to: readonly number[]) => ({
  a: 1 as const,
  k: [
    { t: 0, s: from },
    { t: FRAMES, s: to },
  ],
})

function backgroundLayers(): Layer[] {
  return [
    { ...span, id: 'grain', type: 'texture', kind: 'film', seed: 3, amount: 0.06 },
    {
      ...span,
      id: 'leaves',
      type: 'particles',
      seed: 5,
      count: 90,
      box: [0, 0, 1920, 1080],
      sprite: ['petal', 'leaf'],
      colors: ['#c9a06b', '#8a6b5d', '#6f8a86'],
      size: [14, 60],
      life: [4, 9],
      speed: [20, 90],
      direction: 80,
      spread: 60,
      spin: [-90, 90],
    },
    {
      ...span,
      id: 'sun',
      type: 'shape',
      ks: { p: drift([500, 300], [1400, 500]) },
      shapes: [
        { ty: 'el', s: [700, 700] },
        {
          ty: 'gf',
          t: 2,
          s: [0, 0],
          e: [350, 0],
          stops: [
            [0, '#d8b483'],
            [1, '#d8b48300'],
          ],
        },
      ],
    },
    {
      ...span,
      id: 'sky',
      type: 'solid',
      color: {
        gradient: 'linear',
        from: [0, 0],
        to: [1, 1],
        units: 'box',
        stops: [
          [0, '#4a6b8a'],
          [0.6, '#8a7a6b'],
          [1, '#3b5d4b'],
        ],
      },
    },
  ]
}

/** The same outline as `drawPerson`, as layers. */
function personLayers(): Layer[] {
  const sway = drift([960, 540], [1040, 560])
  return [
    {
      ...span,
      id: 'person',
      type: 'shape',
      ks: { p: sway },
      shapes: [
        {
          ty: 'gr',
          it: [
            { ty: 'el', p: [0, -260], s: [240, 300] },
            { ty: 'fl', c: '#c99a7a' },
          ],
        },
        {
          ty: 'gr',
          it: [
            { ty: 'rc', p: [0, 220], s: [520, 680], r: 200 },
            { ty: 'fl', c: '#7a4b5d' },
          ],
        },
      ],
    },
  ]
}

function drawPerson(ctx: SKRSContext2D, frame: number): void {
  const [x, y] = [960 + (80 * frame) / FRAMES, 540 + (20 * frame) / FRAMES]
  ctx.fillStyle = '#7a4b5d'
  ctx.beginPath()
  ctx.roundRect(x - 260, y - 120, 520, 680, 200)
  ctx.fill()
  ctx.fillStyle = '#c99a7a'
  ctx.beginPath()
  ctx.ellipse(x, y - 260, 120, 150, 0, 0, Math.PI * 2)
  ctx.fill()
}

function drawSparks(ctx: SKRSContext2D, frame: number): void {
  for (let n = 0; n < 60; n++) {
    const x = (n * 397 + frame * (1 + (n % 5))) % 1920
    const y = (n * 251 + frame * (2 + (n % 3))) % 1080
    const radius = 20 + (n % 7) * 12
    const glow = ctx.createRadialGradient(x, y, 0, x, y, radius)
    glow.addColorStop(0, `hsla(${40 + (n % 4) * 12}, 70%, 65%, 0.9)`)
    glow.addColorStop(1, `hsla(${40 + (n % 4) * 12}, 70%, 65%, 0)`)
    ctx.fillStyle = glow
    ctx.fillRect(x - radius, y - radius, 2 * radius, 2 * radius)
  }
}
