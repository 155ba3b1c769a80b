// The template document, which designers write, customers fill in and the painter draws. `check-document.ts`
// converts unknown JSON to it.
import {
  anyObject,
  type Check,
  type Infer,
  integer,
  isRecord,
  list,
  matching,
  named,
  number,
  object,
  oneOf,
  record,
  refined,
  text,
  tuple,
  undescribed,
  unionByKey,
  when,
} from '../schema/check.ts'
import { color } from '../schema/color.ts'
import { type Box, box } from '../schema/property.ts'
import { ASSET_ID, type AssetId, type Field, field } from './field.ts'
import { layerList } from './layer.ts'
import { rig } from './rig.ts'

/** How a clip replaces the previous one. */
export type TransitionKind = (typeof TRANSITION_KINDS)[number]

export const TRANSITION_KINDS = [
  'fade',
  'dip-black',
  'dip-white',
  'slide-left',
  'slide-right',
  'slide-up',
  'slide-down',
  'wipe-left',
  'wipe-right',
  'zoom',
  'blur',
] as const

/** The version of the document format that this engine writes. Older versions are migrated on read. */
export const DOCUMENT_VERSION = 1

/**
 * The version of the painter. Part of the render key: increment it whenever the same document would be drawn differently, so
 * that no video of an older engine is reused for a new request.
 */
export const ENGINE_VERSION = '9'

/** Longest side of a canvas in pixels. */
const MAX_CANVAS = 4096
/** An hour at 30 frames per second, half an hour at 60: the maximum for a video of a customer's clips. */
export const MAX_DURATION = 108_000

const fraction = refined(
  tuple(integer(1, 1_000_000), integer(1, 100_000)),
  ([numerator, denominator], report) =>
    (numerator / denominator >= 1 && numerator / denominator <= 120) ||
    report.fail('out-of-range', 'Frames per second must lie between 1 and 120'),
)
const frameRate = when(Array.isArray, fraction, integer(1, 120))

/** Frames per second: a whole number, or a fraction `[30000, 1001]`. */
export type FrameRate = Infer<typeof frameRate>

const canvasSide = integer(16, MAX_CANVAS)
const canvasObject = object(
  {
    width: canvasSide,
    height: canvasSide,
    fps: frameRate,
    /** Frames. An image template has 1. */
    duration: integer(1, MAX_DURATION),
  },
  { background: color },
)

export interface Canvas extends Infer<typeof canvasObject> {}

export const canvas: Check<Canvas> = canvasObject

const fontFaceObject = object(
  {
    family: text(100, 1),
    /** A TrueType or OpenType file. */
    src: matching<AssetId>(ASSET_ID, 'An asset id such as "sha256:…"'),
    license: text(100, 1),
  },
  {
    weight: integer(1, 1000),
    style: oneOf('normal', 'italic'),
    /** Emoji: the file is large, so it is loaded only for texts with emoji. */
    covers: oneOf('emoji'),
    /** Added by the customer, not by the designer. */
    added: oneOf(true),
    /** Families of this document, tried in order for characters that the font lacks; then all other families. */
    fallback: list(text(100, 1), 20),
  },
)

export interface FontFace extends Infer<typeof fontFaceObject> {}

export const fontFace: Check<FontFace> = fontFaceObject

const side = integer(1, 20_000)
const seconds = number(0, 86_400)
const mime = text(100, 1)
const asset = named(
  'asset',
  unionByKey(
    'kind',
    {
      image: object({ kind: oneOf('image'), w: side, h: side }, { mime }),
      video: object({ kind: oneOf('video'), w: side, h: side, seconds }, { mime }),
      audio: object({ kind: oneOf('audio'), seconds }, { mime }),
      /** A video with transparency; `w` and `h` are the size of the picture, the file is twice as high. */
      plate: object(
        { kind: oneOf('plate'), w: side, h: side, seconds: number(0.001, 86_400) },
        { mime, fps: number(0.1, 240), frames: integer(1, 1e7) },
      ),
    },
    'An asset is needed',
  ),
)

export type Asset = Infer<typeof asset>

/** Properties that a variant must not change, because they determine which layer it is. */
const FIXED = ['id', 'type', 'layers', 'parent', 'matte']
const variantLayer = undescribed<Readonly<Record<string, unknown>> & { readonly box?: Box }>((value, report) => {
  if (!isRecord(value)) return report.fail('wrong-type', 'An object is needed')
  const fixed = FIXED.find((key) => key in value)
  if (fixed) return report.at(fixed).fail('not-allowed', `"${fixed}" cannot differ between variants`)
  return value.box === undefined || box(value.box, report.at('box'))
})
const variantObject = object(
  { canvas: object({ width: canvasSide, height: canvasSide }) },
  { layers: record(text(64, 1), variantLayer, 500) },
)

