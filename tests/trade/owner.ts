// The owner during the day: imports templates, publishes, changes prices, withdraws, refunds, reads the figures. After each
// change both servers are polled until they show it.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Db, transaction } from '@vitrine/database/connection'
import { hashPassword } from '@vitrine/store/accounts/password'
import { setAdminPassword } from '@vitrine/store/admin/admin-password'
import { sql } from 'drizzle-orm'
import { animation, layer, solid, still, textData, transform } from '../../packages/after-effects/testing/animation.ts'
import { StoreClient } from '../client/store-client.ts'
import { PASSWORD } from './buyer.ts'
import { type Market, newClient } from './person.ts'

const ADMIN_PASSWORD = 'the back room, upstairs'
const PATIENCE_MS = 5 * 60_000

/** Two seconds of 640 x 360 with a text and a place for a photo. */
function lanterns(color: string): Buffer {
  const at = (x: number, y: number, more = {}) => transform({ p: still([x, y, 0]), ...more })
  const turning = {
    a: 1,
    k: [
      { t: 0, s: [0] },
      { t: 60, s: [180] },
    ],
  }
  const layers = [
    layer(5, '{text: Names | group Words}', { t: textData('Asha & Rohan'), ks: at(320, 320) }),
    solid('{photo: Couple}', '#884455', { sw: 300, sh: 200, ks: at(320, 150, { a: still([150, 100, 0]) }) }),
    solid('Lantern', '#f5a400', { ks: at(60, 60, { a: still([50, 50, 0]), r: turning }) }),
    solid('Ground', color, { sw: 640, sh: 360 }),
  ]
  return Buffer.from(JSON.stringify(animation(layers, { w: 640, h: 360 })))
}

export class Owner {
  readonly #market: Market
  readonly #client: StoreClient
  /** Milliseconds from the answer to a change until both servers showed it. */
  readonly visibleAfterMs: number[] = []
  readonly done = { published: 0, repriced: 0, withdrawn: 0, refunded: 0 }

  private constructor(market: Market, client: StoreClient) {
    this.#market = market
    this.#client = client
  }

  /** Makes an owner's account, and signs it in to the admin area. */
  static async signIn(market: Market, db: Db): Promise<Owner> {
    const email = `owner-${randomUUID().slice(0, 8)}@example.org`
    const visitor = newClient(market)
    await visitor.register(email, PASSWORD)
    await db.execute(sql`update users set role = 'owner' where email = ${email}`)
    const hash = await hashPassword(ADMIN_PASSWORD)
    await transaction(db, (tx) => setAdminPassword(tx, hash))
    await visitor.login(email, PASSWORD)
    const answer = await visitor.open('/api/admin/login', {
      method: 'POST',
      body: JSON.stringify({ password: ADMIN_PASSWORD }),
      headers: { 'content-type': 'application/json' },
    })
    assert.equal(answer.status, 200, await answer.text())
    const cookie = answer.headers.getSetCookie().map((line) => line.split(';', 1)[0])
    const { url, log } = market
    const headers = { cookie: cookie.join('; ') }
    const client = new StoreClient({ baseUrl: url, patienceMs: 120_000, onAttempt: log.add, headers })
    client.token = visitor.token
    return new Owner(market, client)
  }

