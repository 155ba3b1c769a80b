// Two servers and two workers on machines of their own: nothing between them but one PostgreSQL and one bucket, of OpenStack
// Swift where Debian's packages of it are installed. Servers die
// in the middle of an upload and of a purchase, a worker in the middle of a video; every video ends whole, and everyone is
// charged once.
import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect, type Db, disconnect, transaction } from '@vitrine/database/connection'
import type { Storage } from '@vitrine/providers/storage'
import { openStorage, readStorageSettings } from '@vitrine/providers/storage/settings'
import { createSignedLinks } from '@vitrine/providers/storage/signed-link'
import { hashPassword } from '@vitrine/store/accounts/password'
import { setAdminPassword } from '@vitrine/store/admin/admin-password'
import { COMMAND_LINE } from '@vitrine/store/admin/audit-log'
import { createOwner } from '@vitrine/store/admin/member'
import { publishTemplate } from '@vitrine/store/admin/template-action'
import { checkMoney } from '@vitrine/store/invariants/ledger-check'
import { installSamples } from '@vitrine/template/install-samples'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { BufferSource, Input, MP4 } from 'mediabunny'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { build, isBuilt } from '../../apps/launcher/src/build.ts'
import { listFolder } from '../../packages/providers/testing/storage-contract.ts'
import { templates } from '../../packages/store/src/catalogue/tables.ts'
import { samples } from '../../samples/testing/sample.ts'
import { type RenderAnswer, StoreClient } from '../client/store-client.ts'
import { useDatabase } from '../database.ts'
import { startS3Store } from '../s3-store.ts'
import { type Balancer, startBalancer } from './balancer.ts'
import type { Machine } from './machine.ts'
import { createMachinePair, sharedSettings } from './machine-pair.ts'
import { hasSwift, type SwiftStore, startSwiftStore } from './swift-store.ts'

const database = useDatabase()
const BUYERS = 3
const folder = mkdtempSync(join(tmpdir(), 'vitrine-machines-'))
/** A real store where this machine has one, else that of the tests; both check every signature. */
let store: SwiftStore
let storage: Storage
let servers: readonly Machine[]
let workers: readonly Machine[]
let balancer: Balancer
let ports: readonly number[]
let db: Db
/** Callbacks for requests that a server has received; each is called until it returns true. */
let plots: ((line: string, server: number) => boolean)[] = []

beforeAll(async () => {
  if (!isBuilt()) await build()
  store = hasSwift ? await startSwiftStore() : await startS3Store()
  db = connect(database.url, { max: 2 })
  const place = { databaseUrl: database.url, store, folder }
  const settings = sharedSettings(place)
  const links = createSignedLinks(settings.VITRINE_SECRET)
  storage = await openStorage(readStorageSettings(settings, []), { dataFolder: join(folder, 'seed'), links })
  await installSamples({ db, storage })
  await publishShortTemplates()
  ;({ servers, workers, ports } = await createMachinePair(place))
  await Promise.all([...servers, ...workers].map((machine) => machine.start()))
  balancer = await startBalancer(ports, ({ method, url = '' }, server) => {
    plots = plots.filter((plot) => !plot(`${method} ${url}`, server))
  })
}, 300_000)

afterAll(async () => {
  await Promise.all([...(servers ?? []), ...(workers ?? [])].map((machine) => machine.kill()))
  await balancer?.close()
  await store?.close()
  if (db) await disconnect(db)
  rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
})

/** 45 frames of a sample for each buyer: a whole one takes half a minute, and what is in it is looked at elsewhere. */
async function publishShortTemplates(): Promise<void> {
  const rows = await db.select().from(templates)
  const videos = samples.filter(({ listing }) => listing.kind === 'video').slice(0, BUYERS)
  for (const [n, { document, listing }] of videos.entries()) {
    const listed = rows.find((row) => row.id === document.id)
    assert(listed?.posterAssetId && listed.previewAssetId, `the sample ${document.id} is not on sale`)
    const { posterAssetId, previewAssetId, dominantColor } = listed
    const id = `short-${n}`
    const canvas = { ...document.canvas, duration: 45 }
    const short = { ...document, id, canvas, output: {} }
    await transaction(db, (tx) =>
      publishTemplate(tx, COMMAND_LINE, {
        ...listing,
        id,
        name: `Short ${document.name}`,
        document: short,
        posterAssetId,
        previewAssetId,
        dominantColor,
      }),
    )
  }
}

