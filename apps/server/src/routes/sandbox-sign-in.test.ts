import { runInNewContext } from 'node:vm'
import { createGoogleSignIn } from '@vitrine/providers/sign-in/google'
import { describe, expect, it } from 'vitest'
import { useApp } from '../../testing/app.ts'
import { replaceProviders } from '../../testing/deps.ts'
import { pagePolicy } from '../http/security-header.ts'
import { CLIENT_LIBRARY } from './sandbox-sign-in.ts'

const store = useApp()
const clientId = () => store.deps.providers.get().signIn.clientId

/** As much of an element as the library uses. */
class Element {
  readonly children: Element[] = []
  readonly style: Record<string, string> = {}
  readonly listeners = new Map<string, Set<() => void>>()
  textContent = ''
  type = ''
  setAttribute() {}
  remove() {}
  get firstChild() {
    return this.children[0]
  }
  append(...added: Element[]) {
    this.children.push(...added)
  }
  replaceChildren(...added: Element[]) {
    this.children.splice(0, this.children.length, ...added)
  }
  addEventListener(name: string, listener: () => void) {
    this.listeners.set(name, (this.listeners.get(name) ?? new Set()).add(listener))
  }
  removeEventListener(name: string, listener: () => void) {
    this.listeners.get(name)?.delete(listener)
  }
  click() {
    for (const listener of this.listeners.get('click') ?? []) listener()
  }
  get words(): string {
    return this.textContent + this.children.map((child) => child.words).join('')
  }
}

interface Library {
  initialize(options: object): void
  renderButton(parent: Element, options?: object): void
  prompt(listener?: (moment: { isDisplayed(): boolean; isSkippedMoment(): boolean }) => void): void
}

/** Runs the library in a page of its own and plays its windows. */
function openPage() {
  const opened: string[] = []
  const popup = {}
  const body = new Element()
  let hear: (event: object) => void = () => {}
  const window = {
    google: undefined as { accounts: { id: Library } } | undefined,
    open: (url: string) => {
      opened.push(url)
      return popup
    },
    addEventListener: (_name: string, listener: (event: object) => void) => {
      hear = listener
    },
  }
  const location = { origin: 'https://store.example.test' }
  const document = { body, createElement: () => new Element() }
  runInNewContext(CLIENT_LIBRARY, { window, document, location, URLSearchParams, parseInt, console })
  const say = (data: unknown, event: object = {}) => hear({ origin: location.origin, source: popup, data, ...event })
  return { id: window.google?.accounts.id as Library, opened, say, body }
}

describe('the client library of the sandbox', () => {
  it('draws a button that opens the consent page and calls back with what it answers, once', () => {
    const page = openPage()
    const heard: unknown[] = []
    page.id.initialize({ client_id: 'c1', nonce: 'n1', callback: (answer: unknown) => heard.push(answer) })
    const parent = new Element()
    page.id.renderButton(parent, { text: 'continue_with', width: 300 })
    expect(parent.words).toContain('Continue with Google')
    expect(parent.children[0]?.style.width).toBe('300px')

    page.say({ type: 'vitrine-sandbox-credential', credential: 'too early' })
    parent.children[0]?.click()
    expect(page.opened).toEqual(['/sandbox/sign-in?client_id=c1&nonce=n1'])
    const answer = { type: 'vitrine-sandbox-credential', credential: 'token' }
    page.say(answer, { origin: 'https://evil.example' })
    page.say(answer, { source: {} })
    page.say({ type: 'something else' })
    expect(heard).toEqual([])
    page.say(answer)
    page.say(answer)
    expect(heard).toEqual([{ credential: 'token', select_by: 'btn', clientId: 'c1' }])
  })

  it('prompts with a card that can be closed', () => {
    const page = openPage()
    page.id.initialize({ client_id: 'c1' })
    const moments: string[] = []
    page.id.prompt((moment) =>
      moments.push(moment.isDisplayed() ? 'displayed' : moment.isSkippedMoment() ? 'skipped' : '?'),
    )
    const card = page.body.children[0]
    expect(card?.words).toContain('Continue with Google')
    card?.children[1]?.click()
    expect(moments).toEqual(['displayed', 'skipped'])
    expect(page.opened).toEqual([])
    card?.children[0]?.click()
    expect(page.opened).toHaveLength(1)
  })

  it('refuses to begin without a client id', () => {
    expect(() => openPage().id.initialize({})).toThrow(/client_id/)
  })

  it('is served as a script', async () => {
    const script = await store.call('GET', '/sandbox/sign-in/client.js')
    expect(script.headers['content-type']).toContain('text/javascript')
    expect(script.text).toBe(CLIENT_LIBRARY)
  })
})

