// The owner looks how the shop itself is doing, in a real browser, on a desk and on a phone.
import { expect, test } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { createOwner, signInAsAdmin } from './admin-owner.ts'
import { watchConsole } from './console-watch.ts'
import { press } from './press.ts'

test('the status page names every part of the shop that runs, and is read on any screen', async ({ page }) => {
  const expectQuiet = watchConsole(page)
  await signInAsAdmin(page, await createOwner(page), '/internal-dashboard-admin/status')
  await expect(page.getByRole('heading', { name: 'Status', level: 1 })).toBeVisible()
  const part = (name: string) => page.locator('section', { has: page.getByRole('heading', { name, exact: true }) })
  await expect(part('Programs')).toContainText('Server')
  await expect(part('Programs')).toContainText('Worker')
  await expect(part('Database')).toContainText(/PostgreSQL\s*18/)
  await expect(part('Files')).toContainText('Writable')
  await expect(part('Outside services')).toContainText('Sandbox')
  await expect(page.getByRole('table').first()).toContainText('clean-up')
  await expect(page.getByText('No worker is running')).toHaveCount(0)
  await expectAccessible(page)

  await page.setViewportSize({ width: 390, height: 844 })
  await press(page.getByRole('button', { name: 'Refresh' }))
  await expect(part('Programs')).toContainText('Worker')
  await expectAccessible(page)
  const overflow = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  await expect.poll(overflow).toBeLessThanOrEqual(0)
  await press(page.getByRole('link', { name: 'See failed videos' }))
  await expect(page.getByRole('heading', { name: 'Videos', level: 1 })).toBeVisible()
  expectQuiet()
})
