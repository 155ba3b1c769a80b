import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { transaction } from '@vitrine/database/connection'
import { withdrawTemplate } from '@vitrine/store/catalogue/sale'
import { disableShapes } from '@vitrine/store/catalogue/shape'
import { registerCatalogueAsset } from '@vitrine/store/media'
import { createProject } from '@vitrine/store/projects'
import { createRender } from '@vitrine/store/renders'
import { beginRender, completeRender } from '@vitrine/store/renders/attempt'
import { beforeAll, describe, expect, it } from 'vitest'
import { americanIp, indianIp, useApp } from '../../testing/app.ts'
import { insertMember, type MemberForTest } from '../../testing/member.ts'
import { addTemplate } from '../../testing/template.ts'

const store = useApp()
let greeting: string
let diwali: string
let member: MemberForTest

beforeAll(async () => {
  greeting = await addTemplate(store.db)
  diwali = await addTemplate(store.db, {
    name: 'Diwali Lamps',
    categories: ['Festival'],
    sections: ['Festivals'],
    priceCredits: 100,
    priceCreditsIndia: 300,
  })
  member = await insertMember(store)
})

/** A full video of a template rendered by a member; returns its storage key. */
async function addVideo({ userId }: MemberForTest, templateId: string): Promise<string> {
  const fileKey = `private/videos/${randomUUID()}.mp4`
  await store.deps.storage.put(fileKey, Buffer.from('whole'), { contentType: 'video/mp4' })
  await transaction(store.db, async (tx) => {
    const { row } = await createProject(tx, { userId, templateId })
    const request = { userId, projectId: row.id, kind: 'full' as const, region: { isIndianUser: false } }
    const { render } = await createRender(tx, { ...request, idempotencyKey: randomUUID() })
    const work = await beginRender(tx, render.id)
    assert(work, 'the render is begun')
    await completeRender(tx, work, { fileKey, posterKey: null, width: 2, height: 2, durationMs: 1, sizeBytes: 5 })
  })
  return fileKey
}

/** A video that is sold as it is, which costs nothing. */
async function addReadyMadeVideo() {
  const [id, storageKey] = [`sha256:${randomUUID().replaceAll('-', '').repeat(2)}` as const, newPrivateKey()]
  const file = { id, kind: 'video', mime: 'video/mp4', sizeBytes: 5, width: 1280, height: 720 } as const
  await transaction(store.db, (tx) => registerCatalogueAsset(tx, { ...file, durationMs: 4000, storageKey }))
  const templateId = await addTemplate(store.db, {
    priceCredits: 0,
    priceCreditsIndia: 0,
    document: {
      ...{ tdoc: 1, id: 'ready-made', name: 'Ocean', fields: [], fonts: [] },
      canvas: { width: 1280, height: 720, fps: 25, duration: 100 },
      assets: { [id]: { kind: 'video', w: 1280, h: 720, mime: 'video/mp4', seconds: 4 } },
      layers: [{ id: 'video', type: 'media', in: 0, out: 100, source: id, box: [0, 0, 1280, 720], locks: ['all'] }],
    },
  })
  return { templateId, storageKey }
}

const newPrivateKey = () => `private/catalogue/${randomUUID()}.mp4`

type Items = { templateId: string }[]
const listIds = (body: Record<string, unknown>) => (body.items as Items).map((item) => item.templateId)

