// A buyer's visit: signs in or up, buys credits, likes, fills a cart, edits a project, uploads, exports and downloads.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { Outcome } from '@vitrine/sandbox-payment/payment-engine'
import type { StoreClient } from '../client/store-client.ts'
import { pick } from './day.ts'
import { type Market, newClient } from './person.ts'
import type { Charge } from './price-book.ts'

export const PASSWORD = 'a-long-passphrase'
const PACK_CREDITS = 500
/** Longer than any queue of this day lasts. */
const VIDEO_PATIENCE_MS = 20 * 60_000

export interface BuyerPlan {
  /** Registered on an earlier day; undefined: signs up now. */
  readonly email?: string
  readonly videos: number
  /** Files that this buyer uploads. */
  readonly photo: Buffer
  readonly clip?: Buffer
  /** Only buys credits, and wants the money back. */
  readonly isRegretful: boolean
}

/** The store's promises to a buyer, compared at the end of the day. */
export interface BuyerRecord {
  readonly client: StoreClient
  readonly charges: Charge[]
  /** Full videos that were ordered and charged for, by the id of their render. */
  readonly videos: string[]
  /** Credits of packs whose payment went through. */
  boughtCredits: number
}

interface Visit {
  readonly market: Market
  readonly record: BuyerRecord
  readonly client: StoreClient
  readonly isIndian: boolean
}

type Template = { templateId: string; templatePrice: number; templatePriceIND: number; kind: string }

/** Comes, buys and goes. What must hold from then on is added to `records`, whatever happens. */
export async function goShopping(market: Market, plan: BuyerPlan, records: BuyerRecord[]): Promise<void> {
  const { clock, random } = market
  const client = newClient(market)
  const record: BuyerRecord = { client, charges: [], videos: [], boughtCredits: 0 }
  const { body: region } = await client.expect('GET', '/api/geo', [200])
  const visit: Visit = { market, record, client, isIndian: region.isIndianUser }
  await client.fetch('/templates-list', { headers: { accept: 'text/html' } })
  await clock.ponder(20)
  if (plan.email) await client.login(plan.email, PASSWORD)
  else await client.register(`b${randomUUID().slice(0, 12)}@example.org`, PASSWORD)
  records.push(record)
  await client.expect('GET', '/api/profile', [200])
  if (plan.isRegretful) {
    const paymentId = await buyCredits(visit, 'verified')
    if (paymentId) market.regretted.push(paymentId)
    return
  }
  if (random() < 0.6) await buyCredits(visit)
  await likeAndFillCart(visit)
  await makeVideos(visit, plan)
}

/** How a payment ends for the page: seldom as it should, to see that it makes no difference. */
type Ending = 'verified' | 'page closed' | 'abandoned' | 'declined first' | 'captured late'

/** Buys a pack at the sandbox of the gateway. Answers the payment, unless it was abandoned. */
async function buyCredits(visit: Visit, ending = drawEnding(visit)): Promise<string | undefined> {
  const { client, record, market } = visit
  await client.expect('GET', '/api/credit-packs', [200])
  const { body: order } = await client.expect('POST', '/api/create-razorpay-order', [200], { credits: PACK_CREDITS })
  if (ending === 'abandoned') return undefined
  const pay = async (outcome: Outcome) => {
    const pressed = { keyId: order.keyId, orderId: order.orderId, outcome }
    return (await client.expect('POST', '/sandbox/payment/api/payments', [200], pressed)).body
  }
  if (ending === 'declined first') await pay('fail')
  await market.clock.ponder(10)
  const { paymentId, response } = await pay(ending === 'captured late' ? 'later' : 'succeed')
  record.boughtCredits += PACK_CREDITS
  // The money is on its way; what the page says about it, or does not, changes nothing.
  if (ending === 'page closed') return paymentId
  await client.expect('POST', '/api/verify-razorpay-payment', [200, 202], response)
  if (ending === 'captured late') {
    await client.expect('POST', '/sandbox/payment/api/actions', [200], { action: 'capture', id: paymentId })
  }
  return paymentId
}

function drawEnding({ market }: Visit): Ending {
  const choice = market.random()
  if (choice < 0.68) return 'verified'
  if (choice < 0.78) return 'page closed'
  if (choice < 0.86) return 'declined first'
  return choice < 0.93 ? 'captured late' : 'abandoned'
}

