import { expect, test } from 'vitest'
import { isSkippedTransition } from './skipped-transition.ts'

test('only a skipped transition is passed over', () => {
  expect(isSkippedTransition(new DOMException('Transition was skipped', 'AbortError'))).toBe(true)
  expect(isSkippedTransition(new DOMException('The user aborted a request.', 'AbortError'))).toBe(false)
  expect(isSkippedTransition(new DOMException('Transition was aborted', 'InvalidStateError'))).toBe(false)
  expect(isSkippedTransition(new Error('Transition was skipped'))).toBe(false)
  expect(isSkippedTransition(undefined)).toBe(false)
})