describe('the catalogue', () => {
  it('lists, finds and describes templates, with or without the editor’s ending', async () => {
    const list = await store.call('GET', '/api/templates')
    expect(list.status).toBe(200)
    expect((list.body as unknown as Items).map((item) => item.templateId).sort()).toEqual([greeting, diwali].sort())
    const one = await store.call('GET', `/api/template/${greeting}-template`)
    expect(one).toMatchObject({ status: 200, body: { templateId: greeting, templateName: 'Greeting', fps: 25 } })
    for (const path of ['/api/template/none', '/api/template/none/document', '/api/video-url/none/nonecompiled.mp4']) {
      expect(await store.call('GET', path), path).toMatchObject({
        status: 404,
        body: { error: 'Template not found', code: 'template-not-found' },
      })
    }
    expect((await store.call('GET', `/api/video-url/${greeting}/othercompiled.mp4`)).status).toBe(404)
  })

  it('signs the preview for everybody, and the newest full video for those who own the template', async () => {
    const owner = await insertMember(store)
    const templateId = await addTemplate(store.db, { priceCredits: 0, priceCreditsIndia: 0 })
    const path = `/api/video-url/${templateId}/${templateId}compiled.mp4`
    const videoUrl = async (token?: string) => String((await store.call('GET', path, { token })).body.videoUrl)
    const readStorageKey = (url: string) => new URL(url, 'http://store.test').pathname.replace('/files/', '')

    const { templateLink } = (await store.call('GET', `/api/template/${templateId}`)).body
    const preview = String(templateLink).replace('/media/', 'public/')
    await store.deps.storage.put(preview, Buffer.from('preview'), { contentType: 'video/mp4' })
    expect(readStorageKey(await videoUrl())).toBe(preview)
    expect(await store.call('GET', await videoUrl())).toMatchObject({ status: 200, text: 'preview' })
    expect((await store.call('GET', (await videoUrl()).replace(/signature=.{9}/, 'signature=forgedone'))).status).toBe(
      404,
    )
    expect((await store.call('GET', (await videoUrl()).replace(/expires=\d/, 'expires=9'))).status).toBe(404)

    // Who owns it sees the preview as well until there is a full video.
    await store.call('POST', '/api/purchase-template', { token: owner.token, body: { templateId } })
    expect(readStorageKey(await videoUrl(owner.token))).toBe(preview)
    const fileKey = await addVideo(owner, templateId)
    expect(readStorageKey(await videoUrl(owner.token))).toBe(fileKey)
    expect(await store.call('GET', await videoUrl(owner.token))).toMatchObject({ status: 200, text: 'whole' })
    const stranger = await insertMember(store)
    for (const token of [undefined, stranger.token, 'no-such-token'])
      expect(readStorageKey(await videoUrl(token))).toBe(preview)

    // A later owner watches what an earlier one rendered without changes.
    const later = await insertMember(store)
    await store.call('POST', '/api/purchase-template', { token: later.token, body: { templateId } })
    expect(readStorageKey(await videoUrl(later.token))).toBe(fileKey)

    await transaction(store.db, (tx) => withdrawTemplate(tx, templateId))
    expect((await store.call('GET', path, { token: stranger.token })).status).toBe(404)
    expect(readStorageKey(await videoUrl(owner.token))).toBe(fileKey)
  })

  it('signs the file of a ready-made video for those who own it, before any render', async () => {
    const owner = await insertMember(store)
    const { templateId, storageKey } = await addReadyMadeVideo()
    const path = `/api/video-url/${templateId}/${templateId}compiled.mp4`
    const watch = async (token?: string) => {
      const { videoUrl } = (await store.call('GET', path, { token })).body
      return new URL(String(videoUrl), 'http://store.test').pathname
    }
    expect(await watch(owner.token)).not.toContain('private/')
    await store.call('POST', '/api/purchase-template', { token: owner.token, body: { templateId } })
    expect(await watch(owner.token)).toBe(`/files/${storageKey}`)
    expect(await watch()).not.toContain('private/')
    await transaction(store.db, (tx) => withdrawTemplate(tx, templateId))
  })

  it('returns documents with the addresses of their files', async () => {
    const { body } = await store.call('GET', `/api/template/${greeting}/document`)
    expect(body).toMatchObject({ templateId: greeting, document: { canvas: { width: 1280 } } })
    const [font] = Object.values(body.assets as Record<string, { url: string; kind: string }>)
    expect(font).toMatchObject({ kind: 'font', url: expect.stringMatching(/^\/media\/[0-9a-f]{64}\.ttf$/) })
  })

  it('pages through what matches, in an order that knows the visitor’s price', async () => {
    const page = (query: string, ip?: string) => store.call('GET', `/api/catalogue/video?${query}`, ip ? { ip } : {})
    const first = await page('limit=1&sort=price-low-high', americanIp)
    expect(first.body).toMatchObject({ total: 2, isTotalExact: true, sections: ['Family', 'Festivals'] })
    expect(listIds(first.body)).toEqual([diwali])
    const second = await page(`limit=1&sort=price-low-high&cursor=${first.body.nextCursor}`, americanIp)
    expect(listIds(second.body)).toEqual([greeting])
    expect(second.body.nextCursor).toBeNull()
    expect(listIds((await page('sort=price-low-high', indianIp)).body)).toEqual([greeting, diwali])
    expect(listIds((await page('search=FESTIVAL')).body)).toEqual([diwali])
    expect(listIds((await page('section=Family')).body)).toEqual([greeting])
    expect(await page('sort=loudest')).toMatchObject({ status: 400, body: { code: 'invalid-input' } })
    expect(await page('cursor=made-up')).toMatchObject({ status: 400, body: { code: 'invalid-input' } })
  })

  it('answers 304 when a browser has the current answer', async () => {
    for (const path of ['/api/templates', `/api/template/${greeting}`, `/api/template/${greeting}/document`]) {
      const { headers } = await store.call('GET', path)
      expect(headers['cache-control'], path).toBe('public, no-cache')
      const again = await store.call('GET', path, { headers: { 'if-none-match': headers.etag ?? '' } })
      expect([again.status, again.text, again.headers.etag], path).toEqual([304, '', headers.etag])
      const other = await store.call('GET', path, { headers: { 'if-none-match': 'W/"other"' } })
      expect(other.status, path).toBe(200)
    }
    expect((await store.call('GET', '/api/template/none')).headers.etag).toBeUndefined()
  })
})

