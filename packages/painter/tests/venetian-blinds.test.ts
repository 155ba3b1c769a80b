import { importDocument } from '@vitrine/after-effects/import'
import { createStage } from '@vitrine/document/stage'
import { venetianBlinds } from '@vitrine/document/venetian-blinds'
import { expect, test } from 'vitest'
import { animation, createEffect, solid } from '../../after-effects/testing/animation.ts'
import { createNodeHost } from '../node-host.ts'

test('Venetian Blinds of After Effects are read by their match name', () => {
  const read = (values: readonly unknown[]) =>
    importDocument(
      animation([
        solid('strips', '#f00000', { ef: [createEffect('ADBE Venetian Blinds', 'Venetian Blinds', values)] }),
      ]),
      new Map(),
      { id: 'test', name: 'Test', bundledFonts: [] },
    )
  const plain = read([30, 45, 12, 0])
  const blinds = { type: 'venetian-blinds', completion: 30, direction: 45, width: 12 }
  expect(plain.document?.layers[0]?.effects).toEqual([blinds])
  expect(plain.report.map(({ code }) => code)).not.toContain('players-differ')
  const soft = read([30, 45, 12, 4])
  expect(soft.document?.layers[0]?.effects).toEqual([{ ...blinds, feather: 4 }])
  expect(soft.report.map(({ code }) => code)).toContain('players-differ')
})

test('the first part of each stripe is gone, counted from the middle, and a soft edge is half gone', () => {
  const region = [0, 0, 40, 4] as const
  const stage = createStage(createNodeHost(), 40, 4, 1)
  const row = (completion: number, feather = 0) => {
    const sheet = stage.acquire(region)
    sheet.ctx.fillStyle = '#ff0000'
    sheet.ctx.fillRect(...region)
    venetianBlinds.draw?.(
      { stage, region, sheet, matrix: [1, 0, 0, 1, 0, 0], box: [0, 0, 40, 4], redraw: () => expect.unreachable() },
      { type: 'venetian-blinds', completion, direction: 0, width: 10, feather },
    )
    const { data } = sheet.ctx.getImageData(...region)
    return Array.from({ length: 20 }, (_, n) => data[(40 + n) * 4 + 3])
  }
  expect(row(0).every((alpha) => alpha === 255)).toBe(true)
  expect(row(1).every((alpha) => alpha === 0)).toBe(true)
  const stripe = [0, 0, 0, 255, 255, 255, 255, 255, 255, 255]
  expect(row(0.3)).toEqual([...stripe, ...stripe])
  const soft = row(0.5, 1)
  expect(soft[4]).toBeGreaterThan(0)
  expect((soft[4] as number) + (soft[5] as number)).toBe(255)
})
