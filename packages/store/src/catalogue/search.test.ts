// What a search finds beyond its own letters.
import { FIRST_SYNONYMS } from '@vitrine/contract/search-synonyms'
import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { useDatabase } from '../../../../tests/database.ts'
import { NONSENSE, SPELLINGS } from '../../testing/search-spellings.ts'
import { addCatalogueFiles, addTemplate, catchApiError } from '../../testing/store.ts'
import { type CatalogueQuery, pageTemplates } from './page.ts'
import { letterDistance, readSearch, readThesaurus, soundKey, splitWords } from './search-text.ts'

const database = useDatabase()

/** Category and section of a template for each occasion, and unrelated ones that are also for sale. */
const OCCASIONS: readonly (readonly [string, string])[] = [
  ['Wedding', 'Weddings'],
  ['Save the date', 'Announcements'],
  ['Engagement', 'Family'],
  ['Haldi', 'Ceremonies'],
  ['Mehndi', 'Ceremonies'],
  ['Sangeet', 'Ceremonies'],
  ['Baby shower', 'Family'],
  ['Naming ceremony', 'Family'],
  ['Housewarming', 'Family'],
  ['Birthday', 'Birthdays'],
  ['Anniversary', 'Family'],
  ['Diwali', 'Festivals'],
  ['Holi', 'Festivals'],
  ['Eid', 'Festivals'],
  ['Onam', 'Festivals'],
  ['Pongal', 'Festivals'],
  ['Durga Puja', 'Festivals'],
  ['Christmas', 'Festivals'],
  ['New Year', 'Festivals'],
  ['Shop opening', 'Business'],
  ['Sale', 'Business'],
  ['Menu', 'Business'],
  ['Real estate', 'Business'],
  ['Gym', 'Business'],
  ['Coaching', 'Business'],
  ['Recruitment', 'Business'],
  ['Testimonial', 'Business'],
  ['Invitation', 'Invitations'],
]

const query = (changes: Partial<CatalogueQuery>): CatalogueQuery => ({
  ...{ kind: 'video', search: '', section: '', sort: 'popularity', limit: 48, isIndianUser: false },
  synonyms: FIRST_SYNONYMS,
  ...changes,
})
const find = (search: string, changes: Partial<CatalogueQuery> = {}) =>
  pageTemplates(database.db, query({ search, ...changes }))

beforeAll(async () => {
  await addCatalogueFiles(database.db)
  for (const [index, [category, section]] of OCCASIONS.entries()) {
    const template = { categories: [category], sections: [section], description: 'Your photos and a line of your own.' }
    await addTemplate(database.db, { ...template, name: `Number ${index}` })
    // Another one that only mentions the next occasion.
    const mentioned = OCCASIONS[(index + 1) % OCCASIONS.length]?.[0]
    await addTemplate(database.db, {
      ...{ kind: 'image', categories: ['Frame'], sections: ['Frames'], name: `Frame ${index}` },
      description: `Goes with ${mentioned}`,
    })
  }
})

describe('of more than 200 spellings in nine languages', () => {
  const all = SPELLINGS.flatMap(([language, meant, spellings]) =>
    spellings.split(', ').map((spelling) => ({ language, meant, spelling })),
  )

  it('there are as many', () => {
    expect(all.length).toBeGreaterThanOrEqual(200)
    expect(new Set(all.map(({ language }) => language)).size).toBe(9)
  })

  it.each(all)('$language “$spelling” finds $meant first', async ({ spelling, meant }) => {
    const { items } = await find(spelling)
    expect(items.map(({ templateCategory: [category] }) => category)[0]).toBe(meant)
  })
})

it.each(NONSENSE)('the word “%s”, which is none, is taken for no other and comes close to nothing', async (search) => {
  expect(await find(search)).toMatchObject({ items: [], total: 0, closest: [] })
  expect((await find(search)).correctedSearch).toBeUndefined()
})

const listIds = ({ items }: Awaited<ReturnType<typeof find>>) => items.map(({ templateId }) => templateId)

