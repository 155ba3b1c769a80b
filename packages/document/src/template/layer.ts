// The layers of a composition, top first. Every kind says what it draws.
import {
  anyObject,
  boolean,
  type Check,
  described,
  type Infer,
  integer,
  isRecord,
  list,
  named,
  number,
  object,
  oneOf,
  type Report,
  refined,
  text,
  toName,
  tuple,
  unionByKey,
  when,
} from '../schema/check.ts'
import {
  anyNumber,
  bindable,
  box,
  colorProperty,
  FAR,
  frameNumber,
  numberProperty,
  paint,
  positive,
  share,
  transform,
  vector,
  vectorProperty,
} from '../schema/property.ts'
import { assetId, crop, mediaValue, textFit, trimmedAudio } from './field.ts'
import { layer } from './layer-base.ts'
import { pathData, shapeItems } from './shape-item.ts'
import { textAnimation } from './text-animation.ts'

/** Seconds of a video per second of its layer. */
export const MIN_SPEED = 0.25
export const MAX_SPEED = 4
/** Maximum number of layers in a document, including those in groups. */
export const MAX_LAYERS = 2000
/** Maximum nesting depth of groups. */
export const MAX_GROUP_DEPTH = 16

const solidLayer = layer('solid', { color: paint }, { box })

/** One colour or gradient over its box, or over the whole canvas without a box. */
export interface SolidLayer extends Infer<typeof solidLayer> {}

const shapeLayer = layer('shape', { shapes: shapeItems }, {})

export interface ShapeLayer extends Infer<typeof shapeLayer> {}

const font = described<string>(
  () => ({ type: 'string' }),
  (value, report) => {
    if (typeof value !== 'string') return report.fail('wrong-type', 'A font family is needed')
    return (
      report.context.fonts.has(value) ||
      report.fail('unknown-reference', `The document has no font "${value.slice(0, 60)}"`)
    )
  },
)
const textAlign = oneOf(
  'left',
  'center',
  'right',
  'start',
  'end',
  'justify',
  'justify-center',
  'justify-right',
  'justify-all',
)

/** Justified lines fill the box; the second word aligns the last line of a paragraph (`all` justifies it too). */
export type TextAlign = Infer<typeof textAlign>

const textLayer = layer(
  'text',
  {
    text: bindable(text(2000), 'text', 'choice'),
    box,
    /** Family of one of the document's fonts. */
    font,
    /** In pixels. With `fit.mode: 'shrink'` this is the maximum size. */
    size: bindable(number(1, 2000)),
  },
  {
    /** Index of the rig expression that computes the text; `text` is the fallback. */
    liveText: integer(0, 1e6),
    weight: integer(1, 1000),
    style: oneOf('normal', 'italic'),
    align: textAlign,
    /** `baseline` aligns the first line's baseline with the upper edge of the box, as for text without a box. */
    valign: oneOf('top', 'middle', 'bottom', 'baseline'),
    /** Pixels by which letters are raised above their baseline. */
    baseline: anyNumber,
    /** Multiple of the size (default 1.2). */
    lineHeight: number(0, 20),
    /** Thousandths of the size, as in After Effects. */
    tracking: number(-500, 5000),
    uppercase: boolean(),
    /** Draws lower-case letters as capitals of 70 percent of the size. */
    smallCaps: boolean(),
    fill: paint,
    stroke: object(
      { color: colorProperty, width: numberProperty(0, 500) },
      { join: oneOf('miter', 'round', 'bevel'), over: boolean() },
    ),
    /** Softness in pixels as in a canvas `shadowBlur`. */
    shadow: object(
      { color: colorProperty, blur: numberProperty(0, 500) },
      { x: numberProperty(), y: numberProperty() },
    ),
    fit: textFit,
    maxLines: integer(1, 100),
    /** `balance` equalises line lengths, which suits titles. */
    wrap: oneOf('greedy', 'balance', 'none'),
    animate: list(textAnimation, 10),
    /**
     * The point around which ranges rotate and scale letters: the centre of the baseline of each letter (default), of its word
     * or line, or of the first line. `align` moves it by percent of half the width and of the cap height.
     */
    anchorGrouping: object({ by: oneOf('char', 'word', 'line', 'all') }, { align: vectorProperty }),
  },
)

export interface TextLayer extends Infer<typeof textLayer> {
  /** Replaces `text` over time: each text from its frame on. Written by `runLiveExpressions`, never stored. */
  readonly wordings?: readonly (readonly [frame: number, text: string])[]
}