/** Kills a server when it has received the `nth` request of this kind, and starts it again as its machine would. */
function killServerAt(pattern: RegExp, nth: number): Promise<void> {
  const restarted = Promise.withResolvers<void>()
  let seen = 0
  plots.push((line, number) => {
    if (!pattern.test(line) || ++seen < nth) return false
    const server = servers[number]
    assert(server)
    server
      .kill()
      .then(() => server.start())
      .then(restarted.resolve, restarted.reject)
    return true
  })
  return restarted.promise
}

/** Kills the first worker that is seen making a video. The other one must do without it. */
async function killWorkerAtWork(): Promise<Machine> {
  for (const end = Date.now() + 120_000; Date.now() < end; await sleep(20)) {
    const busy = workers.find((worker) => worker.isWorking())
    if (!busy) continue
    await busy.kill()
    return busy
  }
  throw new Error('no worker was seen making a video')
}

/** Larger than one chunk of the client, so that there is a middle. */
async function takeNoisyPhoto(): Promise<Buffer> {
  const raw = { width: 900, height: 700, channels: 3 } as const
  return await sharp(randomBytes(900 * 700 * 3), { raw })
    .jpeg({ quality: 95 })
    .toBuffer()
}

interface OwnerAccount {
  readonly email: string
  readonly password: string
}

/** A new owner. Setting the admin area's password ends the sessions of those before. */
async function addOwner(): Promise<OwnerAccount> {
  const [email, password] = [`owner-${randomUUID().slice(0, 8)}@example.org`, 'a-long-passphrase']
  const passwordHash = await hashPassword(password)
  await transaction(db, async (tx) => {
    await createOwner(tx, { email, username: email.slice(0, email.indexOf('@')), passwordHash })
    await setAdminPassword(tx, passwordHash)
  })
  return { email, password }
}

/** Opens the admin area at a server. Returns how to ask its API. */
async function openAdminArea(server: string, { email, password }: OwnerAccount) {
  const owner = new StoreClient({ baseUrl: server })
  await owner.login(email, password)
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ password })
  const signedIn = await owner.fetch('/api/admin/login', { method: 'POST', headers, body })
  const [cookie = ''] = signedIn.headers.getSetCookie().map((line) => line.split(';', 1)[0] ?? '')
  return async (method: string, path: string, value: object) => {
    const init = { method, headers: { ...headers, cookie }, body: JSON.stringify(value) }
    const answer = await owner.fetch(`/api/admin${path}`, init)
    const text = await answer.text()
    expect(answer.status, text).toBe(200)
    return JSON.parse(text)
  }
}

/** Names in six scripts. The number in each says which change it came with. */
const NAMES = ['Lamp House', 'लैम्प हाउस', 'விளக்கு', 'دار المصباح', 'Фонарь', '灯之屋']
/** `npm run test:soak -- settings` makes more. */
const CHANGES = Number(process.env.VITRINE_SETTING_CHANGES ?? 60)
/** A second for each change on a loaded machine, and what every test has. */
const changesTimeout = 240_000 + CHANGES * 1000

type Changed = 'brand' | 'seller'

const createBrand = (n: number) => ({
  name: `${NAMES[n % NAMES.length]} ${n}`,
  tagline: `for ${n}`,
  accent: `#${(n * 7919).toString(16).padStart(6, '0').slice(-6)}`,
})

