import type { RouteConfigEntry } from '@react-router/dev/routes'
import { isReservedTemplateId } from '@vitrine/contract/template-id'
import { languageTag } from '@vitrine/contract/text-schema'
import { expect, test } from 'vitest'
import routes from './routes.ts'

const pathsOf = (entries: readonly RouteConfigEntry[]): string[] =>
  entries.flatMap(({ path, children }) => [...(path ? [path] : []), ...pathsOf(children ?? [])])

test('no template can have an id whose canvas editor would have the address of a page', async () => {
  // The canvas editor itself, what is not there, and a file.
  const first = pathsOf(await routes).map((path) => path.split('/')[0] ?? '')
  const words = new Set(first.filter((part) => /^[a-z-]+$/.test(part)))
  expect(words).toContain('new-templates')
  expect([...words].filter((word) => !isReservedTemplateId(word))).toEqual([])
  expect(['hi', 'new-templates-2', 'gym-fit'].map(isReservedTemplateId)).toEqual([true, false, false])
})

test('no language can have a tag that is the address of a page', async () => {
  const first = pathsOf(await routes).map((path) => path.split('/')[0] ?? '')
  expect(first.filter((part) => languageTag.safeParse(part).success)).toEqual([])
  expect(first).toContain('faq')
})
