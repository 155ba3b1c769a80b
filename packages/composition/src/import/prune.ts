// The last safety of an import: what the validator refuses in a converted document is taken out, layer by layer, so that one
// oddity does not cost the whole file. It is reported as an error all the same.

import { isRecord } from './source/cleanse.ts'
import { clause, type Lint } from './source/lint.ts'
import { validateDocument } from './validate.ts'

/** Each round takes out all layers that the validator complains of; new complaints come only from what referred to them. */
const MAX_ROUNDS = 12

/** The document without the layers that are not valid. */
export function pruneInvalid(json: unknown, lint: Lint): unknown {
  let document = json
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const result = validateDocument(document)
    if (result.ok) return document
    const doomed = new Map(
      result.problems.flatMap(({ path, message }) => {
        const layer = /^(?:\.?layers\[\d+\])+/.exec(path)?.[0]
        return layer ? [[layer, `${path.slice(layer.length + 1)}: ${message}`] as const] : []
      }),
    )
    if (doomed.size === 0) return document
    for (const [path, message] of doomed)
      lint.error('invalid-layer', nameAt(document, path) ?? path, [clause('The layer is left out'), clause(message)])
    document = withoutLayers(document, new Set(doomed.keys()), '')
  }
  return document
}

function nameAt(document: unknown, path: string): string | undefined {
  let value: unknown = document
  for (const step of path.match(/layers|\d+/g) ?? [])
    value = isRecord(value) ? value[step] : Array.isArray(value) ? value[Number(step)] : undefined
  return isRecord(value) && typeof value.name === 'string' ? `layer "${value.name}"` : undefined
}

/** Takes layers out, and what other layers say of them. */
function withoutLayers(value: unknown, doomed: ReadonlySet<string>, path: string): unknown {
  if (!isRecord(value) || !Array.isArray(value.layers)) return value
  const at = (n: number) => `${path === '' ? '' : `${path}.`}layers[${n}]`
  const gone = new Set(value.layers.flatMap((layer, n) => (doomed.has(at(n)) && isRecord(layer) ? [layer.id] : [])))
  const layers = value.layers.flatMap((layer, n) => {
    if (doomed.has(at(n))) return []
    if (!isRecord(layer)) return [layer]
    const { parent, matte, ...rest } = layer
    const kept = {
      ...rest,
      ...(parent === undefined || gone.has(parent) ? {} : { parent }),
      ...(matte === undefined || (isRecord(matte) && gone.has(matte.layer)) ? {} : { matte }),
    }
    return [withoutLayers(kept, doomed, at(n))]
  })
  return { ...value, layers }
}
