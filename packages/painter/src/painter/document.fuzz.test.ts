// Mutated documents: the checks always return in bounded time, and every document that they accept can be drawn.
// VITRINE_FUZZ_RUNS makes it long.
import { createCanvas } from '@napi-rs/canvas'
import { validateDocument } from '@vitrine/after-effects/validate'
import type { TemplateDocument } from '@vitrine/document/document'
import type { Context } from '@vitrine/document/host'
import { resolveDocument } from '@vitrine/project/resolve'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { changesOfJson, mutate } from '../../../document/testing/mutation.ts'
import { sampleDocument } from '../../../document/testing/sample.ts'
import { goldenCases } from '../../golden/documents.ts'
import { FONTS } from '../../golden/stock.ts'
import { createNodeHost } from '../../node-host.ts'
import { loadShaper, type Shaper } from '../text/shaper.ts'
import { createPainter } from './painter.ts'

const RUNS = Number(process.env.VITRINE_FUZZ_RUNS ?? 150)
const MAX_SECONDS = 10
let shaper: Shaper
beforeAll(async () => {
  shaper = await loadShaper()
})

const seeds: unknown[] = [sampleDocument, ...goldenCases().map(({ document: { resolved, ...document } }) => document)]

test('no mutation of a document makes its checks throw or hang, or lets through what cannot be drawn', () => {
  let accepted = 0
  fc.assert(
    fc.property(fc.nat(), changesOfJson, fc.boolean(), (which, changes, isGentle) => {
      const began = performance.now()
      const result = validateDocument(mutate(seeds[which % seeds.length], isGentle ? changes.slice(0, 1) : changes))
      expect(performance.now() - began).toBeLessThan(MAX_SECONDS * 1000)
      if (!result.ok) {
        expect(result.problems.length).toBeGreaterThan(0)
        return
      }
      accepted++
      draw(result.document)
      expect(performance.now() - began).toBeLessThan(MAX_SECONDS * 1000)
    }),
    { numRuns: RUNS },
  )
  // A run in which everything is rejected would prove nothing about the painter.
  expect(accepted).toBeGreaterThan(0)
}, 600_000)

function draw(document: TemplateDocument): void {
  const painter = createPainter({
    document: resolveDocument(document, {}),
    host: createNodeHost(),
    shaper,
    fonts: FONTS,
    pictures: { image: () => undefined },
  })
  const scale = Math.min(1, 64 / Math.max(painter.width, painter.height))
  const side = (length: number) => Math.max(1, Math.round(length * scale))
  const ctx = createCanvas(side(painter.width), side(painter.height)).getContext('2d') as unknown as Context
  for (const frame of [0, Math.floor(painter.duration / 2)]) painter.drawFrame(ctx, frame, { scale })
}
