// The settings of the shop: changing them in the admin area, and where the change shows.
import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type AdminForTest, signInAsAdmin } from '../admin-for-test.ts'
import { americanIp, indianIp, useApp } from '../app-for-test.ts'
import { openCurrentSettings } from '../deps/current-settings.ts'
import { openOperationFeed } from '../renders/operation-feed.ts'

const shop = useApp()
let admin: AdminForTest

type Body = Record<string, unknown>
type Section = { value: Body; revision: number }
const read = async () => (await admin.call('GET', '/settings')).body as Record<'brand' | 'seller' | 'pricing', Section>
async function change(section: 'brand' | 'seller' | 'pricing', changes: Body) {
  const { value, revision } = (await read())[section]
  return admin.call('PUT', `/settings/${section}`, { value: { ...value, ...changes }, revision })
}

beforeAll(async () => {
  admin = await signInAsAdmin(shop)
})
beforeEach(async () => {
  await shop.db.execute(sql`delete from settings`)
})

describe('settings in the admin area', () => {
  it('are changed with an entry in the audit log, by which they can be taken back', async () => {
    expect((await change('brand', { name: 'Lamp House', corners: 'round' })).status).toBe(200)
    const { items } = (await admin.call('GET', '/audit?subjectKind=settings&subjectId=brand')).body as { items: Body[] }
    expect(items[0]).toMatchObject({
      action: 'settings-changed',
      actorName: admin.owner.username,
      before: { name: 'Vitrine', corners: 'soft' },
      after: { name: 'Lamp House', corners: 'round' },
    })
    await change('brand', items[0]?.before as Body)
    expect((await read()).brand.value).toMatchObject({ name: 'Vitrine', corners: 'soft' })
  })

  it('say which field is wrong, and change nothing then', async () => {
    const answer = await change('pricing', { packs: [{ id: 'a', credits: 0, amountPaise: 100 }], inrPerUsd: 0 })
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid-input' } })
    const paths = (answer.body.issues as { path: string }[]).map(({ path }) => path)
    expect(paths).toEqual(['packs.0.credits', 'inrPerUsd'])
    expect((await read()).pricing.revision).toBe(0)
  })

  it('refuse a change that somebody else has overtaken', async () => {
    const { value, revision } = (await read()).brand
    await change('brand', { name: 'First' })
    const late = await admin.call('PUT', '/settings/brand', { value: { ...value, name: 'Second' }, revision })
    expect(late).toMatchObject({ status: 409, body: { code: 'settings-changed' } })
    expect((await admin.call('PUT', '/settings/none', { value: {}, revision: 0 })).status).toBe(400)
  })
})

describe('changed settings', () => {
  it('set packs, gifts and what credits are worth', async () => {
    await change('pricing', {
      packs: [{ id: 'only', credits: 200, amountPaise: 15_000 }],
      paisePer1000Credits: 100_000,
      inrPerUsd: 100,
    })
    const { packs } = (await shop.call('GET', '/api/credit-packs')).body
    expect(packs).toMatchObject([{ id: 'only', credits: 200, price: 150, savings: '25% savings' }])
    const worth = async (ip: string) => (await shop.call('GET', '/api/geo', { ip })).body.minorUnitsPer1000Credits
    expect([await worth(indianIp), await worth(americanIp)]).toEqual([100_000, 1000])
  })

  it('reach another server within two seconds, whole', async () => {
    const operationFeed = openOperationFeed(shop.databaseUrl, { warn: () => {} })
    await operationFeed.listening
    const other = await openCurrentSettings({ db: shop.db, operationFeed, fixed: [], log: { error: console.error } })
    try {
      const changed = new Promise<void>((resolve) => other.watch(resolve))
      await change('brand', { name: 'Lamp House', tagline: 'lamps that move' })
      await changed
      expect(other.get().brand).toMatchObject({ name: 'Lamp House', tagline: 'lamps that move' })
    } finally {
      other.close()
      await operationFeed.close()
    }
  })

  it('leave alone what the environment sets', async () => {
    const operationFeed = openOperationFeed(shop.databaseUrl, { warn: () => {} })
    const fixed = [{ section: 'pricing', field: 'inrPerUsd', value: 90, variable: 'VITRINE_INR_PER_USD' }] as const
    await change('pricing', { inrPerUsd: 100 })
    const other = await openCurrentSettings({ db: shop.db, operationFeed, fixed, log: { error: console.error } })
    expect(other.get().pricing.inrPerUsd).toBe(90)
    expect(other.getStored().pricing.inrPerUsd).toBe(100)
    other.close()
    await operationFeed.close()
  })
})

describe('a logo', () => {
  const send = (body: Buffer) =>
    admin.call('POST', '/brand-files/logo', body, { headers: { 'content-type': 'application/octet-stream' } })

  it('is published as it is sent, made as small as it is shown, with its transparency', async () => {
    const picture = await sharp({ create: { width: 3000, height: 1000, channels: 4, background: '#f5a40080' } })
      .png()
      .toBuffer()
    const { id, url } = (await send(picture)).body
    expect((await change('brand', { logo: id })).status).toBe(200)
    expect((await admin.call('GET', '/settings')).body.logoUrl).toBe(url)
    const file = await shop.app.inject({ url: String(url) })
    expect(file.statusCode).toBe(200)
    const { width, height } = await sharp(file.rawPayload).metadata()
    expect([width, height]).toEqual([960, 320])
    expect((await sharp(file.rawPayload).stats()).isOpaque).toBe(false)
  })

  it('that is no picture is refused', async () => {
    expect((await send(Buffer.from('<script>alert(1)</script>'))).body.code).toBe('upload-type-not-allowed')
    expect((await send(Buffer.alloc(11 * 2 ** 20))).status).toBe(413)
    const { statusCode } = await shop.app.inject({ method: 'POST', url: '/api/admin/brand-files/logo', payload: 'x' })
    expect(statusCode).toBe(401)
  })
})

afterAll(async () => {
  await shop.db.execute(sql`delete from settings`)
})
