// Every sample template looks the same whether its frames are put together in YUV or drawn whole on a canvas.
import { expect, it } from 'vitest'
import { Composer } from '../../apps/worker/src/compose/composer.ts'
import { likeness, readPlanes } from '../../apps/worker/testing/picture.ts'
import { getAssetPath, samples } from '../../samples/testing/sample.ts'

const MIN_LIKENESS = 50

it('composes every sample as a canvas draws it', { timeout: 600_000 }, async () => {
  const tooFar: string[] = []
  for (const { document } of samples) {
    const ids = [...document.fonts.map(({ src }) => src), ...(Object.keys(document.assets) as `sha256:${string}`[])]
    const spec = {
      document,
      values: {},
      difference: {},
      assetFiles: Object.fromEntries(ids.map((id) => [id, getAssetPath(id)])),
    }
    const even = (size: number) => Math.round(size / 4) * 2
    const size = { width: even(document.canvas.width), height: even(document.canvas.height) }
    const [fast, whole] = [await Composer.open(spec, size), await Composer.open(spec, { ...size, isCanvasOnly: true })]
    const pictures = [fast, whole].map(({ arena }) => arena.allocatePicture(size.width, size.height))
    const [here, there] = pictures
    if (!here || !there) throw new Error('no pictures')
    const last = document.canvas.duration - 1
    for (const frame of new Set([0.13, 0.5, 0.77].map((share) => Math.floor(share * last)))) {
      fast.compose(frame, here)
      whole.compose(frame, there)
      const found = likeness(readPlanes(fast.arena, here), readPlanes(whole.arena, there))
      if (found < MIN_LIKENESS) tooFar.push(`${document.id} ${frame}: ${found.toFixed(1)} dB`)
    }
    fast.close()
    whole.close()
  }
  expect(tooFar).toEqual([])
})
