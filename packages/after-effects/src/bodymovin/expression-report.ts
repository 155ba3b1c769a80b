// Report messages for expressions that cannot run.

import { clause, type Lint } from '@vitrine/document/lint'
import type { ExpressionError } from '../expression/expression-error.ts'
import { nameWithoutField } from '../expression/session.ts'
import type { RigPlace } from '../expression/value.ts'

type Json = Record<string, unknown>

export const BAKE_ADVICE = clause(
  'bake it: "Convert expressions to keyframes" in Bodymovin’s settings or the comment // lottie:bake, or Animation → Keyframe Assistant → Convert Expression to Keyframes in After Effects',
)

interface FailedExpression {
  readonly error: ExpressionError
  readonly place: RigPlace | undefined
  readonly layer: Json
  readonly path: string
  readonly source: string
}

export function reportFailed({ error, place, layer, path, source }: FailedExpression, lint: Lint): void {
  const name = place?.property.name ?? path.slice(path.lastIndexOf('.') + 1)
  const comp = place?.composition.name ? `${place.composition.name.slice(0, 60)} / ` : ''
  const of = place?.group && place.group.name !== 'Transform' ? `${place.group.name.slice(0, 60)} › ` : ''
  const words = source
    .replace(/var \$bm_rt;|\$bm_rt = /g, '')
    .replace(/\s+/g, ' ')
    .trim()
  const shown = words.length > 80 ? `${words.slice(0, 80)}…` : words
  const remark = [
    clause('Layer "{layer}", {property}: the expression "{expression}" is not run', {
      layer: `${comp}${String(layer.nm ?? '').slice(0, 60)}`,
      property: `${of}${name}`,
      expression: shown,
    }),
    clause(error.message),
    adviceFor(error),
  ]
  // A hidden layer has no visible effect.
  if (layer.hd === true) lint.warn('expression-removed', path, remark)
  else lint.error('expression-removed', path, remark)
}

/** A layer that was renamed to declare a field is not found by its old name, not in After Effects either. */
function adviceFor({ missingLayer }: ExpressionError) {
  const renamed = missingLayer?.others.find(({ name }) => nameWithoutField(name) !== undefined)?.name
  const field = renamed && /\{.*\}/.exec(renamed)?.[0]
  if (!missingLayer || !renamed) return BAKE_ADVICE
  return clause('keep the name of the layer and add the field to it, such as "{example}"', {
    example: `${missingLayer.name} ${field ?? '{text: …}'}`.slice(0, 160),
  })
}
