// The written pages: changing them in the admin area, and what visitors get.
import type { AdminContentList, AdminContentPage, ContentText } from '@vitrine/contract/content'
import { transaction } from '@vitrine/database/connection'
import { registerCatalogueAsset } from '@vitrine/store/media'
import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type AdminForTest, signInAsAdmin } from '../../../testing/admin.ts'
import { useApp } from '../../../testing/app.ts'
import { addTemplate } from '../../../testing/template.ts'

const store = useApp()
let admin: AdminForTest

beforeAll(async () => {
  admin = await signInAsAdmin(store)
})
beforeEach(async () => {
  await store.db.execute(sql`delete from content_pages`)
  await store.db.execute(sql`delete from content_translations`)
})

const open = async (slug: string) =>
  (await admin.call('GET', `/content/page?slug=${slug}`)).body as unknown as AdminContentPage
async function write(slug: string, changes: Partial<ContentText>) {
  const { text, revision } = await open(slug)
  return admin.call('PUT', `/content/page?slug=${slug}`, { text: { ...text, ...changes }, revision })
}
const read = (slug: string) => store.call('GET', `/api/content?slug=${slug}`)

describe('a written page', () => {
  it('is changed with an entry in the audit log, by which it can be taken back', async () => {
    const { text } = await open('terms')
    expect((await write('terms', { body: '## One\n\nBe *kind*.' })).status).toBe(200)
    expect((await read('terms')).body.sections).toEqual([
      { level: 2, title: 'One', id: 'one', parts: [{ html: '<p>Be <em>kind</em>.</p>\n' }] },
    ])
    const { items } = (await admin.call('GET', '/audit?subjectKind=settings&subjectId=page/terms')).body as {
      items: { before: Partial<ContentText> }[]
    }
    expect(items[0]?.before).toEqual({ body: text.body })
    await write('terms', items[0]?.before ?? {})
    expect((await open('terms')).text).toEqual(text)
  })

  it('says which field is wrong, and changes nothing then', async () => {
    const answer = await write('terms', { title: '', body: 'x'.repeat(50_001) })
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid-input' } })
    expect((answer.body.issues as { path: string }[]).map(({ path }) => path)).toEqual(['text.title', 'text.body'])
    expect((await open('terms')).revision).toBe(0)
  })

  it('refuses a change that somebody else has overtaken, and slugs of no page', async () => {
    const { text, revision } = await open('terms')
    await write('terms', { title: 'First' })
    const late = await admin.call('PUT', '/content/page?slug=terms', { text: { ...text, title: 'Second' }, revision })
    expect(late).toMatchObject({ status: 409, body: { code: 'settings-changed' } })
    for (const slug of ['home', 'blog/', 'blog/A', '../etc/passwd', 'blog/a/b'])
      expect([slug, (await read(encodeURIComponent(slug))).status]).toEqual([slug, 400])
  })

  it('is previewed as it will be shown', async () => {
    const { body } = await admin.call('POST', '/content/preview', { body: 'Packs:\n\n{{packs}}\n\n<script>' })
    expect(body.sections).toEqual([
      {
        ...{ level: 1, title: '', id: '' },
        parts: [{ html: '<p>Packs:</p>\n' }, { block: 'packs' }, { html: '<p>&lt;script&gt;</p>\n' }],
      },
    ])
  })
})

describe('a blog post', () => {
  it('is written, listed, in the sitemap, and removed', async () => {
    const post = { title: 'Diwali', description: 'Lamps', date: '2027-01-01', body: 'Light.' }
    expect((await write('blog/diwali', post)).status).toBe(200)
    const posts = async () => (await store.call('GET', '/api/content/posts')).body.posts as { slug: string }[]
    expect((await posts())[0]).toEqual({
      slug: 'blog/diwali',
      language: 'en',
      title: 'Diwali',
      description: 'Lamps',
      date: '2027-01-01',
    })
    const sitemap = await store.app.inject('/sitemap.xml')
    expect(sitemap.body).toContain('/blog/diwali</loc>')
    expect((await admin.call('DELETE', '/content/page?slug=blog/diwali&revision=1')).status).toBe(200)
    expect((await posts()).map(({ slug }) => slug)).not.toContain('blog/diwali')
    expect((await read('blog/diwali')).status).toBe(404)
    expect((await admin.call('DELETE', '/content/page?slug=terms&revision=0')).status).toBe(400)
  })
})

