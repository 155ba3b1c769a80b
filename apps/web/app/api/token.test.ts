// The stored token as the specification describes it: where it lives, how long, and what is removed on reading.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  clearToken,
  findToken,
  findTokenRecord,
  isSessionUnstored,
  rememberMeMs,
  replaceToken,
  storeToken,
  takeOverSession,
  watchToken,
} from './token.ts'

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

type Change = { key: string | null; newValue?: string | null }
const otherTabs: ((event: Change) => void)[] = []
const channels: { onmessage?: (event: { data: unknown }) => void; sent: unknown[] }[] = []

class Channel {
  sent: unknown[] = []
  constructor() {
    channels.push(this)
  }
  postMessage(message: unknown) {
    this.sent.push(message)
  }
}
const noon = new Date('2026-11-20T12:00:00Z')

beforeEach(() => {
  vi.useFakeTimers({ now: noon })
  vi.stubGlobal('localStorage', memoryStorage())
  vi.stubGlobal('sessionStorage', memoryStorage())
  vi.stubGlobal('window', {
    addEventListener: (_name: string, listener: (event: Change) => void) => otherTabs.push(listener),
  })
  vi.stubGlobal('BroadcastChannel', Channel)
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

describe('an incomplete record', () => {
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
  it('is notified of changes in this tab and in others, until it stops', () => {
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

describe('a token that is replaced', () => {
  it('keeps the remember-me choice and the end of the old one', () => {
    storeToken('old', true)
    vi.advanceTimersByTime(1000)
    replaceToken('new')
    expect(findTokenRecord()).toEqual({ token: 'new', expiry: noon.getTime() + rememberMeMs, rememberMe: true })
    storeToken('old', false)
    replaceToken('new')
    expect(findTokenRecord()).toEqual({ token: 'new', expiry: null, rememberMe: false })
    expect(localStorage.getItem(key)).toBeNull()
  })
})

describe('two tabs', () => {
  it('with a copy of one session are notified of its end and of its new token', () => {
    const heard = vi.fn()
    const stop = watchToken(heard)
    const [channel] = channels
    storeToken('old', false)
    const by = { token: 'new', expiry: null, rememberMe: false }
    channel?.onmessage?.({ data: { replaced: 'somebody else’s', by } })
    expect(findToken()).toBe('old')
    channel?.onmessage?.({ data: { replaced: 'old', by } })
    expect(findToken()).toBe('new')
    channel?.onmessage?.({ data: { ended: 'old' } })
    expect(findToken()).toBe('new')
    channel?.onmessage?.({ data: { ended: 'new' } })
    expect(findToken()).toBeUndefined()
    expect(heard).toHaveBeenCalledTimes(3)
    stop()
  })

  it('agree on who signed in last', () => {
    const stop = watchToken(() => undefined)
    storeToken('mine', false)
    localStorage.setItem(key, JSON.stringify({ token: 'theirs', expiry: noon.getTime() + 1, rememberMe: true }))
    otherTabs[0]?.({ key, newValue: 'written by the other tab' })
    expect(findToken()).toBe('theirs')
    stop()
  })

  it('are notified when a token ends or is replaced here', () => {
    const stop = watchToken(() => undefined)
    storeToken('old', false)
    replaceToken('new')
    clearToken()
    expect(channels[0]?.sent.slice(-2)).toEqual([
      { replaced: 'old', by: { token: 'new', expiry: null, rememberMe: false } },
      { ended: 'new' },
    ])
    stop()
  })
})

describe('a new tab', () => {
  const record = { token: 'held elsewhere', expiry: null, rememberMe: false }
  const hear = (data: unknown) => channels[0]?.onmessage?.({ data })
  /** What another tab leaves in the storage that all share. */
  const holdElsewhere = () => {
    storeToken('held elsewhere', false)
    sessionStorage.clear()
  }

  it('receives the session that only another tab holds, in the same storage', async () => {
    const stop = watchToken(() => undefined)
    holdElsewhere()
    const answer = takeOverSession()
    expect(channels[0]?.sent.at(-1)).toEqual({ asks: true })
    hear({ handed: record })
    await answer
    expect(findTokenRecord()).toEqual(record)
    expect(localStorage.getItem(key)).toBeNull()
    stop()
  })

  it('starts signed out without an answer, and signs in on a late answer', async () => {
    const heard = vi.fn()
    const stop = watchToken(heard)
    holdElsewhere()
    heard.mockClear()
    const answer = takeOverSession()
    await vi.advanceTimersByTimeAsync(200)
    await answer
    expect(findToken()).toBeUndefined()
    hear({ handed: record })
    expect(findToken()).toBe('held elsewhere')
    expect(heard).toHaveBeenCalledOnce()
    stop()
  })

  it('asks no other tab when none can have a session: never signed in, signed out, remembered, or a day ago', () => {
    const stop = watchToken(() => undefined)
    expect(takeOverSession()).toBeUndefined()
    storeToken('abc', false)
    clearToken()
    expect(takeOverSession()).toBeUndefined()
    storeToken('abc', true)
    localStorage.removeItem(key)
    expect(takeOverSession()).toBeUndefined()
    holdElsewhere()
    vi.advanceTimersByTime(86_400_000)
    expect(takeOverSession()).toBeUndefined()
    stop()
  })

  it('is answered by a tab that holds a session of its own, and by no other', () => {
    const stop = watchToken(() => undefined)
    const before = channels[0]?.sent.length ?? 0
    hear({ asks: true })
    storeToken('remembered', true)
    hear({ asks: true })
    expect(channels[0]?.sent).toHaveLength(before)
    storeToken('held elsewhere', false)
    hear({ asks: true })
    expect(channels[0]?.sent.slice(before)).toEqual([{ handed: record }, { handed: record }])
    stop()
  })

  it('never replaces its own session, and ignores invalid ones', () => {
    const stop = watchToken(() => undefined)
    hear({ handed: { token: 7 } })
    expect(findToken()).toBeUndefined()
    storeToken('mine', true)
    hear({ handed: record })
    expect(findToken()).toBe('mine')
    stop()
  })
})

describe('a token that runs out while a page is open', () => {
  it('notifies whoever shows a profile', async () => {
    const heard = vi.fn()
    const stop = watchToken(heard)
    storeToken('abc', true)
    vi.advanceTimersByTime(rememberMeMs)
    expect(findToken()).toBeUndefined()
    await Promise.resolve()
    expect(heard).toHaveBeenCalledTimes(2)
    stop()
  })
})

describe.each(['blocked', 'full'])('a token where storage is %s', (kind) => {
  beforeEach(() => {
    const refuse = () => {
      throw new DOMException('no', kind === 'full' ? 'QuotaExceededError' : 'SecurityError')
    }
    const storage =
      kind === 'full'
        ? { ...memoryStorage(), setItem: refuse }
        : { getItem: refuse, setItem: refuse, removeItem: refuse }
    vi.stubGlobal('localStorage', storage)
    vi.stubGlobal('sessionStorage', storage)
  })

  it('is kept for the page, which can say so, until it is cleared', () => {
    const heard = vi.fn()
    const stop = watchToken(heard)
    storeToken('t1', true)
    expect(findToken()).toBe('t1')
    expect(isSessionUnstored.get()).toBe(true)
    expect(heard).toHaveBeenCalledOnce()
    replaceToken('t2')
    expect(findTokenRecord()).toMatchObject({ token: 't2', rememberMe: true })
    clearToken()
    expect(findToken()).toBeUndefined()
    expect(isSessionUnstored.get()).toBe(false)
    stop()
  })
})