describe('a search', () => {
  it('that is misspelt says what was searched instead, and one that finds something as it is does not', async () => {
    expect(await find('wedidng')).toMatchObject({ correctedSearch: 'wedding', total: 1, isTotalExact: true })
    expect((await find('wedding')).correctedSearch).toBeUndefined()
    expect((await find('शादी')).correctedSearch).toBeUndefined()
    expect((await find('numbre 7')).items[0]?.templateName).toBe('Number 7')
  })

  it('in which every word means something finds what has all of them, in any order and far apart', async () => {
    await addTemplate(database.db, {
      name: 'A',
      categories: ['Wedding', 'Gold'],
      sections: [],
      description: 'For parents',
    })
    const found = await find('parents gold shaadi template')
    expect(found.items.map(({ templateName }) => templateName)).toEqual(['A'])
  })

  it('that finds nothing shows what is close to its meaning, most alike first, whatever the filters say', async () => {
    const { items, total, closest = [] } = await find('zeppelin sakharpuda', { section: 'Nowhere' })
    expect({ items, total }).toEqual({ items: [], total: 0 })
    expect(closest[0]?.templateCategory).toEqual(['Engagement'])
    expect(closest.map(({ templateCategory: [category] }) => category)).toContain('Wedding')
    expect(await find('qqqq')).toMatchObject({ items: [], closest: [] })
  })

  it('shows what is named so before what only mentions it', async () => {
    const { items } = await find('xmas', { kind: 'image' })
    const named = await addTemplate(database.db, {
      kind: 'image',
      name: 'Bauble',
      categories: ['Christmas'],
      sections: [],
    })
    expect(items.map(({ templateName }) => templateName)).toEqual(['Frame 16'])
    expect((await find('xmas', { kind: 'image' })).items.map(({ templateId }) => templateId)[0]).toBe(named)
  })

  it('knows the words that the settings have now', async () => {
    expect((await find('flurble', { synonyms: [] })).items).toEqual([])
    expect((await find('flurble', { synonyms: ['holi, flurble'] })).items[0]?.templateCategory).toEqual(['Holi'])
  })

  it('stops knowing the words of a template that is withdrawn, renamed or deleted', async () => {
    const id = await addTemplate(database.db, { name: 'Xylophone', categories: [], sections: [] })
    expect((await find('xylofone')).correctedSearch).toBe('xylophone')
    await database.db.execute(sql`update templates set name = 'Bassoon' where id = ${id}`)
    expect((await find('xylofone')).items).toEqual([])
    expect(listIds(await find('basson'))).toEqual([id])
    await database.db.execute(sql`update templates set status = 'withdrawn' where id = ${id}`)
    expect((await find('basson')).items).toEqual([])
    const { rows } = await database.db.execute(
      sql`select term from catalogue_terms where term in ('xylophone', 'bassoon') and template_count > 0`,
    )
    expect(rows).toEqual([])
  })

  it('counts the words of all templates as they are, whatever happened to them', async () => {
    const { rows } = await database.db.execute(sql`
      with counted as (
        select kind, term, count(*)::int as templates, sum(is_label)::int as labels
        from templates, template_terms(search_words, categories, sections) where status = 'published' group by kind, term
      )
      select * from counted full join catalogue_terms using (kind, term)
      where coalesce(templates, 0) <> coalesce(template_count, 0) or coalesce(labels, 0) <> coalesce(label_count, 0)`)
    expect(rows).toEqual([])
  })
})

