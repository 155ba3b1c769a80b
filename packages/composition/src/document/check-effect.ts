// Checks for the effects of a layer.
import { boolean, described, isRecord, named, object, oneOf, type Report } from './check.ts'
import {
  colorProperty,
  type DocumentCheck,
  numberProperty,
  percentProperty,
  type Surroundings,
} from './check-property.ts'

const kind = (type: string) => ({ type: oneOf<Surroundings>(type) })
const signedPercent: DocumentCheck = numberProperty(-100, 100)

const EFFECT_CHECKS: Readonly<Record<string, DocumentCheck>> = {
  blur: object(
    { ...kind('blur'), radius: numberProperty(0, 500) },
    { dimensions: oneOf('both', 'horizontal', 'vertical') },
  ),
  shadow: object(
    { ...kind('shadow'), color: colorProperty, blur: numberProperty(0, 500) },
    {
      x: numberProperty(),
      y: numberProperty(),
      direction: numberProperty(),
      distance: numberProperty(),
      opacity: percentProperty,
      only: boolean(),
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
  fill: object({ ...kind('fill'), color: colorProperty }, { opacity: percentProperty }),
  opacity: object({ ...kind('opacity'), opacity: percentProperty }),
  invert: object(kind('invert'), { amount: percentProperty }),
  key: object(
    { ...kind('key'), color: colorProperty },
    { tolerance: percentProperty, softness: percentProperty, spill: percentProperty },
  ),
}

/** One effect. */
export const effect: DocumentCheck = named(
  'effect',
  described((of) => ({ anyOf: Object.values(EFFECT_CHECKS).map(of) }), checkEffect),
)

function checkEffect(value: unknown, report: Report<Surroundings>): boolean {
  if (!isRecord(value)) return report.fail('wrong-type', 'An effect is needed')
  const check =
    typeof value.type === 'string' && Object.hasOwn(EFFECT_CHECKS, value.type) ? EFFECT_CHECKS[value.type] : undefined
  if (!check) return report.at('type').fail('not-allowed', `One of ${Object.keys(EFFECT_CHECKS).join(', ')} is needed`)
  return check(value, report)
}