describe('image and ready-made templates', () => {
  let picture: string
  let video: string
  beforeAll(async () => {
    picture = await addTemplate(store.db, { kind: 'image', name: 'Poster', sections: ['Family', 'Offers'] })
    video = await addTemplate(store.db, { kind: 'direct-sell', name: 'Countdown' })
  })

  it('have lists, details and pages of their own', async () => {
    for (const [list, detail, kind, id, missing] of [
      ['image-templates', 'image-template', 'image', picture, 'Image template not found'],
      ['direct-sell-templates', 'direct-sell', 'direct-sell', video, 'Direct sell template not found'],
    ] as const) {
      const all = await store.call('GET', `/api/${list}`)
      expect((all.body as unknown as Items).map((item) => item.templateId)).toEqual([id])
      const one = await store.call('GET', `/api/${detail}/${id}-template`)
      expect(one).toMatchObject({ status: 200, body: { templateId: id, kind } })
      expect(listIds((await store.call('GET', `/api/catalogue/${kind}`)).body)).toEqual([id])
      expect(await store.call('GET', `/api/${detail}/${greeting}`)).toMatchObject({
        status: 404,
        body: { error: missing, code: 'template-not-found' },
      })
    }
    const { body } = await store.call('GET', `/api/direct-sell/${video}`)
    expect(body.templateThumbnail).toMatch(/\?t=\d+$/)
    expect((await store.call('GET', '/api/catalogue/hologram')).status).toBe(400)
  })

  it('are suggested beside their own kind only', async () => {
    const alike = await addTemplate(store.db, { kind: 'image', name: 'Flyer', sections: ['Offers'], categories: [] })
    const { body } = await store.call('GET', `/api/suggestions/${picture}?limit=8`)
    expect(body).toMatchObject({ items: [{ templateId: alike }], nextCursor: null })
    expect((await store.call('GET', '/api/suggestions/none')).status).toBe(404)
  })
})

