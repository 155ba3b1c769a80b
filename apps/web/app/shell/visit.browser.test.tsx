// What a page reports about a visit: its path, and nothing about visitors who ask for privacy.
import { useEffect } from 'react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { ok, startFakeServer } from '../../testing/fake-server.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { useVisits } from './visit.ts'

test.each([
  ['nothing', undefined, [['/api/visits', '{"path":"/faq"}']]],
  ['globalPrivacyControl', true, []],
  ['doNotTrack', '1', []],
] as const)('a browser in which %s asks for privacy (%j) reports %j', async (property, value, expected) => {
  Object.defineProperty(navigator, property, { value, configurable: true })
  onTestFinished(() => void Reflect.deleteProperty(navigator, property))
  startFakeServer({ 'POST /api/visits': ok() })
  const sent = vi.spyOn(globalThis, 'fetch')
  const shown = Promise.withResolvers<void>()
  function Page() {
    useVisits()
    useEffect(shown.resolve, [])
    return null
  }
  renderPage(<Page />, { at: '/faq?q=1' })
  await shown.promise
  expect(sent.mock.calls.map(([path, init]) => [path, init?.body])).toEqual(expected)
})