async function likeAndFillCart(visit: Visit): Promise<void> {
  const { client, market } = visit
  const { random } = market
  const kind = pick(random, ['video', 'image', 'direct-sell'])
  const { body: page } = await client.expect('GET', `/api/catalogue/${kind}?limit=24`, [200])
  const offered: Template[] = page.items.filter(
    ({ templateId }: Template) => !market.videoTemplates.includes(templateId),
  )
  const liked = pick(random, offered).templateId
  await client.expect('POST', '/api/add-to-liked', [200, 404], { templateId: liked })
  if (random() < 0.3) await client.expect('DELETE', `/api/unlike-template/${liked}`, [200])
  if (random() < 0.5) return
  for (let lines = 0; lines < 2; lines++) {
    const { templateId } = pick(random, offered)
    // Withdrawn in the meantime, or owned since an earlier visit.
    await client.expect('POST', '/api/add-to-cart', [200, 404, 409], { templateId })
  }
  await market.clock.ponder(15)
  await checkOut(visit)
}

/** Pays for the cart at the total that it shows, again when a price has changed since, and with new credits when they end. */
async function checkOut(visit: Visit): Promise<void> {
  const { client, record, isIndian } = visit
  for (;;) {
    const { body: cart } = await client.expect('GET', '/api/cart', [200])
    if (cart.licenceCount === 0) return
    const sentAt = Date.now()
    const asked = { idempotencyKey: randomUUID(), expectedCredits: cart.totalCredits }
    const { status, body } = await client.expect('POST', '/api/cart/checkout', [200, 402, 409], asked)
    if (status === 402) await buyCredits(visit, 'verified')
    if (status !== 200) continue
    assert.equal(body.charged, cart.totalCredits, 'a checkout charges what the cart shows')
    for (const { templateId, credits, licences } of body.purchased) {
      const charge = { templateId, credits: credits / licences, isIndian, sentAt, answeredAt: Date.now() }
      record.charges.push(charge)
    }
    return
  }
}

async function makeVideos(visit: Visit, plan: BuyerPlan): Promise<void> {
  const { client, market } = visit
  if (plan.videos === 0) return
  const photo = await upload(client, plan.photo, 'us.jpg', 'image/jpeg')
  if (plan.clip) await upload(client, plan.clip, 'dance.mp4', 'video/mp4')
  let project: Project | undefined
  for (let made = 0; made < plan.videos; ) {
    project ??= await beginProject(visit)
    await edit(visit, project, photo)
    const isMade = await exportVideo(visit, project)
    if (isMade) made++
    // Another design after every third video, and in place of one that was withdrawn.
    if (!isMade || made % 3 === 0) project = undefined
    await market.clock.ponder(20)
  }
}

interface Project {
  readonly projectId: string
  readonly templateId: string
  // biome-ignore lint/suspicious/noExplicitAny: fields come from the wire
  readonly fields: any[]
  revision: number
}

/** Opens the editor with a template that is on sale; it may be withdrawn at that moment. */
async function beginProject({ client, market }: Visit): Promise<Project> {
  for (;;) {
    const templateId = pick(market.random, market.videoTemplates)
    await client.fetch(`/template/${templateId}/server-render`, { headers: { accept: 'text/html' } })
    const { status, body: paper } = await client.expect('GET', `/api/template/${templateId}/document`, [200, 404])
    if (status === 404) continue
    const { status: begun, body: project } = await client.expect('POST', '/api/projects', [201, 404], { templateId })
    if (begun === 404) continue
    return { projectId: project.projectId, templateId, fields: paper.document.fields, revision: project.revision }
  }
}

