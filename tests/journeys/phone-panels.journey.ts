// The four editors on phones: whichever panel is open, the picture keeps at least 35 % of the screen's height.
import { expect, type Page, test } from '@playwright/test'
import { createMember, signInAs } from './member.ts'
import { imageCard, useTemplate, videoCard } from './template-fixture.ts'

const SHARE = 0.35
useTemplate(videoCard)
useTemplate(imageCard)

// The smallest screen: what fits here fits everywhere.
test.use({ viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true })

test('the picture keeps its share beside the fields and beside each panel of the four editors', async ({ page }) => {
  test.setTimeout(240_000)
  await signInAs(page, await createMember(page))
  for (const address of [`/template/${videoCard.id}/server-render`, `/template/${imageCard.id}/direct-upload-image`]) {
    await page.goto(address)
    await expectRoom(page, address)
    await page.getByRole('button', { name: 'Show more of the preview' }).tap()
    await page.getByRole('button', { name: 'Show more fields' }).tap()
    await expect(page.getByRole('button', { name: 'Show more of the preview' })).toBeVisible()
    await expectRoom(page, `${address} with the sheet pulled up again`)
  }
  for (const address of [`/${videoCard.id}`, `/template/${videoCard.id}/direct-upload`]) {
    await page.goto(address)
    await expectRoom(page, address)
    const buttons = page.getByRole('navigation', { name: 'Panels' }).locator('button[aria-controls]')
    for (const button of await buttons.all()) {
      await button.tap()
      await expect(button).toHaveAttribute('aria-expanded', 'true')
      await expectRoom(page, `${address}: ${await button.innerText()}`)
    }
  }
})

/** Waits until the place of the picture has its share of the screen. */
async function expectRoom(page: Page, where: string): Promise<void> {
  await expect(page.locator('[data-stage="settled"]')).toHaveCount(1, { timeout: 60_000 })
  await expect
    .poll(
      () =>
        page.evaluate(() => {
          const stage =
            document.querySelector('[data-canvas-stage]') ?? document.querySelector('[data-stage]')?.parentElement
          const room = stage?.getBoundingClientRect()
          return (room?.height ?? 0) / innerHeight
        }),
      { message: where },
    )
    .toBeGreaterThanOrEqual(SHARE)
}
