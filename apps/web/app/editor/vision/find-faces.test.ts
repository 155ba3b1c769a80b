import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { drawFaces } from '../../../testing/drawn-face.ts'
import { findFaces, listSquares } from './find-faces.ts'
import { createNetwork } from './run-model.ts'

const file = readFileSync(
  fileURLToPath(import.meta.resolve('@mediapipe/face_detection/face_detection_short_range.tflite')),
)
const network = createNetwork(new Uint8Array(file).buffer)

describe('findFaces', () => {
  it('finds a face where it is', () => {
    const [face, ...others] = findFaces(network, drawFaces(640, 480, [{ x: 480, y: 200, size: 90 }]))
    expect(others).toEqual([])
    // The box is about from the brow to the chin.
    expect((face?.x ?? 0) + (face?.width ?? 0) / 2).toBeCloseTo(480 / 640, 1)
    expect((face?.y ?? 0) + (face?.height ?? 0) / 2).toBeCloseTo(220 / 480, 1)
    expect(face?.height).toBeGreaterThan(0.2)
    expect(face?.height).toBeLessThan(0.45)
  })

  it('finds ten people of a group, each once', { timeout: 60_000 }, () => {
    const heads = Array.from({ length: 10 }, (_, n) => ({ x: 48 + n * 78, y: 200 + (n % 2) * 24, size: 26 }))
    const faces = findFaces(network, drawFaces(800, 480, heads))
    const places = faces.map(({ x, width }) => Math.floor(((x + width / 2) * 800 - 48) / 78 + 0.5) + 0)
    expect(places.toSorted((one, other) => one - other)).toEqual(heads.map((_, n) => n))
  })

  it('finds nobody on a wall', { timeout: 60_000 }, () => {
    expect(findFaces(network, drawFaces(320, 480, []))).toEqual([])
  })
})

describe('listSquares', () => {
  it('covers a picture of any shape with parts that overlap', () => {
    for (const [width, height] of [
      [800, 450],
      [450, 800],
      [600, 600],
      [1000, 200],
    ] as const) {
      for (const squares of listSquares({ width, height })) {
        if (squares.length === 0) continue
        expect(Math.min(...squares.map(({ left }) => left))).toBeLessThanOrEqual(0)
        expect(Math.min(...squares.map(({ top }) => top))).toBeLessThanOrEqual(0)
        expect(Math.max(...squares.map(({ left, side }) => left + side))).toBeGreaterThanOrEqual(width - 1e-6)
        expect(Math.max(...squares.map(({ top, side }) => top + side))).toBeGreaterThanOrEqual(height - 1e-6)
      }
    }
  })
})
