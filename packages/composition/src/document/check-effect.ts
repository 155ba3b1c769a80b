// Checks for the effects of a layer.
import { BLEND_MODES } from './blend-mode.ts'
import { boolean, type Check, described, isRecord, list, named, object, oneOf, type Report } from './check.ts'
import { colorProperty, numberProperty, percentProperty, transform, vectorProperty } from './property.ts'

const kind = (type: string) => ({ type: oneOf(type) })
const mode: Check = oneOf(...BLEND_MODES)
const channel: Check = oneOf('rgb', 'red', 'green', 'blue', 'alpha')
const level: Check = numberProperty(-10, 10)
const signedPercent: Check = numberProperty(-100, 100)
const pixels: Check = oneOf('layer', 'list')

const EFFECT_CHECKS: Readonly<Record<string, Check>> = {
  blur: object(
    { ...kind('blur'), radius: numberProperty(0, 500) },
    { dimensions: oneOf('both', 'horizontal', 'vertical'), angle: numberProperty(), repeat: boolean(), pixels },
  ),
  shadow: object(
    { ...kind('shadow'), color: colorProperty, blur: numberProperty(0, 500) },
    {
      x: numberProperty(),
      y: numberProperty(),
      direction: numberProperty(),
      distance: numberProperty(),
      opacity: percentProperty,
      spread: numberProperty(0, 500),
      only: boolean(),
      bm: mode,
      inside: boolean(),
      pixels,
    },
  ),
  tritone: object(kind('tritone'), {
    highlights: colorProperty,
    midtones: colorProperty,
    shadows: colorProperty,
    amount: percentProperty,
  }),
  tint: object(kind('tint'), { black: colorProperty, white: colorProperty, amount: percentProperty }),
  'hue-saturation': object(kind('hue-saturation'), {
    hue: numberProperty(),
    saturation: signedPercent,
    lightness: signedPercent,
    colorize: boolean(),
  }),
  'brightness-contrast': object(kind('brightness-contrast'), { brightness: signedPercent, contrast: signedPercent }),
  warmth: object({ ...kind('warmth'), amount: signedPercent }),
  fill: object({ ...kind('fill'), color: colorProperty }, { opacity: percentProperty, bm: mode }),
  opacity: object({ ...kind('opacity'), opacity: percentProperty }),
  invert: object(kind('invert'), { amount: percentProperty, channel }),
  outline: object(
    { ...kind('outline'), color: colorProperty, width: numberProperty(0, 500) },
    { opacity: percentProperty, pixels },
  ),
  ramp: object(
    { ...kind('ramp'), from: vectorProperty, to: vectorProperty, start: colorProperty, end: colorProperty },
    { shape: oneOf('linear', 'radial'), blend: percentProperty },
  ),
  'four-color': object(
    { ...kind('four-color'), points: list(vectorProperty, 4, 4), colors: list(colorProperty, 4, 4) },
    { blend: numberProperty(0), opacity: percentProperty, bm: mode },
  ),
  glow: object(
    { ...kind('glow'), radius: numberProperty(0, 500) },
    { threshold: percentProperty, intensity: numberProperty(0, 10), bm: mode, pixels },
  ),
  levels: object(kind('levels'), {
    channel,
    inBlack: level,
    inWhite: level,
    gamma: numberProperty(0.01, 100),
    outBlack: level,
    outWhite: level,
  }),
  'linear-wipe': object(
    { ...kind('linear-wipe'), completion: percentProperty },
    { angle: numberProperty(), feather: numberProperty(0, 500) },
  ),
  'radial-wipe': object(
    { ...kind('radial-wipe'), completion: percentProperty, center: vectorProperty },
    {
      angle: numberProperty(),
      turn: oneOf('clockwise', 'counterclockwise', 'both'),
      feather: numberProperty(0, 500),
    },
  ),
  transform: object({ ...kind('transform'), ks: transform }),
  bulge: object(
    {
      ...kind('bulge'),
      center: vectorProperty,
      radiusX: numberProperty(0, 8000),
      radiusY: numberProperty(0, 8000),
    },
    { height: numberProperty(-4, 4) },
  ),
  choke: object({ ...kind('choke'), amount: signedPercent }, { pixels }),
  key: object(
    { ...kind('key'), color: colorProperty },
    { tolerance: percentProperty, softness: percentProperty, spill: percentProperty },
  ),
}

/** One effect. */
export const effect: Check = named(
  'effect',
  described((of) => ({ anyOf: Object.values(EFFECT_CHECKS).map(of) }), checkEffect),
)

function checkEffect(value: unknown, report: Report): boolean {
  if (!isRecord(value)) return report.fail('wrong-type', 'An effect is needed')
  const check =
    typeof value.type === 'string' && Object.hasOwn(EFFECT_CHECKS, value.type) ? EFFECT_CHECKS[value.type] : undefined
  if (!check) return report.at('type').fail('not-allowed', `One of ${Object.keys(EFFECT_CHECKS).join(', ')} is needed`)
  return check(value, report)
}
