import { join } from 'node:path'
import type { ContentText } from '@vitrine/contract/content'
import { transaction } from '@vitrine/database/connection'
import { beforeEach, describe, expect, it } from 'vitest'
import { useDatabase } from '../../../../tests/database.ts'
import { errorCodeOf } from '../shop-fixture.ts'
import {
  changeContent,
  listContent,
  listPosts,
  readBundledPages,
  readContent,
  readContentRevision,
  type WantedContent,
} from './content-page.ts'
import { contentPages } from './tables.ts'

const database = useDatabase()
const bundled = readBundledPages(join(import.meta.dirname, '../../content'))
beforeEach(() => database.db.delete(contentPages))

const change = (wanted: WantedContent) => transaction(database.db, (tx) => changeContent(tx, bundled, wanted))
const textOf = (changes: Partial<ContentText> = {}): ContentText => ({
  ...{ title: 'Terms', description: 'What applies', date: null, body: 'Be kind.' },
  ...changes,
})

describe('the FAQ that the program brings', () => {
  const { body = '' } = bundled.get('faq') ?? {}

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
    expect(await readContent(database.db, bundled, 'terms')).toEqual({ text: bundled.get('terms'), revision: 0 })
    const before = await readContentRevision(database.db)
    const done = await change({ slug: 'terms', text: textOf(), revision: 0 })
    expect(done).toMatchObject({ before: bundled.get('terms'), after: textOf() })
    expect(await readContent(database.db, bundled, 'terms')).toEqual({ text: textOf(), revision: 1 })
    expect(await readContentRevision(database.db)).toBeGreaterThan(before)
  })

  it('refuses a change made from an older text, and accepts one that is repeated', async () => {
    const mine = { slug: 'terms', text: textOf({ body: 'Mine' }), revision: 0 }
    await change(mine)
    expect(await change(mine), 'the response was lost').toBeUndefined()
    const theirs = change({ slug: 'terms', text: textOf({ body: 'Theirs' }), revision: 0 })
    expect((await errorCodeOf(theirs)).code).toBe('settings-changed')
  })

  it('of two first changes at the same time accepts one', async () => {
    const tries = ['One', 'Two'].map((body) => change({ slug: 'faq', text: textOf({ body }), revision: 0 }))
    const outcomes = await Promise.allSettled(tries)
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  it('cannot be removed', async () => {
    expect((await errorCodeOf(change({ slug: 'terms', text: null, revision: 0 }))).code).toBe('invalid-input')
    await expect(
      database.db.insert(contentPages).values({ slug: 'terms', text: null, revision: 1 }),
    ).rejects.toMatchObject({ cause: { constraint: 'content_pages_removed' } })
  })
})

describe('the blog', () => {
  const post = textOf({ title: 'Diwali', date: '2027-01-01' })

  it('lists posts newest first, also new ones, and not those that were removed', async () => {
    await change({ slug: 'blog/diwali', text: post, revision: 0 })
    await change({ slug: 'blog/photos-that-work', text: null, revision: 0 })
    const posts = await listPosts(database.db, bundled)
    expect(posts.map(({ slug }) => slug)).toEqual(['blog/diwali', 'blog/a-film-instead-of-a-card'])
    expect((await readContent(database.db, bundled, 'blog/photos-that-work')).text).toBeUndefined()
    expect((await listContent(database.db, bundled)).map(({ slug }) => slug)).not.toContain('blog/photos-that-work')
  })

  it('takes back a removed post', async () => {
    const done = await change({ slug: 'blog/photos-that-work', text: null, revision: 0 })
    await change({ slug: 'blog/photos-that-work', text: done?.before as ContentText, revision: 1 })
    expect((await readContent(database.db, bundled, 'blog/photos-that-work')).text).toEqual(
      bundled.get('blog/photos-that-work'),
    )
  })

  it('takes no post without a date', async () => {
    const undated = change({ slug: 'blog/new', text: textOf(), revision: 0 })
    expect((await errorCodeOf(undated)).code).toBe('invalid-input')
  })
})
