// A studio opens a store from nothing within minutes: setup, settings, real services (mail, text messages, payments and files on
// this machine), and the checklist until nothing is left to do.
import { spawn } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, request as forward, type Server } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { text as readText } from 'node:stream/consumers'
import { expect, type Page, test } from '@playwright/test'
import { SMTPServer } from 'smtp-server'
import { findFreePort } from '../free-port.ts'
import { type S3Store, startS3Store } from '../s3-store.ts'
import { localhostCertificate, localhostKey } from './localhost-certificate.ts'
import { createOwnStore, type OwnStore } from './own-store.ts'
import { press } from './press.ts'

const WEBHOOK_SECRET = 'the secret of the webhook'
const folder = mkdtempSync(join(tmpdir(), 'vitrine-opening-'))
const mails: string[] = []
const texts: URLSearchParams[] = []

let store: OwnStore
let environment: Record<string, string> & { NODE_EXTRA_CA_CERTS: string }
let files: S3Store
let mail: SMTPServer
/** Razorpay and a gateway of text messages, as far as they are called here. */
let services: Server
/** The proxy that terminates HTTPS in front of the store. */
let proxy: Server
let publicUrl: string

test.use({ ignoreHTTPSErrors: true })

test.beforeAll(async () => {
  test.setTimeout(300_000)
  const port = await findFreePort()
  files = await startS3Store()
  mail = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    async onData(stream, _session, done) {
      mails.push(await readText(stream))
      done()
    },
  })
  await new Promise<void>((listening) => mail.listen(0, '127.0.0.1', listening))
  services = createServer(async (request, response) => {
    const body = await readText(request)
    if (request.url === '/sms') texts.push(new URLSearchParams(body))
    const order = { id: 'order_1', entity: 'order', amount_paid: 0, status: 'created', created_at: 1_700_000_000 }
    const isOrder =
      request.url === '/v1/orders' && request.headers.authorization === `Basic ${btoa('rzp_live_Abc:key')}`
    response.end(JSON.stringify(isOrder ? { ...order, ...JSON.parse(body) } : {}))
  }).listen(0, '127.0.0.1')
  proxy = createSecureServer({ key: localhostKey, cert: localhostCertificate }, (request, response) => {
    const headers = { ...request.headers, 'x-forwarded-proto': 'https', 'x-forwarded-for': '203.0.113.7' }
    const options = { host: '127.0.0.1', port, path: request.url, method: request.method, headers }
    const asked = forward(options, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    asked.on('error', () => response.destroy())
    request.pipe(asked)
  }).listen(0, '127.0.0.1')
  await Promise.all([once(services, 'listening'), once(proxy, 'listening')])
  publicUrl = `https://localhost:${getPort(proxy)}`
  environment = {
    NODE_ENV: 'production',
    VITRINE_PUBLIC_URL: publicUrl,
    VITRINE_TRUSTED_PROXIES: '127.0.0.1,::1',
    VITRINE_SECRET: 'a secret of the test, of more than thirty-two characters',
    VITRINE_S3_BUCKET: files.bucket,
    VITRINE_S3_ENDPOINT: files.url,
    VITRINE_S3_ACCESS_KEY_ID: files.keys.accessKeyId,
    VITRINE_S3_SECRET_ACCESS_KEY: files.keys.secretAccessKey,
    VITRINE_RAZORPAY_API: `http://127.0.0.1:${getPort(services)}`,
    NODE_EXTRA_CA_CERTS: join(folder, 'localhost.pem'),
  }
  writeFileSync(environment.NODE_EXTRA_CA_CERTS, localhostCertificate)
  store = await createOwnStore(environment, port)
})
test.afterAll(async () => {
  await store.remove()
  await files.close()
  for (const server of [services, proxy]) {
    server.closeAllConnections()
    server.close()
  }
  mail.close(() => {})
  rmSync(folder, { recursive: true, force: true })
})