/** The numbers of the changes to the brand that a page shows parts of. */
async function readBrand(address: string): Promise<Set<number>> {
  const html = await (await fetch(address)).text()
  expect(html).not.toContain('Vitrine')
  const title = /<title>(.*?)<\/title>/.exec(html)?.[1] ?? ''
  const site = /property="og:site_name" content="(.*?)"/.exec(html)?.[1] ?? ''
  const accent = /--color-marigold:\s*(#[0-9a-f]{6})/.exec(html)?.[1]
  const ofAccent = Array.from({ length: CHANGES + 1 }, (_, n) => n).find((n) => createBrand(n).accent === accent)
  return new Set([...[title, site].flatMap((text) => text.match(/\d+/g) ?? []).map(Number), ofAccent ?? -1])
}

const createSeller = (n: number) => ({
  legalName: `Legal ${n}`,
  address: [`Road ${n}`, `Town ${n}`],
  phone: `Phone ${n}`,
  grievanceOfficer: { name: `Officer ${n}`, phone: `Officer ${n}` },
})

/** The numbers of the changes that the contact page shows parts of. */
async function readSeller(address: string): Promise<Set<number>> {
  const html = await (await fetch(address)).text()
  return new Set([...html.matchAll(/(?:Legal|Road|Town|Phone|Officer) (\d+)/g)].map(([, n]) => Number(n)))
}

interface Buyer {
  readonly client: StoreClient
  readonly price: number
  readonly video: RenderAnswer
}

async function buy(n: number): Promise<Buyer> {
  const client = new StoreClient({ baseUrl: balancer.url, patienceMs: 120_000 })
  await client.register(`buyer${n}-${randomUUID().slice(0, 8)}@example.org`, 'a-long-passphrase')
  const { body: templates } = await client.expect('GET', '/api/templates', [200])
  const shortest = templates.toSorted(
    (a: { durationSeconds: number }, b: { durationSeconds: number }) => a.durationSeconds - b.durationSeconds,
  )
  const template = shortest[n]
  const photo = await client.upload(await takeNoisyPhoto(), 'couple.jpg', 'image/jpeg')
  expect(photo.status, JSON.stringify(photo.body)).toBe(201)
  const { body: paper } = await client.expect('GET', `/api/template/${template.templateId}/document`, [200])
  const { body: project } = await client.expect('POST', '/api/projects', [200, 201], {
    templateId: template.templateId,
  })
  const values: Record<string, unknown> = {}
  for (const field of paper.document.fields) {
    if (field.type === 'media' && field.accept?.includes('image')) values[field.id] = { asset: photo.body.assetId }
    if (field.type === 'text') values[field.id] = `Buyer ${n}`.slice(0, field.rules?.maxLength ?? 8)
  }
  await client.expect('PUT', `/api/projects/${project.projectId}`, [200], { values, difference: {} })
  const video = await client.render(project.projectId, 'full')
  expect(video.status, video.errorMessage ?? '').toBe('completed')
  return { client, price: template.templatePrice, video }
}

async function requireWhole({ client, video }: Buyer): Promise<void> {
  const answer = await client.fetch(String(video.downloadUrl))
  expect(answer.status).toBe(200)
  const input = new Input({ formats: [MP4], source: new BufferSource(await answer.arrayBuffer()) })
  expect(await input.getPrimaryVideoTrack()).toBeTruthy()
  expect(await input.computeDuration()).toBeGreaterThan(1)
}

async function requireChargedOnce({ client, price }: Buyer): Promise<void> {
  const { body: credits } = await client.expect('GET', '/api/user-credits', [200])
  expect(credits.credits).toBe(500 - price)
  const { body: videos } = await client.expect('GET', '/api/user-generated-videos', [200])
  expect(videos.videos).toHaveLength(1)
}

describe(`two servers and two workers with one database and one bucket of ${hasSwift ? 'Swift' : 'the test store'}`, () => {
  it('lose a server in an upload, a server in a purchase and a worker in a render, and finish everything once', async () => {
    const restarts = [killServerAt(/^PATCH \/api\/uploads\//, 2), killServerAt(/^POST \/api\/renders$/, 1)]
    const [dead, buyers] = await Promise.all([
      killWorkerAtWork(),
      Promise.all(Array.from({ length: BUYERS }, (_, n) => buy(n))),
      ...restarts,
    ])
    expect(dead.isWorking()).toBe(false)
    for (const buyer of buyers) {
      await requireWhole(buyer)
      await requireChargedOnce(buyer)
    }
    expect(Math.max(...buyers.map(({ video }) => video.attempts))).toBeGreaterThanOrEqual(2)
    expect(buyers.some(({ client }) => client.repeated > 0)).toBe(true)
    const { entries, faults } = await checkMoney(db)
    expect(faults).toEqual([])
    expect(entries).toBe(2 * 2 * BUYERS)
  }, 600_000)

  it('share the sandbox of payments: an order opened at one server is paid at the other', async () => {
    const [one, other] = ports.map((port) => new StoreClient({ baseUrl: `http://127.0.0.1:${port}` }))
    assert(one && other)
    await one.register(`payer-${randomUUID().slice(0, 8)}@example.org`, 'a-long-passphrase')
    const { body: order } = await one.expect('POST', '/api/create-razorpay-order', [200], { credits: 500 })
    const paid = { keyId: order.keyId, orderId: order.orderId, outcome: 'succeed' }
    await other.expect('POST', '/sandbox/payment/api/payments', [200], paid)
    const readCredits = async () => (await one.expect('GET', '/api/user-credits', [200])).body.credits
    await expect.poll(readCredits).toBe(1000)
    expect((await checkMoney(db)).faults).toEqual([])
  })

  it('share links and limits, and keep no local state', async () => {
    const client = new StoreClient({ baseUrl: balancer.url })
    await client.register(`reader-${randomUUID().slice(0, 8)}@example.org`, 'a-long-passphrase')
    const photo = await client.upload(await takeNoisyPhoto(), 'photo.jpg', 'image/jpeg')
    for (const port of ports) {
      expect((await fetch(`http://127.0.0.1:${port}${photo.body.url}`)).status).toBe(200)
      expect((await fetch(`http://127.0.0.1:${port}/api/health`)).status).toBe(200)
    }
    // 60 requests per quarter of an hour from one address, on any of the servers.
    const answers: number[] = []
    for (let n = 0; n < 64; n++) {
      const { status } = await client.call('POST', '/api/check-user-exists', { email: 'nobody@example.org' })
      answers.push(status)
    }
    expect(answers.filter((status) => status === 429).length).toBeGreaterThanOrEqual(4)
    for (const { dataFolder } of [...servers, ...workers]) {
      for (const name of ['files', 'uploads', 'secret']) expect(existsSync(join(dataFolder, name)), name).toBe(false)
    }
    const [video] = await listFolder(storage, 'private/videos')
    expect(video?.sizeBytes).toBeGreaterThan(10_000)
    // A server that was killed between storing a part and recording it leaves that part to the housekeeping.
    const { rows: recorded } = await db.execute(sql`select 1 from upload_parts`)
    expect(recorded).toEqual([])
    expect((await listFolder(storage, 'private/uploads')).length).toBeLessThanOrEqual(BUYERS)
    expect((await fetch(`${store.url}/${store.bucket}/${video?.key}`)).status).toBeGreaterThanOrEqual(400)
  })

  it('forget at both what they kept when a price changes at one', async () => {
    const [one = '', other = ''] = ports.map((port) => `http://127.0.0.1:${port}`)
    const templateId = 'short-0'
    /** The prices in cached responses of a server: the template's page, the list, the template as data. */
    const pricesAt = async (server: string) => {
      const read = async (path: string) => (await fetch(`${server}${path}`)).text()
      const page = /([\d,]+) credits/.exec(await read(`/template/${templateId}`))?.[1]
      const { items } = JSON.parse(await read('/api/catalogue/video?search=short&limit=8'))
      const listed = items.find((item: { templateId: string }) => item.templateId === templateId)
      return [Number(page), listed.templatePrice, JSON.parse(await read(`/api/template/${templateId}`)).templatePrice]
    }
    const [before] = await pricesAt(one)
    assert(before)
    expect([await pricesAt(one), await pricesAt(other)]).toEqual([Array(3).fill(before), Array(3).fill(before)])
    const ask = await openAdminArea(one, await addOwner())
    const price = { templatePrice: before + 7, templatePriceIND: before + 7 }
    await ask('PATCH', `/templates/${templateId}`, price)
    for (const server of [one, other]) {
      // Cached for a minute without an announced change, which is longer than this waits.
      await expect.poll(() => pricesAt(server)).toEqual(Array(3).fill(before + 7))
    }
  })

  it('show no page with half of a change to brand or seller, and then the last one', {
    timeout: changesTimeout,
  }, async () => {
    const addresses = ports.map((port) => `http://127.0.0.1:${port}`)
    const account = await addOwner()
    const owners = await Promise.all(addresses.map((address) => openAdminArea(address, account)))
    const revisions = { brand: 0, seller: 0 }
    const latest = { brand: 0, seller: 0 }
    const change = async (section: Changed, n: number) => {
      const ask = owners[n % 2]
      assert(ask)
      const value = section === 'brand' ? createBrand(n) : createSeller(n)
      const answer = await ask('PUT', `/settings/${section}`, { value, revision: revisions[section] })
      revisions[section] = answer[section].revision
      latest[section] = n
    }
    await change('brand', 0)
    await change('seller', 0)
    const pages = addresses.flatMap((address) => [
      ...['/', '/faq'].map((path) => ({ section: 'brand' as const, read: () => readBrand(address + path) })),
      { section: 'seller' as const, read: () => readSeller(`${address}/contact`) },
    ])
    /** The other server is notified shortly afterwards. */
    const settle = () =>
      Promise.all(
        pages.map(({ section, read }) => expect.poll(async () => [...(await read())]).toEqual([latest[section]])),
      )
    await settle()
    let isOver = false
    const readers = pages.map(async ({ read }) => {
      for (let last = 0; !isOver; ) {
        const shown = [...(await read())]
        expect(shown).toHaveLength(1)
        expect(shown[0], 'an older change came back').toBeGreaterThanOrEqual(last)
        last = shown[0] ?? 0
      }
    })
    const sections = fc.sample(fc.constantFrom<Changed>('brand', 'seller'), CHANGES)
    for (const [index, section] of sections.entries()) await change(section, index + 1)
    await settle().finally(() => {
      isOver = true
    })
    await Promise.all(readers)
  })

  it('stop cleanly on request', async () => {
    const codes = await Promise.all([...servers, ...workers].map((machine) => machine.stop()))
    // The worker that was killed has none.
    expect(codes.toSorted()).toEqual([0, 0, 0, null])
  })
})
