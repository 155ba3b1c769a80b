// The part of a rig that a document carries for its live expressions.
import type { Rig, RigLayer } from '../../document/rig.ts'
import { isRecord } from '../source/cleanse.ts'
import type { LiveRead } from './bake-expressions.ts'

/** The rig for a document whose text layers are known by the JSON of the layers that they came from. */
export function liveRig({ rig, layers, set }: LiveRead, textIds: ReadonlyMap<object, string>): Rig {
  const sources: string[] = []
  const owners = new Set(set.map(({ layer }) => layer))
  collectSources(rig, sources)
  const all = sources.join('\n')
  // A layer that is named by a number that is computed may be any.
  const isOpen = /layer\(\s*[^'"\s]/.test(all)
  return {
    ...rig,
    compositions: rig.compositions.map((composition) => ({
      ...composition,
      layers: composition.layers.map((layer): RigLayer => {
        const raw = layers.get(layer)
        const id = raw && textIds.get(raw)
        const shown = id === undefined ? layer : { ...layer, layer: id }
        const isNamed =
          isOpen || owners.has(layer) || all.includes(layer.name) || JSON.stringify(layer).includes('"expression"')
        return isNamed ? shown : { ...shown, effects: [], contents: [], masks: [] }
      }),
    })),
  }
}

function collectSources(value: unknown, sources: string[]): void {
  if (Array.isArray(value)) for (const item of value) collectSources(item, sources)
  else if (isRecord(value))
    for (const [key, item] of Object.entries(value))
      if (key === 'expression' && typeof item === 'string') sources.push(item)
      else collectSources(item, sources)
}
