// Every sample looks the same in a browser and on the server: its first frame and its poster, at full size.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { MIN_PSNR } from '@vitrine/composition/agreement'
import type { AssetId } from '@vitrine/composition/field'
import { neededAssets, resolveDocument } from '@vitrine/composition/resolve'
import { expect, test } from 'vitest'
import { compareInChromium, type GoldenCase } from '../../packages/composition/golden/compare.ts'
import { pathOf, samples } from './sample-fixture.ts'

const cases = samples.map(({ document }): GoldenCase => {
  const resolved = resolveDocument(document, {})
  const needed = new Set(neededAssets(resolved))
  const images = Object.entries(document.assets).filter(([, asset]) => asset.kind === 'image')
  return {
    name: document.id,
    document: resolved,
    fonts: bytesOf(document.fonts.map(({ src }) => src).filter((src) => needed.has(src))),
    images: bytesOf(images.map(([id]) => id as AssetId)),
    // A picture has one frame, which is both.
    frames: [...new Set([0, document.output?.poster?.frame ?? 0])],
  }
})

function bytesOf(ids: readonly AssetId[]): Map<string, Uint8Array> {
  return new Map(ids.map((id) => [id, new Uint8Array(readFileSync(pathOf(id)))]))
}

test('Chromium and the server draw every sample alike', { timeout: 600_000 }, async () => {
  const results = await compareInChromium(cases, {
    differences: join(import.meta.dirname, '../../test-results/golden-samples'),
  })
  expect(results).toHaveLength(cases.flatMap(({ frames }) => frames ?? []).length)
  const tooFar = results.filter(({ psnr }) => psnr < MIN_PSNR)
  expect(
    tooFar.map(({ name, frame, psnr, worst }) => `${name} ${frame}: ${psnr.toFixed(1)} dB, worst ${worst}`),
  ).toEqual([])
})