describe('by meaning', () => {
  const bulk = ['shaadi', 'shaadi', 'lagna', 'vivah', 'wedding', 'lagna', 'vivah', 'lagna', 'wedding', 'mentioned']
  const ids: string[] = []
  beforeAll(async () => {
    for (const [index, word] of bulk.entries()) {
      const isMentioned = word === 'mentioned'
      ids.push(
        await addTemplate(database.db, {
          ...{ kind: 'direct-sell', name: `Loop ${index}`, categories: isMentioned ? [] : [word], sections: [] },
          ...{ description: isMentioned ? 'For a vivah' : 'Turns', priceCredits: (index * 7) % 5 },
        }),
      )
    }
  })
  const walk = async (search: string, sort: CatalogueQuery['sort'], limit: number) => {
    const found: string[] = []
    let cursor: string | undefined
    do {
      const page = await find(search, { kind: 'direct-sell', sort, limit, cursor })
      expect(page).toMatchObject({ total: bulk.length, isTotalExact: true })
      found.push(...listIds(page))
      cursor = page.nextCursor ?? undefined
    } while (cursor)
    return found
  }

  it.each(['popularity', 'price-low-high', 'price-high-low'] as const)(
    'everything comes once in the order %s, however long the pages are, also of a misspelt search',
    async (sort) => {
      for (const search of ['shaadi', 'weding']) {
        const all = await walk(search, sort, 48)
        expect([...all].sort()).toEqual([...ids].sort())
        for (const limit of [1, 2, 3]) expect(await walk(search, sort, limit)).toEqual(all)
      }
    },
  )

  it('what contains the search itself comes first, what only mentions a word like it last', async () => {
    const all = await walk('shaadi', 'popularity', 48)
    expect(new Set(all.slice(0, 2))).toEqual(new Set(ids.slice(0, 2)))
    expect(all.at(-1)).toBe(ids.at(-1))
  })

  it('what was bought for money comes before what is new, what was given away does not', async () => {
    await database.db.execute(sql`update templates set purchase_count = 900 where id = ${ids[3]}`)
    await database.db.execute(
      sql`update templates set purchase_count = 3, paid_purchase_count = 3 where id = ${ids[6]}`,
    )
    await database.db.execute(sql`update templates set created_at = now() - interval '1 year' where id = ${ids[7]}`)
    const all = await walk('shaadi', 'popularity', 48)
    expect(all[2]).toBe(ids[6])
    expect(all.indexOf(ids[3] ?? '')).toBeGreaterThan(2)
    expect(all.at(-2)).toBe(ids[7])
  })

  it('a cursor of another order is refused', async () => {
    const { nextCursor } = await find('shaadi', { kind: 'direct-sell', limit: 3 })
    const cursor = nextCursor ?? undefined
    const other = find('shaadi', { kind: 'direct-sell', sort: 'price-low-high', cursor })
    expect((await catchApiError(other)).code).toBe('invalid-input')
  })
})

describe('words', () => {
  it('are split in the same places by the database', async () => {
    for (const text of ['Save-the-date: “गृह प्रवेश” – বিয়ে!', "Chef's  NO. 1 (पेज)।", 'عيد، مبارك؟ x/y_z', 'Ångström…']) {
      const { rows } = await database.db.execute<{ word: string }>(
        sql`select word from search_words_of(${text}) as word`,
      )
      expect(rows.map(({ word }) => word)).toEqual(splitWords(text))
    }
  })

  it('that sound the same have the same key', () => {
    expect(soundKey('shaadee')).toBe(soundKey('shadi'))
    expect(soundKey('griha pravesh')).toBe(soundKey('grihapravesh'))
    expect(soundKey('दीवाली')).toBe(soundKey('दिवाली'))
    expect(soundKey('wedding')).not.toBe(soundKey('reading'))
  })

  it('differ by letters, two that changed places being one', () => {
    expect(letterDistance('wedding', 'wedidng', 2)).toBe(1)
    expect(letterDistance('diwali', 'dewli', 2)).toBe(2)
    expect(letterDistance('holi', 'christmas', 3)).toBe(Number.POSITIVE_INFINITY)
  })

  it('are read as the longest term that means something', () => {
    const thesaurus = readThesaurus(['save the date, std > wedding', 'date, day', 'wedding, shaadi'])
    const parts = readSearch('Save the Date shaadi gold', thesaurus).map(({ typed, meanings }) => [
      typed,
      meanings.length,
    ])
    expect(parts).toEqual([
      ['save the date', 1],
      ['shaadi', 1],
      ['gold', 0],
    ])
  })
})