  /** Imports a template, waits for its preview, and puts it on sale. */
  async publish(price: number): Promise<string> {
    const client = this.#client
    const name = `Lantern Walk ${randomUUID().slice(0, 8)}`
    const color = `#${Math.floor(this.#market.random() * 0xffffff)
      .toString(16)
      .padStart(6, '0')}`
    const uploadId = await client.send(lanterns(color), 'lanterns.json', 'application/octet-stream')
    assert(typeof uploadId === 'string', `no upload was begun: ${JSON.stringify(uploadId)}`)
    const asked = { name, files: [{ uploadId, path: 'lanterns.json' }] }
    const { body: begun } = await client.expect('POST', '/api/admin/imports', [201], asked)
    const read = await this.#until(async () => {
      const { body } = await client.expect('GET', `/api/admin/imports/${begun.importId}`, [200])
      assert.notEqual(body.status, 'failed', body.errorMessage)
      return body.status === 'succeeded' ? body : undefined
    }, 'an import is read')
    const { templateId, versionId } = read
    const path = `/api/admin/templates/${templateId}`
    await client.expect('PATCH', path, [200], {
      templateDescription: 'Two lanterns walk through the night.',
      templateCategory: ['Lanterns'],
      templateSection: ['Invitations'],
      templatePrice: price,
      templatePriceIND: price - 10,
    })
    await this.#until(async () => {
      const { body } = await client.expect('GET', `${path}/versions/${versionId}/preview`, [200])
      assert.notEqual(body.preview.status, 'failed', body.preview.errorMessage)
      return body.preview.status === 'succeeded' ? body : undefined
    }, 'a preview is made')
    this.#market.prices.begin(templateId, { abroad: price, india: price - 10 })
    await client.expect('POST', `${path}/publish`, [200], {})
    await this.#seeOnBothServers(templateId, (template) => template?.templatePrice === price)
    this.#market.videoTemplates.push(templateId)
    this.done.published++
    return templateId
  }

  async changePrice(templateId: string, price: number): Promise<void> {
    const changed = this.#market.prices.begin(templateId, { abroad: price, india: price - 10 })
    const body = { templatePrice: price, templatePriceIND: price - 10, reason: 'A day of trade' }
    await this.#client.expect('PATCH', `/api/admin/templates/${templateId}`, [200], body)
    changed()
    await this.#seeOnBothServers(templateId, (template) => template?.templatePrice === price)
    this.done.repriced++
  }

  /** Takes a template off sale; who has begun with it finds out. */
  async withdraw(templateId: string): Promise<void> {
    const { videoTemplates } = this.#market
    videoTemplates.splice(0, videoTemplates.length, ...videoTemplates.filter((id) => id !== templateId))
    await this.#client.expect('POST', `/api/admin/templates/${templateId}/withdraw`, [200], { reason: 'Out of season' })
    await this.#seeOnBothServers(templateId, (template) => template === undefined)
    this.done.withdrawn++
  }

  /** Refunds everyone who wants it. */
  async refund(): Promise<void> {
    for (const paymentId of this.#market.regretted.splice(0)) {
      const body = { reason: 'They changed their mind', idempotencyKey: randomUUID() }
      await this.#client.expect('POST', `/api/admin/payments/${paymentId}/refund`, [200], body)
      this.done.refunded++
    }
  }

  /** Opens the dashboard. */
  async readFigures(): Promise<void> {
    for (const path of ['users', 'templates', 'revenue', 'funnel', 'payments', 'publishing', 'status']) {
      await this.#client.expect('GET', `/api/admin/${path}`, [200])
    }
  }

  async #seeOnBothServers(templateId: string, isSeen: (template: Shown | undefined) => boolean): Promise<void> {
    const began = performance.now()
    await Promise.all(
      this.#market.serverUrls.map((url) =>
        this.#until(async () => {
          const answer = await fetch(`${url}/api/template/${templateId}`)
          const template = answer.ok ? ((await answer.json()) as Shown) : undefined
          return isSeen(template) || undefined
        }, `${url} shows the change of ${templateId}`),
      ),
    )
    this.visibleAfterMs.push(performance.now() - began)
  }

  async #until<T>(ask: () => Promise<T | undefined>, what: string): Promise<T> {
    for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await sleep(50)) {
      const found = await ask()
      if (found !== undefined) return found
    }
    throw new Error(`within ${PATIENCE_MS / 1000} s it did not happen that ${what}`)
  }
}

interface Shown {
  readonly templatePrice: number
}