const imageLayer = layer(
  'image',
  { asset: bindable(assetId) },
  { box, fit: oneOf('cover', 'contain', 'fill'), radius: numberProperty(0) },
)

/** An image of the document (not the customer's). Without a box it is drawn at its own size at the origin. */
export interface ImageLayer extends Infer<typeof imageLayer> {}

const clip = when(
  isRecord,
  object({ d: pathData }),
  oneOf('rect', 'ellipse', 'arch', 'hexagon', 'diamond', 'heart', 'leaf'),
)

export type ClipShape = Infer<typeof clip>

const audioSettingsObject = object(
  {},
  {
    volume: numberProperty(0, 200),
    fadeIn: positive,
    fadeOut: positive,
    /** `even` is an equal-power fade, so that two crossfaded sounds keep their combined loudness. */
    fade: oneOf('straight', 'even'),
    loop: boolean(),
  },
)

/** Volume 0 to 100 (100 is unchanged, at most 200), fades in frames. */
export interface AudioSettings extends Infer<typeof audioSettingsObject> {}

const audioSettings: Check<AudioSettings> = audioSettingsObject

const isText = (value: unknown) => typeof value === 'string'

const mediaLayer = layer(
  'media',
  { source: bindable(when(isText, assetId, mediaValue), 'media'), box },
  {
    fit: oneOf('cover', 'contain'),
    /** The crop used when the customer chose none. */
    crop,
    radius: numberProperty(0),
    /** Outline of the frame; `d` is SVG path data in pixels of the box. */
    clip,
    /** Border along the inside of the frame. */
    border: object({ width: numberProperty(0, 1000), color: colorProperty }),
    /** Moves the picture inside its frame (Ken Burns); its anchor and rest position are the centre of the box. */
    inner: transform,
    /** Colour behind a `contain`ed picture. */
    background: colorProperty,
    /** Frame at which a video starts (default: the layer's first). */
    st: frameNumber,
    /** The second of the video to show, instead of playing it. */
    tm: numberProperty(0),
    /** Repeats a video that is shorter than the layer, with its sound; otherwise the last picture stays. */
    loop: boolean(),
    /** Seconds of a video per second of the layer, 0.25 to 4 (default 1). The sound keeps its pitch. */
    speed: number(MIN_SPEED, MAX_SPEED),
    audio: audioSettings,
  },
)

/** A photo or video in a frame, usually the customer's. */
export interface MediaLayer extends Infer<typeof mediaLayer> {}

const plateLayer = layer(
  'plate',
  { asset: bindable(assetId) },
  {
    /** Without a box it covers the whole canvas. */
    box,
    fit: oneOf('cover', 'contain', 'fill'),
    /** Frame at which the video starts (default: the layer's first). */
    st: frameNumber,
    /** Repeats the video; otherwise the last picture stays. */
    loop: boolean(),
    audio: audioSettings,
  },
)

/**
 * A video with transparency. Its file is an ordinary video of twice the height: the upper half is the colour, premultiplied
 * over black, and the lower half the opacity, where white is opaque.
 */
export interface AlphaVideoLayer extends Infer<typeof plateLayer> {}

const audioLayer = layer(
  'audio',
  { source: bindable(when(isText, assetId, trimmedAudio), 'audio', 'media') },
  { audio: audioSettings },
)

export interface AudioLayer extends Infer<typeof audioLayer> {}

const sprite = oneOf(
  'circle',
  'soft',
  'ring',
  'petal',
  'leaf',
  'star',
  'spark',
  'confetti',
  'ribbon',
  'heart',
  'flake',
  'flame',
)

export type Sprite = Infer<typeof sprite>

const pair = tuple(anyNumber, anyNumber)
const range = described<Infer<typeof pair>>(
  (of) => of(pair),
  (value, report) =>
    Array.isArray(value) && value.length === 2
      ? pair(value, report)
      : report.fail('wrong-type', 'Two numbers are needed, the least and the most, such as [1, 2]'),
)

/** `[least, most]`: each particle takes a value in between. */
export type Range = Infer<typeof range>

const lifeRange = refined(
  range,
  ([least, most], report) =>
    (least > 0.01 && most >= least) ||
    report.fail('out-of-range', 'Two ascending numbers of seconds above 0 are needed'),
)
const colors = list(colorProperty, 16, 1)

