// The page of a template: what it says when something of it cannot be fetched, and its suggestions.
import type { SuggestionPage, Template, TemplateKind } from '@vitrine/contract/catalogue'
import type { ComponentType } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { stopClock, until } from '../../testing/clock.ts'
import { type Answer, type FakeServer, ok, startFakeServer } from '../../testing/fake-server.ts'
import { press } from '../../testing/press.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { controlSight } from '../../testing/sight.ts'
import { createTemplate } from '../../testing/template.ts'
import * as readyMadeDetail from '../pages/direct-sell-detail.tsx'
import * as imageDetail from '../pages/image-detail.tsx'
import * as videoDetail from '../pages/template-detail.tsx'

type Kind = readonly [kind: TemplateKind, path: string, route: typeof videoDetail, unanswered: string]
const video: Kind = ['video', 'template', videoDetail, 'Failed to load template data']
const kinds: readonly Kind[] = [
  video,
  ['image', 'image-template', imageDetail as never, 'Failed to load image template data'],
  ['direct-sell', 'direct-sell', readyMadeDetail as never, 'Failed to load direct sell template data'],
]

const heading = page.getByRole('heading', { level: 1 })
const suggestions = page.getByRole('heading', { name: 'Suggested Templates' })

/** A page of suggestions. */
const suggest = (names: readonly string[], nextCursor: string | null = null): SuggestionPage => ({
  items: names.map((name) => createTemplate(name)),
  nextCursor,
})

/** The server of one template; each test that looks at suggestions has its own, because lists that were seen are remembered. */
function serve([kind, path]: Kind, change: Partial<Template> = {}, id = 'lamps'): FakeServer {
  return startFakeServer({
    [`GET /api/${path}/${id}`]: ok(createTemplate(id, kind, change)),
    [`GET /api/suggestions/${id}`]: ok(suggest([])),
    [`GET /api/video-url/${id}/${id}compiled.mp4`]: ok({ videoUrl: `/missing/${id}.mp4` }),
  })
}

function open([, path, { default: Detail, clientLoader, ErrorBoundary }]: Kind, id = 'lamps') {
  const Component = Detail as ComponentType<object>
  const loader = clientLoader as () => unknown
  return renderPage(null, {
    at: `/${path}/${id}`,
    routes: [{ path: `${path}/:templateId`, loader, Component, ErrorBoundary }],
  })
}

const failed = kinds.flatMap((kind) => [
  {
    kind,
    answer: { status: 500, body: { error: 'broken', code: 'internal' } },
    words: 'Failed to load template details',
  },
  { kind, answer: 'offline' as const, words: kind[3] },
])

test.each(failed)('a $kind.0 template that cannot be fetched says “$words”', async ({ kind, answer, words }) => {
  const route = `GET /api/${kind[1]}/lamps`
  const server = serve(kind)
  server.answer(route, answer)
  open(kind)
  await expect.element(page.getByRole('alert').getByText(words, { exact: true })).toBeVisible()
  const arrival = Promise.withResolvers<Answer>()
  server.answer(route, () => arrival.promise)
  const again = page.getByRole('button', { name: 'Try again' })
  await press(again)
  await expect.element(again).toHaveAttribute('aria-busy', 'true')
  arrival.resolve(ok(createTemplate('lamps', kind[0])))
  await expect.element(heading).toHaveTextContent('Template lamps')
})

test('a template whose video link fails says so', async () => {
  serve(video, { templateLink: '' }).answer('GET /api/video-url/lamps/lampscompiled.mp4', { status: 404 })
  open(video)
  await expect.element(page.getByRole('alert').getByText('Video unavailable', { exact: true })).toBeVisible()
  await expect.element(heading).toHaveTextContent('Template lamps')
})

test('suggestions that cannot be fetched are left out, and asked for on the next visit', async () => {
  const server = serve(video)
  const requested = (path: string) => server.requests.filter((request) => request.path.startsWith(path)).length
  server.answer('GET /api/suggestions/lamps', { status: 500 })
  const close = open(video)
  await expect.element(heading).toBeVisible()
  await expect.element(suggestions).not.toBeInTheDocument()
  close()
  server.answer('GET /api/suggestions/lamps', ok(suggest(['rings'])))
  open(video)
  await expect.element(suggestions).toBeVisible()
  expect(requested('/api/template/')).toBe(1)
})

test('suggestions go on 500 ms after their end came within 100 px of the window', async () => {
  const server = serve(video, {}, 'garland')
  server.answer('GET /api/suggestions/garland', ({ path }) =>
    ok(path.includes('cursor=n') ? suggest(['cakes']) : suggest(['rings'], 'n')),
  )
  const sight = controlSight()
  open(video, 'garland')
  await expect.element(suggestions).toBeVisible()
  const clock = stopClock()
  await sight.cross('1000000px 0px 100px', true)
  await clock.run(500, () => expect(server.requests.at(-1)?.path).not.toContain('cursor'))
  await until(() => document.querySelectorAll('article').length === 2)
})

test('the picture that was chosen morphs into the one on its page, with one transition name at a time', async () => {
  serve(video, {}, 'dusk').answer('GET /api/suggestions/dusk', ok(suggest(['rings', 'cakes'])))
  open(video, 'dusk')
  const named = () =>
    [...document.querySelectorAll('main *')]
      .filter((element) => getComputedStyle(element).viewTransitionName === 'chosen-template')
      .map((element) => element.closest('article')?.querySelector('h3')?.textContent ?? 'page')
  await expect.element(suggestions).toBeVisible()
  expect(named()).toEqual(['page'])
  for (const name of ['Template rings', 'Template cakes']) {
    ;(page.getByRole('link', { name }).element() as HTMLElement).focus()
    expect(named()).toEqual([name])
  }
})
