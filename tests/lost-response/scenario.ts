// Typical work of customers, each with a client that repeats unanswered requests, and the conditions that must hold afterwards
// whichever commit's response was lost.
import assert from 'node:assert/strict'
import { createHash, randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDatabaseAway, transaction } from '@vitrine/database/connection'
import type { TemplateDocument } from '@vitrine/document/document'
import type { AssetId, FieldValues } from '@vitrine/document/field'
import type { Layer } from '@vitrine/document/layer'
import { publicKey } from '@vitrine/providers/storage'
import { hashPassword } from '@vitrine/store/accounts/password'
import { startSession } from '@vitrine/store/accounts/session'
import { setAdminPassword } from '@vitrine/store/admin/admin-password'
import { COMMAND_LINE } from '@vitrine/store/admin/audit-log'
import { publishTemplate } from '@vitrine/store/admin/template-action'
import { createDraft } from '@vitrine/store/catalogue/draft'
import { getBalance } from '@vitrine/store/credits'
import { listEntitlements } from '@vitrine/store/library'
import { getAssets, listUserAssets, registerCatalogueAsset } from '@vitrine/store/media'
import { listPaidPacks } from '@vitrine/store/payments/order'
import { reconcilePayments } from '@vitrine/store/payments/reconcile'
import { requestReferenceRender } from '@vitrine/store/renders/reference-render'
import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { corners, times, writeRecording } from '../../apps/worker/testing/recording.ts'
import { addMember } from '../../packages/store/testing/store.ts'
import type { Answer, StoreClient } from '../client/store-client.ts'
import { forgetEarlierRuns } from '../money-model/store.ts'
import type { LossyStore } from './lossy-store.ts'

export interface Scenario {
  readonly name: string
  /** Makes a video, reads a package or hashes passwords: seconds instead of milliseconds for each commit. */
  readonly isSlow?: boolean
  /** Runs once, for a new customer, with `underLoss` around what may lose a response. Throws on a violation. */
  run(store: LossyStore): Promise<void>
}

const SIGNED_UP_WITH = 500
const PICTURE = `sha256:${'a'.repeat(64)}` as const

interface Customer {
  readonly userId: string
  readonly client: StoreClient
}

async function addCustomer(store: LossyStore): Promise<Customer> {
  const userId = await addMember(store.db, SIGNED_UP_WITH)
  const { token } = await transaction(store.db, (tx) => startSession(tx, userId, true))
  const client = store.newClient()
  client.token = token
  return { userId, client }
}

const jpeg = (): Promise<Buffer> =>
  sharp({ create: { width: 160, height: 120, channels: 3, background: '#b4143c' } })
    .jpeg()
    .toBuffer()

/** A second of a tone that rises and falls, as a WAV file. */
function song(): Buffer {
  const rate = 48_000
  const bytes = Buffer.alloc(44 + rate * 2)
  bytes.write('RIFF', 0)
  bytes.writeUInt32LE(bytes.length - 8, 4)
  bytes.write('WAVEfmt ', 8)
  bytes.writeUInt32LE(16, 16)
  bytes.writeUInt16LE(1, 20)
  bytes.writeUInt16LE(1, 22)
  bytes.writeUInt32LE(rate, 24)
  bytes.writeUInt32LE(rate * 2, 28)
  bytes.writeUInt16LE(2, 32)
  bytes.writeUInt16LE(16, 34)
  bytes.write('data', 36)
  bytes.writeUInt32LE(rate * 2, 40)
  for (let index = 0; index < rate; index++) {
    const at = index / rate
    bytes.writeInt16LE(Math.round(Math.sin(at * 2764) * Math.sin(at * 3) * 20_000), 44 + index * 2)
  }
  return bytes
}