/** Another aspect ratio of the same template: another canvas size and other positions. Only the named properties change. */
export interface Variant extends Infer<typeof variantObject> {}

const variant: Check<Variant> = variantObject

const frame = integer(0, MAX_DURATION)
const outputSettings = object(
  {},
  {
    video: object({}, { codec: oneOf('h264'), crf: number(0, 51), maxHeight: integer(16, MAX_CANVAS) }),
    image: object({}, { format: oneOf('png', 'jpeg'), quality: number(1, 100) }),
    poster: object({ frame }),
    thumbnail: object({ frame }, { width: integer(16, MAX_CANVAS) }),
  },
)

const ends = { intro: frame, outro: frame, middle: oneOf('hold', 'loop') }
const timelineStretchObject = object(ends)

/** The frames at both ends that keep their pace, and whether the middle freezes or loops in a longer video. */
export interface TimelineStretch extends Infer<typeof timelineStretchObject> {}

const timelineStretch: Check<TimelineStretch> = timelineStretchObject

/** A template's settings for videos of customers' own clips. */
const timelineSettings = object(
  {},
  {
    /** The media layer that the clips replace; by default the largest one whose field accepts videos. */
    layer: text(64, 1),
    /** How the template adapts to a shorter or longer video; by default determined from its motion. */
    stretch: timelineStretch,
    /** The available transitions (default: all). */
    transitions: list(oneOf(...TRANSITION_KINDS), TRANSITION_KINDS.length),
  },
)

const timeRemapObject = refined(
  object({ frames: integer(1, MAX_DURATION), ...ends }),
  ({ frames, intro, outro }, report) =>
    intro + outro <= frames || report.fail('out-of-range', 'The protected ends are longer than the template'),
)

/** The template's original length before a timeline changed it, and how its layers are remapped. */
export interface TimeRemap extends Infer<typeof timeRemapObject> {}

const timeRemap: Check<TimeRemap> = timeRemapObject

const fields = refined(list(field, 200), (list, report) => {
  const seen = new Set<string>()
  return list.every(({ id }, n) => {
    if (seen.has(id)) return report.at(n).at('id').fail('duplicate', `There are two fields "${id}"`)
    seen.add(id)
    return true
  })
})

/** A document as written; `checkDocument` verifies the relations between its parts. */
export const templateDocument = object(
  {
    tdoc: oneOf(DOCUMENT_VERSION),
    id: text(100, 1),
    name: text(200, 1),
    canvas,
    /** Top first. */
    layers: layerList,
  },
  {
    rev: integer(0, 1e9),
    fields,
    fonts: list(fontFace, 60),
    assets: record(matching<AssetId>(/^sha256:[0-9A-Za-z_-]{1,64}$/, 'An asset id such as "sha256:…"'), asset, 500),
    variants: record(matching(/^\d{1,3}:\d{1,3}$/, 'An aspect such as "9:16"'), variant, 12),
    output: outputSettings,
    /** The owner has unlocked it: the designer's layers can be removed and regrouped like added ones. */
    unlocked: oneOf(true),
    timeline: timelineSettings,
    /** Written by `applyTimeline`: the clock of layers with `paced`. */
    pace: timeRemap,
    /** Written by the import: what live expressions can read. */
    rig,
    /** The source of an imported document, and what the import dropped. */
    origin: anyObject,
  },
)

/** A document after reading, with defaults for omitted parts. */
export interface TemplateDocument extends Infer<typeof templateDocument> {
  readonly fields: readonly Field[]
  readonly fonts: readonly FontFace[]
  readonly assets: Readonly<Record<AssetId, Asset>>
}

/** A document in which values replace all bindings and all edits are applied: the painter's input. */
export interface ResolvedDocument extends TemplateDocument {
  readonly resolved: true
}

/** Frames per second as a number. */
export function framesPerSecond(fps: FrameRate): number {
  return typeof fps === 'number' ? fps : fps[0] / fps[1]
}

/**
 * Pixel size of a document's video: its canvas, reduced to the designer's maximum height, and even on both sides, as H.264
 * requires.
 */
export function renderSize({ canvas, output }: Pick<TemplateDocument, 'canvas' | 'output'>): {
  width: number
  height: number
} {
  const scale = Math.min(1, (output?.video?.maxHeight ?? canvas.height) / canvas.height)
  const even = (length: number) => Math.max(2, 2 * Math.round((length * scale) / 2))
  return { width: even(canvas.width), height: even(canvas.height) }
}

/** Running time in seconds. */
export function durationSeconds(canvas: Canvas): number {
  return canvas.duration / framesPerSecond(canvas.fps)
}
