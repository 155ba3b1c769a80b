// Full-size videos of templates are available only to customers who bought the template, whatever is requested.
import { createHash } from 'node:crypto'
import { type DocumentAsset, templateDocument } from '@vitrine/contract/catalogue'
import { transaction } from '@vitrine/database/connection'
import type { TemplateDocument } from '@vitrine/document/document'
import { createPaidKey, publicKey } from '@vitrine/providers/storage'
import { createSignedLinks } from '@vitrine/providers/storage/signed-link'
import { withdrawTemplate } from '@vitrine/store/catalogue/sale'
import { recordEditingCopy } from '@vitrine/store/catalogue/template-video'
import { findAsset, registerCatalogueAsset } from '@vitrine/store/media'
import { beforeAll, describe, expect, it } from 'vitest'
import { insertOwner } from '../../testing/admin.ts'
import { useApp } from '../../testing/app.ts'
import { insertMember, type MemberForTest } from '../../testing/member.ts'
import { addTemplate } from '../../testing/template.ts'

const store = useApp()
const whole = Buffer.from('every pixel of the plate')
const copy = Buffer.from('few pixels of the plate')
const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const plateId = `sha256:${hash(whole)}` as const

const document: TemplateDocument = {
  tdoc: 1,
  id: 'behind-glass',
  name: 'Behind Glass',
  canvas: { width: 1920, height: 1080, fps: 25, duration: 100 },
  fields: [{ id: 'photo', type: 'media', label: 'Photo', accept: ['image'] }],
  fonts: [],
  assets: { [plateId]: { kind: 'plate', w: 1920, h: 1080, seconds: 4 } },
  layers: [{ id: 'plate', type: 'plate', in: 0, out: 100, asset: plateId }],
}

let templateId: string
let buyer: MemberForTest
let other: MemberForTest

beforeAll(async () => {
  const { storage } = store.deps
  const [storageKey, copyKey] = [createPaidKey('video/mp4'), publicKey(hash(copy), 'video/mp4')]
  await storage.put(storageKey, whole, { contentType: 'video/mp4' })
  await storage.put(copyKey, copy, { contentType: 'video/mp4' })
  const asset = { id: plateId, kind: 'video', mime: 'video/mp4', sizeBytes: whole.length, storageKey } as const
  await transaction(store.db, (tx) => registerCatalogueAsset(tx, asset))
  templateId = await addTemplate(store.db, { document })
  await transaction(store.db, (tx) => recordEditingCopy(tx, plateId, copyKey))
  buyer = await insertMember(store)
  other = await insertMember(store)
})

async function beginProject({ token }: MemberForTest): Promise<string> {
  const created = await store.call('POST', '/api/projects', { token, body: { templateId } })
  expect(created.status).toBe(201)
  return `/api/projects/${created.body.projectId}/document`
}

async function readPlate(path: string, { token }: MemberForTest): Promise<DocumentAsset | undefined> {
  const answer = await store.call('GET', path, { token })
  expect(answer.status).toBe(200)
  return templateDocument.parse(answer.body).assets[plateId]
}

async function fetchFile(url = ''): Promise<{ status: number; bytes: Buffer }> {
  const { statusCode, rawPayload } = await store.app.inject({ method: 'GET', url })
  return { status: statusCode, bytes: rawPayload }
}

describe('before payment', () => {
  it('the editor has an editing copy of the alpha video, and no address of the original', async () => {
    const plate = await readPlate(await beginProject(other), other)
    expect(plate).not.toHaveProperty('fullUrl')
    expect(await fetchFile(plate?.url)).toEqual({ status: 200, bytes: copy })
    const answer = await store.call('GET', `/api/template/${templateId}/document`)
    expect(templateDocument.parse(answer.body).assets[plateId]).toEqual(plate)
  })

  it('no address that can be guessed leads to the original alpha video', async () => {
    const open = publicKey(hash(whole), 'video/mp4')
    const paid = (await findAsset(store.db, plateId))?.storageKey ?? ''
    expect(paid).not.toContain(hash(whole))
    const name = hash(whole)
    const guesses = [
      `/media/${name}.mp4`,
      `/media/catalogue/${name}.mp4`,
      `/media/..%2fprivate/catalogue/${name}.mp4`,
      `/media/../${paid}`,
      `/files/${paid}`,
      `/files/${open}`,
      `/files/${paid}?expires=99999999999&signature=`,
      createSignedLinks('a secret that somebody made up himself').sign(paid, { expiresInSeconds: 600 }),
    ]
    for (const guess of guesses) {
      const { status, bytes } = await fetchFile(guess)
      expect([guess, status >= 400, bytes.includes(whole)]).toEqual([guess, true, false])
    }
  })
})

