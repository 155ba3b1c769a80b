import { join } from 'node:path'
import type { ContentText } from '@vitrine/contract/content'
import { transaction } from '@vitrine/database/connection'
import { beforeEach, describe, expect, it } from 'vitest'
import { useDatabase } from '../../../../tests/database.ts'
import { catchApiError } from '../../testing/store.ts'
import {
  type ContentUpdate,
  changeContent,
  listContent,
  listOccasions,
  listPosts,
  readBundledPages,
  readContent,
  readContentRevision,
  readShownContent,
} from './content-page.ts'
import { contentPages, contentTranslations } from './tables.ts'

const database = useDatabase()
const bundled = readBundledPages(join(import.meta.dirname, '../../content'))
const english: ReadonlyMap<string, ContentText> = bundled.get('en') ?? new Map()
const offered = ['en', 'hi', 'bn']
const inEnglish = { language: 'en', offered }
beforeEach(async () => {
  await database.db.delete(contentPages)
  await database.db.delete(contentTranslations)
})

const change = (update: Omit<ContentUpdate, 'language'> & { language?: string }) =>
  transaction(database.db, (tx) => changeContent(tx, bundled, { language: 'en', ...update }))
const createText = (changes: Partial<ContentText> = {}): ContentText => ({
  ...{ title: 'Terms', description: 'What applies', date: null, body: 'Be kind.', templates: null, sharePicture: null },
  ...changes,
})

describe('the FAQ that the program brings', () => {
  const { body = '' } = english.get('faq') ?? {}

  it('has the five categories of the specification, in their order', () => {
    expect(body.match(/^## .*$/gm)).toEqual([
      '## Using the platform',
      '## File Formats & Quality',
      '## Technical Support',
      '## Pricing & Plans',
      '## Usage & Licensing',
    ])
  })

  it.each([
    [/MP4, mostly in Full HD, 1920x1080/],
    [/4K is planned for premium/],
    [/Past downloads are under My Downloads/],
    [/all exclusive templates, high-resolution downloads, priority support, and early access to AI features/],
    [/Cancel anytime; you keep your access until the end of the period/],
    [/pay-per-use option/],
    [/there are free templates/],
    [/royalty-free for commercial use, with no attribution required/],
  ])('states %s once', (statement) => {
    expect(body.split('\n').filter((line) => statement.test(line))).toHaveLength(1)
  })
})

