// The stored token as the specification describes it: where it lives, how long, and what is removed on reading.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { clearToken, findToken, findTokenRecord, rememberMeMs, storeToken, watchToken } from './token.ts'

const key = 'vitrine-token'

function memoryStorage(): Storage {
  const entries = new Map<string, string>()
  return {
    get length() {
      return entries.size
    },
    clear: () => entries.clear(),
    getItem: (name) => entries.get(name) ?? null,
    key: (index) => [...entries.keys()][index] ?? null,
    removeItem: (name) => void entries.delete(name),
    setItem: (name, value) => void entries.set(name, value),
  }
}

const otherTabs: ((event: { key: string | null }) => void)[] = []
const noon = new Date('2026-11-20T12:00:00Z')

beforeEach(() => {
  vi.useFakeTimers({ now: noon })
  vi.stubGlobal('localStorage', memoryStorage())
  vi.stubGlobal('sessionStorage', memoryStorage())
  vi.stubGlobal('window', {
    addEventListener: (_name: string, listener: (event: { key: string | null }) => void) => otherTabs.push(listener),
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('a remembered token', () => {
  it('lies in localStorage and expires 604800000 ms later', () => {
    storeToken('abc', true)
    expect(rememberMeMs).toBe(604_800_000)
    expect(JSON.parse(localStorage.getItem(key) ?? '')).toEqual({
      token: 'abc',
      expiry: noon.getTime() + 604_800_000,
      rememberMe: true,
    })
    expect(sessionStorage.getItem(key)).toBeNull()
  })

  it('is removed when read after its end', () => {
    storeToken('abc', true)
    vi.advanceTimersByTime(rememberMeMs - 1)
    expect(findToken()).toBe('abc')
    vi.advanceTimersByTime(1)
    expect(findToken()).toBeUndefined()
    expect(localStorage.getItem(key)).toBeNull()
  })
})

describe('a token that is not remembered', () => {
  it('lies in sessionStorage without an expiry and replaces a remembered one', () => {
    storeToken('old', true)
    storeToken('new', false)
    expect(findTokenRecord()).toEqual({ token: 'new', expiry: null, rememberMe: false })
    expect(localStorage.getItem(key)).toBeNull()
  })
})

describe('a record that is not whole', () => {
  it.each([
    'not json',
    'null',
    '{"token":""}',
    '{"token":"a","expiry":"soon","rememberMe":true}',
    '{"token":"a","expiry":null}',
  ])('%s is removed when read', (text) => {
    localStorage.setItem(key, text)
    expect(findToken()).toBeUndefined()
    expect(localStorage.getItem(key)).toBeNull()
  })
})

describe('watching', () => {
  it('hears of changes in this tab and in others, until it stops', () => {
    const heard = vi.fn()
    const stop = watchToken(heard)
    storeToken('abc', true)
    clearToken()
    expect(heard).toHaveBeenCalledTimes(2)
    otherTabs[0]?.({ key })
    otherTabs[0]?.({ key: null })
    otherTabs[0]?.({ key: 'something-else' })
    expect(heard).toHaveBeenCalledTimes(4)
    stop()
    storeToken('abc', true)
    expect(heard).toHaveBeenCalledTimes(4)
  })
})
