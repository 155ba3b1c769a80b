// Who is signed in, as the pages see it: begun by a token, followed by the profile, ended by an error. The server is a stub.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { readProfile } from './session.ts'

type Answer = { status: number; body: unknown } | 'no answer'
type Session = typeof import('./session.ts')

const asha = { userId: 'u1', username: 'asha', actualName: 'Asha', credits: 500, likedTemplates: [] }
type Channel = { sent: unknown[]; onmessage?: ((event: { data: unknown }) => void) | undefined }
let channels: Record<string, Channel>
let page: { visibilityState: string }
let session: Session
let token: typeof import('./token.ts')
let answers: Record<string, Answer>
let asked: { call: string; at: number; authorization: string | null; body: unknown }[]

const stubStorage = () => {
  const entries = new Map<string, string>()
  return {
    getItem: (key: string) => entries.get(key) ?? null,
    removeItem: (key: string) => void entries.delete(key),
    setItem: (key: string, value: string) => void entries.set(key, value),
  }
}

beforeEach(async () => {
  vi.useFakeTimers({ now: new Date('2026-11-20T12:00:00Z') })
  asked = []
  answers = { 'GET /api/profile': { status: 200, body: asha } }
  vi.stubGlobal('localStorage', stubStorage())
  vi.stubGlobal('sessionStorage', stubStorage())
  vi.stubGlobal('window', { addEventListener: () => undefined })
  page = { visibilityState: 'visible' }
  vi.stubGlobal('document', Object.assign(page, { addEventListener: () => undefined }))
  channels = {}
  vi.stubGlobal(
    'BroadcastChannel',
    class {
      sent: unknown[] = []
      onmessage: ((event: { data: unknown }) => void) | undefined
      constructor(name: string) {
        channels[name] = this
      }
      postMessage(message: unknown) {
        this.sent.push(message)
      }
    },
  )
  vi.stubGlobal('fetch', async (path: string, request: RequestInit) => {
    const call = `${request.method} ${path}`
    const authorization = new Headers(request.headers).get('authorization')
    asked.push({ call, at: Date.now(), authorization, body: request.body && JSON.parse(String(request.body)) })
    const answer = answers[call] ?? 'no answer'
    if (answer === 'no answer') throw new TypeError('Failed to fetch')
    return new Response(JSON.stringify(answer.body), { status: answer.status })
  })
  // Each test is a page just loaded.
  vi.resetModules()
  session = await import('./session.ts')
  token = await import('./token.ts')
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const load = async () => {
  session.watchSession(() => undefined)
  await vi.advanceTimersByTimeAsync(0)
}
const profile = () => {
  const present = session.readSession()
  return present.status === 'signed-in' ? present.profile : undefined
}

it('is awaited by a click that comes before it is known', async () => {
  token.storeToken('t1', true)
  const known = session.awaitSession()
  expect(session.readSession().status).toBe('loading')
  expect((await known).status).toBe('signed-in')
})

describe('a change of the profile', () => {
  const asks = () => asked.filter(({ call }) => call === 'GET /api/profile').length
  const channel = () => channels['vitrine-profile']

  it('is sent to the other tabs, once', async () => {
    token.storeToken('t1', true)
    await load()
    await session.refreshProfile()
    expect(channel()?.sent).toEqual(['changed'])
    expect(asks()).toBe(2)
  })

  it('in another tab is fetched where it is shown, and not sent on', async () => {
    token.storeToken('t1', true)
    await load()
    channel()?.onmessage?.({ data: 'changed' })
    await vi.advanceTimersByTimeAsync(0)
    expect(asks()).toBe(2)
    page.visibilityState = 'hidden'
    channel()?.onmessage?.({ data: 'changed' })
    await vi.advanceTimersByTimeAsync(0)
    expect(asks()).toBe(2)
    expect(channel()?.sent).toEqual([])
  })
})

describe('a page that is loaded', () => {
  it('is signed out without a token, and sends no request', async () => {
    await load()
    expect(session.readSession()).toEqual({ status: 'signed-out' })
    expect(asked).toEqual([])
  })

  it('waits until the token is checked, then shows the account', async () => {
    token.storeToken('abc', true)
    session.watchSession(() => undefined)
    expect(session.readSession()).toEqual({ status: 'loading' })
    await vi.advanceTimersByTimeAsync(0)
    expect(profile()).toMatchObject({ username: 'asha', credits: 500 })
    expect(asked).toMatchObject([{ call: 'GET /api/profile', authorization: 'Bearer abc' }])
  })

  it.each([401, 403, 404, 429])(
    'is signed out when the profile is refused with %d, and the token is removed',
    async (status) => {
      answers['GET /api/profile'] = { status, body: { error: 'no', code: 'x' } }
      token.storeToken('abc', true)
      await load()
      expect(session.readSession()).toEqual({ status: 'signed-out' })
      expect(token.findToken()).toBeUndefined()
    },
  )

  it.each<[string, Answer]>([
    ['there is no network', 'no answer'],
    ['the server is broken', { status: 502, body: undefined }],
  ])('signs nobody out while %s, and goes on afterwards', async (_, answer) => {
    answers['GET /api/profile'] = answer
    token.storeToken('abc', false)
    await load()
    expect(session.readSession()).toEqual({ status: 'unreachable' })
    expect(token.findToken()).toBe('abc')
    answers['GET /api/profile'] = { status: 200, body: asha }
    await session.refreshProfile()
    expect(profile()?.username).toBe('asha')
  })
})

describe('signing in', () => {
  it('shows the user of the answer at once', async () => {
    await load()
    session.beginSession({ token: 'abc', user: asha as never }, true)
    expect(profile()?.username).toBe('asha')
    expect(token.findTokenRecord()).toMatchObject({ token: 'abc', rememberMe: true })
    expect(asked).toEqual([])
  })

  it('asks for the profile when the answer has only a token', async () => {
    await load()
    session.beginSession({ token: 'abc' }, false)
    await vi.advanceTimersByTimeAsync(0)
    expect(asked).toMatchObject([{ call: 'GET /api/profile', authorization: 'Bearer abc' }])
    expect(profile()?.username).toBe('asha')
  })

  it('does not begin with an answer that holds no token', () => {
    expect(() => session.beginSession({} as never, true)).toThrow('Invalid response from server')
  })

  it('ends here and on the server', async () => {
    token.storeToken('abc', true)
    await load()
    answers['POST /api/logout'] = { status: 200, body: { message: 'Logged out' } }
    await session.signOut()
    expect(session.readSession()).toEqual({ status: 'signed-out' })
    expect(token.findToken()).toBeUndefined()
    expect(asked.at(-1)).toMatchObject({ call: 'POST /api/logout', authorization: 'Bearer abc' })
  })

  it('says in every tab when somebody signs out, and not when a session has expired', async () => {
    token.storeToken('abc', true)
    await load()
    const heard = vi.fn()
    session.onSignOut(heard)
    channels['vitrine-profile']?.onmessage?.({ data: 'changed' })
    token.clearToken()
    expect(heard).not.toHaveBeenCalled()
    channels['vitrine-profile']?.onmessage?.({ data: 'signed-out' })
    expect(heard).toHaveBeenCalledOnce()
    session.endSession()
    expect(heard).toHaveBeenCalledTimes(2)
    expect(channels['vitrine-profile']?.sent).toEqual(['signed-out'])
  })
})

describe('a session that lapses in an open tab', () => {
  const ended = { error: 'Your session has ended. Please log in again.', code: 'session-expired' }

  it('keeps the page of who was there until they have signed in again', async () => {
    const stop = session.keepOnLapse()
    token.storeToken('old', true)
    await load()
    answers['PUT /api/profile'] = { status: 401, body: ended }
    await expect(session.changeProfile({ actualName: 'Asha' })).rejects.toMatchObject({ code: 'session-expired' })
    expect(token.findToken()).toBeUndefined()
    expect(session.readSession()).toMatchObject({ status: 'signed-in', hasLapsed: true, profile: { userId: 'u1' } })
    session.beginSession({ token: 'new', user: asha as never }, true)
    expect(session.readSession()).toEqual({ status: 'signed-in', profile: expect.objectContaining({ userId: 'u1' }) })
    stop()
  })

  it('ends when they do not, and at once where no page is to be kept', async () => {
    for (const keepsPage of [true, false]) {
      const stop = keepsPage ? session.keepOnLapse() : () => undefined
      token.storeToken('old', true)
      await load()
      await vi.advanceTimersByTimeAsync(token.rememberMeMs + 1)
      answers['PUT /api/profile'] = { status: 401, body: ended }
      await session.changeProfile({ actualName: 'Asha' }).catch(() => undefined)
      expect(session.readSession().status).toBe(keepsPage ? 'signed-in' : 'signed-out')
      session.endLapse()
      expect(session.readSession().status).toBe('signed-out')
      stop()
    }
  })

  it('is not one that somebody ends', async () => {
    session.keepOnLapse()
    token.storeToken('old', true)
    await load()
    session.endSession()
    expect(session.readSession().status).toBe('signed-out')
  })
})

describe('changing a profile', () => {
  const saved = (body: object) => {
    answers['PUT /api/profile'] = {
      status: 200,
      body: { message: 'ok', usernameChanged: false, creditsAwarded: false, ...body },
    }
  }

  it('needs a signed-in customer', async () => {
    await expect(session.changeProfile({ actualName: 'Asha' })).rejects.toMatchObject({
      message: 'No authentication token found',
    })
    expect(asked).toEqual([])
  })

  it('of a username stores the new token with the choice of the old one, and asks again 100 ms later', async () => {
    token.storeToken('old', true)
    const { expiry } = token.findTokenRecord() ?? {}
    await load()
    await vi.advanceTimersByTimeAsync(5000)
    saved({ usernameChanged: true, newToken: 'new', user: { ...asha, username: 'asha-2' } })
    await session.changeProfile({ username: 'asha-2' })
    expect(profile()?.username).toBe('asha-2')
    expect(token.findTokenRecord()).toEqual({ token: 'new', expiry, rememberMe: true })
    const changedAt = Date.now()
    asked = []
    await vi.advanceTimersByTimeAsync(99)
    expect(asked).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(asked).toMatchObject([{ call: 'GET /api/profile', at: changedAt + 100, authorization: 'Bearer new' }])
  })

  it('that is rewarded counts the 500 credits at once, also where the answer names no balance', async () => {
    token.storeToken('abc', true)
    await load()
    saved({ creditsAwarded: true, user: { ...asha, credits: 1000 } })
    await session.changeProfile({ EmpFeild: 'Design' })
    expect(profile()?.credits).toBe(1000)
    saved({ creditsAwarded: true })
    answers['GET /api/profile'] = 'no answer'
    await session.changeProfile({ EmpFeild: 'Sales' })
    expect(profile()?.credits).toBe(1500)
  })
})

// Profiles as any server of the specification may send them.

it('what is missing is empty: texts, lists, and a balance of 0', () => {
  expect(readProfile({ userId: 'u', username: 'asha' })).toMatchObject({
    username: 'asha',
    actualName: '',
    phoneNumber: '',
    EmpFeild: '',
    profilePicture: '',
    credits: 0,
    likedTemplates: [],
    purchasedTemplates: [],
    cart: [],
    paymentHistory: [],
    templateLinks: [],
    cartVideoLinks: [],
    purchasedVideoLinks: [],
    creditPurchaseHistory: [],
  })
})

it('items of lists are plain, or wrapped in an object with a single field', () => {
  const wire = {
    purchasedTemplates: ['a', { S: 'b' }],
    cart: [{ S: 'a' }, { S: 'a' }, 'b'],
    likedTemplates: [
      'a',
      { S: 'b' },
      { templateId: 'c' },
      { M: { templateId: 'd', templateName: 'Baraat' } },
      {},
      null,
    ],
    purchasedVideoLinks: [{ templateId: 'a', templateCategory: [{ S: 'Wedding' }, 'Gold'] }],
  }
  const profile = readProfile(wire as never)
  expect(profile.purchasedTemplates).toEqual(['a', 'b'])
  expect(profile.cart).toEqual(['a', 'a', 'b'])
  expect(profile.likedTemplates.map(({ templateId }) => templateId)).toEqual(['a', 'b', 'c', 'd'])
  expect(profile.likedTemplates[3]?.templateName).toBe('Baraat')
  expect(profile.purchasedVideoLinks[0]?.templateCategory).toEqual(['Wedding', 'Gold'])
})

it('a liked template that is a plain id has its record among the links', () => {
  const wire = { likedTemplates: ['a', 'b'], templateLinks: [{ templateId: 'b', templateName: 'Baraat' }] }
  const { likedTemplates } = readProfile(wire as never)
  expect(likedTemplates.map(({ templateName }) => templateName)).toEqual(['', 'Baraat'])
})

it('a template record has empty texts and begins at 0 where nothing else is said', () => {
  const [template] = readProfile({ likedTemplates: ['a'] } as never).likedTemplates
  expect(template).toMatchObject({
    templateId: 'a',
    templateLink: '',
    templateName: '',
    templateDescription: '',
    templateThumbnail: '',
    templateCategory: [],
    vidStart: '0',
    thumbnailFrame: '0',
  })
})

it('a profile of our own server is taken as it is', () => {
  const whole = {
    ...readProfile({ userId: 'u', credits: 7 }),
    likedTemplates: readProfile({ likedTemplates: ['a'] } as never).likedTemplates,
  }
  expect(readProfile(whole)).toEqual(whole)
})
