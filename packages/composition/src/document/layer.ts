// The layers of a composition, top first. Every kind says what it draws; the base says where, when and how it blends.
import type { BlendMode } from './blend-mode.ts'
import type { Effect } from './effect.ts'
import type { AssetId, Crop, MediaValue, TextFit, Trim } from './field.ts'
import type { BezierPath, Bindable, Color, FieldBinding, Paint, Property, Transform, Vector } from './property.ts'
import type { ShapeItem } from './shape-item.ts'
import type { TextAnimation } from './text-animation.ts'

/** Seconds of a video per second of its layer. */
export const MIN_SPEED = 0.25
export const MAX_SPEED = 4
/** Pictures that motion blur may be the mean of. */
export const MAX_BLUR_SAMPLES = 64

/** `[x, y, width, height]` in pixels of the parent. */
export type Box = readonly [number, number, number, number]

/**
 * Lottie's mask: `mode` add, subtract, intersect, lighten, darken, difference or none; path `pt`; opacity `o` 0 to 100;
 * `f` softens the edge over so many pixels, `x` moves it outwards by so many; `inv` inverts.
 */
export interface Mask {
  mode: 'a' | 's' | 'i' | 'l' | 'd' | 'f' | 'n'
  pt: Property<BezierPath>
  o?: Property<number>
  f?: Property<number | Vector>
  x?: Property<number>
  inv?: boolean
  nm?: string
}

/**
 * Shown or not, decided once per render. A binding shows the layer when a toggle is on, a text or medium is filled in,
 * or, with `equals`, when the value is that one. `not` inverts.
 */
export type Visibility = boolean | (FieldBinding & { equals?: string | boolean; not?: boolean })

/**
 * Where a layer stands in space: depth `z` away from the viewer in pixels, that of its anchor `az`, its scale `sz` across its
 * plane in percent, orientation `ox`, `oy`, `oz` and turns `rx`, `ry` in degrees. The rest of its place is its transform. It is seen
 * through the camera of its list.
 */
export interface Space {
  z?: Property<number>
  az?: Property<number>
  sz?: Property<number>
  ox?: Property<number>
  oy?: Property<number>
  oz?: Property<number>
  rx?: Property<number>
  ry?: Property<number>
}

/**
 * An eye at a layer's place, which looks to `target`, else straight ahead. `zoom`: pixels to the plane that is seen at its own
 * size; `roll` in degrees.
 */
export interface Camera {
  zoom: Property<number>
  roll?: Property<number>
  target?: { x: Property<number>; y: Property<number>; z: Property<number> }
}

/**
 * A picture shows what moves while the shutter is open: `angle` of 360 degrees is a whole frame, which it opens `phase` degrees
 * after the frame's time (usually before it). The mean of at least so many `samples` is drawn.
 */
export interface MotionBlur {
  angle: number
  phase: number
  samples: number
}

/** What a customer may not touch: everything, its look, its place, its content, its time. */
export type Lock = 'all' | 'style' | 'move' | 'content' | 'time'

export type MatteMode = 'alpha' | 'alpha-inverted' | 'luma' | 'luma-inverted'

interface LayerBase {
  /** Unique in the document, also inside groups. */
  id: string
  name?: string
  /** First frame shown and the frame after the last, in the time of the composition or group around it. */
  in: number
  out: number
  ks?: Transform
  /** Layer of the same list whose position, rotation and scale (not opacity) it follows. */
  parent?: string
  /** Turns along the path on which its position moves. */
  autoOrient?: boolean
  /** In space, seen through the camera of its list: the topmost one that is on, else one of 50 mm before its middle. */
  space?: Space
  motionBlur?: MotionBlur
  bm?: BlendMode
  visible?: Visibility
  mask?: readonly Mask[]
  /** Shows this layer only where another layer of the same list is opaque, or light; that layer itself is hidden. */
  matte?: { layer: string; mode: MatteMode }
  effects?: readonly Effect[]
  locks?: readonly Lock[]
  /** Stays above everything a customer adds. */
  alwaysOnTop?: boolean
  /**
   * Runs by the document's `pace` instead of the video's time: all of it, or its place and look only, while what it shows
   * runs on. Written by `applyTimeline`.
   */
  paced?: 'whole' | 'place'
}

/** One colour or gradient over its box, or over the whole canvas without one. */
export interface SolidLayer extends LayerBase {
  type: 'solid'
  color: Paint
  box?: Box
}

export interface ShapeLayer extends LayerBase {
  type: 'shape'
  shapes: readonly ShapeItem[]
}

