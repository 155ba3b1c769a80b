// Publishing over HTTP: imports, versions and the projects on them, missing parts before a sale, and that the store shows every
// change at once.
import { createHash } from 'node:crypto'
import { transaction } from '@vitrine/database/connection'
import type { TemplateDocument } from '@vitrine/document/document'
import { createPaidKey } from '@vitrine/providers/storage'
import { addDraftVersion, createDraft } from '@vitrine/store/catalogue/draft'
import { recordPreview } from '@vitrine/store/catalogue/preview'
import { getCurrentVersion, getVersion } from '@vitrine/store/catalogue/template-version'
import { failEditingCopy, recordEditingCopy } from '@vitrine/store/catalogue/template-video'
import { getAssets, registerCatalogueAsset } from '@vitrine/store/media'
import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { type AdminForTest, insertOwner, signInAsAdmin } from '../../../testing/admin.ts'
import { useApp } from '../../../testing/app.ts'
import { insertMember, type MemberForTest } from '../../../testing/member.ts'
import { addTemplate } from '../../../testing/template.ts'
import { sendUpload } from '../../../testing/upload.ts'

// Responses are cached for a minute, so a change is only visible if the cache is cleared.
const store = useApp(() => ({ responseCacheMs: 60_000 }))
let admin: AdminForTest
let buyer: MemberForTest
beforeAll(async () => {
  admin = await signInAsAdmin(store)
  buyer = await insertMember(store)
  await store.deps.operationFeed.listening
})

type Body = Record<string, unknown>

/** The document of a template that is on sale, with another colour. */
async function anotherDocument(templateId: string, color: string): Promise<TemplateDocument> {
  const { document } = await getCurrentVersion(store.db, templateId)
  const fields = document.fields.map((field) => (field.type === 'color' ? { ...field, default: color } : field))
  return { ...document, fields }
}

/** Adds a version that is shown as the present one is. */
async function addVersion(templateId: string, color: string): Promise<string> {
  const document = await anotherDocument(templateId, color)
  return transaction(store.db, async (tx) => {
    const { versionId } = await addDraftVersion(tx, templateId, { document })
    const { rows } = await store.db.$client.query('select * from templates where id = $1', [templateId])
    await recordPreview(tx, versionId, {
      posterAssetId: rows[0].poster_asset_id,
      previewAssetId: rows[0].preview_asset_id,
      dominantColor: rows[0].dominant_color,
    })
    return versionId
  })
}

const beginProject = async (templateId: string, token = buyer.token) =>
  store.call('POST', '/api/projects', { token, body: { templateId } })

describe('a new version', () => {
  it('is used by new projects; earlier ones stay on theirs, and the owner can go back', async () => {
    const templateId = await addTemplate(store.db)
    const first = await getCurrentVersion(store.db, templateId)
    const begun = (await beginProject(templateId)).body
    const versionId = await addVersion(templateId, '#112233')
    expect((await getCurrentVersion(store.db, templateId)).versionId).toBe(first.versionId)

    expect((await admin.call('POST', `/templates/${templateId}/publish`, { versionId })).status).toBe(200)
    const running = await store.call('GET', `/api/projects/${begun.projectId}/document`, { token: buyer.token })
    expect(running.body.documentHash).toBe(first.documentHash)
    const next = (await beginProject(templateId)).body
    const { documentHash } = await getVersion(store.db, versionId)
    expect(next.documentHash).toBe(documentHash)

    const { body } = await admin.call('GET', `/templates/${templateId}`)
    expect(body.versions).toMatchObject([
      { versionId, number: 2, isCurrent: true, projects: 1 },
      { versionId: first.versionId, number: 1, isCurrent: false, projects: 1 },
    ])
    await admin.call('POST', `/templates/${templateId}/publish`, { versionId: first.versionId })
    expect((await getCurrentVersion(store.db, templateId)).versionId).toBe(first.versionId)
    const { items } = (await admin.call('GET', `/audit?subjectId=${templateId}`)).body as { items: Body[] }
    expect(items.map(({ action }) => action)).toEqual(['template-published', 'template-published'])
  })

  it('is created by other labels of fields, with the same picture unless a default changes', async () => {
    const templateId = await addTemplate(store.db)
    const { versionId, document } = await getCurrentVersion(store.db, templateId)
    const fields = document.fields.map(({ id }) => ({
      id,
      ...(id === 'title' && { label: 'Your wish', hint: 'Short' }),
    }))
    const path = `/templates/${templateId}/versions/${versionId}/fields`
    const renamed = await admin.call('POST', path, { fields: fields.toReversed() })
    expect(renamed).toMatchObject({ status: 200, body: { isNewVersion: true } })
    const seen = await admin.call('GET', `/templates/${templateId}/versions/${renamed.body.versionId}`)
    expect(seen.body).toMatchObject({ preview: { status: 'succeeded' }, missing: [] })
    const revised = (await getVersion(store.db, String(renamed.body.versionId))).document.fields
    expect(revised.map(({ id }) => id)).toEqual(['ground', 'photo', 'title'])
    expect(revised[2]).toMatchObject({ label: 'Your wish', hint: 'Short', rules: { maxLength: 20 } })

    const other = fields.map((field) => (field.id === 'title' ? { ...field, default: 'Namaste' } : field))
    const drawn = await admin.call('POST', path, { fields: other })
    const shown = await admin.call('GET', `/templates/${templateId}/versions/${drawn.body.versionId}/preview`)
    expect(shown.body).toMatchObject({ preview: { status: 'queued' }, missing: [{ part: 'preview' }] })

    expect((await admin.call('POST', path, { fields: fields.slice(1) })).status).toBe(400)
    const tooLong = fields.map((field) => (field.id === 'title' ? { ...field, rules: { maxLength: -3 } } : field))
    expect((await admin.call('POST', path, { fields: tooLong })).status).toBe(400)
  })
})

