// The requests of the home page after it is complete: the lists, then the videos of its carousel.
import type { ComponentType } from 'react'
import { expect, test, vi } from 'vitest'
import { stopClock, until } from '../../../testing/clock.ts'
import { startFakeServer } from '../../../testing/fake-server.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { controlSight } from '../../../testing/sight.ts'
import { createTemplate } from '../../../testing/template.ts'
import Home from './home.tsx'
import { TemplateCarousel } from './template-carousel.tsx'

test('the three lists are fetched together, 100 ms after the page is complete', async () => {
  startFakeServer()
  const state = vi.spyOn(document, 'readyState', 'get').mockReturnValue('interactive')
  const clock = stopClock()
  const loader = () => ({ templates: [], occasions: [], occasionPages: [], hasFree: false })
  const list = { loader: () => null, Component: () => null }
  const lists = ['direct-sell-templates', 'image-templates', 'templates-list']
  renderPage(null, {
    routes: [
      { index: true, loader, Component: Home as ComponentType<object> },
      ...lists.map((path) => ({ path, ...list })),
    ],
  })
  const fetched = () =>
    [...document.querySelectorAll<HTMLLinkElement>('link[rel=prefetch]')]
      .map(({ href }) => new URL(href).pathname)
      .sort()
  await expect.poll(() => document.querySelector('h1')).not.toBeNull()
  await clock.pass(1000)
  expect(fetched()).toEqual([])
  state.mockReturnValue('complete')
  dispatchEvent(new Event('load'))
  await clock.run(100, () => expect(fetched()).toEqual([]))
  expect(fetched()).toEqual(lists.map((path) => `/${path}.data`))
})

test('the videos of the carousel begin 1000 ms after the page is complete, 150 ms apart', async () => {
  const state = vi.spyOn(document, 'readyState', 'get').mockReturnValue('interactive')
  const sight = controlSight()
  const clock = stopClock()
  const endless = () => ({ templateLink: URL.createObjectURL(new MediaSource()) })
  renderPage(<TemplateCarousel templates={['a', 'b'].map((id) => createTemplate(id, 'video', endless()))} />)
  const videos = () => document.querySelectorAll('video').length
  await until(() => document.querySelectorAll('.carousel-item').length === 2)
  await clock.pass(5000)
  state.mockReturnValue('complete')
  dispatchEvent(new Event('load'))
  await clock.run(1000, () => expect(sight.isWatching('')).toBe(false))
  await sight.cross('', true)
  await until(() => videos() === 1)
  await clock.pass(150)
  await sight.cross('', true)
  await until(() => videos() === 2)
})
