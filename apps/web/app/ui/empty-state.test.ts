import { UNSAFE_ErrorResponseImpl as RouteErrorResponse } from 'react-router'
import { expect, it } from 'vitest'
import { findFetchFailure } from './empty-state.tsx'

it('knows a page that could not be fetched from a bug', () => {
  const offline = new TypeError('Failed to fetch')
  expect(findFetchFailure(offline, true)).toBe('network')
  expect(findFetchFailure(new TypeError('x is not a function'), true)).toBeUndefined()
  expect(findFetchFailure(new TypeError('x is not a function'), false)).toBe('network')
  expect(findFetchFailure(new RouteErrorResponse(503, 'Service Unavailable', ''), true)).toBe('server')
  expect(findFetchFailure(new RouteErrorResponse(404, 'Not Found', ''), true)).toBeUndefined()
  expect(findFetchFailure(new Error('Unable to decode turbo-stream response'), true)).toBe('server')
  expect(findFetchFailure(new Error('x'), true)).toBeUndefined()
})