describe('a written page', () => {
  it('is as the program brings it until somebody changes it', async () => {
    expect(await readContent(database.db, bundled, 'terms')).toMatchObject({
      text: english.get('terms'),
      revision: 0,
    })
    const before = await readContentRevision(database.db)
    const [done] = await change({ slug: 'terms', text: createText(), revision: 0 })
    expect(done).toMatchObject({ before: english.get('terms'), after: createText() })
    expect(await readContent(database.db, bundled, 'terms')).toMatchObject({ text: createText(), revision: 1 })
    expect(await readContentRevision(database.db)).toBeGreaterThan(before)
  })

  it('refuses a change made from an older text, and accepts one that is repeated', async () => {
    const mine = { slug: 'terms', text: createText({ body: 'Mine' }), revision: 0 }
    await change(mine)
    expect(await change(mine), 'the response was lost').toEqual([])
    const theirs = change({ slug: 'terms', text: createText({ body: 'Theirs' }), revision: 0 })
    expect((await catchApiError(theirs)).code).toBe('settings-changed')
  })

  it('of two first changes at the same time accepts one', async () => {
    const tries = ['One', 'Two'].map((body) => change({ slug: 'faq', text: createText({ body }), revision: 0 }))
    const outcomes = await Promise.allSettled(tries)
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  it('of an occasion is added, translated and removed like a post, without a date', async () => {
    const slug = 'occasions/haldi'
    await change({ slug, text: createText({ title: 'Haldi' }), revision: 0 })
    await change({ slug, language: 'hi', text: createText({ title: 'हल्दी' }), revision: 0 })
    const list = async (language: string) =>
      (await listOccasions(database.db, bundled, { language, offered })).map(({ title }) => title)
    expect((await list('en')).slice(0, 2)).toEqual(['Wedding videos and invitations', 'Birthday videos and cards'])
    expect(await list('hi')).toContain('हल्दी')
    await change({ slug, text: null, revision: 1 })
    await change({ slug: 'occasions/holi', text: null, revision: 0 })
    expect(await list('hi')).not.toContain('हल्दी')
    expect(await list('en')).not.toContain('Holi greetings and invitations')
  })

  it('of an occasion has the templates that its owner chose, in all languages, and stays translated', async () => {
    const slug = 'occasions/holi'
    const { text, revision } = await readContent(database.db, bundled, slug)
    if (!text) throw new Error('There is a page of Holi')
    const templates = ['b', 'a']
    const [done] = await change({ slug, text: { ...text, templates }, revision })
    expect([done?.before.templates, done?.after.templates]).toEqual([null, templates])
    const hindi = await readContent(database.db, bundled, slug, 'hi')
    expect(hindi.text).toMatchObject({ title: bundled.get('hi')?.get(slug)?.title, templates })
    await change({ slug, language: 'hi', text: { ...createText({ title: 'होली' }), templates: ['c'] }, revision: 0 })
    expect((await readContent(database.db, bundled, slug, 'hi')).text).toMatchObject({ title: 'होली', templates })
    const listed = await listOccasions(database.db, bundled, inEnglish)
    expect(listed[0]).toMatchObject({ slug, templates })
    expect(listed[1]).toMatchObject({ slug: 'occasions/wedding', templates: null })
    // A text from before there were such fields.
    const { templates: _, sharePicture: __, ...old } = createText()
    await database.db.update(contentPages).set({ text: old as ContentText })
    expect((await readContent(database.db, bundled, slug)).text).toEqual(createText())
  })

  it('tells when its words changed, which other templates and another share picture do not', async () => {
    const slug = 'occasions/eid'
    const { text } = await readContent(database.db, bundled, slug)
    if (!text) throw new Error('There is a page of Eid')
    const wordsChangedAt = async () => (await readContent(database.db, bundled, slug)).wordsChangedAt
    await change({ slug, text: { ...text, templates: ['a'] }, revision: 0 })
    expect(await wordsChangedAt()).toBeNull()
    await change({ slug, text: { ...text, templates: ['a'], body: 'Mine' }, revision: 1 })
    const changed = await wordsChangedAt()
    expect(changed).toBeInstanceOf(Date)
    await change({ slug, text: { ...text, templates: ['b'], body: 'Mine' }, revision: 2 })
    expect(await wordsChangedAt()).toEqual(changed)
    await change({ slug, text: { ...text, templates: ['b'] }, revision: 3 })
    expect((await wordsChangedAt())?.getTime()).toBeGreaterThan(changed?.getTime() ?? Infinity)
  })

  it('stays translated while its English words change, as older, unless its owner prefers the English text', async () => {
    const faq = async (language: string) => readContent(database.db, bundled, 'faq', language)
    const { text } = await faq('en')
    const marathi = (await faq('mr')).text
    if (!text || !marathi) throw new Error('There is an FAQ in Marathi')
    await change({ slug: 'faq', text: { ...text, body: `${text.body}\n\n### One more?\n\nYes.` }, revision: 0 })
    const translated = await faq('mr')
    expect(translated.text).toEqual(marathi)
    expect(translated.changedAt?.getTime()).toBeLessThan((await faq('en')).wordsChangedAt?.getTime() ?? 0)
    await change({ slug: 'faq', text: { ...text, body: 'Other' }, revision: 1, keepTranslations: false })
    expect((await faq('mr')).text).toBeUndefined()
  })

  it('that is not of an occasion has no templates and no share picture, in code and in SQL', async () => {
    for (const part of [{ templates: ['a'] }, { sharePicture: `sha256:${'0'.repeat(64)}` }]) {
      const [field = ''] = Object.keys(part)
      await expect(change({ slug: 'terms', text: createText(part), revision: 0 })).rejects.toMatchObject({
        details: { issues: [{ path: `text.${field}` }] },
      })
      await expect(
        database.db.insert(contentPages).values({ slug: 'terms', text: createText(part), revision: 1 }),
      ).rejects.toMatchObject({
        cause: { constraint: expect.stringMatching(/^content_pages_(templates|share_picture)$/) },
      })
    }
    await expect(
      database.db
        .insert(contentPages)
        .values({ slug: 'occasions/x', text: createText({ templates: [] }), revision: 1 }),
    ).rejects.toMatchObject({ cause: { constraint: 'content_pages_templates' } })
  })

  it('of an occasion comes in every language that the program brings, each with the sections of the English one', () => {
    const listSections = (text?: ContentText) => text?.body.match(/^(## |- )/gm)
    for (const language of ['hi', 'mr', 'ta', 'ar'])
      for (const [slug, text] of english)
        if (slug.startsWith('occasions/'))
          expect(listSections(bundled.get(language)?.get(slug)), `${language} ${slug}`).toEqual(listSections(text))
  })

  it('cannot be removed', async () => {
    expect((await catchApiError(change({ slug: 'terms', text: null, revision: 0 }))).code).toBe('invalid-input')
    await expect(
      database.db.insert(contentPages).values({ slug: 'terms', text: null, revision: 1 }),
    ).rejects.toMatchObject({ cause: { constraint: 'content_pages_removed' } })
  })
})

describe('the blog', () => {
  const post = createText({ title: 'Diwali', date: '2027-01-01' })

  it('lists posts newest first, also new ones, and not those that were removed', async () => {
    await change({ slug: 'blog/diwali', text: post, revision: 0 })
    await change({ slug: 'blog/photos-that-work', text: null, revision: 0 })
    const posts = await listPosts(database.db, bundled, inEnglish)
    expect(posts.map(({ slug }) => slug)).toEqual(['blog/diwali', 'blog/a-film-instead-of-a-card'])
    expect((await readContent(database.db, bundled, 'blog/photos-that-work')).text).toBeUndefined()
    expect((await listContent(database.db, bundled, inEnglish)).map(({ slug }) => slug)).not.toContain(
      'blog/photos-that-work',
    )
  })

  it('takes back a removed post', async () => {
    const [done] = await change({ slug: 'blog/photos-that-work', text: null, revision: 0 })
    await change({ slug: 'blog/photos-that-work', text: done?.before as ContentText, revision: 1 })
    expect((await readContent(database.db, bundled, 'blog/photos-that-work')).text).toEqual(
      english.get('blog/photos-that-work'),
    )
  })

  it('takes no post without a date', async () => {
    const undated = change({ slug: 'blog/new', text: createText(), revision: 0 })
    expect((await catchApiError(undated)).code).toBe('invalid-input')
  })
})

describe('a translation', () => {
  const shown = (slug: string, language: string) => readShownContent(database.db, bundled, slug, { language, offered })

  it('is shown in its language, and the English text in those without one', async () => {
    const before = await readContentRevision(database.db)
    await change({ slug: 'terms', language: 'bn', text: createText({ title: 'শর্ত' }), revision: 0 })
    expect(await shown('terms', 'bn')).toMatchObject({
      language: 'bn',
      languages: ['en', 'bn'],
      text: { title: 'শর্ত' },
    })
    expect(await shown('terms', 'hi')).toMatchObject({ language: 'en', text: english.get('terms') })
    expect(await shown('terms', 'xx'), 'not offered').toMatchObject({ language: 'en' })
    expect(await readContentRevision(database.db)).toBeGreaterThan(before)
  })

  it('has revisions of its own, and is removed without the page', async () => {
    await change({ slug: 'terms', text: createText(), revision: 0 })
    const [done] = await change({ slug: 'terms', language: 'bn', text: createText({ title: 'শর্ত' }), revision: 0 })
    expect(done).toMatchObject({ language: 'bn', before: { title: null }, after: { title: 'শর্ত' } })
    const late = change({ slug: 'terms', language: 'bn', text: createText({ title: 'Late' }), revision: 0 })
    expect((await catchApiError(late)).code).toBe('settings-changed')
    await change({ slug: 'terms', language: 'bn', text: null, revision: 1 })
    expect(await shown('terms', 'bn')).toMatchObject({ language: 'en', languages: ['en'], text: createText() })
  })

  it('that the program brings ends with the English text that it is of, where its owner prefers the new one', async () => {
    expect(await shown('faq', 'hi')).toMatchObject({ language: 'hi', text: bundled.get('hi')?.get('faq') })
    await change({ slug: 'faq', text: createText({ title: 'Ours' }), revision: 0, keepTranslations: false })
    expect(await shown('faq', 'hi')).toMatchObject({ language: 'en', languages: ['en'], text: { title: 'Ours' } })
    await change({ slug: 'faq', text: english.get('faq') ?? null, revision: 1 })
    expect(await shown('faq', 'hi')).toMatchObject({ language: 'hi' })
  })

  it('of a post has the date of the post, and goes with it', async () => {
    const post = createText({ title: 'Diwali', date: '2027-01-01' })
    const early = change({ slug: 'blog/diwali', language: 'bn', text: post, revision: 0 })
    expect((await catchApiError(early)).code).toBe('not-found')
    await change({ slug: 'blog/diwali', text: post, revision: 0 })
    await change({ slug: 'blog/diwali', language: 'bn', text: createText({ title: 'দীপাবলি' }), revision: 0 })
    await change({ slug: 'blog/diwali', text: { ...post, date: '2027-01-02' }, revision: 1 })
    const [first] = await listPosts(database.db, bundled, { language: 'bn', offered })
    expect(first).toMatchObject({ language: 'bn', title: 'দীপাবলি', date: '2027-01-02' })
    const removed = await change({ slug: 'blog/diwali', text: null, revision: 2 })
    expect(removed.map(({ language }) => language)).toEqual(['en', 'bn'])
    expect(await shown('blog/diwali', 'bn')).toBeUndefined()
    await change({ slug: 'blog/diwali', text: post, revision: 3 })
    expect(await shown('blog/diwali', 'bn')).toMatchObject({ language: 'en' })
  })
})
