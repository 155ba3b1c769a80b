// The catalogue with 100,000 templates: a page in each order, searches common and rare, a page far down, suggestions.
import { FIRST_SYNONYMS } from '@vitrine/contract/search-synonyms'
import { type Db, transaction } from '@vitrine/database/connection'
import { type CatalogueQuery, countFacetValues, pageTemplates } from '@vitrine/store/catalogue/page'
import { pageSuggestions } from '@vitrine/store/catalogue/suggestions'
import { sql } from 'drizzle-orm'
import { durationAt, timeRounds, withBenchStore } from './bench-store.ts'
import { record, summarise } from './report.ts'

const count = 100_000
const rounds = 40
const synonyms = [...FIRST_SYNONYMS, 'video, वीडियो']

/** Fills its own store with templates and prints the duration of each query. */
export async function benchCatalogue(): Promise<void> {
  await withBenchStore('catalogue', async (db, modelId) => {
    await fill(db, modelId)
    await measure(db)
  })
}

/** 30 sections, 60 categories, 2000 words: about as many as in a store of this size. */
async function fill(db: Db, modelId: string): Promise<void> {
  const began = performance.now()
  await transaction(db, (tx) =>
    tx.execute(sql`
      insert into templates (id, kind, status, name, description, categories, sections, compatibility, price_credits,
        price_credits_india, license_name, license_summary, poster_asset_id, preview_asset_id, dominant_color,
        current_version_id, purchase_count)
      select 'bench-' || n, 'video', 'published', 'Video ' || substr(md5((n % 2000)::text), 1, 9),
        'Opens with ' || substr(md5((n % 1999)::text), 1, 9) || ' and ends with ' || substr(md5((n % 1997)::text), 1, 9),
        array['Category ' || n % 60, 'Category ' || n % 59], array['Section ' || n % 30], array['WhatsApp'],
        50 + n % 400, 20 + n % 200, license_name, license_summary, poster_asset_id, preview_asset_id, dominant_color,
        current_version_id, (random() ^ 8 * 10000)::int
      from templates, generate_series(1, ${count}::int) n where templates.id = ${modelId}`),
  )
  await db.execute(sql`vacuum analyze templates`)
  console.log(`catalogue: ${count} templates put in in ${((performance.now() - began) / 1000).toFixed(1)} s`)
}

async function measure(db: Db): Promise<void> {
  const base: CatalogueQuery = {
    ...{ kind: 'video', search: '', section: '', sort: 'popularity', limit: 8, isIndianUser: false },
    synonyms,
  }
  const page = (changes: Partial<CatalogueQuery>) => () => pageTemplates(db, { ...base, ...changes })
  let cursor: string | undefined
  for (let round = 0; round < 50; round++) cursor = (await page({ limit: 48, cursor })()).nextCursor ?? undefined
  const questions: Record<string, () => Promise<unknown>> = {
    'first page, most popular': page({}),
    'first page, lowest price in India': page({ sort: 'price-low-high', isIndianUser: true }),
    'page 300, most popular': page({ cursor }),
    'one section, most popular': page({ section: 'Section 7' }),
    'search, 50 of 100,000 match': page({ search: 'c4ca4238a' }),
    'search, every template matches': page({ search: 'video' }),
    'search, nothing matches': page({ search: 'zeppelin' }),
    'search, two letters': page({ search: 'c4' }),
    'search in a section': page({ search: 'c4ca4', section: 'Section 7' }),
    'search in Hindi, every template matches': page({ search: 'वीडियो' }),
    'search with a mistake, 50 match': page({ search: 'c4ca4328a' }),
    'search with a mistake, all match': page({ search: 'vidoe' }),
    'search, two words apart': page({ search: 'video 23' }),
    'search, closest matches': page({ search: 'haldi zeppelin' }),
    'facets, one that half of all have': page({ shape: '16:9', price: 'over-250' }),
    'facets, none has both': page({ shape: '16:9', language: 'ta' }),
    'counts of all facets': () => countFacetValues(db, { ...base, shape: '16:9' }),
    'counts of all facets, of a search': () => countFacetValues(db, { ...base, search: 'c4ca4238a' }),
    'suggestions, first page': () => pageSuggestions(db, 'bench-777', { limit: 8 }),
  }
  for (const [name, ask] of Object.entries(questions)) {
    const durations = await timeRounds(ask, { rounds, warmUp: 5 })
    record({ name: `catalogue: ${name}`, ...summarise(durations), unit: 'ms', better: 'lower' })
    const at = (part: number) => durationAt(durations, part).toFixed(1).padStart(6)
    console.log(`  ${name.padEnd(36)} median ${at(0.5)} ms   p95 ${at(0.95)} ms`)
  }
}
