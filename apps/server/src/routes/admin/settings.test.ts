// The settings of the store: changing them in the admin area, and where the change is visible.
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { transaction } from '@vitrine/database/connection'
import { registerCatalogueAsset } from '@vitrine/store/media'
import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type AdminForTest, signInAsAdmin } from '../../../testing/admin.ts'
import { americanIp, indianIp, useApp } from '../../../testing/app.ts'
import { openCurrentSettings } from '../../deps/current-settings.ts'
import { openOperationFeed } from '../../deps/operation-feed.ts'

const store = useApp()
let admin: AdminForTest

type Body = Record<string, unknown>
type Section = { value: Body; revision: number }
type SectionName = 'brand' | 'seller' | 'tax' | 'pricing'
const read = async () => (await admin.call('GET', '/settings')).body as Record<SectionName, Section>
async function change(section: SectionName, changes: Body) {
  const { value, revision } = (await read())[section]
  return admin.call('PUT', `/settings/${section}`, { value: { ...value, ...changes }, revision })
}

beforeAll(async () => {
  admin = await signInAsAdmin(store)
})
beforeEach(async () => {
  await store.db.execute(sql`delete from settings`)
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

describe('tax settings', () => {
  const gst = { profile: 'gst', gstin: '27AAPFU0939F1ZV' }

  it('are saved for a GSTIN in any spelling, and taken back from the history', async () => {
    expect((await change('tax', { ...gst, gstin: '27 aapfu0939f 1zv' })).status).toBe(200)
    expect((await read()).tax).toMatchObject({ value: gst, revision: 1 })
    const { items } = (await admin.call('GET', '/audit?subjectKind=settings&subjectId=tax')).body as { items: Body[] }
    expect(items[0]).toMatchObject({ before: { profile: 'none', gstin: '' }, after: gst })
    await change('tax', items[0]?.before as Body)
    expect((await read()).tax.value).toMatchObject({ profile: 'none', gstin: '' })
  })

  it.each([
    ['a GSTIN with a wrong check digit', { ...gst, gstin: '27AAPFU0939F1ZW' }, 'gstin'],
    [
      'tax on top of prices while it falls on spending',
      { ...gst, pricesIncludeTax: false, taxedWhen: 'spent' },
      'pricesIncludeTax',
    ],
  ])('are refused with %s', async (_what, changes, path) => {
    expect((await change('tax', changes)).body).toMatchObject({ code: 'invalid-input', issues: [{ path }] })
    expect((await read()).tax.revision).toBe(0)
  })
})

describe('changed settings', () => {
  it('set packs, gifts and what credits are worth', async () => {
    await change('pricing', {
      packs: [{ id: 'only', credits: 200, amountPaise: 15_000 }],
      paisePer1000Credits: 100_000,
      inrPerUsd: 100,
    })
    const { packs } = (await store.call('GET', '/api/credit-packs')).body
    expect(packs).toMatchObject([{ id: 'only', credits: 200, price: 150, savings: '25% savings' }])
    const worth = async (ip: string) => (await store.call('GET', '/api/geo', { ip })).body.minorUnitsPer1000Credits
    expect([await worth(indianIp), await worth(americanIp)]).toEqual([100_000, 1000])
  })

  it('reach another server within two seconds, whole', async () => {
    const operationFeed = openOperationFeed(store.databaseUrl, { warn: () => {} })
    await operationFeed.listening
    const other = await openCurrentSettings({ db: store.db, operationFeed, fixed: [], log: { error: console.error } })
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
    const operationFeed = openOperationFeed(store.databaseUrl, { warn: () => {} })
    const fixed = [{ section: 'pricing', field: 'inrPerUsd', value: 90, variable: 'VITRINE_INR_PER_USD' }] as const
    await change('pricing', { inrPerUsd: 100 })
    const other = await openCurrentSettings({ db: store.db, operationFeed, fixed, log: { error: console.error } })
    expect(other.get().pricing.inrPerUsd).toBe(90)
    expect(other.getStored().pricing.inrPerUsd).toBe(100)
    other.close()
    await operationFeed.close()
  })
})

const send = (body: Buffer, kind = 'logo') =>
  admin.call('POST', `/brand-files/${kind}`, body, { headers: { 'content-type': 'application/octet-stream' } })

describe('a logo', () => {
  it('is published as it is sent, made as small as it is shown, with its transparency', {
    tags: ['full'],
  }, async () => {
    const picture = await sharp({ create: { width: 3000, height: 1000, channels: 4, background: '#f5a40080' } })
      .png()
      .toBuffer()
    const { id, url } = (await send(picture)).body
    expect((await change('brand', { logo: id })).status).toBe(200)
    expect((await admin.call('GET', '/settings')).body.logoUrl).toBe(url)
    const file = await store.app.inject({ url: String(url) })
    expect(file.statusCode).toBe(200)
    const { width, height } = await sharp(file.rawPayload).metadata()
    expect([width, height]).toEqual([960, 320])
    expect((await sharp(file.rawPayload).stats()).isOpaque).toBe(false)
  })

  it('may be a drawing, of which only pixels are kept', { tags: ['full'] }, async () => {
    const folder = await mkdtemp(join(tmpdir(), 'vitrine-drawing-'))
    const secret = join(folder, 'secret.png')
    await sharp({ create: { width: 8, height: 8, channels: 3, background: '#ff0000' } }).toFile(secret)
    const named = [secret, `file://${secret}`].map((href) => `<image xlink:href="${href}" width="8" height="8"/>`)
    const drawing = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 8 8"
      onload="alert(1)"><script>alert(1)</script>${named.join('')}<rect width="4" height="8" fill="#2b4eff"/></svg>`
    const { url } = (await send(Buffer.from(drawing), 'icon')).body
    await rm(folder, { recursive: true })
    const { rawPayload, headers } = await store.app.inject({ url: String(url) })
    expect(headers['content-type']).toBe('image/png')
    const { width, height } = await sharp(rawPayload).metadata()
    expect([width, height]).toEqual([512, 512])
    const pixel = async (left: number) => [
      ...(await sharp(rawPayload).extract({ left, top: 100, width: 1, height: 1 }).raw().toBuffer()),
    ]
    expect([await pixel(100), (await pixel(400))[3]]).toEqual([[0x2b, 0x4e, 0xff, 255], 0])
    expect((await send(Buffer.from(`<svg xmlns="x">${'<g>'.repeat(200_000)}`), 'icon')).body.code).toBe('media-damaged')
  })

  it('is refused as a drawing with letters, which the fonts of the server would draw', async () => {
    const drawing = (inside: string) =>
      Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8">${inside}</svg>`)
    for (const inside of [
      '<text y="8">Lamp House</text>',
      '<g><svg:text>Lamp</svg:text></g>',
      '<foreignObject><p/></foreignObject>',
    ]) {
      const { status, body } = await send(drawing(inside))
      expect([status, body.code, body.error]).toEqual([
        415,
        'upload-type-not-allowed',
        expect.stringContaining('outlines'),
      ])
    }
    const outlines = '<!-- <text>Lamp</text> --><title>text</title><path id="text" d="M0 0h8v8z"/>'
    expect((await send(drawing(outlines))).status).toBe(200)
  })

  it('that is no picture is refused', async () => {
    expect((await send(Buffer.from('<script>alert(1)</script>'))).body.code).toBe('upload-type-not-allowed')
    expect((await send(Buffer.alloc(11 * 2 ** 20))).status).toBe(413)
    const { statusCode } = await store.app.inject({ method: 'POST', url: '/api/admin/brand-files/logo', payload: 'x' })
    expect(statusCode).toBe(401)
  })

  it('makes the icon where there is none, and a share picture is cut to its size', { tags: ['full'] }, async () => {
    const blue = { create: { width: 700, height: 700, channels: 3, background: '#2b4eff' } } as const
    const picture = await sharp(blue).png().toBuffer()
    const { id: sharePicture, url } = (await send(picture, 'share-picture')).body
    const shared = await sharp((await store.app.inject({ url: String(url) })).rawPayload).metadata()
    expect([shared.format, shared.width, shared.height]).toEqual(['jpeg', 1200, 630])
    const { id: logo } = (await send(picture)).body
    await change('brand', { logo, sharePicture })
    expect((await admin.call('GET', '/settings')).body.sharePictureUrl).toBe(url)
  })
})

describe('a file of the brand that is not published', () => {
  const id = `sha256:${'ab'.repeat(32)}`
  const bad = { name: 'Lamp House', logo: id, icon: id, sharePicture: id }

  beforeAll(() =>
    transaction(store.db, (tx) =>
      registerCatalogueAsset(tx, {
        ...{ id, kind: 'image', mime: 'image/png', sizeBytes: 1, width: 10, height: 10 },
        storageKey: 'private/catalogue/for-sale.png',
      }),
    ),
  )

  it.each(['logo', 'icon', 'sharePicture'])('is refused as %s, whatever its id says', async (field) => {
    for (const value of [id, `sha256:${'00'.repeat(32)}`]) {
      const answer = await change('brand', { [field]: value })
      expect(answer).toMatchObject({ status: 400, body: { issues: [{ path: field }] } })
    }
    expect((await read()).brand.revision).toBe(0)
    const font = { ...(await sendOswald()), id }
    expect((await change('brand', { textFont: font })).body).toMatchObject({ issues: [{ path: 'textFont' }] })
  })

  it('that is stored already leaves the rest in effect, is named on the status page, and can be corrected', async () => {
    await change('brand', { name: 'Lamp House' })
    await store.db.execute(sql`update settings set value = ${JSON.stringify(bad)}, revision = revision + 1`)
    const operationFeed = openOperationFeed(store.databaseUrl, { warn: () => {} })
    const started = await openCurrentSettings({ db: store.db, operationFeed, fixed: [], log: { error: console.error } })
    started.close()
    await operationFeed.close()
    expect(started.get()).toMatchObject({ brand: { name: 'Lamp House', logo: null }, logo: null })

    expect((await read()).brand.value).toMatchObject({ name: 'Lamp House', logo: null, icon: null })
    const { alerts } = (await admin.call('GET', '/status')).body as { alerts: Body[] }
    expect(alerts).toContainEqual(
      expect.objectContaining({ code: 'settings-ignored', what: expect.stringContaining('brand.logo, brand.icon') }),
    )
    expect((await change('brand', { tagline: 'lamps' })).status).toBe(200)
    const after = (await admin.call('GET', '/status')).body as { ignoredSettings: string[] }
    expect(after.ignoredSettings).toEqual([])
  })
})

async function sendOswald() {
  const file = readFileSync(join(import.meta.dirname, '../../../../web/app/fonts/oswald-500.woff2'))
  return (await send(file, 'font')).body.font as Body
}

describe('a font', () => {
  const fonts = join(import.meta.dirname, '../../../../web/app/fonts')

  it('is published as it is, with what pages must know of it, and chosen', async () => {
    const file = readFileSync(join(fonts, 'oswald-500.woff2'))
    const { font, url } = (await send(file, 'font')).body as { font: Body; url: string }
    expect(font).toMatchObject({ family: 'Oswald Medium', weights: [500, 500], averageWidth: 0.3857 })
    const answer = await store.app.inject({ url })
    expect([answer.headers['content-type'], answer.rawPayload.equals(file)]).toEqual(['font/woff2', true])
    expect(answer.headers['cache-control']).toContain('immutable')
    expect((await change('brand', { text: 'own' })).body).toMatchObject({ issues: [{ path: 'text' }] })
    expect((await change('brand', { text: 'own', textFont: font })).status).toBe(200)
  })

  it('that is none, or is too large, is refused with a reason', async () => {
    const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#fff' } })
      .png()
      .toBuffer()
    const answer = await send(picture, 'font')
    expect(answer.body).toMatchObject({ code: 'media-damaged', error: expect.stringContaining('WOFF2') })
    expect((await send(Buffer.alloc(300_001), 'font')).body.code).toBe('upload-too-large')
  })
})

afterAll(async () => {
  await store.db.execute(sql`delete from settings`)
})