describe('the page of an occasion', () => {
  const slug = 'occasions/our-favourites'
  const words = { title: 'Our favourites', description: 'Chosen by hand', date: null, body: '' }
  const shown = async () =>
    (await store.call('GET', `/api/content/templates?slug=${slug}`)).body.templates as { templateId: string }[]

  it('shows the templates that its owner chose, in that order, as far as they are on sale', async () => {
    const [first, second, third] = [
      await addTemplate(store.db),
      await addTemplate(store.db),
      await addTemplate(store.db),
    ]
    const templates = [third, first, second]
    expect((await write(slug, { ...words, templates })).status).toBe(200)
    expect((await shown()).map(({ templateId }) => templateId)).toEqual(templates)
    expect((await read(slug)).body).toMatchObject({ templates, sharePictureUrl: null })
    await store.db.execute(sql`update templates set status = 'withdrawn' where id = ${first}`)
    expect((await write(slug, { title: 'Favourites' })).status).toBe(200)
    expect((await shown()).map(({ templateId }) => templateId)).toEqual([third, second])
    const { chosenTemplates } = await open(slug)
    expect(chosenTemplates.map(({ templateId, isOnSale }) => [templateId, isOnSale])).toEqual([
      [third, true],
      [first, false],
      [second, true],
    ])
    const { occasions } = (await store.call('GET', '/api/content/occasions')).body as { occasions: { slug: string }[] }
    expect(occasions[0]).toMatchObject({ slug, title: 'Favourites', isChosen: true })
    expect((await store.app.inject('/sitemap.xml')).body).toContain(`/${slug}</loc>`)
    await write(slug, { templates: [first] })
    const listed = (await store.call('GET', '/api/content/occasions')).body.occasions as { slug: string }[]
    expect(listed.map((occasion) => occasion.slug)).not.toContain(slug)
  })

  it('has a share picture of its own, read as those of the brand, and nothing that is not there', async () => {
    const headers = { 'content-type': 'application/octet-stream' }
    const blue = { create: { width: 700, height: 700, channels: 3, background: '#2b4eff' } } as const
    const picture = await sharp(blue).png().toBuffer()
    const { id, url } = (await admin.call('POST', '/content-files/share-picture', picture, { headers })).body
    expect((await write(slug, { ...words, sharePicture: String(id) })).status).toBe(200)
    expect((await read(slug)).body.sharePictureUrl).toBe(url)
    expect((await admin.call('POST', '/content-files/logo', picture, { headers })).status).toBe(400)
    expect((await admin.call('POST', '/content-files/share-picture', Buffer.from('<p>'), { headers })).body.code).toBe(
      'upload-type-not-allowed',
    )
    const paths = async (part: Partial<ContentText>) =>
      ((await write(slug, part)).body.issues as { path: string }[]).map(({ path }) => path)
    expect(await paths({ templates: ['nowhere'] })).toEqual(['text.templates'])
    expect(await paths({ templates: [] })).toEqual(['text.templates'])
    expect(await paths({ templates: ['a', 'a'] })).toEqual(['text.templates'])
    expect(await paths({ sharePicture: `sha256:${'0'.repeat(64)}` })).toEqual(['text.sharePicture'])
    const forSale = `sha256:${'ab'.repeat(32)}`
    await transaction(store.db, (tx) =>
      registerCatalogueAsset(tx, {
        ...{ id: forSale, kind: 'image', mime: 'image/png', sizeBytes: 1, width: 10, height: 10 },
        storageKey: 'private/catalogue/for-sale.png',
      }),
    )
    expect(await paths({ sharePicture: forSale })).toEqual(['text.sharePicture'])
  })
})