describe('buying', () => {
  it('charges the price of the region once, whatever the client claims, and is free from then on', async () => {
    const { token } = member
    const buy = (body: object, path = 'download-template', ip = americanIp) =>
      store.call('POST', `/api/${path}`, { token, ip, body: { templateId: greeting, templateType: 'video', ...body } })
    const changed = await buy({ expectedCredits: 80, isIndianUser: true })
    expect(changed).toMatchObject({ status: 409, body: { code: 'price-changed', credits: 120 } })
    const bought = await buy({ isIndianUser: true })
    expect(bought.body).toEqual({
      charged: 120,
      alreadyPurchased: false,
      remainingCredits: 380,
      creditsRequired: 120,
      receiptNumber: expect.stringMatching(/^T-\d{4}-\d{6}$/),
      message: 'Payment successful! Credits used: 120, Remaining: 380',
    })
    for (const path of ['download-template', 'purchase-template']) {
      expect((await buy({}, path, indianIp)).body).toMatchObject({
        charged: 0,
        alreadyPurchased: true,
        remainingCredits: 380,
        receiptNumber: bought.body.receiptNumber,
        message: 'Template already purchased',
      })
    }
    const { body: profile } = await store.call('GET', '/api/profile', { token })
    expect(profile).toMatchObject({ credits: 380, purchasedTemplates: [greeting] })
    const { body: statement } = await store.call('GET', '/api/credits/statement?limit=1', { token })
    expect(statement.items).toMatchObject([{ credits: -120, balanceAfter: 380 }])
    const next = await store.call('GET', `/api/credits/statement?cursor=${statement.nextCursor}`, { token })
    expect(next.body.items).toMatchObject([{ credits: 500, balanceAfter: 500 }])
  })

  it('refuses a download in a shape that the owner has disabled, and charges nothing, but for those who bought it before', async () => {
    const templateId = await addTemplate(store.db)
    const download = (token: string, aspect?: string) =>
      store.call('POST', '/api/download-template', { token, body: { templateId, ...(aspect && { aspect }) } })
    const early = await insertMember(store)
    expect((await download(early.token, '9:16')).body.alreadyPurchased).toBe(false)
    await transaction(store.db, (tx) => disableShapes(tx, templateId, ['9:16']))
    const late = await insertMember(store)
    expect(await download(late.token, '9:16')).toMatchObject({ status: 409, body: { code: 'shape-not-offered' } })
    const { body } = await store.call('GET', '/api/profile', { token: late.token })
    expect(body).toMatchObject({ credits: 500, purchasedTemplates: [] })
    expect((await download(late.token)).body).toMatchObject({ alreadyPurchased: false, charged: 120 })
    expect((await download(early.token, '9:16')).body).toMatchObject({ alreadyPurchased: true, charged: 0 })
  })

  it('treats a purchase without a type as one of a video', async () => {
    const { token } = await insertMember(store)
    const bought = await store.call('POST', '/api/purchase-template', { token, body: { templateId: greeting } })
    expect(bought).toMatchObject({ status: 200, body: { alreadyPurchased: false } })
    const { body } = await store.call('GET', '/api/profile', { token })
    expect(body.paymentHistory).toMatchObject([{ templateId: greeting, templateType: 'video' }])
  })

  it('refuses when the balance is short, and charges nothing', async () => {
    const dear = await addTemplate(store.db, { priceCredits: 9000 })
    const answer = await store.call('POST', '/api/purchase-template', {
      token: member.token,
      body: { templateId: dear },
    })
    expect(answer.status).toBe(402)
    expect(answer.body).toEqual({
      error: 'Not enough credits',
      code: 'not-enough-credits',
      creditsRequired: 9000,
      userCredits: 380,
    })
    const unknown = await store.call('POST', '/api/purchase-template', {
      token: member.token,
      body: { templateId: 'none' },
    })
    expect(unknown).toMatchObject({ status: 404, body: { code: 'template-not-found' } })
    const visitor = await store.call('POST', '/api/purchase-template', { body: { templateId: greeting } })
    expect(visitor.status).toBe(401)
  })
})

describe('liking', () => {
  it('is idempotent, and can be undone', async () => {
    const { token } = await insertMember(store)
    const like = () => store.call('POST', '/api/add-to-liked', { token, body: { templateId: diwali } })
    expect((await like()).body).toEqual({
      liked: true,
      alreadyLiked: false,
      message: 'Template added to liked list successfully!',
    })
    expect((await like()).body).toMatchObject({
      liked: true,
      alreadyLiked: true,
      message: 'You have already liked this template',
    })
    const liked = async () => (await store.call('GET', '/api/profile', { token })).body.likedTemplates as Items
    expect((await liked()).map((item) => item.templateId)).toEqual([diwali])
    const unlike = await store.call('DELETE', `/api/unlike-template/${diwali}`, { token })
    expect(unlike.body).toEqual({ liked: false, message: 'Template removed from liked list' })
    expect(await liked()).toEqual([])
    expect((await store.call('POST', '/api/add-to-liked', { body: { templateId: diwali } })).status).toBe(401)
  })
})