describe('a difference of an import', () => {
  it('is accepted by the owner: a warning that no longer keeps the version from sale, audited once', async () => {
    const templateId = await addTemplate(store.db)
    const { versionId } = await getCurrentVersion(store.db, templateId)
    const line = {
      severity: 'error',
      code: 'motion-blur',
      path: 'layers[0]',
      message: 'Motion blur is not drawn',
    } as const
    const other = {
      severity: 'error',
      code: 'file-missing',
      path: 'layers[1]',
      message: 'A file is not there',
    } as const
    const report = JSON.stringify([{ ...line, acceptable: true }, other])
    await store.db.execute(sql`update template_versions set report = ${report}::jsonb where id = ${versionId}`)
    const path = `/templates/${templateId}/versions/${versionId}/accept`
    const name = ({ code, path, message }: { code: string; path: string; message: string }) => ({ code, path, message })
    const accepted = await admin.call('POST', path, name(line))
    expect(accepted).toMatchObject({
      status: 200,
      body: { report: [{ severity: 'warning', accepted: true }, { severity: 'error' }], missing: [{ part: 'report' }] },
    })
    expect((await admin.call('POST', path, name(other))).body).toMatchObject({ code: 'difference-not-found' })
    expect((await admin.call('POST', path, name(line))).status).toBe(404)
    const { items } = (await admin.call('GET', `/audit?subjectId=${templateId}`)).body as { items: Body[] }
    expect(items.map(({ action }) => action)).toEqual(['template-difference-accepted'])
  })
})

