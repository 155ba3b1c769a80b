// Opens the browsers and the accounts with which a running shop is checked.
import { type Browser, type BrowserContext, type Page, request } from '@playwright/test'
import type { CheckedShop } from './statement.ts'

export interface OpenedShop extends CheckedShop {
  close(): Promise<void>
}

const owner = { email: 'owner@vitrine.test', password: 'owner-vitrine', adminPassword: 'owner-vitrine-admin' }
/** So that a failing statement is reported soon. */
const waitMs = 15_000

/**
 * @param address of a shop whose mail and text messages go to the sandbox, with the sample catalogue and the two accounts
 * that it begins with. The buyer is a new account.
 */
export async function openShop(browser: Browser, address: string): Promise<OpenedShop> {
  const http = await request.newContext({ baseURL: address, extraHTTPHeaders: { 'x-forwarded-for': anyAddress() } })
  const token = await registerBuyer(http)
  const pages = new Map<string, Page>()
  /** One context per person, and one page in it that goes from statement to statement. */
  const pageOf = async (name: string, prepare: (context: BrowserContext) => Promise<void>): Promise<Page> => {
    const known = pages.get(name)
    if (known) return known
    const context = await browser.newContext({
      baseURL: address,
      viewport: { width: 1440, height: 900 },
      extraHTTPHeaders: { 'x-forwarded-for': anyAddress() },
    })
    context.setDefaultTimeout(waitMs)
    await prepare(context)
    const page = await context.newPage()
    pages.set(name, page)
    return page
  }
  const call = async (method: string, path: string, data: unknown, headers: Record<string, string>) => {
    const answer = await http.fetch(path, { method, headers, ...(data === undefined ? {} : { data }) })
    const text = await answer.text()
    return { status: answer.status(), body: text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : text }
  }
  return {
    http,
    visitor: () => pageOf('visitor', (context) => answerPopups(context, address)),
    newcomer: async () => {
      // Nothing kept: a test runner may give every context the answered cookie banner.
      const storageState = { cookies: [], origins: [] }
      const context = await browser.newContext({
        baseURL: address,
        viewport: { width: 1440, height: 900 },
        storageState,
      })
      context.setDefaultTimeout(waitMs)
      return await context.newPage()
    },
    buyer: () =>
      pageOf('buyer', async (context) => {
        await answerPopups(context, address)
        await keepToken(context, token)
      }),
    owner: () => openOwner(pageOf, http, address),
    asBuyer: (method, path, data) => call(method, path, data, { authorization: `Bearer ${token}` }),
    asVisitor: (method, path, data) => call(method, path, data, {}),
    close: async () => {
      await Promise.all(browser.contexts().map((context) => context.close()))
      await http.dispose()
    },
  }
}

type PageOf = (name: string, prepare: (context: BrowserContext) => Promise<void>) => Promise<Page>

async function openOwner(pageOf: PageOf, http: OpenedShop['http'], address: string): Promise<Page> {
  const page = await pageOf('owner', async (context) => {
    const answer = await http.post('/api/login', { data: { email: owner.email, password: owner.password } })
    const { token } = (await answer.json()) as { token: string }
    await answerPopups(context, address)
    await keepToken(context, token)
    const opened = await context.request.post('/api/admin/login', {
      data: { password: owner.adminPassword },
      headers: { authorization: `Bearer ${token}` },
    })
    if (!opened.ok()) throw new Error(`the admin's gate answered ${opened.status()}`)
    await context.addInitScript(() => sessionStorage.setItem('admin-authenticated', 'true'))
  })
  return page
}

async function answerPopups(context: BrowserContext, address: string): Promise<void> {
  const consent = { version: 1, essential: true, analytics: false, marketing: false, personalization: false }
  const value = encodeURIComponent(JSON.stringify(consent))
  await context.addCookies([{ name: 'vitrine-consent', value, url: address }])
  await context.addInitScript(() => localStorage.setItem('vitrine-sign-in-popup', String(Date.now())))
}

async function keepToken(context: BrowserContext, token: string): Promise<void> {
  await context.addInitScript((kept) => {
    const record = { token: kept, expiry: Date.now() + 604_800_000, rememberMe: true }
    localStorage.setItem('vitrine-token', JSON.stringify(record))
  }, token)
}

/** Registers a buyer with codes from the sandbox's outbox, and answers the bearer token. */
async function registerBuyer(http: OpenedShop['http']): Promise<string> {
  const name = `reader-${Date.now().toString(36)}`
  const email = `${name}@example.org`
  const post = async (path: string, data: unknown) => {
    const answer = await http.post(path, { data })
    if (!answer.ok()) throw new Error(`${path} answered ${answer.status()}: ${await answer.text()}`)
    return (await answer.json()) as Record<string, unknown>
  }
  await post('/api/send-email-otp', { email })
  const outbox = await http.get(`/sandbox/outbox.json?to=${encodeURIComponent(email)}`)
  const { messages } = (await outbox.json()) as { messages: { text: string }[] }
  const otp = /\b\d{6}\b/.exec(messages[0]?.text ?? '')?.[0]
  await post('/api/verify-email-otp', { email, otp })
  const registered = await post('/api/register', {
    username: name,
    email,
    password: 'a-long-passphrase',
    actualName: 'Asha Rao',
    phoneNumber: `+9198${String(Date.now()).slice(-8)}`,
    EmpFeild: 'Individual',
    rememberMe: true,
  })
  return String(registered.token)
}

/** Limits are counted per address: each run comes from one of its own, as far as the shop trusts the header. */
const anyAddress = () => `8.${octet()}.${octet()}.${octet()}`
const octet = () => Math.floor(Math.random() * 250)