const getPort = (server: Server) => (server.address() as AddressInfo).port
const next = (page: Page) => press(page.getByRole('button', { name: 'Continue' }))
const save = async (page: Page) => {
  await press(page.getByRole('button', { name: 'Save changes' }))
  await expect(page.getByText('Saved. It is in effect everywhere.')).toBeVisible()
}

/** The five steps of the setup, with the address that the start has printed. */
async function setUp(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await page.getByLabel('Name of the store').fill('Lamp House')
  await next(page)
  await page.getByRole('textbox', { name: 'Accent', exact: true }).fill('#2b4eff')
  await next(page)
  await page.getByLabel('Email address').fill('asha@lamp.example')
  await page.getByLabel('Username').fill('asha')
  await page.getByLabel('Password', { exact: true }).fill('a lamp in the window')
  await page.getByLabel('Password of the admin area').fill('upstairs, second door')
  await next(page)
  await page.getByRole('heading', { name: 'Which packs of credits do you sell?' }).waitFor()
  await next(page)
  await page.getByRole('radio', { name: /None/ }).check()
  await press(page.getByRole('button', { name: 'Open the store' }))
  await page.getByRole('heading', { name: 'Your store is ready' }).waitFor()
}

async function enterSeller(page: Page): Promise<void> {
  await page.goto(`${publicUrl}/internal-dashboard-admin/settings?section=seller`)
  await page.getByLabel('Legal name').fill('Lamp House Pvt Ltd')
  await page.getByLabel('Address', { exact: true }).fill('12 Lamp Street, Pune 411001')
  await page.getByLabel('Email for customers').fill('help@lamp.example')
  await page.getByLabel('Phone', { exact: true }).fill('+91 98765 43210')
  await page.getByRole('group', { name: 'Grievance officer' }).getByLabel('Name').fill('Asha Rao')
  await save(page)
}

async function connectServices(page: Page): Promise<void> {
  await press(page.getByRole('tab', { name: 'Providers' }))
  await page.getByLabel('Email: mode').selectOption('live')
  const email = page.getByRole('group', { name: 'Email' })
  await email.getByLabel('Mail server').fill('127.0.0.1')
  await email.getByLabel('Encryption').selectOption('none')
  await email.getByLabel('Port').fill(String((mail.server.address() as AddressInfo).port))
  await email.getByLabel('Sender').fill('Lamp House <hello@lamp.example>')
  await page.getByLabel('Text messages: mode').selectOption('live')
  const sms = page.getByRole('group', { name: 'Text messages' })
  await sms.getByLabel('Gateway').selectOption('http')
  await sms.getByLabel('Address').fill(`http://127.0.0.1:${getPort(services)}/sms`)
  await sms.getByLabel('What is sent').fill('to={digits}&text={text}')
  await page.getByLabel('Payments: mode').selectOption('live')
  const payments = page.getByRole('group', { name: 'Payments' })
  await payments.getByLabel('Key id').fill('rzp_live_Abc')
  await payments.getByLabel('Key secret').fill('key')
  await payments.getByLabel('Webhook secret').fill(WEBHOOK_SECRET)
  await page.getByLabel('Sign-in with Google: mode').selectOption('off')
  await save(page)
}

/** The owner's own number, proven with a code that the gateway has just been given: tests of text messages go to it. */
async function provePhone(page: Page): Promise<void> {
  await page.goto(`${publicUrl}/profile`)
  await press(page.getByRole('button', { name: 'Edit Profile' }))
  const form = page.getByRole('form', { name: 'Edit profile' })
  await form.getByLabel('Full name').fill('Asha Rao')
  await form.getByLabel('Country').selectOption('IN')
  await form.getByLabel('Phone number').fill('98765 43211')
  await press(form.getByRole('button', { name: 'Send code' }))
  await expect.poll(() => texts.at(-1)?.get('to')).toBe('919876543211')
  await form.getByLabel('One-time code').fill(/\d{6}/.exec(texts.at(-1)?.get('text') ?? '')?.[0] ?? '')
  await expect(form.getByText('Verified')).toBeVisible()
  await press(form.getByRole('button', { name: 'Save', exact: true }))
  await expect(form).toBeHidden()
}

