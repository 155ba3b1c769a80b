// The sign-in popup: when it appears, its position, and when it does not appear.
import { expect, test } from 'vitest'
import { stopClock, until } from '../../../testing/clock.ts'
import { startFakeServer } from '../../../testing/fake-server.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { popupTurn } from '../../ui/popup-queue.ts'
import { SignInPopup } from './sign-in-popup.tsx'

const popup = () => document.querySelector('section[aria-labelledby=sign-in-popup]')

test('the popup comes 1.5 seconds after the page, in the corner, and not again once it was closed', async () => {
  startFakeServer()
  const clock = stopClock()
  const close = renderPage(<SignInPopup />, { at: '/faq?q=1' })
  await clock.run(1500, () => expect(popupTurn.get()).toBeUndefined())
  await until(() => popup() !== null)
  const { right = 0, bottom = 0 } = popup()?.getBoundingClientRect() ?? {}
  for (const gap of [innerWidth - right, innerHeight - bottom]) {
    expect(gap).toBeGreaterThanOrEqual(0)
    expect(gap).toBeLessThan(50)
  }
  expect(popup()?.querySelector('h2')).toHaveTextContent('Sign in required')
  const links = [...(popup()?.querySelectorAll('a') ?? [])].map((link) => [link.textContent, link.getAttribute('href')])
  expect(links).toEqual([
    ['Sign In', '/login?next=%2Ffaq%3Fq%3D1'],
    ['Register', '/register'],
  ])
  popup()?.querySelector('button')?.click()
  await until(() => popup() === null)
  close()
  renderPage(<SignInPopup />, { at: '/faq' })
  await clock.run(1500, () => undefined)
  expect(popupTurn.get()).toBeUndefined()
})

test.each(['/login', '/register'])('the popup never comes on %s', async (at) => {
  startFakeServer()
  const clock = stopClock()
  renderPage(
    <>
      <h1>Page</h1>
      <SignInPopup />
    </>,
    { at },
  )
  await until(() => document.querySelector('h1') !== null)
  await clock.pass(5000)
  await clock.pass(5000)
  expect(popupTurn.get()).toBeUndefined()
})
