// The lists of templates: filters, further pages, and messages when the list or a page of it cannot be fetched.
import type { TemplateKind } from '@vitrine/contract/catalogue'
import type { ComponentType } from 'react'
import { data } from 'react-router'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { stopClock, until } from '../../../testing/clock.ts'
import { ok, startFakeServer } from '../../../testing/fake-server.ts'
import { press } from '../../../testing/press.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { controlSight } from '../../../testing/sight.ts'
import { createTemplate } from '../../../testing/template.ts'
import * as readyMadeList from './direct-sell-list.tsx'
import * as imageList from './image-list.tsx'
import * as videoList from './template-list.tsx'

const lists = [
  ['video', '/templates-list', videoList, 'Failed to load templates'],
  ['image', '/image-templates', imageList, 'Failed to load image templates'],
  ['direct-sell', '/direct-sell-templates', readyMadeList, 'Failed to load direct sell templates'],
] as const

const cards = () => document.querySelectorAll('article').length

const pageOf = (kind: TemplateKind, from: number, count: number, nextCursor: string | null = null) => ({
  items: Array.from({ length: count }, (_, index) => createTemplate(`${kind}-${from + index}`, kind)),
  ...{ nextCursor, ahead: [], sections: [], total: 12, isTotalExact: true },
})

function open(
  at: string,
  { default: List, ErrorBoundary }: (typeof lists)[number][2],
  loader: (args: { request: Request }) => unknown,
) {
  const Component = List as ComponentType<object>
  return renderPage(null, { at, routes: [{ path: at.slice(1).replace(/\?.*/, ''), loader, Component, ErrorBoundary }] })
}

const failures = {
  'no answer came': () => Promise.reject(new TypeError('Failed to fetch')),
  'a proxy answered': () => Promise.reject(data(null, { status: 502 })),
  'the server could not load it': () => ({ page: undefined }),
}

const failed = lists.flatMap(([kind, path, route, words]) =>
  Object.entries(failures).map(([what, fail]) => ({ kind, path, route, words, what, fail })),
)

test.each(failed)('the $kind list says “$words” when $what', async ({ kind, path, route, words, fail }) => {
  startFakeServer()
  let load: () => unknown = fail
  // A separate address, because lists are cached.
  open(`${path}?search=lamps`, route, () => load())
  await expect.element(page.getByRole('alert').getByText(words, { exact: true })).toBeVisible()
  const hints = page.getByText('For developers of this store')
  if (kind === 'direct-sell') {
    await press(hints)
    await expect.element(page.getByText('GET /api/direct-sell-templates')).toBeVisible()
  } else await expect.element(hints).not.toBeInTheDocument()
  const arrival = Promise.withResolvers<unknown>()
  load = () => arrival.promise
  const again = page.getByRole('button', { name: 'Try again' })
  await press(again)
  await expect.element(again).toHaveAttribute('aria-busy', 'true')
  arrival.resolve({ page: pageOf(kind, 0, 3) })
  await expect.poll(cards).toBe(3)
})

test.each(lists)('the %s list goes on 500 ms after its end came within 20 px of the window', async (...list) => {
  const [kind, path, route, words] = list
  const server = startFakeServer({ [`GET /api/catalogue/${kind}`]: { status: 500 } })
  const sight = controlSight()
  open(path, route, () => ({ page: pageOf(kind, 0, 8, 'next') }))
  await expect.poll(cards).toBe(8)
  const clock = stopClock()
  const scrollToEnd = async () => {
    await sight.cross('1000000px 0px 20px', true)
    const asked = server.requests.length
    await clock.run(500, () => expect(server.requests.length).toBe(asked))
    expect(server.requests.slice(asked).map((request) => request.path)).toEqual([expect.stringMatching(/cursor=next/)])
  }
  await scrollToEnd()
  const alert = () => document.querySelector('main [role=alert]')
  await until(() => alert() !== null)
  expect(alert()?.querySelector('p')).toHaveTextContent(words)
  // The last template of the first page has moved to the second meanwhile, and is shown once.
  server.answer(`GET /api/catalogue/${kind}`, ok(pageOf(kind, 7, 5)))
  alert()?.querySelector('button')?.click()
  await scrollToEnd()
  await until(() => cards() > 8)
  expect(cards()).toBe(12)
})

test('a filter chosen while a list loads is added to the one chosen before', async () => {
  startFakeServer()
  const arrival = Promise.withResolvers<void>()
  const asked: string[] = []
  // A separate address, as above.
  open('/templates-list?search=rings', videoList, async ({ request }) => {
    asked.push(new URL(request.url).search)
    if (asked.length > 1) await arrival.promise
    return { page: { ...pageOf('video', 0, 8), sections: ['Birthdays', 'Weddings'] } }
  })
  const chip = page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Birthdays' })
  await press(chip)
  // The choice shows at once, not only when its list has loaded.
  await expect.element(chip).toHaveAttribute('aria-current', 'true')
  const sort = page.getByRole('combobox', { name: 'Sort by' })
  await sort.selectOptions('price-low-high')
  await expect.element(sort).toHaveValue('price-low-high')
  arrival.resolve()
  await expect.poll(() => asked.at(-1)).toBe('?search=rings&section=Birthdays&sort=price-low-high')
  // A search that the browser sends before the scripts are loaded keeps the sort order too.
  const form = document.querySelector('search form') as HTMLFormElement
  expect(Object.fromEntries(new FormData(form))).toMatchObject({
    search: 'rings',
    section: 'Birthdays',
    sort: 'price-low-high',
  })
})