it('a project of another template cannot use the alpha video', async () => {
  const another = await addTemplate(store.db)
  const created = await store.call('POST', '/api/projects', { token: other.token, body: { templateId: another } })
  const path = `/api/projects/${created.body.projectId}`
  const save = async (body: object) => (await store.call('PUT', path, { token: other.token, body })).status
  const layer = { id: 'own-plate', in: 0, out: 100, box: [0, 0, 100, 100] }
  const clip = { id: 'own-a', asset: plateId, kind: 'video', frames: 30, startSeconds: 0 }
  expect(await save({ values: { photo: { asset: plateId } }, difference: {} })).toBe(422)
  const media = { ...layer, type: 'media', source: plateId }
  expect(await save({ values: {}, difference: { added: [media], order: { '': [media.id] } } })).toBe(422)
  const plate = { ...layer, type: 'plate', asset: plateId }
  expect(await save({ values: {}, difference: { added: [plate], order: { '': [plate.id] } } })).toBe(422)
  expect(await save({ values: {}, difference: {}, timeline: { clips: [clip], sounds: [] } })).toBe(422)
  expect((await store.call('GET', `${path}/document`, { token: other.token })).text).not.toContain(hash(whole))
})

describe('after payment', () => {
  it('the same open project gets an address of the original, beside the editing copy', async () => {
    const path = await beginProject(buyer)
    const before = await readPlate(path, buyer)
    expect(before).not.toHaveProperty('fullUrl')
    const paid = await store.call('POST', '/api/purchase-template', {
      token: buyer.token,
      body: { templateId, expectedCredits: 120 },
      ip: '8.8.8.8',
    })
    expect(paid.status).toBe(200)
    const after = await readPlate(path, buyer)
    expect(after?.url).toBe(before?.url)
    expect(await fetchFile(after?.fullUrl)).toEqual({ status: 200, bytes: whole })
  })

  it('others cannot use the link for another file, nor when it has expired, nor read the buyer’s project', async () => {
    const path = await beginProject(buyer)
    const link = String((await readPlate(path, buyer))?.fullUrl)
    expect((await fetchFile(link.replace(/[0-9a-f]{48}/, hash(copy)))).status).toBeGreaterThanOrEqual(400)
    const late = new URL(link, 'http://store.test')
    const expires = Number(late.searchParams.get('expires'))
    expect(expires * 1000 - Date.now()).toBeLessThanOrEqual(60 * 60 * 1000)
    late.searchParams.set('expires', String(expires + 3600))
    expect((await fetchFile(`${late.pathname}${late.search}`)).status).toBeGreaterThanOrEqual(400)
    // The very link, two hours later.
    const { searchParams, pathname } = new URL(link, 'http://store.test')
    const later = createSignedLinks('a secret of at least thirty-two bytes', {
      now: () => Date.now() + 2 * 60 * 60_000,
    })
    const key = pathname.replace('/files/', '')
    expect(later.check(key, Object.fromEntries(searchParams))).toEqual({ outcome: 'expired' })
    const earlier = createSignedLinks('a secret of at least thirty-two bytes', {
      now: () => Date.now() - 2 * 60 * 60_000,
    })
    const expired = await fetchFile(earlier.sign(key, { expiresInSeconds: 3600 }))
    expect([expired.status >= 400, expired.bytes.includes(whole)]).toEqual([true, false])
    expect((await store.call('GET', path, { token: other.token })).status).toBe(404)
    expect((await store.call('GET', path)).status).toBe(401)
  })

  it('a withdrawn template keeps the original for its buyers, and the editing copy for other projects', async () => {
    const [mine, theirs] = [await beginProject(buyer), await beginProject(other)]
    await transaction(store.db, (tx) => withdrawTemplate(tx, templateId))
    expect(await fetchFile((await readPlate(mine, buyer))?.fullUrl)).toEqual({ status: 200, bytes: whole })
    expect(await readPlate(theirs, other)).not.toHaveProperty('fullUrl')
  })
})

it('owners of the store see the original, also of drafts', async () => {
  const owner = await insertOwner(store)
  const plate = await readPlate(await beginProject(owner), owner)
  expect(await fetchFile(plate?.fullUrl)).toEqual({ status: 200, bytes: whole })
})
