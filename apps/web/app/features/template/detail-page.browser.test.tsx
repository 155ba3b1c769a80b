// The page of a template: its panels, messages when a part cannot be fetched, and its suggestions.
import type { SuggestionPage, Template, TemplateKind } from '@vitrine/contract/catalogue'
import type { ComponentType } from 'react'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../../../testing/accessible.ts'
import { stopClock, until } from '../../../testing/clock.ts'
import { type Answer, type FakeServer, ok, startFakeServer } from '../../../testing/fake-server.ts'
import { press, pressedBy } from '../../../testing/press.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { controlSight } from '../../../testing/sight.ts'
import { createTemplate } from '../../../testing/template.ts'
import { templateKinds } from '../../api/template-kind.ts'
import * as readyMadeDetail from './direct-sell-detail.tsx'
import * as imageDetail from './image-detail.tsx'
import * as videoDetail from './template-detail.tsx'

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

/** The server of one template; each test of suggestions has its own, because lists are cached. */
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

const size = ['Dimensions', 'Width 1080 pixels, height 1920 pixels']
const sections = ['Template Sections', 'Festivals']
const programs = ['Compatible With', 'WhatsApp, Canva']
const panels = {
  video: [
    ['Video Layout', '9:16 (1080\u00a0×\u00a01920 pixels)'],
    ['Green Screen Layout', '1:1'],
    ['Video Length (seconds)', '8.3 seconds'],
    programs,
    ['Commercial and License Rights', 'Royalty-free. Use it anywhere.'],
  ],
  image: [size, programs, sections, ['Commercial rights', 'Royalty-free. Use it anywhere.']],
  'direct-sell': [
    size,
    ['Video Length', '8.3 seconds'],
    sections,
    programs,
    ['Commercial rights', 'Royalty-free. Use it anywhere.'],
  ],
}

test.each(kinds)('a %s template has panels, the ways on, and suggestions of its kind', async (...kind) => {
  const [name, path] = kind
  const id = `panels-${name}`
  const change = { templateCompatibility: ['WhatsApp', 'Canva'], greenScreenLayout: '1:1', durationSeconds: 8.32 }
  const like = ok({ items: [createTemplate('rings', name)], nextCursor: null })
  serve(kind, change, id).answer(`GET /api/suggestions/${id}`, like)
  open(kind, id)
  await expect.element(suggestions).toBeVisible()
  const details = [...document.querySelectorAll('main details')]
  expect(details.map((it) => [...it.children].map(({ textContent }) => textContent))).toEqual(panels[name])
  for (const [title = ''] of panels[name]) await press(page.getByText(title, { exact: true }))
  expect(details.filter((it) => it.hasAttribute('open'))).toHaveLength(details.length)
  await expectAccessible()
  const links = [...document.querySelectorAll('main a')].map((link) => link.getAttribute('href'))
  expect(links).toContain('/faq')
  expect(links).toContain(`/${path}/rings`)
  if (name !== 'direct-sell')
    expect(links.join()).toContain(`/template/${id}/${name === 'video' ? 'server-render' : 'direct'}`)
  const back = page.getByRole('link', { name: /^All / })
  await expect.element(back).toHaveAttribute('href', templateKinds[name].listPath)
  const grid = document.querySelector('section[aria-labelledby=suggested-templates] ul') as Element
  const columns = getComputedStyle(grid).gridTemplateColumns.split(' ').length
  expect(columns).toBe(pressedBy.includes('finger') ? 2 : 4)
})

test('a template that is free for some time shows its usual price, struck through, and until when', async () => {
  const free = { templatePrice: 0, templatePriceIND: 0, usualPrice: 40, usualPriceIND: 30, freeUntil: '2099-12-31' }
  serve(video, free, 'gift')
  open(video, 'gift')
  await expect.element(page.getByText('Usually 40 credits').first()).toBeInTheDocument()
  expect(document.querySelector('main s')).toHaveTextContent('40 credits')
  await expect.element(page.getByText('Free until 31 Dec').first()).toBeVisible()
  await expectAccessible()
})

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

test('a video that does not load is retried three times, and then shows an error with a button', async () => {
  const server = serve(video, { templateLink: '' }, 'flicker')
  server.answer('GET /api/video-url/flicker/flickercompiled.mp4', ok({ videoUrl: '/api/flicker.mp4' }))
  server.answer('HEAD /api/flicker.mp4', { status: 404 })
  const waits: number[] = []
  const startTimer = globalThis.setTimeout
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(((run: () => void, ms = 0) => {
    if (ms < 1000) return startTimer(run, ms)
    waits.push(ms)
    return startTimer(run)
  }) as typeof setTimeout)
  const sources: (string | null)[] = []
  const observer = new MutationObserver(() => {
    const source = document.querySelector('video[src]')?.getAttribute('src')
    if (source && source !== sources.at(-1)) sources.push(source)
  })
  observer.observe(document.body, { subtree: true, childList: true, attributes: true })
  open(video, 'flicker')
  await expect.element(page.getByRole('alert')).toHaveTextContent('Media Loading ErrorRetry (3/3)')
  observer.disconnect()
  expect(sources).toEqual(['', '?retry=1', '?retry=2', '?retry=3'].map((ending) => `/api/flicker.mp4${ending}`))
  // The waits before each retry of finding the file, then of showing it.
  expect(waits).toEqual([1000, 2000, 1000, 1000, 1000])
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
