import { bulge, bulgeSource } from '@vitrine/document/bulge'
import { createStage } from '@vitrine/document/stage'
import { expect, test } from 'vitest'
import { createNodeHost } from '../node-host.ts'

test('what is seen through a bulge lies nearer the middle, from outside of a hollow farther; middle and edge stay', () => {
  for (const height of [0.2, 1, 4]) {
    const [raised, hollow] = [bulgeSource(height), bulgeSource(-height)]
    for (const distance of [0.1, 0.5, 0.9]) {
      expect(raised(distance)).toBeLessThan(distance)
      expect(hollow(distance)).toBeGreaterThan(distance)
    }
    for (const distance of [0, 1, 1.5]) expect([raised(distance), hollow(distance)]).toEqual([distance, distance])
  }
})

test('a bulge magnifies what lies in the middle of its ellipse and leaves the rest as it is', () => {
  const region = [0, 0, 100, 80] as const
  const stage = createStage(createNodeHost(), 100, 80, 1)
  const sheet = stage.acquire(region)
  sheet.ctx.fillStyle = '#ff0000'
  sheet.ctx.fillRect(45, 35, 10, 10)
  sheet.ctx.fillRect(0, 0, 6, 80)
  const covered = () => {
    const { data } = sheet.ctx.getImageData(0, 0, 100, 80)
    const at = (x: number, y: number) => data[(y * 100 + x) * 4 + 3]
    const row = Array.from({ length: 88 }, (_, n) => at(n + 12, 40)).filter((alpha) => (alpha as number) > 127)
    return { middle: row.length, edge: [at(2, 5), at(2, 40), at(8, 40)] }
  }
  expect(covered()).toEqual({ middle: 10, edge: [255, 255, 0] })
  bulge.draw?.(
    { stage, region, sheet, matrix: [1, 0, 0, 1, 0, 0], box: [0, 0, 100, 80], redraw: () => expect.unreachable() },
    { type: 'bulge', center: [50, 40], radii: [40, 30], height: 2 },
  )
  const { middle, edge } = covered()
  expect(middle).toBeGreaterThan(14)
  expect(edge).toEqual([255, 255, 0])
})
