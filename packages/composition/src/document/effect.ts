// The effects of a layer, applied in their order to its finished picture. Amounts are in percent unless said otherwise.
import type { BlendMode } from './blend-mode.ts'
import type { Color } from './color.ts'
import type { Property, Transform, Vector } from './property.ts'

/** Whose pixels the lengths of an effect are: those of its layer or of the list that it stands in; without, the canvas's. */
interface Lengths {
  pixels?: 'layer' | 'list'
}

/**
 * Gaussian blur with a standard deviation of `radius` pixels, in both directions, along one of the picture's sides, or along a
 * line at `angle` degrees (0 is up, 90 right).
 */
export interface BlurEffect extends Lengths {
  type: 'blur'
  radius: Property<number>
  dimensions?: 'both' | 'horizontal' | 'vertical'
  angle?: Property<number>
  /** What lies beyond the layer's edges is taken for more of the same: these stay as they are. */
  repeat?: boolean
}

/**
 * `blur` is the shadow's softness in pixels (twice the standard deviation). Its place is an offset `x`/`y` in
 * pixels, or a `distance` towards a `direction` in degrees (0 is up, 90 right), as After Effects has it.
 */
export interface ShadowEffect extends Lengths {
  type: 'shadow'
  color: Property<Color>
  blur: Property<number>
  x?: Property<number>
  y?: Property<number>
  direction?: Property<number>
  distance?: Property<number>
  opacity?: Property<number>
  /** By how many pixels the layer's silhouette grows before it is blurred. Not for a shadow that falls inside. */
  spread?: Property<number>
  /** The layer itself is left out. */
  only?: boolean
  /** How the shadow is mixed with what the layer draws below it; a glow is a shadow of light. */
  bm?: BlendMode
  /** Falls into the layer from its edges instead of onto what lies behind. */
  inside?: boolean
}

/** Paints dark parts in `black` and light parts in `white`, mixed with the layer's own colours by `amount`. */
export interface TintEffect {
  type: 'tint'
  black?: Property<Color>
  white?: Property<Color>
  amount?: Property<number>
}

/** Paints dark, middle and light parts in three colours, mixed with the layer's own by `amount`. */
export interface TritoneEffect {
  type: 'tritone'
  highlights?: Property<Color>
  midtones?: Property<Color>
  shadows?: Property<Color>
  amount?: Property<number>
}

/** Turns the hue by degrees; saturation and lightness from -100 to 100. With `colorize` the hue is set, not turned. */
export interface HueSaturationEffect {
  type: 'hue-saturation'
  hue?: Property<number>
  saturation?: Property<number>
  lightness?: Property<number>
  colorize?: boolean
}

/** Both from -100 to 100; 0 changes nothing. */
export interface BrightnessContrastEffect {
  type: 'brightness-contrast'
  brightness?: Property<number>
  contrast?: Property<number>
}

/** From -100 (the blue of shade) over 0 (as it is) to 100 (the gold of evening): red and blue are weighed against each other. */
export interface WarmthEffect {
  type: 'warmth'
  amount: Property<number>
}

/** Paints everything that the layer covers in one colour. */
export interface FillEffect {
  type: 'fill'
  color: Property<Color>
  opacity?: Property<number>
  bm?: BlendMode
}

export interface OpacityEffect {
  type: 'opacity'
  opacity: Property<number>
}

/** Turns colours into their opposites, mixed with the layer's own by `amount`. */
export interface InvertEffect {
  type: 'invert'
  amount?: Property<number>
  channel?: 'rgb' | 'red' | 'green' | 'blue' | 'alpha'
}

/**
 * Takes a coloured screen away: where the screen's main channel leads as it does in `color`, the picture becomes clear.
 * `tolerance` says how unlike the screen a pixel may be, `softness` how gradual the border is, `spill` how much of the
 * screen's light is taken off what remains. All three from 0 to 100.
 */
export interface KeyEffect {
  type: 'key'
  color: Property<Color>
  tolerance?: Property<number>
  softness?: Property<number>
  spill?: Property<number>
}

/** A line of `width` pixels around everything that the layer covers. */
export interface OutlineEffect extends Lengths {
  type: 'outline'
  color: Property<Color>
  width: Property<number>
  opacity?: Property<number>
}

/** Paints a gradient over what the layer covers, from one point to another; `blend` percent of the layer's own colours stay. */
export interface RampEffect {
  type: 'ramp'
  from: Property<Vector>
  to: Property<Vector>
  start: Property<Color>
  end: Property<Color>
  shape?: 'linear' | 'radial'
  blend?: Property<number>
}

/** Paints four colours, each strongest at its point; `blend` says how far they run into each other. */
export interface FourColorEffect {
  type: 'four-color'
  points: readonly Property<Vector>[]
  colors: readonly Property<Color>[]
  blend?: Property<number>
  opacity?: Property<number>
  bm?: BlendMode
}

/** Light around what is lighter than `threshold` percent: a blur of `radius` pixels, `intensity` times, added. */
export interface GlowEffect extends Lengths {
  type: 'glow'
  threshold?: Property<number>
  radius: Property<number>
  intensity?: Property<number>
  bm?: BlendMode
}

/** Maps the levels between `inBlack` and `inWhite` to those between `outBlack` and `outWhite`, all 0 to 1, bent by `gamma`. */
export interface LevelsEffect {
  type: 'levels'
  channel?: 'rgb' | 'red' | 'green' | 'blue' | 'alpha'
  inBlack?: Property<number>
  inWhite?: Property<number>
  gamma?: Property<number>
  outBlack?: Property<number>
  outWhite?: Property<number>
}

/** Takes the layer away along a line that travels towards `angle` degrees (90: from left to right). */
export interface LinearWipeEffect {
  type: 'linear-wipe'
  completion: Property<number>
  angle?: Property<number>
  feather?: Property<number>
}

/** Takes the layer away around `center`, beginning at `angle` degrees (0 is up). */
export interface RadialWipeEffect {
  type: 'radial-wipe'
  completion: Property<number>
  center: Property<Vector>
  angle?: Property<number>
  turn?: 'clockwise' | 'counterclockwise' | 'both'
  feather?: Property<number>
}

/**
 * Magnifies what lies in an ellipse as if it lay on a ball: `radiusX` and `radiusY` pixels around `center`, the more the higher,
 * -4 to 4; below 0 it is made smaller.
 */
export interface BulgeEffect {
  type: 'bulge'
  center: Property<Vector>
  radiusX: Property<number>
  radiusY: Property<number>
  height?: Property<number>
}

/** Takes `amount` pixels away along the edges of what the layer covers, or adds them when it is below 0. */
export interface ChokeEffect extends Lengths {
  type: 'choke'
  amount: Property<number>
}

/** Moves the finished picture. */
export interface TransformEffect {
  type: 'transform'
  ks: Transform
}

export type Effect =
  | OutlineEffect
  | RampEffect
  | FourColorEffect
  | GlowEffect
  | LevelsEffect
  | LinearWipeEffect
  | RadialWipeEffect
  | TransformEffect
  | BulgeEffect
  | ChokeEffect
  | BlurEffect
  | ShadowEffect
  | TintEffect
  | TritoneEffect
  | HueSaturationEffect
  | BrightnessContrastEffect
  | WarmthEffect
  | FillEffect
  | OpacityEffect
  | InvertEffect
  | KeyEffect