/** Puts a template on sale that can be drawn here: no fonts, one picture. */
async function addTemplate(
  store: LossyStore,
  { kind = 'video' as 'video' | 'image', price = 120 } = {},
): Promise<string> {
  const { db, deps } = store
  const storageKey = `public/${PICTURE.slice('sha256:'.length)}.jpg`
  const bytes = await jpeg()
  await deps.storage.put(storageKey, bytes, { contentType: 'image/jpeg' })
  const id = `t${randomUUID().slice(0, 8)}`
  const duration = kind === 'image' ? 1 : 12
  const document: TemplateDocument = {
    tdoc: 1,
    id,
    name: 'Lamps',
    canvas: { width: 160, height: 90, fps: 25, duration, background: '#203040' },
    fields: [
      { id: 'ground', type: 'color', label: 'Ground', default: '#b4143c' },
      { id: 'photo', type: 'media', label: 'Photo', accept: ['image'], default: PICTURE },
    ],
    fonts: [],
    assets: { [PICTURE]: { kind: 'image', w: 160, h: 120 } },
    layers: [
      { id: 'photo', type: 'media', in: 0, out: duration, source: { $field: 'photo' }, box: [40, 10, 80, 60] },
      { id: 'ground', type: 'solid', in: 0, out: duration, color: { $field: 'ground' } },
    ] as Layer[],
  }
  await transaction(db, async (tx) => {
    const file = { kind: 'image', mime: 'image/jpeg', sizeBytes: bytes.length, width: 160, height: 120 } as const
    await registerCatalogueAsset(tx, { ...file, id: PICTURE, storageKey })
    await publishTemplate(tx, COMMAND_LINE, {
      id,
      kind,
      name: 'Lamps',
      description: 'Lamps in the evening',
      categories: ['Festival'],
      sections: ['Lamps'],
      compatibility: [],
      priceCredits: price,
      priceCreditsIndia: price,
      license: { name: 'Standard', summary: 'Any use' },
      document,
      posterAssetId: PICTURE,
      previewAssetId: PICTURE,
      dominantColor: '#203040',
    })
  })
  return id
}

/** Nothing was charged but what is owned, and every purchase once. */
async function assertAccount({ db }: LossyStore, { userId }: Customer, owned: readonly string[], bought = 0) {
  const entitlements = await listEntitlements(db, userId)
  assert.deepEqual(entitlements.map(({ templateId }) => templateId).sort(), [...owned].sort())
  const spent = entitlements.reduce((sum, { creditsCharged }) => sum + creditsCharged, 0)
  const { total } = await getBalance(db, userId)
  assert.equal(total, SIGNED_UP_WITH + bought - spent)
}

const photo: Scenario = {
  name: 'upload a photo',
  async run(store) {
    const { userId, client } = await addCustomer(store)
    const bytes = await jpeg()
    const made = await store.underLoss(() => client.upload(bytes, 'lamp.jpg', 'image/jpeg'))
    assert.equal(made.status, 201, JSON.stringify(made.body))
    const [asset, ...others] = await listUserAssets(store.db, userId)
    assert.equal(asset?.id, made.body.assetId)
    assert.equal(asset?.status, 'ready')
    assert.equal(others.length, 0)
  },
}

const recording: Scenario = {
  name: 'upload a recording',
  isSlow: true,
  async run(store) {
    const { userId, client } = await addCustomer(store)
    const made = await store.underLoss(async () => {
      const made = await client.upload(song(), 'song.wav', 'audio/wav')
      await store.runJobs()
      return made
    })
    assert.equal(made.status, 201, JSON.stringify(made.body))
    const assets = await listUserAssets(store.db, userId)
    assert.deepEqual(
      assets.map(({ id, status, kind }) => ({ id, status, kind })),
      [{ id: made.body.assetId, status: 'ready', kind: 'audio' }],
    )
  },
}

const deletion: Scenario = {
  name: 'delete a file',
  async run(store) {
    const { userId, client } = await addCustomer(store)
    const { body } = await client.upload(await jpeg(), 'lamp.jpg', 'image/jpeg')
    await store.underLoss(() => client.expect('DELETE', `/api/assets/${body.assetId}`, [200, 410]))
    assert.equal((await listUserAssets(store.db, userId)).length, 0)
  },
}

