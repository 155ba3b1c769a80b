import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { drawFaces } from '../../../testing/drawn-face.ts'
import { findPeople } from './find-people.ts'
import { createNetwork } from './run-model.ts'

const file = readFileSync(
  fileURLToPath(import.meta.resolve('@mediapipe/selfie_segmentation/selfie_segmentation.tflite')),
)
const network = createNetwork(new Uint8Array(file).buffer)

describe('findPeople', { timeout: 120_000 }, () => {
  it('masks somebody in front of a wall', () => {
    const mask = findPeople(network, drawFaces(480, 480, [{ x: 240, y: 240, size: 110 }]))
    const at = (x: number, y: number) => mask?.data[y * 480 + x]
    expect(mask).toMatchObject({ width: 480, height: 480 })
    expect([at(240, 240), at(240, 150), at(200, 280)]).toEqual([255, 255, 255])
    expect([at(20, 20), at(460, 240), at(20, 460)]).toEqual([0, 0, 0])
  })

  it('finds nobody on a wall', () => {
    expect(findPeople(network, drawFaces(480, 480, []))).toBeUndefined()
  })
})
