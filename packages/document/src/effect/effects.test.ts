// Requirements that a new effect could miss.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { EFFECTS } from './effects.ts'

const sources = readdirSync(import.meta.dirname)
  .filter((name) => !name.endsWith('.test.ts'))
  .map((name) => readFileSync(join(import.meta.dirname, name), 'utf8'))

test('every effect that a file defines is in the list, and can be drawn', () => {
  const defined = sources.flatMap((source) => [...source.matchAll(/= defineEffect\(\{\s*type: '([\w-]+)'/g)])
  expect(defined.map(([, type]) => type).toSorted()).toEqual([...EFFECTS.keys()].toSorted())
  for (const { draw, recolor } of EFFECTS.values()) expect([draw, recolor].filter(Boolean)).toHaveLength(1)
})

test('no two effects read the same one of After Effects', () => {
  const matches = [...EFFECTS.values()].flatMap(({ fromAfterEffects }) => Object.keys(fromAfterEffects))
  expect(matches).toHaveLength(new Set(matches).size)
})