const template: Scenario = {
  name: 'copy the video of a template for editors',
  isSlow: true,
  async run(store) {
    const { storage } = store.deps
    const folder = await mkdtemp(join(tmpdir(), 'vitrine-video-'))
    const path = join(folder, 'video.mp4')
    const size = { width: 128, height: 96 }
    const recording = { ...size, times: times(10, 25), shade: corners(128, 96), metadata: { comment: folder } }
    await writeRecording(path, recording)
    const bytes = await readFile(path)
    await rm(folder, { recursive: true })
    // As earlier versions stored it: publicly readable.
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const id: AssetId = `sha256:${sha256}`
    const storageKey = publicKey(sha256, 'video/mp4')
    await storage.put(storageKey, bytes, { contentType: 'video/mp4' })
    const document = {
      tdoc: 1,
      id: 'video',
      name: `Video ${sha256.slice(0, 8)}`,
      canvas: { ...size, fps: 25, duration: 10 },
      fields: [{ id: 'ground', type: 'color', label: 'Ground', default: '#b4143c' }],
      fonts: [],
      assets: { [id]: { kind: 'video', w: 128, h: 96, seconds: 0.4 } },
      layers: [{ id: 'video', type: 'media', in: 0, out: 10, source: id, box: [0, 0, 128, 96] }],
    } as const
    await transaction(store.db, async (tx) => {
      const file = { id, kind: 'video', mime: 'video/mp4', sizeBytes: bytes.length, storageKey } as const
      await registerCatalogueAsset(tx, file)
      await createDraft(tx, { name: document.name, document })
    })
    await store.underLoss(() => store.runJobs())
    const video = (await getAssets(store.db, [id])).get(id)
    assert(video?.storageKey)
    assert(video.storageKey.startsWith('private/catalogue/'), 'only a signed link leads to the whole video')
    assert(!video.storageKey.includes(sha256))
    assert(video.proxyKey?.startsWith('public/'), 'everybody edits with a copy')
    assert.equal(await storage.exists(storageKey), false)
  },
}

const reference: Scenario = {
  name: 'make a reference render',
  isSlow: true,
  async run(store) {
    const name = `Ground ${randomUUID().slice(0, 8)}`
    const document = {
      tdoc: 1,
      id: 'ground',
      name,
      canvas: { width: 128, height: 96, fps: 25, duration: 10 },
      fields: [],
      fonts: [],
      assets: {},
      layers: [{ id: 'ground', type: 'solid', in: 0, out: 10, color: '#b4143c' }],
    } as const
    const key = createHash('sha256').update(name).digest('hex')
    await transaction(store.db, async (tx) => {
      const { versionId } = await createDraft(tx, { name, document })
      await requestReferenceRender(tx, { key, versionId, width: 128, height: 96, crf: 20 })
    })
    await store.underLoss(() => store.runJobs())
    const { rows } = await store.db.execute<{ file: string }>(
      sql`select storage_key as file from reference_renders where key = ${key}`,
    )
    assert.equal(rows.length, 1)
    assert.equal(await store.deps.storage.exists(rows[0]?.file ?? ''), true)
  },
}

const profilePicture: Scenario = {
  name: 'set a profile picture, another one, and none',
  async run(store) {
    const { userId, client } = await addCustomer(store)
    const bytes = await jpeg()
    const uploads = [await uploadOnly(store, client, bytes), await uploadOnly(store, client, bytes)]
    await store.underLoss(async () => {
      for (const uploadId of uploads) await client.expect('POST', '/api/profile/picture', [200], { uploadId })
    })
    assert.notEqual(await readPictureKey(store, userId), null)
    // What was set last may lose its response as well.
    await store.underLoss(() => client.expect('DELETE', '/api/profile/picture', [200]))
    assert.equal(await readPictureKey(store, userId), null)
  },
}

async function readPictureKey({ db }: LossyStore, userId: string): Promise<unknown> {
  const { rows } = await db.execute(sql`select profile_picture_key as key from users where id = ${userId}`)
  return rows[0]?.key
}