/** Razorpay's test of a webhook, as its dashboard sends one. */
async function sendWebhook(page: Page): Promise<void> {
  const body = JSON.stringify({ event: 'payment.test', payload: {}, created_at: 1_700_000_000 })
  const signature = createHmac('sha256', WEBHOOK_SECRET).update(body).digest('hex')
  const answer = await page.request.post(`${publicUrl}/api/webhooks/razorpay`, {
    data: Buffer.from(body),
    headers: {
      'x-razorpay-signature': signature,
      'x-razorpay-event-id': 'event_1',
      'content-type': 'application/json',
    },
  })
  expect(answer.status(), await answer.text()).toBe(200)
}

async function backUp(): Promise<void> {
  const words = ['scripts/run.mjs', 'scripts/vitrine.ts', 'backup', join(folder, 'backup')]
  const child = spawn(process.execPath, words, {
    cwd: resolve(import.meta.dirname, '../..'),
    stdio: 'inherit',
    env: { ...process.env, ...environment, ...store.environment },
  })
  expect(await once(child, 'exit')).toEqual([0, null])
}

test('from an empty folder to nothing left to do', async ({ page }) => {
  test.setTimeout(600_000)
  const begin = Date.now()
  const printed = await store.start('--setup')
  await setUp(page, /https\S+\/setup\?key=\S+/.exec(printed)?.[0] ?? 'none was printed')

  await press(page.getByRole('link', { name: 'See the go-live checklist' }))
  await page.getByLabel('Email', { exact: true }).fill('asha@lamp.example')
  await page.getByLabel('Password', { exact: true }).fill('a lamp in the window')
  await press(page.getByRole('button', { name: 'Sign In' }))
  await page.getByRole('heading', { name: 'Internal Access' }).waitFor()
  await page.getByLabel('Password', { exact: true }).fill('upstairs, second door')
  await press(page.getByRole('button', { name: 'Access Dashboard' }))
  await page.getByRole('heading', { name: 'Before you open' }).waitFor()

  await enterSeller(page)
  await connectServices(page)
  await provePhone(page)
  await sendWebhook(page)
  await backUp()
  await page.goto(`${publicUrl}/internal-dashboard-admin/status`)
  const list = page.getByRole('region', { name: 'Before you open' })
  const line = (title: string) => list.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title }) })
  for (const title of ['Address', 'Email', 'Text messages', 'Payments', 'Storage']) {
    await press(line(title).getByRole('button', { name: /test/i }))
    await expect(line(title).getByText('(done)')).toBeAttached()
  }
  // The name servers of this machine know nothing of the domain.
  for (const title of ['Sender of emails', 'Free credits']) {
    await press(line(title).getByRole('button', { name: 'Accept as it is' }))
    await expect(line(title).getByText('Accepted as it is')).toBeAttached()
  }
  await expect(list.getByText('Ready')).toBeVisible()
  console.log(`opened within ${Math.round((Date.now() - begin) / 1000)} seconds`)

  expect(mails.join()).toContain('Test of Lamp House')
  expect(texts.at(-1)?.get('to')).toBe('919876543211')
  expect(texts.at(-1)?.get('text')).toContain('000000 is your Lamp House code')
  expect([...files.objects.keys()].length).toBeGreaterThan(0)
  // A customer registers with the real services.
  await page.context().clearCookies()
  const email = 'ravi@customer.example'
  const sent = await page.request.post(`${publicUrl}/api/send-email-otp`, { data: { email, purpose: 'register' } })
  expect(sent.status()).toBe(200)
  await expect.poll(() => mails.join()).toMatch(/is your Lamp House code/)
  expect((await page.request.get(`${publicUrl}/sandbox`)).status()).toBe(404)
})
