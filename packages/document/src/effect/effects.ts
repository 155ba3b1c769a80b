// All effects of layers, applied in order to a layer's rendered picture. The document validator, the After Effects import and
// the painter look them up here.
import { type Check, named, unionByKey } from '../schema/check.ts'
import { blur } from './blur.ts'
import { brightnessContrast } from './brightness-contrast.ts'
import { bulge } from './bulge.ts'
import { choke } from './choke.ts'
import type { EffectDefinition } from './definition.ts'
import { fill } from './fill.ts'
import { fourColor } from './four-color.ts'
import { glow } from './glow.ts'
import { hueSaturation } from './hue-saturation.ts'
import { invert } from './invert.ts'
import { key } from './key.ts'
import { levels } from './levels.ts'
import { linearWipe } from './linear-wipe.ts'
import { opacity } from './opacity.ts'
import { outline } from './outline.ts'
import { radialWipe } from './radial-wipe.ts'
import { ramp } from './ramp.ts'
import { shadow } from './shadow.ts'
import { tint } from './tint.ts'
import { transform } from './transform.ts'
import { tritone } from './tritone.ts'
import { venetianBlinds } from './venetian-blinds.ts'
import { warmth } from './warmth.ts'

const DEFINITIONS = [
  blur,
  shadow,
  tritone,
  tint,
  hueSaturation,
  brightnessContrast,
  warmth,
  fill,
  opacity,
  invert,
  outline,
  ramp,
  fourColor,
  glow,
  levels,
  linearWipe,
  radialWipe,
  venetianBlinds,
  transform,
  bulge,
  choke,
  key,
] as const

type OneOf<Definition> = Definition extends { compile(effect: infer One, watch: never): unknown } ? One : never

/** An effect in a document. */
export type Effect = OneOf<(typeof DEFINITIONS)[number]>

/** The effects by type. */
export const EFFECTS: ReadonlyMap<string, EffectDefinition> = new Map(
  DEFINITIONS.map((one: EffectDefinition) => [one.type, one]),
)

/** One effect of a document. */
export const effect: Check<Effect> = named(
  'effect',
  unionByKey('type', Object.fromEntries(DEFINITIONS.map(({ type, check }) => [type, check])), 'An effect is needed'),
) as Check<Effect>
