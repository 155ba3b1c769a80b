// Compares searches with a plain model: every template's texts, in lower case, searched one by one.
import type { CatalogueSort } from '@vitrine/contract/catalogue'
import { sql } from 'drizzle-orm'
import { beforeAll, expect, it } from 'vitest'
import { useDatabase } from '../../../../tests/database.ts'
import { addCatalogueFiles, addTemplate } from '../../testing/store.ts'
import { pageTemplates } from './page.ts'
import { templates } from './tables.ts'

const database = useDatabase()

const names = [
  'Äpfel und Öl',
  'STRASSE, Straße',
  'Café Crème',
  'दीवाली की शुभकामनाएँ',
  'दि',
  'Ελλάς ΟΔΟΣ',
  'İstanbul',
  '100% yours',
  'plain_card',
  'plain card',
  'back\\slash',
  "O'Neil",
  'Zq',
  'x',
  '🎉 party',
  '2 for 1',
]
const searches = [
  'video',
  'VIDEO 1',
  'vi',
  'V',
  'Ä',
  'öl',
  'ß',
  'SS',
  'é',
  'दी',
  'दीवाली',
  'वाली',
  'मनाएँ',
  'शुभकामनाएँ ',
  'दी की',
  'ς',
  'ος',
  'İs',
  'i',
  '%',
  '0%',
  '_c',
  'n_c',
  '_',
  '\\',
  'k\\',
  "o'",
  'zQ',
  'x',
  '🎉',
  '🎉 p',
  ' 2 ',
  '9\n',
  'qq',
  'nothing like it',
]

let all: (typeof templates.$inferSelect)[]

beforeAll(async () => {
  await addCatalogueFiles(database.db)
  for (const [number, name] of names.entries()) {
    await addTemplate(database.db, {
      name,
      description: number % 2 ? 'A card' : 'An ADVENT card',
      categories: number % 3 ? ['Diwali दीवाली', 'Größe'] : [],
      sections: number % 2 ? ['Festive'] : [],
      priceCredits: number % 4,
      priceCreditsIndia: number % 3,
    })
  }
  const model = await addTemplate(database.db, { name: 'Video 0' })
  await database.db.execute(sql`
    insert into templates (id, kind, status, name, description, categories, sections, compatibility, price_credits,
      price_credits_india, license_name, license_summary, poster_asset_id, preview_asset_id, dominant_color,
      current_version_id, purchase_count)
    select 'video-' || n, case n % 50 when 0 then 'image' else 'video' end, case n % 40 when 1 then 'withdrawn' else status end,
      'Video ' || n, description, categories, case n % 9 when 0 then array['Festive'] else sections end, compatibility, n % 7, n % 5,
      license_name, license_summary, poster_asset_id, preview_asset_id, dominant_color, current_version_id, n % 11
    from templates, generate_series(1, 620) n where id = ${model}`)
  await database.db.execute(sql`vacuum analyze templates`)
  all = await database.db.select().from(templates)
})

function expectedIds(search: string, section: string, sort: CatalogueSort): string[] {
  const needle = search.trim().toLowerCase()
  const value = (template: (typeof all)[number]) =>
    sort === 'popularity' ? template.popularity : template.priceCredits
  const isDescending = sort !== 'price-low-high'
  return all
    .filter(({ kind, status }) => kind === 'video' && status === 'published')
    .filter(({ sections }) => section === '' || sections.includes(section))
    .filter(({ name, description, categories }) =>
      [name, description, ...categories].some((text) => text.toLowerCase().includes(needle)),
    )
    .sort((left, right) => value(left) - value(right) || (left.id < right.id ? -1 : 1))
    .map(({ id }) => id)
    [isDescending ? 'reverse' : 'slice']()
}

it.each(searches)('finds what contains “%s”, in every order and section, and counts it up to 500', async (search) => {
  for (const sort of ['popularity', 'price-low-high', 'price-high-low'] as const) {
    for (const section of ['', 'Festive']) {
      const expected = expectedIds(search, section, sort)
      // Words that stand apart, and what is misspelt, have tests of their own.
      const isLiteral = expected.length > 0 && !search.trim().includes(' ')
      const found: string[] = []
      let cursor: string | undefined
      do {
        const page = await pageTemplates(database.db, {
          ...{ kind: 'video', search, section, sort, cursor },
          limit: 48,
          synonyms: [],
          isIndianUser: false,
        })
        if (isLiteral)
          expect(page).toMatchObject({ total: Math.min(expected.length, 500), isTotalExact: expected.length <= 500 })
        found.push(...page.items.map((item) => item.templateId))
        cursor = page.nextCursor ?? undefined
      } while (cursor)
      expect(isLiteral ? found : sort === 'popularity' ? found.slice(0, expected.length) : expected).toEqual(expected)
    }
  }
})
