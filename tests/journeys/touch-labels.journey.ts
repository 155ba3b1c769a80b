// A finger on the label of a radio button or checkbox chooses it, as a finger on the control itself does.
import { expect, type Locator, test } from '@playwright/test'
import { createMember, signInAs } from './member.ts'
import { openReady } from './open-ready.ts'

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const

test.use(phone)

/** Taps the text of every label in `scope` that belongs to a choice, and expects each to take effect. */
async function expectLabelsToWork(scope: Locator): Promise<void> {
  const choices = scope.locator('input:is([type="radio"], [type="checkbox"]):enabled')
  await expect(choices.first()).toBeAttached()
  let tapped = 0
  for (const choice of await choices.all()) {
    const isChecked = await choice.isChecked()
    if (isChecked && (await choice.getAttribute('type')) === 'radio') continue
    const label = choice
      .locator('xpath=ancestor::label')
      .or(scope.locator(`label[for="${await choice.getAttribute('id')}"]`))
    // Its end, away from the control.
    const box = await label.first().boundingBox()
    if (!box) continue
    await label.first().tap({ position: { x: box.width - 6, y: box.height / 2 } })
    await expect(choice, await label.first().innerText()).toBeChecked({ checked: !isChecked })
    tapped += 1
  }
  expect(tapped).toBeGreaterThan(0)
}

test('filters of a list', { tag: '@smoke' }, async ({ page }) => {
  await openReady(page, '/templates-list')
  await page.getByRole('button', { name: 'Filters' }).tap()
  const sheet = page.getByRole('dialog', { name: 'Filters' })
  await expectLabelsToWork(sheet.getByRole('group').first())
})

test('shapes in the editors', async ({ page }) => {
  await signInAs(page, await createMember(page))
  await page.goto('/template/aurora-launch/server-render')
  await expect(page.locator('[data-stage="settled"]')).toHaveCount(1)
  await expectLabelsToWork(page.getByRole('group', { name: 'Shape' }).first())
})
