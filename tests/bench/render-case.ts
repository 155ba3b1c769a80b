// The cases of the render benchmark: each document of the store compared with a filter graph that yields the same picture.

import type { Clip, Timeline } from '@vitrine/document/clip'
import type { TemplateDocument } from '@vitrine/document/document'
import type { FieldValues } from '@vitrine/document/field'
import type { Layer } from '@vitrine/document/layer'
import { createDocument, FONT_FILE, FRAMES, type RenderSources, SIZE } from './render-source.ts'

/** Inputs and filter graph of the yardstick; the result is labelled `v`. */
export interface Yardstick {
  readonly inputs: readonly string[]
  readonly graph: string
}

export interface RenderCase {
  readonly name: string
  readonly title: string
  /** The least share of the yardstick's speed that we aim at. */
  readonly goal: number
  readonly document: TemplateDocument
  readonly values?: FieldValues
  readonly timeline?: Timeline
  readonly assetFiles: Readonly<Record<string, string>>
  readonly yardstick: Yardstick
}

const span = { in: 0, out: FRAMES }

/** The cases (a) to (d). (d) is compared with encoding the same pictures, which must exist already. */
export function renderCases(sources: RenderSources, animation: string): RenderCase[] {
  const { video, overlay, person, green, photo, title } = sources
  const assetFiles = {
    'sha256:font': FONT_FILE,
    'sha256:video': video,
    'sha256:photo': photo,
    'sha256:overlay': overlay,
    'sha256:person': person,
  }
  const videoLayer: Layer = { ...span, id: 'video', type: 'media', source: 'sha256:video', box: [0, 0, 1920, 1080] }
  const stacked =
    '[1:v]split[c][m];[c]crop=iw:ih/2:0:0[color];[m]crop=iw:ih/2:0:ih/2,extractplanes=y[matte];' +
    '[color][matte]alphamerge[top];[0:v][top]overlay=alpha=premultiplied,format=yuv420p[v]'
  return [
    {
      name: 'a',
      title: 'text + photo over video',
      goal: 0.9,
      document: createDocument('text-photo', [titleLayer(), photoLayer(), videoLayer]),
      assetFiles,
      yardstick: {
        inputs: [video, photo, title],
        graph: '[0:v][1:v]overlay=660:300[x];[x][2:v]overlay=160:860,format=yuv420p[v]',
      },
    },
    {
      name: 'b',
      title: 'overlay with alpha over video',
      goal: 0.9,
      document: createDocument('overlay', [
        { ...span, id: 'overlay', type: 'plate', asset: 'sha256:overlay' },
        videoLayer,
      ]),
      assetFiles,
      yardstick: { inputs: [video, overlay], graph: stacked },
    },
    {
      name: 'c',
      title: 'green screen over video',
      goal: 0.9,
      document: createDocument('green', [{ ...span, id: 'person', type: 'plate', asset: 'sha256:person' }, videoLayer]),
      assetFiles,
      yardstick: {
        inputs: [video, green],
        graph: '[1:v]chromakey=0x1fa043:0.12:0.05[key];[0:v][key]overlay,format=yuv420p[v]',
      },
    },
    {
      name: 'd',
      title: 'imported animation',
      goal: 0.6,
      document: animationDocument(),
      assetFiles: { 'sha256:font': FONT_FILE },
      yardstick: { inputs: [animation], graph: '[0:v]format=yuv420p[v]' },
    },
    {
      name: 'e',
      title: 'three clips, faded into each other',
      goal: 0.8,
      document: createDocument('clips', []),
      timeline: threeClips,
      assetFiles: { 'sha256:font': FONT_FILE, u_video: video },
      yardstick: { inputs: [video, video, video], graph: fadedGraph },
    },
    {
      name: 'f',
      title: 'the same in the main place of a template with words',
      goal: 0.7,
      document: createDocument(
        'clips-in-place',
        [titleLayer(), { ...span, id: 'hero', type: 'media', source: { $field: 'hero' }, box: [0, 0, 1920, 1080] }],
        { fields: [{ id: 'hero', type: 'media', label: 'Video', accept: ['image', 'video'] }] },
      ),
      timeline: threeClips,
      assetFiles: { 'sha256:font': FONT_FILE, u_video: video },
      yardstick: {
        inputs: [video, video, video, title],
        graph: `${fadedGraph.replace(',format=yuv420p[v]', '[y]')};[y][3:v]overlay=160:860,format=yuv420p[v]`,
      },
    },
  ]
}

/** Three stretches of one video that last `FRAMES` together, each with 12 frames in which it takes over. */
const threeClips: Timeline = { clips: [0, 4, 6].map(clipFrom), sounds: [] }

function clipFrom(startSeconds: number, n: number): Clip {
  const frames = FRAMES / 3 + 8
  const clip = { id: `own-${n}`, asset: 'u_video', kind: 'video', frames, startSeconds } as const
  return n === 0 ? clip : { ...clip, transition: { kind: 'fade', frames: 12 } }
}

const fadedGraph =
  '[0:v]trim=0:3.6,setpts=PTS-STARTPTS,fps=30[a];[1:v]trim=4:7.6,setpts=PTS-STARTPTS,fps=30[b];[2:v]trim=6:9.6,setpts=PTS-STARTPTS,fps=30[c];' +
  '[a][b]xfade=transition=fade:duration=0.4:offset=3.2[x];' +
  '[x][c]xfade=transition=fade:duration=0.4:offset=6.4,format=yuv420p[v]'

