// Whose a visitor's work is: the first account that signs in after it began, and nobody else's.
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { beginGuest, bindGuests, findGuest, forgetGuest, listGuestIds } from './device-work.ts'

let entries: Map<string, string>

beforeEach(() => {
  entries = new Map()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => entries.get(key) ?? null,
    removeItem: (key: string) => void entries.delete(key),
    setItem: (key: string, value: string) => void entries.set(key, value),
  })
})
afterEach(() => vi.unstubAllGlobals())

it('belongs to nobody until somebody signs in, then to them for good', () => {
  beginGuest('g1')
  expect(findGuest()).toBe('g1')
  bindGuests('asha')
  expect(findGuest()).toBeUndefined()
  bindGuests('ravi')
  expect([listGuestIds('asha'), listGuestIds('ravi')]).toEqual([['g1'], []])
})

it('that is begun after a sign-out is another guest, whose work goes to whoever signs in next', () => {
  beginGuest('g1')
  bindGuests('asha')
  beginGuest('g2')
  expect(findGuest()).toBe('g2')
  bindGuests('ravi')
  expect([listGuestIds('asha'), listGuestIds('ravi')]).toEqual([['g1'], ['g2']])
})

it('is forgotten once it has arrived, and leaves nothing behind', () => {
  beginGuest('g1')
  bindGuests('asha')
  forgetGuest('g1')
  expect([listGuestIds('asha'), entries.size]).toEqual([[], 0])
})

it('is nobody’s where the browser keeps nothing or what it kept is broken', () => {
  entries.set('vitrine-guests', '{"g1":')
  expect(findGuest()).toBeUndefined()
  entries.set('vitrine-guests', '{"g1":7}')
  bindGuests('asha')
  expect(listGuestIds('asha')).toEqual([])
  vi.stubGlobal('localStorage', undefined)
  beginGuest('g1')
  expect(findGuest()).toBeUndefined()
})