describe('a translation', () => {
  const place = 'slug=terms&language=hi'
  const offer = (offered: string[]) =>
    admin.call('PUT', '/settings/languages', {
      value: { offered, added: [] },
      revision: store.deps.settings.get().revisions.languages,
    })

  it('is written, shown and announced to search engines in the languages of the store alone, and removed', async () => {
    await offer(['hi', 'ta'])
    const empty = (await admin.call('GET', `/content/page?${place}`)).body as unknown as AdminContentPage
    expect(empty).toMatchObject({ language: 'hi', revision: 0, original: null, isOlder: false, text: { title: '' } })
    expect(empty.english?.title).toBe('Terms of service')
    const text = { title: 'शर्तें', description: '', date: null, body: 'नमस्ते {{store}}' }
    expect((await admin.call('PUT', `/content/page?${place}`, { text, revision: 0 })).status).toBe(200)
    const read = async (language: string) =>
      (await store.call('GET', `/api/content?slug=terms&language=${language}`)).body
    expect(await read('hi')).toMatchObject({ language: 'hi', languages: ['en', 'hi'], title: 'शर्तें' })
    expect(await read('ta')).toMatchObject({ language: 'en', languages: ['en', 'hi'], title: 'Terms of service' })
    const sitemap = (await store.app.inject('/sitemap.xml')).body
    const entry = /<url><loc>[^<]*\/terms<\/loc>.*/.exec(sitemap)?.[0] ?? ''
    expect([...entry.matchAll(/hreflang="(\w+)"/g)].map(([, tag]) => tag)).toEqual(['en', 'hi'])
    const titleIn = async (language: string) => {
      const headers = { 'accept-language': language }
      const { pages } = (await admin.call('GET', '/content', undefined, { headers }))
        .body as unknown as AdminContentList
      return pages.find(({ slug }) => slug === 'terms')?.title
    }
    expect([await titleIn('hi'), await titleIn('ta'), await titleIn('en')]).toEqual([
      'शर्तें',
      'Terms of service',
      'Terms of service',
    ])
    await write('terms', { title: 'New terms' })
    expect((await admin.call('GET', `/content/page?${place}`)).body).toMatchObject({ isOlder: true })
    const { items } = (await admin.call('GET', '/audit?subjectKind=settings&subjectId=page/hi/terms')).body as {
      items: { before: Partial<ContentText> }[]
    }
    expect(items[0]?.before).toMatchObject({ title: null })
    expect((await admin.call('DELETE', `/content/page?${place}&revision=1`)).status).toBe(200)
    expect(await read('hi')).toMatchObject({ language: 'en', languages: ['en'], title: 'New terms' })
  })

  it('of an occasion is older once the English words have changed, not when its templates have', async () => {
    await offer(['hi'])
    const slug = 'occasions/holi'
    const path = `/content/page?slug=${slug}`
    const text = { title: 'होली', description: '', date: null, body: 'रंग' }
    expect((await admin.call('PUT', `${path}&language=hi`, { text, revision: 0 })).status).toBe(200)
    const isOlder = async () => (await admin.call('GET', `${path}&language=hi`)).body.isOlder
    const stored = (await admin.call('GET', path)).body as unknown as AdminContentPage
    const chosen = { ...stored.text, templates: [await addTemplate(store.db)] }
    expect((await admin.call('PUT', path, { text: chosen, revision: stored.revision })).status).toBe(200)
    expect(await isOlder()).toBe(false)
    await write(slug, { body: 'Colours' })
    expect(await isOlder()).toBe(true)
  })

  it('is not shown while its language is not offered, and not written in one that the store does not know', async () => {
    await offer([])
    const text = { title: 'शर्तें', description: '', date: null, body: '' }
    expect((await admin.call('PUT', `/content/page?${place}`, { text, revision: 0 })).status).toBe(200)
    expect((await store.call('GET', `/api/content?${place}`)).body).toMatchObject({ language: 'en', languages: ['en'] })
    const unknown = await admin.call('PUT', '/content/page?slug=terms&language=xx', { text, revision: 0 })
    expect(unknown.status).toBe(404)
  })
})