function titleLayer(): Layer {
  return {
    ...span,
    id: 'title',
    type: 'text',
    text: 'Asha & Rohan',
    font: 'Bench',
    weight: 700,
    size: 96,
    align: 'center',
    box: [160, 860, 1600, 140],
    fill: '#ffffff',
  }
}

function photoLayer(): Layer {
  return { ...span, id: 'photo', type: 'image', asset: 'sha256:photo', box: [660, 300, 600, 400] }
}

/** What a designer's animation comes to after import: many shape layers under way at once, text, masks and mattes. */
export function animationDocument(): TemplateDocument {
  const turn = (from: number, to: number) => keys([from], [to])
  const petals: Layer[] = Array.from({ length: 24 }, (_, n) => ({
    ...span,
    id: `petal-${n}`,
    type: 'shape',
    ks: {
      p: keys(
        [960 + 340 * Math.cos(n), 540 + 340 * Math.sin(n)],
        [960 + 620 * Math.cos(n + 1), 540 + 420 * Math.sin(n + 1)],
      ),
      r: turn(n * 15, n * 15 + 180),
      s: keys([60, 60], [120, 120]),
    },
    shapes: [
      {
        ty: 'gr',
        it: [
          { ty: 'sh', d: 'M0 -90C60 -60 60 20 0 90C-60 20 -60 -60 0 -90Z' },
          { ty: 'fl', c: ['#c96f5b', '#d8a35c', '#7f9c8b', '#5d7796'][n % 4] as string },
          { ty: 'st', c: '#fff4dd', w: 3 },
        ],
      },
    ],
  }))
  const rings: Layer[] = Array.from({ length: 8 }, (_, n) => ({
    ...span,
    id: `ring-${n}`,
    type: 'shape',
    ks: { p: [960, 540], r: turn(0, n % 2 === 0 ? 120 : -120) },
    shapes: [
      {
        ty: 'gr',
        it: [
          { ty: 'el', s: [260 + n * 90, 260 + n * 90] },
          { ty: 'tm', s: 0, e: keys([10], [100]) as never, o: n * 40 },
          {
            ty: 'st',
            c: '#e8d9b5',
            w: 6,
            lc: 2,
            d: [
              { n: 'd', v: 30 + n * 4 },
              { n: 'g', v: 18 },
            ],
          },
        ],
      },
    ],
  }))
  const words: Layer = {
    ...titleLayer(),
    id: 'words',
    box: [260, 470, 1400, 140],
    fill: '#fff4dd',
    animate: [{ by: 'char', progress: keys([0], [100]) as never, from: { p: [0, 60], o: 0, r: 30 } }],
  } as Layer
  const ground: Layer = { ...span, id: 'ground', type: 'solid', color: '#2b2440' }
  return createDocument('animation', [words, ...petals, ...rings, ground])
}

function keys(from: readonly number[], to: readonly number[]) {
  return {
    a: 1 as const,
    k: [
      { t: 0, s: from, o: { x: [0.4], y: [0] }, i: { x: [0.6], y: [1] } },
      { t: FRAMES, s: to },
    ],
  }
}

/** Half a minute of video in which a photo and a name of the customer's are seen for three seconds, twice. */
export function reuseCase({ video, photo }: RenderSources) {
  const frames = 900
  const videos: Layer[] = [0, 300, 600].map((start) => ({
    id: `video-${start}`,
    type: 'media',
    in: start,
    out: start + 300,
    source: 'sha256:video',
    box: [0, 0, 1920, 1080],
  }))
  const own = [180, 540].flatMap((start): Layer[] => {
    const seen = { in: start, out: start + 90 }
    const glide = {
      a: 1 as const,
      k: [
        { t: start, s: [-700, 0] },
        { t: start + 20, s: [0, 0] },
      ],
    }
    return [
      { ...titleLayer(), ...seen, id: `name-${start}`, text: { $field: 'name' } } as Layer,
      {
        ...seen,
        id: `photo-${start}`,
        type: 'media',
        source: { $field: 'photo' },
        box: [660, 300, 600, 400],
        radius: 16,
        ks: { p: glide },
      } as Layer,
    ]
  })
  const logo = {
    ...titleLayer(),
    id: 'logo',
    out: frames,
    size: 44,
    box: [80, 60, 700, 60],
    text: 'Our wedding',
  } as Layer
  const document = createDocument('reuse', [...own, logo, ...videos], {
    canvas: { ...SIZE, fps: 30, duration: frames, background: '#101820' },
    fields: [
      { id: 'name', type: 'text', label: 'Name', default: 'Names' },
      { id: 'photo', type: 'media', label: 'Photo', accept: ['image'], default: 'sha256:photo' },
    ],
  })
  const values: FieldValues = { name: 'Asha & Rohan', photo: { asset: 'u_photo' } }
  const assetFiles = { 'sha256:font': FONT_FILE, 'sha256:video': video, 'sha256:photo': photo, u_photo: photo }
  return { document, values, assetFiles, frames }
}
