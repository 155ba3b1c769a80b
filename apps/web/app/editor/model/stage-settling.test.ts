import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createStageSettling } from './stage-settling.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a stage is busy until its first fonts are there and a frame is painted with them', () => {
  const settling = createStageSettling(() => undefined)
  settling.painted()
  expect(settling.isBusy.get()).toBe(true)
  settling.setLoadingFonts(false)
  expect(settling.isBusy.get()).toBe(true)
  settling.painted()
  expect(settling.isBusy.get()).toBe(false)
})

test('a change is painted roughly at once and exactly after a pause; a font that arrives later is waited for', () => {
  const repaint = vi.fn()
  const settling = createStageSettling(repaint)
  settling.setLoadingFonts(false)
  settling.painted()

  settling.paintSoon()
  expect(settling.isRough()).toBe(true)
  settling.painted()
  expect(settling.isBusy.get()).toBe(true)

  settling.setLoadingFonts(true)
  vi.runAllTimers()
  expect(settling.isRough()).toBe(false)
  settling.painted()
  expect(settling.isBusy.get()).toBe(true)

  repaint.mockClear()
  settling.setLoadingFonts(false)
  expect(repaint).toHaveBeenCalledOnce()
  settling.painted()
  expect(settling.isBusy.get()).toBe(false)
})