const particlesLayer = layer(
  'particles',
  {
    seed: integer(0, 1e9),
    count: integer(0, 2000),
    /** The emission area, in pixels. */
    box,
    sprite: when(Array.isArray, list(sprite, 12, 1), sprite),
    colors,
    size: range,
    life: lifeRange,
  },
  {
    /** `stream` emits continuously and is already under way at the first frame; `burst` emits all particles at `in`. */
    mode: oneOf('stream', 'burst'),
    /** Only for bursts: spreads the emission over this many seconds. */
    over: number(0, 600),
    speed: range,
    /** 0 is right, 90 is down, -90 is up. */
    direction: anyNumber,
    spread: number(0, 360),
    gravity: anyNumber,
    /** Constant wind to the right. */
    drift: anyNumber,
    /** Air resistance per second (0 none, 3 strong). */
    drag: number(0, 50),
    sway: object({ amount: anyNumber, seconds: number(0.05, 600) }),
    spin: range,
    /** Tumbles in depth, like paper and petals. */
    flutter: boolean(),
    /** Brightness varies quickly. */
    twinkle: share,
    fade: object({}, { in: share, out: share }),
    grow: range,
    opacity: range,
  },
)

/** Many small objects in motion, a pure function of the frame and the seed. Units are pixels, seconds and degrees. */
export interface ParticlesLayer extends Infer<typeof particlesLayer> {}

const adjustmentLayer = layer('adjustment', {}, { box })

/** Draws nothing itself: everything below it in its list is shown through its effects. */
interface AdjustmentLayer extends Infer<typeof adjustmentLayer> {}

const textureLayer = layer(
  'texture',
  { kind: oneOf('paper', 'film', 'linen', 'halftone', 'dots', 'lines'), seed: integer(0, 1e9) },
  {
    /** Strength 0 to 1. */
    amount: numberProperty(0, 1),
    /** Size of the grain in pixels. */
    scale: number(0.25, 16),
    color: colorProperty,
    every: integer(1, 1000),
    box,
  },
)

/** Seeded grain. `paper`, `linen` and `halftone` are static; `film` changes every `every` frames (default 2). */
export interface TextureLayer extends Infer<typeof textureLayer> {}

const lightLayer = layer(
  'light',
  { kind: oneOf('glow', 'leak', 'vignette', 'rays', 'bokeh', 'sweep'), colors },
  {
    seed: integer(0, 1e9),
    /** Strength 0 to 1. */
    amount: numberProperty(0, 1),
    /** Centre in pixels (default: the middle). */
    center: vectorProperty,
    /** Radius in pixels. */
    radius: numberProperty(1, FAR),
    /** Number of rays, leaks or discs. */
    count: integer(1, 200),
    /** Duration of one rotation, drift or sweep in seconds. */
    seconds: number(0.1, 3600),
    box,
  },
)

/**
 * Light effects: `glow` is soft and round, `leak` drifting light leaks, `vignette` dark edges, `rays` a rotating fan, `bokeh`
 * discs.
 */
export interface LightLayer extends Infer<typeof lightLayer> {}

export const lottieLayer = layer(
  'lottie',
  { animation: anyObject },
  { slots: anyObject, box, st: frameNumber, loop: boolean() },
)

/**
 * A complete Lottie animation, converted to a group on read: a document never contains one after reading. `slots` binds the
 * animation's slots to fields.
 */
export interface LottieLayer extends Infer<typeof lottieLayer> {}

/** A list of layers: checks each layer, and that they do not follow each other in cycles. */
export const layerList: Check<readonly Layer[]> = described(
  (of) => ({ type: 'array', items: of(anyLayer) }),
  (value, report) => {
    if (!Array.isArray(value)) return report.fail('wrong-type', 'A list of layers is needed')
    const records = value.filter(isRecord)
    const inner = report.within({ siblings: new Set(records.map(({ id }) => toName(id))) })
    return value.map((item, n) => anyLayer(item, inner.at(n))).every(Boolean) && checkCycles(records, inner)
  },
)

const cameraObject = object(
  { zoom: numberProperty(0.1) },
  { roll: numberProperty(), target: object({ x: numberProperty(), y: numberProperty(), z: numberProperty() }) },
)

/**
 * A camera at a layer's position. It looks at `target`, or straight ahead without one. `zoom` is the distance in pixels at
 * which objects appear at their own size; `roll` is in degrees.
 */
export interface Camera extends Infer<typeof cameraObject> {}

