// The owner gives a template away for some days, in a real browser; a buyer sees what it usually costs and gets it free.
import { expect, test } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { createOwner, signInAsAdmin } from './admin-owner.ts'
import { createMember, readCredits, signInAs } from './member.ts'
import { press } from './press.ts'

type Priced = { templateId: string; templateName: string; templatePrice: number }

test('an owner makes a template free for some days, and a buyer gets it with the usual price in sight', async ({
  page,
  browser,
  baseURL,
}) => {
  const templates: Priced[] = await (await page.request.get('/api/image-templates')).json()
  const template = templates.find(({ templatePrice }) => templatePrice > 0)
  if (!template) throw new Error('no image template has a price')
  const { templateId, templateName, templatePrice } = template
  const usual = `${templatePrice} credits`
  await signInAsAdmin(page, await createOwner(page), `/internal-dashboard-admin/publishing/${templateId}`)
  const buyer = await browser.newPage({ baseURL: String(baseURL) })
  try {
    await press(page.getByRole('tab', { name: 'Listing' }))
    await page.getByLabel('Free from').fill('2020-01-01')
    await page.getByLabel('Free until').fill('2999-12-31')
    await press(page.getByRole('button', { name: 'Save changes' }))
    await expect(page.getByText('Saved. Changes go live as soon as you save them.')).toBeVisible()

    const member = await createMember(buyer)
    await signInAs(buyer, member)
    await buyer.goto('/free-this-week')
    const card = buyer
      .getByRole('article')
      .filter({ has: buyer.getByRole('link', { name: templateName, exact: true }) })
    await expect(card).toContainText(/Free.*Usually/s)
    await expect(card.locator('s')).toHaveText(usual)
    await expectAccessible(buyer)

    await buyer.goto(`/image-template/${templateId}`)
    const main = buyer.getByRole('main')
    await expect(main.getByText(`Usually ${usual}`)).toBeAttached()
    await expect(main.locator('s', { hasText: usual }).first()).toBeVisible()
    await expect(main.getByText('Free until 31 Dec')).toBeVisible()
    await expectAccessible(buyer)
    await press(buyer.getByRole('button', { name: 'Get it free' }))
    const dialog = buyer.getByRole('dialog', { name: `Get ${templateName}` })
    await press(dialog.getByRole('button', { name: 'Get it free' }))
    await expect(main.getByRole('link', { name: 'My Downloads' })).toBeVisible()
    expect(await readCredits(buyer, member)).toBe(500)
  } finally {
    // The journeys after this one find its price.
    await page.request.patch(`/api/admin/templates/${templateId}`, { data: { freePeriod: null } })
  }
  await buyer.goto('/image-templates')
  const card = buyer.getByRole('article').filter({ has: buyer.getByRole('link', { name: templateName, exact: true }) })
  await expect(card).toContainText(usual)
  await expect(card.locator('s')).toHaveCount(0)
  await buyer.close()
})