/** A finished upload that is not an asset yet. */
async function uploadOnly({ baseUrl }: LossyStore, client: StoreClient, bytes: Buffer): Promise<string> {
  const tus = { 'tus-resumable': '1.0.0' }
  const begun = await client.fetch('/api/uploads', {
    method: 'POST',
    headers: { ...tus, 'upload-length': String(bytes.length) },
  })
  const { pathname } = new URL(begun.headers.get('location') ?? '', baseUrl)
  const sent = await client.fetch(pathname, {
    method: 'PATCH',
    body: new Uint8Array(bytes),
    headers: { ...tus, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
  })
  assert.equal(sent.status, 204)
  return pathname.slice(pathname.lastIndexOf('/') + 1)
}

const purchase: Scenario = {
  name: 'buy a template',
  async run(store) {
    const customer = await addCustomer(store)
    const templateIds = [await addTemplate(store), await addTemplate(store)]
    await store.underLoss(async () => {
      const [one, other] = templateIds
      await customer.client.expect('POST', '/api/purchase-template', [200], { templateId: one })
      await customer.client.expect('POST', '/api/download-template', [200], { templateId: other })
    })
    await assertAccount(store, customer, templateIds)
  },
}

const checkout: Scenario = {
  name: 'check out a cart',
  async run(store) {
    const customer = await addCustomer(store)
    const { client } = customer
    const templateIds = [await addTemplate(store), await addTemplate(store)]
    for (const templateId of templateIds) await client.expect('POST', '/api/add-to-cart', [200], { templateId })
    const { body: cart } = await client.expect('GET', '/api/cart', [200])
    const order = { idempotencyKey: randomUUID(), expectedCredits: cart.totalCredits }
    const { body } = await store.underLoss(() => client.expect('POST', '/api/cart/checkout', [200], order))
    assert.equal(body.charged, cart.totalCredits)
    await assertAccount(store, customer, templateIds)
    assert.deepEqual((await client.expect('GET', '/api/cart', [200])).body.items, [])
  },
}

const CREDITS = 500

const verified: Scenario = {
  name: 'buy credits, told by the page',
  async run(store) {
    const customer = await addCustomer(store)
    await store.underLoss(async () => {
      const { body: order } = await openOrder(customer)
      const { response } = await store.gateway.pay(order.orderId, { webhooks: 'never' })
      await customer.client.expect('POST', '/api/verify-razorpay-payment', [200], response)
    })
    await assertPaidOnce(store, customer)
  },
}

const webhook: Scenario = {
  name: 'buy credits, told by the gateway',
  async run(store) {
    const customer = await addCustomer(store)
    const { body: order } = await openOrder(customer)
    await store.underLoss(async () => {
      await store.gateway.pay(order.orderId, { webhooks: 'twice' })
      await untilDelivered(store, order.orderId)
    })
    await assertPaidOnce(store, customer)
  },
}

const reconciled: Scenario = {
  name: 'buy credits, found by asking the gateway',
  async run(store) {
    await forgetEarlierRuns(store.db)
    const customer = await addCustomer(store)
    const { body: order } = await openOrder(customer)
    await store.gateway.pay(order.orderId, { webhooks: 'never' })
    await store.underLoss(async () => {
      // Later than any order is due. A pass that was cut short is followed by the next.
      for (let passes = 0, hours = 7; passes < 2; hours += 7) {
        const now = new Date(Date.now() + hours * 3_600_000)
        const pass = await settleWork(reconcilePayments(store.lossyDb, store.gateway.payments, now))
        if (pass === 'done') passes++
      }
    })
    await assertPaidOnce(store, customer)
  },
}

/** `lost` when the database went away meanwhile; other errors are thrown. */
async function settleWork(work: Promise<unknown>): Promise<'done' | 'lost'> {
  try {
    await work
    return 'done'
  } catch (error) {
    if (isDatabaseAway(error)) return 'lost'
    throw error
  }
}

function openOrder({ client }: Customer): Promise<Answer> {
  return client.expect('POST', '/api/create-razorpay-order', [200], { credits: CREDITS })
}

async function untilDelivered({ gateway }: LossyStore, orderId: string): Promise<void> {
  for (;;) {
    const { orders } = await gateway.overview()
    const deliveries =
      orders.find(({ order }) => order.id === orderId)?.payments.flatMap((payment) => payment.deliveries) ?? []
    if (deliveries.length > 0 && deliveries.every(({ state }) => state === 'delivered')) return
    await new Promise((done) => setTimeout(done, 20))
  }
}

async function assertPaidOnce(store: LossyStore, customer: Customer): Promise<void> {
  const packs = await listPaidPacks(store.db, customer.userId)
  assert.deepEqual(
    packs.map(({ credits }) => credits),
    [CREDITS],
  )
  await assertAccount(store, customer, [], CREDITS)
}

function rendering(name: string, kind: 'video' | 'image', wanted: Readonly<Record<string, unknown>>): Scenario {
  return {
    name,
    isSlow: true,
    async run(store) {
      const customer = await addCustomer(store)
      const { client } = customer
      const templateId = await addTemplate(store, { kind })
      const { body: own } = await client.upload(await jpeg(), 'lamp.jpg', 'image/jpeg')
      const { body: project } = await client.expect('POST', '/api/projects', [200, 201], { templateId })
      const values: FieldValues = { ground: '#1a1a4d', photo: { asset: own.assetId } }
      const order = { projectId: project.projectId, idempotencyKey: randomUUID(), ...wanted }
      const jobId = await store.underLoss(async () => {
        await client.expect('PUT', `/api/projects/${project.projectId}`, [200], { values, difference: {} })
        const { body } = await client.expect('POST', '/api/renders', [202], order)
        await store.runJobs()
        return body.jobId
      })
      const render = await client.waitForRender(jobId)
      assert.equal(render.status, 'completed', String(render.errorMessage))
      const link = render.downloadUrl ?? render.signedUrl
      assert(link, 'a completed render has a link')
      const file = await client.fetch(link)
      assert.equal(file.status, 200)
      assert.notEqual((await file.arrayBuffer()).byteLength, 0)
      const { body: list } = await client.expect('GET', '/api/user-generated-videos', [200])
      assert.equal(list.videos.length, 1, 'one request, one render')
      await assertAccount(store, customer, wanted.kind === 'full' ? [templateId] : [])
    },
  }
}

/** Another code may be requested a minute later. */
async function letAMinutePass({ db }: LossyStore): Promise<void> {
  await db.execute(sql`update otps set created_at = created_at - interval '2 minutes'`)
}

/** Requests a code until one arrives and is accepted, like a customer who has to wait a minute. */
async function verifyAddress(
  store: LossyStore,
  client: StoreClient,
  email: string,
  purpose: 'register' | 'reset',
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    await client.expect('POST', '/api/send-email-otp', [200, 429], { email, purpose })
    const otp = await client.readOtp(email).catch(() => undefined)
    if (otp !== undefined) {
      const { status } = await client.call('POST', '/api/verify-email-otp', { email, otp, purpose })
      if (status === 200) return
    }
    assert(attempt < 3, `${email} could not be verified`)
    await letAMinutePass(store)
  }
}

