// The effects of a layer, applied in their order to its finished picture. Amounts are in percent unless said otherwise.
import type { Color, Property } from './property.ts'

/** Gaussian blur with a standard deviation of `radius` pixels, in both directions or along one of the picture's sides. */
export interface BlurEffect {
  type: 'blur'
  radius: Property<number>
  dimensions?: 'both' | 'horizontal' | 'vertical'
}

/**
 * `blur` is the shadow's softness in pixels (twice the standard deviation). Its place is an offset `x`/`y` in canvas
 * pixels, or a `distance` towards a `direction` in degrees (0 is up, 90 right), as After Effects has it.
 */
export interface ShadowEffect {
  type: 'shadow'
  color: Property<Color>
  blur: Property<number>
  x?: Property<number>
  y?: Property<number>
  direction?: Property<number>
  distance?: Property<number>
  opacity?: Property<number>
  /** The layer itself is left out. */
  only?: boolean
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
}

export interface OpacityEffect {
  type: 'opacity'
  opacity: Property<number>
}

/** Turns colours into their opposites, mixed with the layer's own by `amount`. */
export interface InvertEffect {
  type: 'invert'
  amount?: Property<number>
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

export type Effect =
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
