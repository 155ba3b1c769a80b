// Suggestions while a search is being typed.
import { FIRST_SYNONYMS } from '@vitrine/contract/search-synonyms'
import { sql } from 'drizzle-orm'
import { beforeAll, expect, it } from 'vitest'
import { useDatabase } from '../../../../tests/database.ts'
import { addCatalogueFiles, addTemplate } from '../../testing/store.ts'
import { completeSearch } from './completion.ts'

const database = useDatabase()
const complete = (search: string) =>
  completeSearch(database.db, { kind: 'video', search, isIndianUser: false, synonyms: FIRST_SYNONYMS })
const namesFor = async (search: string) => (await complete(search)).templates.map(({ templateName }) => templateName)

beforeAll(async () => {
  await addCatalogueFiles(database.db)
  const add = (name: string, categories: string[]) =>
    addTemplate(database.db, { name, description: '', categories, sections: ['Invitations'] })
  await add('Rajwada Nights', ['Wedding', 'Royal'])
  await add('Sage Vows', ['Wedding', 'Weddings', 'Save the Date'])
  await add('Confetti', ['Birthday'])
  await add('Offer 100%', ['Sale'])
})

it('are categories and sections that begin like it, those of most templates first, and what it finds', async () => {
  expect(await complete('wed')).toMatchObject({ searches: expect.arrayContaining(['wedding']) })
  expect((await complete('inv')).searches[0]).toBe('invitations')
  expect(await namesFor('raj')).toEqual(['Rajwada Nights'])
  expect((await complete('the d')).searches).toContain('save the date')
})

it('find a word once, not its plural as well', async () => {
  expect((await complete('we')).searches.filter((search) => /^weddings?$/.test(search))).toEqual(['wedding'])
})

it('know words that mean the same, in any script, when something on sale has that meaning', async () => {
  expect((await complete('shaa')).searches).toContain('shaadi')
  expect((await complete('शा')).searches).toContain('शादी')
  expect(new Set(await namesFor('shaadi'))).toEqual(new Set(['Rajwada Nights', 'Sage Vows']))
  expect((await complete('onam')).searches).toEqual([])
})

it('replace misspelt words', async () => {
  const { correctedSearch, templates } = await complete('brithday')
  expect(correctedSearch).toBe('birthday')
  expect(templates.map(({ templateName }) => templateName)).toEqual(['Confetti'])
})

it('are nothing for nothing, and take signs of patterns for what they are', async () => {
  expect(await complete(' - ')).toEqual({ searches: [], templates: [] })
  expect((await complete('%')).searches).toEqual([])
  expect((await complete('_')).searches).toEqual([])
  await database.db.execute(sql`update templates set status = 'withdrawn' where name = 'Confetti'`)
  expect((await complete('birth')).searches).not.toContain('birthday')
})