/** Types a text in three to six saves, as the editor does a moment after every change. */
async function edit({ client, market }: Visit, project: Project, photo: string): Promise<void> {
  const { random, clock } = market
  const words = `${pick(random, ['Asha', 'Meera', 'Zoya', 'Tara', 'Leela'])} & ${Math.floor(random() * 1e6).toString(36)}`
  const saves = 3 + Math.floor(random() * 4)
  for (let n = 1; n <= saves; n++) {
    await clock.ponder(3)
    const values: Record<string, unknown> = {}
    for (const { id, type, accept } of project.fields) {
      if (type === 'text') values[id] = words.slice(0, Math.ceil((words.length * n) / saves))
      if (type === 'media' && accept?.includes('image')) values[id] = { asset: photo }
    }
    const body = { values, difference: {}, revision: project.revision, attemptId: randomUUID() }
    const saved = await client.expect('PUT', `/api/projects/${project.projectId}`, [200], body)
    project.revision = saved.body.revision
  }
}

/** Sends a file and waits until it is prepared. Answers its id. */
async function upload(client: StoreClient, bytes: Buffer, name: string, type: string): Promise<string> {
  const { status, body } = await client.upload(bytes, name, type)
  assert([200, 201].includes(status), `an upload answered ${status}: ${JSON.stringify(body)}`)
  await follow(client, body.assetId.slice(2))
  const { body: asset } = await client.expect('GET', `/api/assets/${body.assetId}`, [200])
  assert.equal(asset.status, 'succeeded', `${name} is ${asset.status}: ${asset.errorMessage}`)
  return body.assetId
}

/** Orders the video at the price that is shown, waits for it and downloads it. False when it is not on sale any more. */
async function exportVideo(visit: Visit, { projectId, templateId }: Project): Promise<boolean> {
  const { client, record, market, isIndian } = visit
  for (;;) {
    const { status: found, body: template } = await client.expect('GET', `/api/template/${templateId}`, [200, 404])
    if (found === 404) return false
    const shown = isIndian ? template.templatePriceIND : template.templatePrice
    if (market.random() < 0.5) await client.expect('POST', '/api/renders/prepare', [202, 429], { projectId })
    await market.clock.ponder(8)
    const sentAt = Date.now()
    const order = { projectId, kind: 'full', idempotencyKey: randomUUID(), expectedCredits: shown }
    const { status, body } = await client.expect('POST', '/api/renders', [202, 402, 404, 409], order)
    if (status === 402) await buyCredits(visit, 'verified')
    if (status === 404) return false
    if (status !== 202) continue
    if (body.charged > 0) {
      assert.equal(body.charged, shown, 'an export charges the price that is shown')
      record.charges.push({ templateId, credits: shown, isIndian, sentAt, answeredAt: Date.now() })
    }
    record.videos.push(body.jobId)
    await follow(client, body.jobId)
    await download(client, body.jobId)
    return true
  }
}

async function download(client: StoreClient, jobId: string): Promise<void> {
  const { body: video } = await client.expect('GET', `/api/renders/${jobId}`, [200])
  assert.equal(video.status, 'completed', `video ${jobId}: ${video.errorMessage}`)
  const file = await client.fetch(video.downloadUrl)
  assert.equal(file.status, 200)
  assert.equal((await file.arrayBuffer()).byteLength, video.sizeBytes, 'a download is whole')
}

/** Follows an operation by the stream of events that a page follows, until it has ended. */
async function follow(client: StoreClient, operationId: string): Promise<void> {
  for (const end = Date.now() + VIDEO_PATIENCE_MS; Date.now() < end; ) {
    const page = new AbortController()
    try {
      const answer = await client.open('/api/operations/events', { signal: page.signal })
      assert(answer.ok && answer.body, `the stream of events answered ${answer.status}`)
      if (await hasEnded(answer.body, operationId)) return
    } catch (error) {
      // A connection that breaks is opened again, as browsers do.
      if (error instanceof assert.AssertionError) throw error
    } finally {
      page.abort()
    }
  }
  throw new Error(`operation ${operationId} is not over`)
}

/** Reads events until one does not list the operation any more; false when the stream ends before. */
async function hasEnded(stream: ReadableStream<Uint8Array>, operationId: string): Promise<boolean> {
  let text = ''
  for await (const chunk of stream.pipeThrough(new TextDecoderStream() as never) as unknown as AsyncIterable<string>) {
    text += chunk
    const events = text.split('\n\n')
    text = events.pop() ?? ''
    for (const event of events) {
      const data = /^data: ?(.*)$/m.exec(event)?.[1]
      if (data && !data.includes(`"${operationId}"`)) return true
    }
  }
  return false
}