/** Justified lines fill the box; the word after it says where the last line of a paragraph stands (`all`: it fills too). */
export type TextAlign =
  | 'left'
  | 'center'
  | 'right'
  | 'start'
  | 'end'
  | 'justify'
  | 'justify-center'
  | 'justify-right'
  | 'justify-all'

export interface TextLayer extends LayerBase {
  type: 'text'
  text: Bindable<string>
  /** Number of the expression of the document's rig that gives the words; `text` is shown where it gives none. */
  liveText?: number
  /** The words from a frame on, in turn, in the place of `text`. Written by `runLiveExpressions`, never stored. */
  wordings?: readonly (readonly [frame: number, text: string])[]
  box: Box
  /** Family of one of the document's fonts. */
  font: string
  weight?: number
  style?: 'normal' | 'italic'
  /** Pixels. With `fit.mode: 'shrink'` this is the largest size. */
  size: Bindable<number>
  align?: TextAlign
  /** `baseline` puts the first line's foot on the upper edge of the box, as text without a box has it. */
  valign?: 'top' | 'middle' | 'bottom' | 'baseline'
  /** Pixels by which letters stand above their line. */
  baseline?: number
  /** Multiple of the size (default 1.2). */
  lineHeight?: number
  /** Thousandths of the size, as in After Effects. */
  tracking?: number
  uppercase?: boolean
  /** Small letters are drawn as capitals of 70 percent of the size. */
  smallCaps?: boolean
  fill?: Paint
  stroke?: { color: Property<Color>; width: Property<number>; join?: 'miter' | 'round' | 'bevel'; over?: boolean }
  /** Softness in pixels as in a canvas `shadowBlur`. */
  shadow?: { color: Property<Color>; blur: Property<number>; x?: Property<number>; y?: Property<number> }
  fit?: TextFit
  maxLines?: number
  /** `balance` evens out the lengths of the lines, which suits titles. */
  wrap?: 'greedy' | 'balance' | 'none'
  animate?: readonly TextAnimation[]
  /**
   * Around which point ranges turn and scale letters: the middle of the foot of each letter (default), of its word or line, or of the
   * first line of all. `align` moves it by percent of half the width and of the height of capitals.
   */
  anchorGrouping?: { by: 'char' | 'word' | 'line' | 'all'; align?: Property<Vector> }
}

/** An image of the document (not the customer's). Without a box it is drawn in its own size at the origin. */
export interface ImageLayer extends LayerBase {
  type: 'image'
  asset: Bindable<AssetId>
  box?: Box
  fit?: 'cover' | 'contain' | 'fill'
  radius?: Property<number>
}

export type ClipShape = 'rect' | 'ellipse' | 'arch' | 'hexagon' | 'diamond' | 'heart' | 'leaf' | { d: string }

/** A photo or video in a frame, usually the customer's. */
export interface MediaLayer extends LayerBase {
  type: 'media'
  source: Bindable<AssetId | MediaValue>
  box: Box
  fit?: 'cover' | 'contain'
  /** The placing used when the customer made none. */
  crop?: Crop
  radius?: Property<number>
  /** Outline of the frame; `d` is SVG path data in pixels of the box. */
  clip?: ClipShape
  /** Inside edge of the frame. */
  border?: { width: Property<number>; color: Property<Color> }
  /** Moves the picture inside its frame (Ken Burns); anchor and rest are the centre of the box. */
  inner?: Transform
  /** Colour behind a `contain`ed picture. */
  background?: Property<Color>
  /** Frame at which a video starts (default: the layer's first). */
  st?: number
  /** Which second of the video is shown, instead of letting it run. */
  tm?: Property<number>
  /** A video that is shorter than the layer starts again, with its sound; without it the last picture stays. */
  loop?: boolean
  /** Seconds of a video per second of the layer, 0.25 to 4 (default 1). The pitch of its sound stays. */
  speed?: number
  audio?: AudioSettings
}

/**
 * A video with transparency. Its file is an ordinary video of twice the height: the colour, premultiplied over black, in
 * the upper half, and in the lower half how opaque it is, white being opaque.
 */
export interface AlphaVideoLayer extends LayerBase {
  type: 'plate'
  asset: Bindable<AssetId>
  /** The whole canvas without one. */
  box?: Box
  fit?: 'cover' | 'contain' | 'fill'
  /** Frame at which the video starts (default: the layer's first). */
  st?: number
  /** Starts again when it has ended; without it the last picture stays. */
  loop?: boolean
  audio?: AudioSettings
}

/**
 * A composition inside the composition. Its children live in its own coordinates and in its own time, which is
 * `(frame - st) / sr`, or what `tm` says. Without children it is a handle for others to follow.
 */
