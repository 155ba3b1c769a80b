// A ready-made video of one second for journeys that buy and download one, as the shortest of its kind.
import { useTemplate } from './template-fixture.ts'

export const shortVideoId = 'short-video'

export function useShortVideo(): void {
  const time = { in: 0, out: 30 }
  const keyframes = [
    { t: 0, s: [10, 20] },
    { t: 30, s: [500, 200] },
  ]
  const square = {
    id: 'square',
    type: 'solid',
    color: '#d8c49a',
    box: [0, 0, 120, 120],
    ks: { p: { a: 1, k: keyframes } },
  }
  useTemplate({
    id: shortVideoId,
    kind: 'direct-sell',
    name: 'Short Video',
    priceCredits: 40,
    content: () => ({
      canvas: { width: 640, height: 360, fps: 30, duration: 30, background: '#224466' },
      fields: [],
      layers: [{ ...time, ...square }],
    }),
  })
}