describe('fields', () => {
  const fieldsPath = (templateId: string, versionId: string) => `/templates/${templateId}/versions/${versionId}/fields`
  const current = async () => {
    const templateId = await addTemplate(store.db)
    const { versionId, document } = await getCurrentVersion(store.db, templateId)
    return { templateId, versionId, fields: document.fields.map(({ id }) => ({ id })) }
  }
  const readDocument = async ({ body }: { body: Body }) => (await getVersion(store.db, String(body.versionId))).document
  async function sendPhoto(token: string): Promise<string> {
    const bytes = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#a03050' } })
      .png()
      .toBuffer()
    const uploadId = await sendUpload(store, token, bytes)
    const { status, body, text } = await store.call('POST', '/api/assets', { token, body: { uploadId } })
    expect([status, text]).toEqual([201, expect.any(String)])
    return String(body.assetId)
  }

  it('are removed and restored: existing projects keep theirs, new ones have the changed ones, and each change is audited', async () => {
    const { templateId, versionId, fields } = await current()
    const begun = (await beginProject(templateId)).body
    const without = await admin.call('POST', fieldsPath(templateId, versionId), {
      fields: fields.filter(({ id }) => id !== 'title'),
      removed: ['title'],
    })
    expect(without).toMatchObject({ status: 200, body: { isNewVersion: true } })
    const plain = await readDocument(without)
    expect(plain.fields.map(({ id }) => id)).toEqual(['photo', 'ground'])
    expect(plain.layers[0]).toMatchObject({ id: 'words', text: 'Hello' })

    const revised = await admin.call('POST', fieldsPath(templateId, String(without.body.versionId)), {
      fields: [{ id: 'wish', layers: ['words'], label: 'Your wish' }, { id: 'ground' }, { id: 'photo' }],
    })
    expect(revised.status).toBe(200)
    const changed = await readDocument(revised)
    expect(changed.fields.map(({ id, label }) => [id, label])).toEqual([
      ['wish', 'Your wish'],
      ['ground', 'Ground'],
      ['photo', 'Photo'],
    ])
    expect(changed.layers[0]).toMatchObject({ text: { $field: 'wish' } })
    // It is drawn by other means, so it is shown anew before it can be on sale.
    const seen = await admin.call('GET', `/templates/${templateId}/versions/${revised.body.versionId}/preview`)
    expect(seen.body).toMatchObject({ preview: { status: 'queued' } })
    const running = await store.call('GET', `/api/projects/${begun.projectId}`, { token: buyer.token })
    expect(running.body.documentHash).toBe(begun.documentHash)
    const { items } = (await admin.call('GET', `/audit?subjectId=${templateId}`)).body as { items: Body[] }
    expect(items.map(({ action }) => action)).toEqual(['template-version-added', 'template-version-added'])
  })

  it('can be the colour of a layer and a switch for one', async () => {
    const { document } = await getCurrentVersion(store.db, (await current()).templateId)
    const layers = document.layers.map((layer) => (layer.id === 'words' ? { ...layer, fill: '#ffffff' } : layer))
    const templateId = await addTemplate(store.db, { document: { ...document, layers } })
    const { versionId } = await getCurrentVersion(store.db, templateId)
    const fields = document.fields.map(({ id }) => ({ id }))
    const path = fieldsPath(templateId, versionId)
    const revised = await admin.call('POST', path, {
      fields: [
        ...fields,
        { id: 'ink', layers: ['words'], color: '#FFFFFF', label: 'Ink', default: '#102030' },
        { id: 'shown', layers: ['words'], isSwitch: true, label: 'With words' },
      ],
    })
    expect([revised.status, revised.text]).toEqual([200, expect.any(String)])
    const changed = await readDocument(revised)
    expect(changed.fields.slice(-2)).toMatchObject([
      { id: 'ink', type: 'color', label: 'Ink', default: '#102030' },
      { id: 'shown', type: 'toggle', label: 'With words', default: true },
    ])
    expect(changed.layers.find(({ id }) => id === 'words')).toMatchObject({
      fill: { $field: 'ink' },
      visible: { $field: 'shown' },
    })
    for (const wrong of [{ color: 'red' }, { color: '#123456' }, { isSwitch: false }]) {
      const refused = await admin.call('POST', path, {
        fields: [...fields, { id: 'new', layers: ['words'], label: 'New', ...wrong }],
      })
      expect([wrong, refused.status]).toEqual([wrong, 400])
    }
  })

  it('can have a file of the owner as default, which becomes part of the catalogue', { tags: ['full'] }, async () => {
    const { templateId, versionId, fields } = await current()
    const photo = await sendPhoto(admin.owner.token)
    const begins = (assetId: string | null, id = 'photo') =>
      fields.map((field) => (field.id === id ? { ...field, default: assetId } : field))
    const path = fieldsPath(templateId, versionId)
    const changed = await readDocument(await admin.call('POST', path, { fields: begins(photo) }))
    const field = changed.fields.find(({ id }) => id === 'photo')
    const file = String(field?.default)
    expect(file).toMatch(/^sha256:/)
    expect(changed.assets).toMatchObject({ [file]: { kind: 'image', w: 40, h: 30 } })
    const stored = (await getAssets(store.db, [file])).get(file)
    expect(stored).toMatchObject({ ownerUserId: null, storageKey: expect.stringMatching(/^public\//) })
    expect(await store.deps.storage.exists(String(stored?.storageKey))).toBe(true)

    const theirs = await sendPhoto(buyer.token)
    expect(await admin.call('POST', path, { fields: begins(theirs) })).toMatchObject({
      status: 404,
      body: { code: 'asset-not-found' },
    })
    await store.db.execute(sql`update assets set status = 'processing' where id = ${photo}`)
    expect(await admin.call('POST', path, { fields: begins(photo) })).toMatchObject({ status: 422 })
    await store.db.execute(sql`update assets set status = 'ready' where id = ${photo}`)
    await store.call('DELETE', `/api/assets/${photo}`, { token: admin.owner.token })
    expect((await admin.call('POST', path, { fields: begins(photo) })).status).toBe(410)
    // A poster is a picture, but a video of another template is not an asset of this document.
    expect((await admin.call('POST', path, { fields: begins('sha256:unknown') })).status).toBe(400)
  })

  it('are rejected where no layer can be filled, and cannot all be removed', async () => {
    const { templateId, versionId, fields } = await current()
    const path = fieldsPath(templateId, versionId)
    for (const layers of [['ground'], ['words'], ['nowhere']]) {
      const refused = await admin.call('POST', path, { fields: [...fields, { id: 'new', layers, label: 'New' }] })
      expect(refused).toMatchObject({ status: 400, body: { error: expect.stringContaining('“New”') } })
    }
    const none = await admin.call('POST', path, { fields: [], removed: fields.map(({ id }) => id) })
    expect(none).toMatchObject({ status: 400, body: { error: expect.stringContaining('one field') } })
  })
})

describe('editing copies of videos', () => {
  it('report that they failed, and why, and can be made again', async () => {
    const { document } = await getCurrentVersion(store.db, await addTemplate(store.db))
    const id = `sha256:${createHash('sha256').update('lantern video').digest('hex')}` as const
    const storageKey = createPaidKey('video/mp4')
    const video = { id, kind: 'video', mime: 'video/mp4', sizeBytes: 10, storageKey } as const
    await transaction(store.db, (tx) => registerCatalogueAsset(tx, video))
    const layer = { id: 'video', type: 'media', in: 0, out: 50, source: id, box: [0, 0, 99, 99] }
    const withVideo = {
      ...document,
      assets: { [id]: { kind: 'video', w: 320, h: 180, seconds: 2 } },
      layers: [...document.layers, layer],
    }
    const { templateId, versionId } = await transaction(store.db, (tx) =>
      createDraft(tx, { name: 'With a video', document: withVideo }),
    )
    const path = `/templates/${templateId}/versions/${versionId}`
    const copies = async () => (await admin.call('GET', `${path}/preview`)).body.editingCopies
    expect(await copies()).toEqual([{ assetId: id, status: 'queued', errorMessage: null }])
    await transaction(store.db, (tx) => failEditingCopy(tx, id, 'No copy could be made.'))
    const failed = [{ assetId: id, status: 'failed', errorMessage: 'No copy could be made.' }]
    expect((await admin.call('GET', path)).body.editingCopies).toEqual(failed)

    const jobs = async () => {
      const { rows } = await store.db.$client.query('select key from graphile_worker.jobs where key = $1', [
        `template-video:${id}`,
      ])
      return rows.length
    }
    await store.db.execute(sql`select graphile_worker.remove_job(${`template-video:${id}`})`)
    expect(await jobs()).toBe(0)
    const { status, body } = await admin.call('POST', `${path}/editing-copies`)
    expect([status, body.editingCopies]).toEqual([200, [{ assetId: id, status: 'queued', errorMessage: null }]])
    expect(await jobs()).toBe(1)
    await transaction(store.db, (tx) => recordEditingCopy(tx, id, 'public/copy.mp4'))
    expect(await copies()).toEqual([{ assetId: id, status: 'succeeded', errorMessage: null }])
    expect((await admin.call('POST', '/templates/none/versions/none/editing-copies')).status).toBe(404)
  })
})

describe('a draft', () => {
  it('is published only when nothing is missing, and says what is', async () => {
    const model = await getCurrentVersion(store.db, await addTemplate(store.db))
    const report = [
      { severity: 'error', code: 'layer-style', path: 'layers/0', message: 'Glows are not drawn' } as const,
    ]
    const { templateId, versionId } = await transaction(store.db, (tx) =>
      createDraft(tx, { name: 'Bare Draft', document: model.document, report }),
    )
    expect(templateId).toBe('bare-draft')
    const refused = await admin.call('POST', `/templates/${templateId}/publish`, {})
    expect(refused).toMatchObject({ status: 409, body: { code: 'template-incomplete' } })
    const parts = (refused.body.missing as Body[]).map(({ part }) => part)
    expect(parts).toEqual(['report', 'description', 'sections', 'categories', 'preview'])
    expect((await store.call('GET', `/api/template/${templateId}`)).status).toBe(404)
    expect((await beginProject(templateId)).status).toBe(404)
    // The owner tries it out before anybody else can.
    expect((await beginProject(templateId, admin.owner.token)).status).toBe(201)

    expect((await admin.call('GET', '/publishing?status=draft&search=bare')).body).toMatchObject({
      items: [{ templateId, status: 'draft', preview: 'queued', thumbnail: '', versions: 1 }],
      matching: 1,
    })
    const ordered = await admin.call('POST', `/templates/${templateId}/versions/${versionId}/preview`, {
      posterFrame: 7,
    })
    expect(ordered.body).toMatchObject({ preview: { status: 'queued', posterFrame: 7 } })
  })

  it('is deleted with the owner’s own projects and videos, unless others have projects of it or it was on sale', async () => {
    const onSale = await addTemplate(store.db)
    const { document } = await getCurrentVersion(store.db, onSale)
    const make = () => transaction(store.db, (tx) => createDraft(tx, { name: 'Throw Away', document }))
    const [first, second] = [await make(), await make()]
    expect(second.templateId).toBe('throw-away-2')
    const named = await transaction(store.db, (tx) => createDraft(tx, { name: 'Free this week', document }))
    expect(named.templateId).toBe('free-this-week-2')
    const { token } = admin.owner
    const { projectId } = (await beginProject(first.templateId, token)).body
    const other = (await beginProject(onSale, token)).body
    const order = { projectId, kind: 'preview', idempotencyKey: 'try-the-draft' }
    const { status, body } = await store.call('POST', '/api/renders', { token, body: order })
    expect([status, body.error]).toEqual([202, undefined])
    expect((await admin.call('DELETE', `/templates/${first.templateId}`)).status).toBe(204)
    expect((await admin.call('GET', `/templates/${first.templateId}`)).status).toBe(404)
    expect((await store.call('GET', `/api/projects/${projectId}`, { token })).status).toBe(404)
    expect((await store.call('GET', `/api/projects/${other.projectId}`, { token })).status).toBe(200)

    const partner = await insertOwner(store)
    const own = (await beginProject(second.templateId, token)).body
    await beginProject(second.templateId, partner.token)
    for (const templateId of [second.templateId, onSale]) {
      const refused = await admin.call('DELETE', `/templates/${templateId}`)
      expect(refused).toMatchObject({ status: 409, body: { code: 'template-in-use' } })
    }
    expect((await admin.call('DELETE', `/templates/${onSale}`)).body.error).toContain('Withdraw it first')
    // Refused is refused for all of it.
    expect((await store.call('GET', `/api/projects/${own.projectId}`, { token })).status).toBe(200)
  })
})

describe('a template that was withdrawn', () => {
  it('is deleted, also from likes and carts, when nobody owns it, and otherwise kept with a reason', async () => {
    const { token } = buyer
    const [liked, bought] = [await addTemplate(store.db), await addTemplate(store.db)]
    await store.call('POST', '/api/add-to-liked', { token, body: { templateId: liked } })
    await store.call('POST', '/api/add-to-cart', { token, body: { templateId: liked } })
    await store.call('POST', '/api/purchase-template', { token, body: { templateId: bought } })
    for (const templateId of [liked, bought]) await admin.call('POST', `/templates/${templateId}/withdraw`, {})

    expect((await admin.call('DELETE', `/templates/${liked}`)).status).toBe(204)
    expect((await admin.call('GET', `/templates/${liked}`)).status).toBe(404)
    const { items } = (await store.call('GET', '/api/cart', { token })).body as { items: Body[] }
    expect(items.map(({ template }) => (template as Body).templateId)).not.toContain(liked)
    const { rows } = await store.db.$client.query('select action from admin_acts where subject_id = $1 order by id', [
      liked,
    ])
    expect(rows.map(({ action }) => action)).toEqual(['template-withdrawn', 'template-deleted'])

    const refused = await admin.call('DELETE', `/templates/${bought}`)
    expect(refused).toMatchObject({ status: 409, body: { code: 'template-in-use', owners: 1 } })
    expect(refused.body.error).toMatch(
      /^One customer owns this template and can go on using it, so it cannot be deleted/,
    )
    expect((await store.call('GET', `/api/own-templates/${bought}`, { token })).status).toBe(200)
  })

  it('opens in the editor for its buyers and for existing projects, and for nobody else', async () => {
    const templateId = await addTemplate(store.db)
    const [bought, began, stranger] = await Promise.all([insertMember(store), insertMember(store), insertMember(store)])
    const purchase = { token: bought.token, body: { templateId } }
    expect((await store.call('POST', '/api/purchase-template', purchase)).status).toBe(200)
    const project = (await beginProject(templateId, began.token)).body
    await admin.call('POST', `/templates/${templateId}/withdraw`, {})

    const ask = (who: MemberForTest) => store.call('GET', `/api/own-templates/${templateId}`, { token: who.token })
    expect((await ask(bought)).body).toMatchObject({ templateId })
    expect((await beginProject(templateId, bought.token)).status).toBe(201)
    expect((await ask(began)).status).toBe(200)
    const document = await store.call('GET', `/api/projects/${project.projectId}/document`, { token: began.token })
    expect(document.status).toBe(200)
    expect((await ask(stranger)).status).toBe(404)
    expect((await beginProject(templateId, stranger.token)).status).toBe(404)
    expect((await store.call('GET', `/api/own-templates/${templateId}`)).status).toBe(401)
  })
})

describe('the store', () => {
  it('shows changes of the owner at once, although answers are cached', async () => {
    const templateId = await addTemplate(store.db)
    const look = () => store.call('GET', `/api/template/${templateId}`)
    const list = async () => (await store.call('GET', '/api/catalogue/video?limit=48&section=Family')).text
    await expect.poll(async () => (await look()).status).toBe(200)
    await expect.poll(list).toContain(templateId)
    await admin.call('PATCH', `/templates/${templateId}`, { templateName: 'Another name', templatePrice: 33 })
    await expect
      .poll(async () => (await look()).body)
      .toMatchObject({ templateName: 'Another name', templatePrice: 33 })
    await admin.call('POST', `/templates/${templateId}/withdraw`, {})
    await expect.poll(async () => (await look()).status).toBe(404)
    await expect.poll(list).not.toContain(templateId)
  })
})

describe('an import', () => {
  const animation = JSON.stringify({ v: '5.9.0', fr: 25, ip: 0, op: 10, w: 320, h: 180, layers: [] })

  it('is queued for a worker, and can be discarded', async () => {
    const uploadId = await sendUpload(store, admin.owner.token, Buffer.from(animation))
    const request = { name: 'Lamps', files: [{ uploadId, path: 'data.json' }], settings: { autoFields: true } }
    const created = await admin.call('POST', '/imports', request)
    expect(created).toMatchObject({ status: 201, body: { name: 'Lamps', status: 'queued', templateId: null } })
    expect((await admin.call('GET', '/imports')).body).toMatchObject({ items: [{ importId: created.body.importId }] })
    const { rows } = await store.db.$client.query('select files from template_imports')
    const [{ storageKey }] = rows[0].files
    expect(await store.deps.storage.exists(storageKey)).toBe(true)
    // Repeated, because the first response was lost: returns the same import, and creates no second one.
    const again = await admin.call('POST', '/imports', request)
    expect(again).toMatchObject({ status: 201, body: { importId: created.body.importId } })
    expect((await admin.call('GET', '/imports')).body.items).toHaveLength(1)

    expect((await admin.call('DELETE', `/imports/${created.body.importId}`)).status).toBe(204)
    expect(await store.deps.storage.exists(storageKey)).toBe(false)
    expect((await admin.call('GET', `/imports/${created.body.importId}`)).status).toBe(404)
    // The upload itself had become the package.
    expect((await admin.call('POST', '/imports', request)).status).toBe(404)
  })

  it('is rejected for uploads of another user, or an unknown template', async () => {
    const theirs = await sendUpload(store, buyer.token, Buffer.from(animation))
    const own = await sendUpload(store, admin.owner.token, Buffer.from(animation))
    const files = (uploadId: string) => [{ uploadId, path: 'data.json' }]
    expect((await admin.call('POST', '/imports', { name: 'Theirs', files: files(theirs) })).status).toBe(404)
    const none = await admin.call('POST', '/imports', { name: 'None', files: files(own), templateId: 'no-such' })
    expect(none).toMatchObject({ status: 404, body: { code: 'template-not-found' } })
    for (const [method, path] of [
      ['GET', '/imports'],
      ['POST', '/imports'],
      ['GET', '/publishing'],
    ] as const) {
      expect((await store.call(method, `/api/admin${path}`, { token: buyer.token })).status).toBe(401)
    }
  })
})