export interface GroupLayer extends LayerBase {
  type: 'group'
  layers: readonly Layer[]
  /** When given, children are clipped to `[width, height]`. */
  size?: Vector
  /** When given, children live in the pixels of this box and are clipped to it. */
  box?: Box
  /** Frame at which the group's own time is 0 (default 0). */
  st?: number
  /** How many times longer than normal its time takes (default 1). Sound inside is silent unless it is 1. */
  sr?: number
  /** Which second of its own time is shown; it stops at the last frame of its layers. Sound inside is silent. */
  tm?: Property<number>
  /** Frames of its own time that each of its pictures stays, as with a lower frame rate of its own (default: they change all the time). */
  step?: number
  /** Layers in space of the same list are seen from here. The layer needs a `space` of its own. */
  camera?: Camera
}

/**
 * A whole Lottie animation, converted into a group when the document is read: a document that was read holds none.
 * `slots` binds the animation's slots to fields.
 */
export interface LottieLayer extends LayerBase {
  type: 'lottie'
  animation: Readonly<Record<string, unknown>>
  slots?: Readonly<Record<string, unknown>>
  box?: Box
  st?: number
  loop?: boolean
}

/** Volume 0 to 100 (100 is unchanged, at most 200), fades in frames. */
export interface AudioSettings {
  volume?: Property<number>
  fadeIn?: number
  fadeOut?: number
  /** `even` fades as two sounds must that are faded into each other, so that together they stay as loud. */
  fade?: 'straight' | 'even'
  loop?: boolean
}

export interface AudioLayer extends LayerBase {
  type: 'audio'
  source: Bindable<AssetId | { asset: AssetId; trim?: Trim }>
  audio?: AudioSettings
}

export type Sprite =
  | 'circle'
  | 'soft'
  | 'ring'
  | 'petal'
  | 'leaf'
  | 'star'
  | 'spark'
  | 'confetti'
  | 'ribbon'
  | 'heart'
  | 'flake'
  | 'flame'

/** `[least, most]`: each particle takes a value between. */
export type Range = readonly [number, number]

/** Many small things in motion, a pure function of the frame and the seed. Pixels, seconds and degrees. */
export interface ParticlesLayer extends LayerBase {
  type: 'particles'
  seed: number
  /** At most 2000. */
  count: number
  /** Where they are born, in pixels. */
  box: Box
  sprite: Sprite | readonly Sprite[]
  colors: readonly Property<Color>[]
  size: Range
  life: Range
  /** `stream` is born all the time and already under way at the first frame; `burst` is born at once at `in`. */
  mode?: 'stream' | 'burst'
  /** Burst only: births are spread over this many seconds. */
  over?: number
  speed?: Range
  /** 0 is right, 90 is down, -90 is up. */
  direction?: number
  spread?: number
  gravity?: number
  /** Constant wind to the right. */
  drift?: number
  /** Air resistance per second (0 none, 3 strong). */
  drag?: number
  sway?: { amount: number; seconds: number }
  spin?: Range
  /** Tumbles in depth, as paper and petals do. */
  flutter?: boolean
  /** Brightness varies quickly. */
  twinkle?: number
  fade?: { in?: number; out?: number }
  grow?: Range
  opacity?: Range
}

/** Draws nothing itself: wherever it lies, everything below it in its list is seen through its effects. */
export interface AdjustmentLayer extends LayerBase {
  type: 'adjustment'
  box?: Box
}

/** Seeded grain. `paper`, `linen` and `halftone` are static; `film` changes every `every` frames (default 2). */
export interface TextureLayer extends LayerBase {
  type: 'texture'
  kind: 'paper' | 'film' | 'linen' | 'halftone' | 'dots' | 'lines'
  seed: number
  /** Strength 0 to 1. */
  amount?: Property<number>
  /** Size of the grain in pixels. */
  scale?: number
  color?: Property<Color>
  every?: number
  box?: Box
}

/** Light: `glow` a soft round, `leak` drifting video leaks, `vignette` dark edges, `rays` a turning fan, `bokeh` discs. */
export interface LightLayer extends LayerBase {
  type: 'light'
  kind: 'glow' | 'leak' | 'vignette' | 'rays' | 'bokeh' | 'sweep'
  seed?: number
  colors: readonly Property<Color>[]
  /** Strength 0 to 1. */
  amount?: Property<number>
  /** Centre in pixels (default: the middle). */
  center?: Property<Vector>
  /** Radius in pixels. */
  radius?: Property<number>
  /** Number of rays, leaks or discs. */
  count?: number
  /** One turn, drift or sweep takes this many seconds. */
  seconds?: number
  box?: Box
}

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
