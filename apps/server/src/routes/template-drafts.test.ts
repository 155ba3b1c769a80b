// The owner's way from an editor to the catalogue, hidden from everyone else.

import { randomUUID } from 'node:crypto'
import { transaction } from '@vitrine/database/connection'
import { getCurrentVersion, getVersion } from '@vitrine/store/catalogue/template-version'
import { createUserAsset, finishAsset, getAssets } from '@vitrine/store/media'
import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { insertOwner } from '../../testing/admin.ts'
import { useApp } from '../../testing/app.ts'
import { insertMember, type MemberForTest } from '../../testing/member.ts'
import { addTemplate } from '../../testing/template.ts'

const store = useApp()
let templateId: string
let owner: MemberForTest
let member: MemberForTest

beforeAll(async () => {
  templateId = await addTemplate(store.db)
  owner = await insertOwner(store)
  member = await insertMember(store)
})

type Body = Record<string, unknown>

async function begin({ token }: MemberForTest): Promise<string> {
  const { body } = await store.call('POST', '/api/projects', { token, body: { templateId } })
  return `/api/projects/${body.projectId}`
}

const save = (path: string, { token }: MemberForTest, body: Body) =>
  store.call('PUT', path, { token, body: { values: {}, ...body } })

/** A prepared photo with bytes of its own. */
async function addPhoto({ userId }: MemberForTest): Promise<string> {
  const uploadId = randomUUID()
  const storageKey = `private/${uploadId}/master.webp`
  await store.deps.storage.put(storageKey, Buffer.from(`photo ${uploadId}`), { contentType: 'image/webp' })
  return transaction(store.db, async (tx) => {
    const { asset } = await createUserAsset(tx, {
      userId,
      uploadId,
      kind: 'image',
      mime: 'image/jpeg',
      sizeBytes: 50,
      fileName: 'a.jpg',
    })
    const file = { mime: 'image/webp', sizeBytes: 42, width: 640, height: 480, storageKey, proxyKey: storageKey }
    await finishAsset(tx, asset.id, file)
    return asset.id
  })
}

describe('unlocking a template', () => {
  it('is stored for an owner, and rejected for everybody else', async () => {
    const [theirs, ours] = [await begin(member), await begin(owner)]
    const difference = { unlocked: true }
    expect(await save(theirs, member, { difference })).toMatchObject({
      status: 422,
      body: { code: 'field-value-invalid', field: 'difference.unlocked', reason: 'owner-only' },
    })
    expect(await save(ours, owner, { difference })).toMatchObject({ status: 200, body: { difference } })
    await store.db.execute(sql`update users set role = 'buyer' where id = ${owner.userId}`)
    expect(await save(ours, owner, { difference, values: { title: 'No owner any more' } })).toMatchObject({
      status: 422,
    })
    await store.db.execute(sql`update users set role = 'owner' where id = ${owner.userId}`)
  })
})

describe('a draft of a project', () => {
  it('is a new template with the same fields, what was filled in, the added layers and their files', async () => {
    const path = await begin(owner)
    const photo = await addPhoto(owner)
    const { document: original } = await getCurrentVersion(store.db, templateId)
    const removed = original.layers[0]?.id
    const layer = { id: 'own-p', type: 'media', in: 0, out: 10, source: { asset: photo }, box: [0, 0, 99, 99] }
    const difference = { unlocked: true, removed: [removed], added: [layer], order: { '': ['own-p'] } }
    const values = { title: 'A new beginning' }
    expect(await save(path, owner, { difference, values })).toMatchObject({ status: 200 })
    const created = await store.call('POST', `${path}/template-draft`, {
      token: owner.token,
      body: { name: 'Second version' },
    })
    expect(created).toMatchObject({ status: 201, body: { templateId: expect.stringMatching(/^second-version/) } })
    const { document, templateName } = await getVersion(store.db, String(created.body.versionId))
    expect(templateName).toBe('Second version')
    expect(document.fields.map(({ id }) => id)).toEqual(original.fields.map(({ id }) => id))
    expect(document.fields.find(({ id }) => id === 'title')?.default).toBe('A new beginning')
    const ids = document.layers.map(({ id }) => id)
    expect(ids).toContain('added-p')
    expect(ids).not.toContain(removed)
    expect(JSON.stringify(document)).not.toContain(photo)
    const added = document.layers.find(({ id }) => id === 'added-p')
    const source = added?.type === 'media' ? (added.source as { asset: `sha256:${string}` }).asset : 'sha256:none'
    expect(document.assets[source]).toEqual({ kind: 'image', w: 640, h: 480, mime: 'image/webp' })
    const file = (await getAssets(store.db, [source])).get(source)
    expect(file).toMatchObject({ ownerUserId: null, storageKey: expect.stringMatching(/^public\//) })
    // It is invisible before it is published.
    expect((await store.call('GET', `/api/template/${created.body.templateId}`)).status).toBe(404)
  })

  it('waits for files that are not ready, and is rejected for deleted ones', async () => {
    const path = await begin(owner)
    const photo = await addPhoto(owner)
    const layer = { id: 'own-p', type: 'media', in: 0, out: 10, source: photo, box: [0, 0, 99, 99] }
    await save(path, owner, { difference: { added: [layer], order: { '': ['own-p'] } } })
    const make = () => store.call('POST', `${path}/template-draft`, { token: owner.token, body: { name: 'Too early' } })
    await store.db.execute(sql`update assets set status = 'processing' where id = ${photo}`)
    expect(await make()).toMatchObject({ status: 422, body: { reason: 'asset-not-ready' } })
    await store.db.execute(sql`update assets set status = 'ready' where id = ${photo}`)
    await store.call('DELETE', `/api/assets/${photo}`, { token: owner.token })
    expect(await make()).toMatchObject({ body: { code: 'asset-deleted' } })
  })

  it('is rejected for customers, for projects of others, and without a name', async () => {
    const [theirs, ours] = [await begin(member), await begin(owner)]
    const make = (path: string, token: string | undefined, name = 'Mine') =>
      store.call('POST', `${path}/template-draft`, { ...(token && { token }), body: { name } })
    expect(await make(theirs, member.token)).toMatchObject({ status: 403, body: { code: 'forbidden' } })
    expect(await make(ours, member.token)).toMatchObject({ status: 403 })
    expect(await make(ours, undefined)).toMatchObject({ status: 401 })
    expect(await make(theirs, owner.token)).toMatchObject({ status: 404 })
    expect(await make(ours, owner.token, ' ')).toMatchObject({ status: 400 })
  })
})
