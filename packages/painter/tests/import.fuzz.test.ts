// Mutated animations: the import always returns a report in bounded time, and every document that it accepts is valid and can
// be drawn. VITRINE_FUZZ_RUNS makes it long; VITRINE_FUZZ_FOLDER adds animations to start from.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createCanvas } from '@napi-rs/canvas'
import { importDocument } from '@vitrine/after-effects/import'
import { validateDocument } from '@vitrine/after-effects/validate'
import type { Context } from '@vitrine/document/host'
import { resolveDocument } from '@vitrine/project/resolve'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { richAnimation } from '../../after-effects/testing/animation.ts'
import { changesOfJson, mutate } from '../../document/testing/mutation.ts'
import { createNodeHost } from '../node-host.ts'
import { createPainter } from '../src/painter/painter.ts'
import { loadShaper, type Shaper } from '../src/text/shaper.ts'

const RUNS = Number(process.env.VITRINE_FUZZ_RUNS ?? 150)
const MAX_SECONDS = 10
let shaper: Shaper
beforeAll(async () => {
  shaper = await loadShaper()
})

const folder = process.env.VITRINE_FUZZ_FOLDER
const seeds: unknown[] = [
  richAnimation(),
  ...(folder
    ? readdirSync(folder)
        .filter((name) => name.endsWith('.json'))
        .flatMap((name) => {
          try {
            return [JSON.parse(readFileSync(join(folder, name), 'utf8')) as unknown]
          } catch {
            return []
          }
        })
    : []),
]

test('no mutation of an animation makes the import throw, hang or accept something invalid', () => {
  fc.assert(
    fc.property(fc.nat(), changesOfJson, (which, changes) => {
      const json = mutate(seeds[which % seeds.length], changes)
      const began = performance.now()
      const { document, report } = importDocument(json, new Map(), { id: 'fuzz', name: 'Fuzz', bundledFonts: [] })
      expect(performance.now() - began).toBeLessThan(MAX_SECONDS * 1000)
      if (!document) {
        expect(report.some(({ severity }) => severity === 'error')).toBe(true)
        return
      }
      expect(validateDocument(document).ok).toBe(true)
      drawFrames(document)
    }),
    { numRuns: RUNS },
  )
}, 600_000)

function drawFrames(document: NonNullable<ReturnType<typeof importDocument>['document']>): void {
  const pictures = { image: () => undefined }
  const painter = createPainter({
    document: resolveDocument(document, {}),
    host: createNodeHost(),
    shaper,
    fonts: new Map(),
    pictures,
  })
  const scale = Math.min(1, 64 / Math.max(painter.width, painter.height))
  const canvas = createCanvas(
    Math.max(1, Math.round(painter.width * scale)),
    Math.max(1, Math.round(painter.height * scale)),
  )
  const ctx = canvas.getContext('2d') as unknown as Context
  for (const frame of [0, Math.floor(painter.duration / 2)]) painter.drawFrame(ctx, frame, { scale })
}

test('the import never throws for any JSON', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6 }), (json) => {
      const wrapped =
        typeof json === 'object' && json !== null && !Array.isArray(json)
          ? { ...json, layers: [json], op: 10, ip: 0 }
          : json
      for (const one of [json, wrapped]) importDocument(one, new Map(), { id: 'fuzz', name: 'Fuzz', bundledFonts: [] })
    }),
    { numRuns: RUNS * 2 },
  )
})
