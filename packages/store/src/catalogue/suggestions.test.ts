import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { useDatabase } from '../../../../tests/database.ts'
import { addCatalogueFiles, addTemplate, catchApiError, newName } from '../../testing/store.ts'
import {
  getDirectSellTemplate,
  getImageTemplate,
  listDirectSellTemplates,
  listImageTemplates,
  listSitemapEntries,
} from './catalogue.ts'
import { pageSuggestions } from './suggestions.ts'

const database = useDatabase()
beforeAll(() => addCatalogueFiles(database.db))

describe('suggestions', () => {
  let subject: string
  const add = (name: string, categories: string[], sections: string[], kind: 'video' | 'image' = 'video') =>
    addTemplate(database.db, { name, categories, sections, kind })
  const listNames = async (cursor?: string, limit = 48) => {
    const page = await pageSuggestions(database.db, subject, { limit, cursor })
    return { names: page.items.map((item) => item.templateName), cursor: page.nextCursor ?? undefined }
  }

  beforeAll(async () => {
    subject = await add('Subject', ['Wedding', 'Gold'], ['Invitations', 'Festive'])
    await add('Two categories', ['Wedding', 'Gold'], ['Other'])
    await add('One section', ['Other'], ['Festive'])
    await add('Section and category', ['Gold'], ['Invitations'])
    await add('All of it', ['Wedding', 'Gold'], ['Invitations', 'Festive'])
    await add('One category, named twice', ['Wedding', 'Wedding'], [])
    await add('Nothing shared', ['Other'], ['Other'])
    const popular = await add('Much bought, nothing shared', [], [])
    await database.db.execute(sql`update templates set purchase_count = 5 where id = ${popular}`)
    await add('Another kind', ['Wedding'], ['Invitations'], 'image')
    await add('B tie', ['Wedding'], ['Festive'])
    await add('A tie', ['Gold'], ['Festive'])
  })

  it('count 2 for a category and 3 for a section, ties by name, then what shares nothing by popularity', async () => {
    expect((await listNames()).names).toEqual([
      'All of it',
      'A tie',
      'B tie',
      'Section and category',
      'Two categories',
      'One section',
      'One category, named twice',
      'Much bought, nothing shared',
      'Nothing shared',
    ])
  })

  it('come page by page without gaps or repetitions', async () => {
    const all: string[] = []
    let cursor: string | undefined
    do {
      const page = await listNames(cursor, 2)
      all.push(...page.names)
      cursor = page.cursor
    } while (cursor)
    expect(all).toEqual((await listNames()).names)
  })

  it('of a template that is not there, or with a cursor of another, are refused', async () => {
    expect((await catchApiError(pageSuggestions(database.db, newName(), { limit: 8 }))).code).toBe('template-not-found')
    const { cursor } = await listNames(undefined, 2)
    const other = await add('Other subject', ['Wedding'], [])
    expect((await catchApiError(pageSuggestions(database.db, other, { limit: 8, cursor }))).code).toBe('invalid-input')
  })
})

describe('the other kinds', () => {
  it('have the fields of the specification, and are only found as what they are', async () => {
    const image = await addTemplate(database.db, { kind: 'image' })
    const video = await addTemplate(database.db, { kind: 'direct-sell' })
    expect(await getImageTemplate(database.db, `${image}-template`)).toMatchObject({
      templateId: image,
      templateOverlay: '',
      overlayImg: '',
      thumbnailFrame: '0',
    })
    const ready = await getDirectSellTemplate(database.db, video)
    expect(ready.templateThumbnail).toMatch(/^\/media\/[0-9a-f]{64}\.webp\?t=\d{13}$/)
    expect(ready).toMatchObject({ templateImage: ready.templateThumbnail, templatePreview: ready.templateLink })
    expect((await catchApiError(getImageTemplate(database.db, video))).message).toBe('Image template not found')
    expect((await catchApiError(getDirectSellTemplate(database.db, image))).message).toBe(
      'Direct sell template not found',
    )
    expect((await listImageTemplates(database.db)).map((template) => template.templateId)).toContain(image)
    expect((await listDirectSellTemplates(database.db)).map((template) => template.templateId)).toEqual([video])
    const entries = await listSitemapEntries(database.db, 2)
    expect(entries.map(({ templateId, kind }) => [templateId, kind])).toEqual([
      [video, 'direct-sell'],
      [image, 'image'],
    ])
  })
})

describe('among a few thousand templates', () => {
  beforeAll(async () => {
    const model = await addTemplate(database.db, { kind: 'image', name: 'Model' })
    await database.db.execute(sql`
      insert into templates (id, kind, status, name, description, categories, sections, compatibility, price_credits,
        price_credits_india, license_name, license_summary, poster_asset_id, preview_asset_id, dominant_color,
        current_version_id, purchase_count)
      select 'bulk-' || n, 'image', 'published', 'Card ' || md5(n::text), 'About ' || md5('d' || n::text),
        array['Category ' || n % 40], array['Section ' || n % 200], '{}', n % 500, n % 300, license_name,
        license_summary, poster_asset_id, preview_asset_id, dominant_color, current_version_id, n % 1000
      from templates, generate_series(1, 6000) n where id = ${model}`)
    await database.db.execute(sql`vacuum analyze templates`)
  })
  const explain = async (query: string) => {
    const { rows } = await database.db.execute<{ 'QUERY PLAN': string }>(sql.raw(`explain ${query}`))
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  }

  it('a search is answered from the trigram index by the planner’s own choice', async () => {
    const matching = `status = 'published' and kind = 'image' and search_text like lower('%3fdba35f%')`
    for (const query of [
      `select id from templates where ${matching} order by popularity desc, id desc limit 9`,
      `select count(*) from templates where ${matching}`,
    ]) {
      expect(await explain(query)).toContain('Bitmap Index Scan on templates_search')
    }
  })

  it('a page is read from the index of its order, and suggestions from those of sections and categories', async () => {
    const page = await explain(
      `select id from templates where status = 'published' and kind = 'image' and (popularity, id) < (500, 'x')
       order by popularity desc, id desc limit 9`,
    )
    expect(page).toMatch(/Index (Only )?Scan Backward using templates_popularity/)
    const alike = await explain(
      `select id from templates where status = 'published' and kind = 'image'
       and (categories && array['Nowhere'] or sections && array['Section 7'])`,
    )
    expect(alike).toContain('templates_sections')
    expect(alike).toContain('templates_categories')
  })
})
