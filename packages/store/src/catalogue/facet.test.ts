// Facets of templates, and lists that are narrowed by them.

import { FACETS } from '@vitrine/contract/facets'
import { transaction } from '@vitrine/database/connection'
import type { TemplateDocument } from '@vitrine/document/document'
import { eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { useDatabase } from '../../../../tests/database.ts'
import { addCatalogueFiles, addTemplate, newDocument } from '../../testing/store.ts'
import { getTemplate } from './catalogue.ts'
import { type CatalogueQuery, countFacetValues, pageTemplates } from './page.ts'
import { computeMissingShapes, disableShapes } from './shape.ts'
import { templates } from './tables.ts'

const database = useDatabase()

const query = (changes: Partial<CatalogueQuery> = {}): CatalogueQuery => ({
  ...{ kind: 'video', search: '', section: '', sort: 'popularity', limit: 48, isIndianUser: false, synonyms: [] },
  ...changes,
})
const names = async (changes: Partial<CatalogueQuery>) =>
  (await pageTemplates(database.db, query(changes))).items.map(({ templateName }) => templateName).sort()
const canvas = (width: number, height: number, seconds: number) =>
  ({ width, height, fps: 30, duration: seconds * 30, background: '#000000' }) as const
const words = (text: string) => [{ id: 'title', type: 'text', label: 'Names', default: text } as const]
const plain = { fields: [], fonts: [], assets: {}, layers: [] } as const

const disable = (templateId: string, shapes: readonly string[]) =>
  transaction(database.db, (tx) => disableShapes(tx, templateId, shapes))
const findTemplateId = async (name: string) => {
  const [row] = await database.db.select({ id: templates.id }).from(templates).where(eq(templates.name, name))
  return row?.id ?? ''
}

beforeAll(async () => {
  await addCatalogueFiles(database.db)
  const add = async (name: string, changes: Parameters<typeof addTemplate>[1] & { document: TemplateDocument }) => {
    const id = await addTemplate(database.db, { name, description: '', categories: [], sections: ['All'], ...changes })
    // Own shapes and the designer's variants alone, until a test says otherwise.
    const drawn = Object.keys(changes.document.variants ?? {})
    await disable(
      id,
      FACETS.shape.filter((shape) => !drawn.includes(shape)),
    )
  }
  await add('Wide', { document: newDocument({ canvas: canvas(1920, 1080, 5) }), priceCredits: 0 })
  await add('Tall', {
    document: newDocument({ ...plain, fields: words('शुभ विवाह'), canvas: canvas(1080, 1920, 15) }),
    priceCredits: 100,
    priceCreditsIndia: 0,
  })
  await add('Square', {
    document: newDocument({
      ...plain,
      ...{ fields: words('லக்ஷ்மி weds Raja'), canvas: canvas(1080, 1080, 30) },
      variants: { '9:16': { canvas: { width: 1080, height: 1920 } }, '4:5': { canvas: { width: 1080, height: 1350 } } },
    }),
    priceCredits: 251,
  })
  await add('Marathi', {
    document: newDocument({ ...plain, fields: words('लग्न'), canvas: canvas(1080, 1350, 41) }),
    categories: ['Marathi'],
    priceCredits: 101,
  })
})

describe('a list', () => {
  it.each<[string, Partial<CatalogueQuery>, string[]]>([
    ['shape', { shape: '16:9' }, ['Wide']],
    ['other arrangements of a design', { shape: '9:16' }, ['Square', 'Tall']],
    ['several values of one facet', { shape: '16:9,4:5' }, ['Marathi', 'Square', 'Wide']],
    ['length', { length: 'up-to-10,over-40' }, ['Marathi', 'Wide']],
    ['places for photos', { photos: 'none' }, ['Marathi', 'Square', 'Tall']],
    ['photos and videos', { photos: '2-3' }, ['Wide']],
    ['the scripts of its texts', { language: 'hi' }, ['Tall']],
    ['a language that the listing names', { language: 'mr' }, ['Marathi']],
    ['one of its languages', { language: 'en,ta' }, ['Square', 'Wide']],
    ['price', { price: 'free' }, ['Wide']],
    ['price in India', { price: 'free', isIndianUser: true }, ['Tall']],
    ['several facets at once', { shape: '9:16', price: 'over-250' }, ['Square']],
    ['a facet and a search', { search: 'qua', shape: '1:1' }, ['Square']],
    ['nothing where a value is unknown', { shape: 'round' }, ['Marathi', 'Square', 'Tall', 'Wide']],
  ])('is narrowed by %s', async (_, changes, expected) => {
    expect(await names(changes)).toEqual(expected)
    expect((await pageTemplates(database.db, query(changes))).total).toBe(expected.length)
  })

  it('counts each value beside what is chosen of the other facets', async () => {
    const counts = await countFacetValues(database.db, query({ shape: '9:16' }))
    expect(counts.shape).toEqual([
      { value: '9:16', count: 2 },
      { value: '4:5', count: 2 },
      { value: '1:1', count: 1 },
      { value: '16:9', count: 1 },
    ])
    expect(counts.length).toEqual([
      { value: '10-20', count: 1 },
      { value: '20-40', count: 1 },
    ])
    expect(counts.price).toEqual([
      { value: 'up-to-100', count: 1 },
      { value: 'over-250', count: 1 },
    ])
    const misspelt = await countFacetValues(database.db, query({ search: 'sqaure' }))
    expect(misspelt.shape.map(({ value }) => value)).toEqual(['9:16', '4:5', '1:1'])
  })

  it('knows the shapes that are computed, without those that the owner has disabled', async () => {
    const wide = await findTemplateId('Wide')
    await disable(wide, ['4:5'])
    expect(await names({ shape: '9:16' })).toEqual(['Square', 'Tall', 'Wide'])
    expect(await names({ shape: '1:1' })).toEqual(['Square', 'Wide'])
    expect(await names({ shape: '4:5' })).toEqual(['Marathi', 'Square'])
    const [item] = (await pageTemplates(database.db, query({ search: 'Wide' }))).items
    expect(item?.shapes).toEqual([
      { aspect: null, width: 1920, height: 1080 },
      { aspect: '9:16', width: 1080, height: 1920 },
      { aspect: '1:1', width: 1080, height: 1080 },
    ])
    expect(item?.disabledShapes).toEqual(['4:5'])
    await disable(await findTemplateId('Square'), ['9:16'])
    expect(await names({ shape: '9:16' })).toEqual(['Tall', 'Wide'])
    await disable(await findTemplateId('Square'), ['1:1', '16:9'])
    await disable(wide, ['9:16', '4:5', '1:1'])
  })

  it('learns the shapes of versions from before they were kept, and of those that an earlier layout computed', async () => {
    const wide = await findTemplateId('Wide')
    await disable(wide, [])
    await database.db.execute(
      sql`update template_versions set shapes = null, layout_version = null where template_id = ${wide}`,
    )
    expect(await names({ shape: '9:16' })).toEqual(['Square', 'Tall'])
    expect(await computeMissingShapes(database.db)).toBe(1)
    expect(await names({ shape: '9:16' })).toEqual(['Square', 'Tall', 'Wide'])
    await database.db.execute(
      sql`update template_versions set shapes = '[]', layout_version = 0 where template_id = ${wide}`,
    )
    expect(await computeMissingShapes(database.db)).toBe(1)
    expect(await computeMissingShapes(database.db)).toBe(0)
    expect(await names({ shape: '9:16' })).toEqual(['Square', 'Tall', 'Wide'])
    await disable(wide, ['9:16', '4:5', '1:1'])
  })

  it('has ready-made templates in their own shape alone', async () => {
    const document = newDocument({ canvas: canvas(1920, 1080, 5) })
    const id = await addTemplate(database.db, { kind: 'direct-sell', name: 'Loop', document })
    expect((await getTemplate(database.db, id)).shapes).toEqual([{ aspect: null, width: 1920, height: 1080 }])
    expect(await names({ kind: 'direct-sell', shape: '9:16' })).toEqual([])
    expect(await names({ kind: 'direct-sell', shape: '16:9' })).toEqual(['Loop'])
  })

  it('follows a price that changes, and remembers when a template was put on sale first', async () => {
    await database.db.execute(sql`update templates set price_credits = 0 where name = 'Square'`)
    expect(await names({ price: 'free' })).toEqual(['Square', 'Wide'])
    const published = sql`select published_at from templates where name = 'Square'`
    const { rows: before } = await database.db.execute(published)
    await database.db.execute(sql`update templates set status = 'withdrawn' where name = 'Square'`)
    expect(await names({ price: 'free' })).toEqual(['Wide'])
    await database.db.execute(sql`update templates set status = 'published' where name = 'Square'`)
    expect((await database.db.execute(published)).rows).toEqual(before)
  })
})
