// Compares suggestions with a plain model: the points of every template, counted one by one.
import { beforeAll, expect, it } from 'vitest'
import { useDatabase } from '../../../../tests/database.ts'
import { addCatalogueFiles, addTemplate, newName } from '../../testing/store.ts'
import { pageSuggestions } from './suggestions.ts'

const database = useDatabase()

const categories = ['Wedding', 'Gold', 'Diwali', 'दीवाली', 'Kids', 'Offer', 'Loop', 'Baby']
const sections = ['Festive', 'Invitations', 'Reels']
const labelled = Array.from({ length: 60 }, (_, number) => ({
  id: newName(),
  name: `Label ${(number * 7) % 20}`,
  categories: pick(categories, number, number % 13 === 0 ? 8 : number % 4),
  sections: pick(sections, number, number % 3),
}))

/** Some of the values, other ones for each number; the first is named twice now and then. */
function pick(values: readonly string[], number: number, count: number): string[] {
  const picked = Array.from({ length: count }, (_, place) => values[(number * 5 + place * 3) % values.length] ?? '')
  return number % 5 === 0 ? [...picked, ...picked.slice(0, 1)] : picked
}
const shared = (left: readonly string[], right: readonly string[]) =>
  [...new Set(left)].filter((value) => right.includes(value)).length

beforeAll(async () => {
  await addCatalogueFiles(database.db)
  for (const template of labelled) {
    await addTemplate(database.db, { ...template, kind: 'image' })
  }
})

it.each([1, 3, 48])('are those of counting every template’s points, in pages of %d', async (limit) => {
  for (const subject of labelled.filter((_, number) => number % (limit === 1 ? 13 : 3) === 0)) {
    const points = labelled
      .filter((template) => template !== subject)
      .map((template) => ({
        ...template,
        score: 2 * shared(template.categories, subject.categories) + 3 * shared(template.sections, subject.sections),
      }))
      .filter(({ score }) => score > 0)
      .sort((left, right) => right.score - left.score || order(left.name, right.name) || order(left.id, right.id))
    const ids: string[] = []
    let cursor: string | undefined
    do {
      const page = await pageSuggestions(database.db, subject.id, { limit, cursor })
      ids.push(...page.items.map((item) => item.templateId))
      cursor = page.nextCursor ?? undefined
    } while (cursor)
    expect(ids.slice(0, points.length)).toEqual(points.map(({ id }) => id))
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids).toHaveLength(labelled.length - 1)
  }
})

const order = (left: string, right: string) => (left < right ? -1 : left > right ? 1 : 0)
