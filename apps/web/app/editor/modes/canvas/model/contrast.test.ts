import { expect, test } from 'vitest'
import { colorOn, computeContrast } from './contrast.ts'

test('measures contrast as WCAG does', () => {
  expect(computeContrast('#000000', '#ffffff')).toBeCloseTo(21)
  expect(computeContrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
})

test('takes the most used colour that is not the ground', () => {
  expect(colorOn('#0b0614', ['#0b0614', '#120a20', '#f5a400', '#ffffff'])).toBe('#f5a400')
  expect(colorOn('#ffffff', ['#fefefe'])).toBe('#000000')
  expect(colorOn('#101010', [])).toBe('#ffffff')
})
