import { expect, it } from 'vitest'
import { barsPath } from './waveform.ts'

it('draws each part of a song as tall as its loudest moment', () => {
  const peaks = new Float32Array([0, 0.5, 0.2, 0.1, 1, 0, 0, 0])
  const tall = [...barsPath({ peaks, samplesPerSecond: 4 }, 2, 4).matchAll(/v(\d+)/g)].map(([, height]) =>
    Number(height),
  )
  // Silence is a thin line.
  expect(tall).toEqual([50, 20, 100, 2])
})