const account: Scenario = {
  name: 'register, reset the password, change the user name and delete the account',
  isSlow: true,
  async run(store) {
    const email = `${randomUUID().slice(0, 12)}@example.test`
    const client = store.newClient()
    const passwords = { first: `first ${email}`, second: `second ${email}` }
    await store.underLoss(async () => {
      await verifyAddress(store, client, email, 'register')
      await client.call('POST', '/api/register', {
        username: `r${randomUUID().slice(0, 8)}`,
        email,
        password: passwords.first,
        actualName: 'Asha Kulkarni',
        phoneNumber: '+919800000000',
        EmpFeild: 'Individual',
      })
      // Whether or not the answer came, the account is there.
      await client.login(email, passwords.first)
    })
    const { body: credits } = await client.expect('GET', '/api/user-credits', [200])
    assert.equal(credits.credits, SIGNED_UP_WITH)

    await letAMinutePass(store)
    await store.underLoss(async () => {
      await verifyAddress(store, client, email, 'reset')
      await client.call('POST', '/api/reset-password', { email, newPassword: passwords.second })
      await client.login(email, passwords.second)
    })

    const username = `u${randomUUID().slice(0, 8)}`
    await store.underLoss(async () => {
      const changed = await client.call('PUT', '/api/profile', { username })
      // The session ended with the old name: signing in again is what the page offers.
      if (changed.status === 401) await client.login(email, passwords.second)
      else client.token = changed.body.newToken
    })
    assert.equal((await client.expect('GET', '/api/profile', [200])).body.username, username)

    await store.underLoss(async () => {
      await client.expect('DELETE', '/api/profile', [200, 401], { password: passwords.second })
      await store.runJobs()
    })
    const { rows } = await store.db.execute(sql`select from users where email = ${email} and deleted_at is null`)
    assert.equal(rows.length, 0)
  },
}

/** Small, without texts: nothing in it needs a font. */
const PACKAGE = JSON.stringify({
  v: '5.9.0',
  fr: 25,
  ip: 0,
  op: 10,
  w: 160,
  h: 90,
  layers: [
    {
      ty: 1,
      nm: '{color: Ground}',
      ip: 0,
      op: 10,
      st: 0,
      sc: '#206030',
      sw: 160,
      sh: 90,
      ks: { o: { a: 0, k: 100 } },
    },
  ],
})

const ADMIN_PASSWORD = 'the back room, upstairs'