const camera: Check<Camera> = cameraObject

const stretch = refined(
  number(-1000, 1000),
  (factor, report) => Math.abs(factor) >= 0.01 || report.fail('out-of-range', 'Time cannot be stretched to nothing'),
)
const groupLayer = layer(
  'group',
  { layers: layerList },
  {
    /** When set, children are clipped to `[width, height]`. */
    size: vector,
    /** When set, children use the pixels of this box and are clipped to it. */
    box,
    /** Frame at which the group's own time is 0 (default 0). */
    st: frameNumber,
    /** Time stretch factor (default 1). With any other value the sound inside is silent. */
    sr: stretch,
    /** Frames of its own time that each picture stays, like a lower frame rate of its own (default: every frame differs). */
    step: number(0.1, 1000),
    /** Time remap: the second of its own time to show, up to the last frame of its layers. Sound inside is silent. */
    tm: numberProperty(0),
    /** Views the layers in space of the same list. The layer needs its own `space`. */
    camera,
  },
)
const nestedGroup = described<GroupLayer>(
  (of) => of(groupLayer),
  (value, report) => {
    const { groupDepth = 0 } = report.context
    return groupDepth < MAX_GROUP_DEPTH
      ? groupLayer(value, report.within({ groupDepth: groupDepth + 1 }))
      : report.fail('too-deep', `Groups may be nested ${MAX_GROUP_DEPTH} deep`)
  },
)

/**
 * A composition inside the composition. Its children use its own coordinates and its own time, which is `(frame - st) / sr`, or
 * `tm`. Without children it is a null that other layers can follow.
 */
export interface GroupLayer extends Infer<typeof groupLayer> {}

export type Layer =
  | SolidLayer
  | ShapeLayer
  | TextLayer
  | ImageLayer
  | MediaLayer
  | AlphaVideoLayer
  | GroupLayer
  | AudioLayer
  | ParticlesLayer
  | TextureLayer
  | LightLayer
  | AdjustmentLayer

export type LayerType = Layer['type']

const kinds = {
  solid: solidLayer,
  shape: shapeLayer,
  text: textLayer,
  image: imageLayer,
  media: mediaLayer,
  plate: plateLayer,
  audio: audioLayer,
  particles: particlesLayer,
  texture: textureLayer,
  adjustment: adjustmentLayer,
  light: lightLayer,
  group: nestedGroup,
  lottie: lottieLayer,
} satisfies Record<(Layer | LottieLayer)['type'], Check>

/** One layer, including everything in a group. */
export const anyLayer: Check<Layer> = named(
  'layer',
  refined(
    unionByKey('type', kinds, 'A layer is needed', 'This type of layer is not known') as Check<Layer>,
    (layer, report) => {
      if (!(layer.out > layer.in)) return report.at('out').fail('out-of-range', '"out" must come after "in"')
      const { layerIds } = report.context
      if (!layerIds) return true
      if (layerIds.has(layer.id)) return report.at('id').fail('duplicate', `There are two layers "${layer.id}"`)
      layerIds.add(layer.id)
      return layerIds.size <= MAX_LAYERS || report.at('id').fail('too-many', `At most ${MAX_LAYERS} layers are allowed`)
    },
  ),
)

/** Visits each layer once: a path that reaches a visited layer cannot form a new cycle. */
export function checkCycles(layers: readonly Record<string, unknown>[], report: Report): boolean {
  const byId = new Map(layers.map((layer) => [layer.id, layer]))
  const follows = (one: Record<string, unknown>, key: 'parent' | 'matte') =>
    byId.get(key === 'parent' ? one.parent : (one.matte as { layer?: unknown } | undefined)?.layer)
  for (const key of ['parent', 'matte'] as const) {
    const inCircle = new Set<unknown>()
    const seenFrom = new Map<unknown, number>()
    for (const [n, one] of layers.entries()) {
      let next: Record<string, unknown> | undefined = one
      while (next && !seenFrom.has(next)) {
        seenFrom.set(next, n)
        next = follows(next, key)
      }
      if (!next || seenFrom.get(next) !== n) continue
      for (let step = next; !inCircle.has(step); step = follows(step, key) ?? step) inCircle.add(step)
    }
    const first = layers.findIndex((layer) => inCircle.has(layer))
    if (first >= 0)
      return report
        .at(first)
        .at(key)
        .fail('cycle', `The layer "${toName(layers[first]?.id)}" comes back to itself`)
  }
  return true
}