describe('the consent page', () => {
  it('runs its own script only and cannot be framed', async () => {
    const page = await store.call('GET', `/sandbox/sign-in?client_id=${clientId()}&nonce=n`)
    expect(page.status).toBe(200)
    const policy = page.headers['content-security-policy'] ?? ''
    expect(policy).toContain("frame-ancestors 'none'")
    const nonce = /script-src 'nonce-([^']+)'/.exec(policy)?.[1]
    expect(page.text).toContain(`<script nonce="${nonce}">`)
    for (const words of ['Allow', 'Deny', 'Use another account', 'asha.rao@gmail.test'])
      expect(page.text).toContain(words)
  })

  it('offers nothing to a client it does not know', async () => {
    const page = await store.call('GET', '/sandbox/sign-in?client_id=%3Cscript%3E')
    expect(page.text).not.toContain('Allow')
    expect(page.text).not.toContain('<script')
    const body = { clientId: 'other', email: 'a@b.test', name: '' }
    expect((await store.call('POST', '/sandbox/sign-in/consent', { body })).status).toBe(403)
  })

  it('says what is wrong with an address', async () => {
    const body = { clientId: clientId(), email: 'asha', name: '' }
    const answer = await store.call('POST', '/sandbox/sign-in/consent', { body })
    expect(answer.body.issues).toEqual([{ path: 'email', message: 'Please enter a valid email address' }])
  })

  it('publishes public keys only', async () => {
    const { keys } = (await store.call('GET', '/sandbox/sign-in/certs')).body as { keys: Record<string, string>[] }
    expect(keys).toHaveLength(1)
    expect(Object.keys(keys[0] ?? {}).sort()).toEqual(['alg', 'e', 'kid', 'kty', 'n', 'use'])
  })
})

describe('with the real Google', () => {
  const google = useApp((deps) =>
    replaceProviders(deps, {
      signIn: createGoogleSignIn({ clientId: '1-a.apps.example' }),
      states: { ...deps.providers.get().states, 'sign-in': { mode: 'live', detail: 'google', problem: null } },
    }),
  )

  it('there is no sandbox, and pages may load what Google’s library needs', async () => {
    expect((await google.call('GET', '/sandbox/sign-in')).status).toBe(404)
    expect((await google.call('POST', '/sandbox/sign-in/consent', { body: {} })).status).toBe(404)
    expect((await google.call('GET', '/api/google-auth/config')).body).toMatchObject({
      clientId: '1-a.apps.example',
      scriptUrl: 'https://accounts.google.com/gsi/client',
      isSandbox: false,
    })
    const policy = pagePolicy(['sha256-x'], { usesGoogle: true })
    expect(policy).toContain("script-src 'self' 'sha256-x' 'wasm-unsafe-eval' https://accounts.google.com/gsi/client;")
    expect(policy).toContain("frame-src 'self' https://accounts.google.com/gsi/;")
    expect(policy).toContain("connect-src 'self' blob: data: https://accounts.google.com/gsi/;")
    expect(pagePolicy(['sha256-x'])).not.toContain('google')
  })
})