async function signInAsAdmin(store: LossyStore): Promise<{ owner: Customer; office: StoreClient }> {
  const owner = await addCustomer(store)
  await store.db.execute(sql`update users set role = 'owner' where id = ${owner.userId}`)
  const hash = await hashPassword(ADMIN_PASSWORD)
  await transaction(store.db, (tx) => setAdminPassword(tx, hash))
  const entered = await owner.client.fetch('/api/admin/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ password: ADMIN_PASSWORD }),
  })
  assert.equal(entered.status, 200)
  const cookie = entered.headers.get('set-cookie')?.split(';', 1)[0] ?? ''
  return { owner, office: store.newClient({ cookie }) }
}

const publishing: Scenario = {
  name: 'import a package, describe and publish it',
  isSlow: true,
  async run(store) {
    const { owner, office } = await signInAsAdmin(store)
    const uploadId = await uploadOnly(store, owner.client, Buffer.from(PACKAGE))
    const name = `Ground ${randomUUID().slice(0, 8)}`
    const imported = await store.underLoss(async () => {
      const wanted = { name, files: [{ uploadId, path: 'data.json' }] }
      const { body } = await office.expect('POST', '/api/admin/imports', [201], wanted)
      await store.runJobs()
      const { body: imported } = await office.expect('GET', `/api/admin/imports/${body.importId}`, [200])
      assert.equal(imported.status, 'succeeded', imported.errorMessage)
      const listing = { templateDescription: 'A ground', templateSection: ['Grounds'], templateCategory: ['Plain'] }
      await office.expect('PATCH', `/api/admin/templates/${imported.templateId}`, [200], listing)
      // The second of two publications changes nothing and says so.
      await office.expect('POST', `/api/admin/templates/${imported.templateId}/publish`, [200, 409], {})
      return imported
    })
    const { rows: drafts } = await store.db.execute(sql`select status from templates where name = ${name}`)
    assert.deepEqual(drafts, [{ status: 'published' }])
    const { rows: acts } = await store.db.execute(sql`
      select action from admin_acts where subject_id = ${imported.templateId} and action in ('template-imported', 'template-published')
       order by action`)
    assert.deepEqual(acts, [{ action: 'template-imported' }, { action: 'template-published' }])
    assert.equal((await owner.client.call('GET', `/api/template/${imported.templateId}`)).status, 200)
  },
}

export const SCENARIOS: readonly Scenario[] = [
  photo,
  recording,
  deletion,
  profilePicture,
  template,
  reference,
  purchase,
  checkout,
  verified,
  webhook,
  reconciled,
  rendering('render a full video', 'video', { kind: 'full' }),
  rendering('render a preview', 'video', { kind: 'preview' }),
  rendering('render a picture', 'image', { kind: 'full', output: { format: 'png', quality: 90, scale: 1 } }),
  account,
  publishing,
]

export interface Report {
  /** The statements of the commits, as many as there were when nothing was lost. */
  readonly commits: number
  readonly lost: number
}

/**
 * Runs a scenario once without losing anything, to count its commits, and then once for each of them without its response;
 * for the last `most` of them when given. Throws which loss broke what.
 */
export async function loseEachCommit(
  store: LossyStore,
  scenario: Scenario,
  most = Number.POSITIVE_INFINITY,
): Promise<Report> {
  let commits = 0
  let lost = 0
  let nth = 0
  const counting: LossyStore = {
    ...store,
    // Of several parts under loss, one loses its response: the count goes on from one to the next.
    async underLoss(work) {
      const left = nth === 0 ? 0 : nth - commits
      store.plan(left > 0 ? left : undefined)
      try {
        return await store.underLoss(work)
      } finally {
        commits += store.seen.commits.length
        if (store.seen.hasLost) lost++
      }
    },
  }
  const once = async () => {
    commits = 0
    await scenario.run(counting)
    const faults = await store.findFaults()
    assert.deepEqual(faults, [], scenario.name)
  }
  await once()
  let total = commits
  assert(total > 0, `${scenario.name} commits nothing`)
  nth = Math.max(1, total - most + 1)
  while (nth <= total) {
    const before = lost
    try {
      await once()
    } catch (error) {
      throw new Error(`${scenario.name}: the response of commit ${nth} of ${total} was lost`, { cause: error })
    }
    if (lost > before) {
      nth++
      continue
    }
    // Work that is no part of the scenario, such as a worker's housekeeping, was counted with it.
    assert(commits < nth, `${scenario.name}: commit ${nth} of ${commits} kept its response`)
    total = commits
    if (Number.isFinite(most)) nth = Math.max(1, total - most + 1)
  }
  return { commits: total, lost }
}
