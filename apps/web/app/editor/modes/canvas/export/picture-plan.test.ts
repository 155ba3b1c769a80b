// Who makes a picture, how large it may be, and what its file is called.
import { describe, expect, it } from 'vitest'
import { allowsDouble, chooseMaker, createFileName, fullSize, pixelBudget, previewSize } from './picture-plan.ts'

const writable = ['png', 'jpeg'] as const
const small = { width: 1080, height: 1350 }
const whole = { ...small, isWhole: true }

describe('a full picture', () => {
  it('is made here while its pixels fit the smallest browser', () => {
    expect(chooseMaker({ size: small, format: 'png', writable, sources: [whole] })).toBe('device')
    const edge = Math.sqrt(pixelBudget)
    expect(chooseMaker({ size: { width: edge, height: edge }, format: 'png', writable, sources: [] })).toBe('device')
    // An A5 card at twice its size.
    const large = fullSize({ width: 1748, height: 2480 }, 2)
    expect(large).toEqual({ width: 3496, height: 4960 })
    expect(chooseMaker({ size: large, format: 'png', writable, sources: [] })).toBe('server')
  })

  it('is rendered by the server when a photo is only there, it is too large, or the format is not supported', () => {
    const task = { size: small, format: 'png', writable, sources: [whole] } as const
    expect(chooseMaker({ ...task, sources: [whole, { ...small, isWhole: false }] })).toBe('server')
    expect(chooseMaker({ ...task, sources: [{ width: 8000, height: 6000, isWhole: true }] })).toBe('server')
    expect(chooseMaker({ ...task, format: 'webp' })).toBe('server')
  })
})

it('is offered at 2× only where the photos have enough pixels', () => {
  expect(allowsDouble([])).toBe(true)
  expect(allowsDouble([2.4, 1.8])).toBe(true)
  expect(allowsDouble([2.4, 1.2])).toBe(false)
})

it('is 540 pixels at most before it is paid for', () => {
  expect(previewSize({ width: 1080, height: 1920 })).toEqual({ width: 540, height: 960 })
  expect(previewSize({ width: 400, height: 300 })).toEqual({ width: 400, height: 300 })
})

it('is named after its template, in any script', () => {
  expect(createFileName('Terracotta Day', 'jpeg', false)).toBe('Terracotta-Day.jpg')
  expect(createFileName('दीपावली / 2027', 'png', true)).toBe('दीपावली-2027-preview.png')
  expect(createFileName('…', 'webp', false)).toBe('picture.webp')
})
