// The choice of cookies: three equal buttons, a dialog by purpose, and what is stored and signalled.
import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../../testing/accessible.ts'
import { press } from '../../testing/press.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { parseConsent, showConsentSettings } from './consent.ts'
import { CookieBanner } from './cookie-banner.tsx'

const banner = page.getByRole('region', { name: 'Cookies' })
const settings = page.getByRole('dialog', { name: 'Cookie settings' })
const signals = () => JSON.stringify((window as { dataLayer?: unknown[] }).dataLayer?.at(-1))

test('cookies are refused by default, and chosen by purpose, which can be changed at any time', async () => {
  const forget = () => {
    // biome-ignore lint/suspicious/noDocumentCookie: as the page itself keeps it
    document.cookie = 'vitrine-consent=; Max-Age=0; Path=/'
  }
  forget()
  onTestFinished(forget)
  renderPage(
    <main>
      <h1>Page</h1>
      <CookieBanner />
    </main>,
  )
  await expect.element(banner).toBeVisible()
  const buttons = banner.getByRole('button').elements() as HTMLElement[]
  expect(buttons.map(({ textContent }) => textContent)).toEqual(['Accept All', 'Reject All', 'Settings'])
  const looks = buttons.map((button) => {
    const { width, height } = button.getBoundingClientRect()
    return `${Math.round(width)} ${height} ${getComputedStyle(button).backgroundColor}`
  })
  expect(new Set(looks).size).toBe(1)
  expect(signals()).toContain('"analytics_storage":"denied"')
  await expectAccessible()

  await press(banner.getByRole('button', { name: 'Settings' }))
  await expect.element(settings.getByRole('checkbox', { name: /Essential/ })).toBeDisabled()
  await press(settings.getByText('Analytics', { exact: true }))
  await expect.element(settings.getByRole('checkbox', { name: /Analytics/ })).toBeChecked()
  await expectAccessible()
  await press(settings.getByRole('button', { name: 'Save my choice' }))
  await expect.element(banner).not.toBeInTheDocument()
  expect(parseConsent(document.cookie)).toMatchObject({ analytics: true, marketing: false, personalization: false })
  await expect.poll(signals).toContain('"analytics_storage":"granted"')

  showConsentSettings(true)
  await press(settings.getByRole('button', { name: 'Reject All' }))
  await expect.poll(() => parseConsent(document.cookie)?.analytics).toBe(false)
  await expect.poll(signals).toContain('"analytics_storage":"denied"')
})
