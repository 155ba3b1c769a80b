// The image editor in a real browser with a template of texts only: the customer's photo becomes a layer, moved, resized, rotated
// and cropped by mouse, by keys and by fingers.
import { expect, type Locator, type Page, test } from '@playwright/test'
import { createFingers, type Point } from '../fingers.ts'
import { takePhoto } from '../purchase-flow/photo.ts'
import { expectAccessible } from './accessible.ts'
import { watchConsole } from './console-watch.ts'
import { expectStageChange, giveFile, placeOn, pressUntilDisabled, psnr, readStage } from './editor-stage.ts'
import { createMember, signInAs } from './member.ts'
import { press } from './press.ts'

/** An invitation of texts only: its buyers could not add a photo anywhere else. */
const templateId = 'sage-vows'

test.describe('on a desk', () => {
  test.use({ viewport: { width: 1440, height: 900 } })

  test('in the image editor a photo becomes a layer where the template has no frame for one', async ({ page }) => {
    test.setTimeout(180_000)
    const expectQuiet = watchConsole(page)
    const member = await createMember(page)
    await signInAs(page, member)
    await page.goto(`/template/${templateId}/direct-upload-image`)
    const untouched = await readStage(page)
    await expectStageChange(page, async () => giveFile(page, 'drop', await takePhoto()))
    const properties = page.getByRole('region', { name: 'Properties' })
    await expectStageChange(page, () => dragSlider(page, properties.getByLabel('Opacity', { exact: true }), 0.95, 0.4))
    await properties.getByLabel('Rotation', { exact: true }).fill('5')
    await expectStageChange(page, () => page.keyboard.press('Enter'))
    await test.step('by pointer and by keys it is moved, resized, rotated and cropped on the stage', async () => {
      const across = async () => (await readMiddle(page)).x
      // It was put where nothing lay.
      const before = await readMiddle(page)
      const start = await placeOn(page, [before.x / untouched.width, before.y / untouched.height])
      await expectStageChange(page, async () => {
        await page.mouse.move(start.x, start.y)
        await page.mouse.down()
        await page.mouse.move(start.x - 40, start.y - 50, { steps: 4 })
        await page.mouse.move(start.x - 90, start.y - 110, { steps: 4 })
        await page.mouse.up()
      })
      await expect.poll(across).toBeLessThan(before.x - 60)
      await expectStageChange(page, () => page.mouse.wheel(0, -200))
      const stage = page.getByRole('application', { name: /^Canvas/ })
      await stage.focus()
      for (const key of ['Shift+ArrowRight', 'Control+ArrowUp', 'Period', 'Shift+H']) {
        await expectStageChange(page, () => page.keyboard.press(key))
      }
      await page.keyboard.press('Enter')
      await expect(page.getByRole('button', { name: /^Photo in its frame/ })).toBeFocused()
      await expectStageChange(page, () => page.keyboard.press('+'))
      const wide = await readProperty(page, 'Width')
      await expectStageChange(page, () => page.mouse.wheel(0, -200))
      expect(await readProperty(page, 'Width')).toBe(wide)
      await page.keyboard.press('Escape')
      await expect(stage).toBeFocused()
      // Words of the template are still found in the form by a touch.
      const words = await placeOn(page, [0.5, 0.789])
      await page.mouse.click(words.x, words.y)
      await expect(page.locator('[data-field] :focus')).toBeVisible()
      // The design stays as it is: only what was added is moved.
      const kept = await readStage(page)
      await page.mouse.down()
      await page.mouse.move(words.x + 60, words.y + 40, { steps: 4 })
      await page.mouse.up()
      expect(psnr(await readStage(page), kept)).toBe(Number.POSITIVE_INFINITY)
    })
    await expectAccessible(page)
    await expect(page.getByRole('progressbar')).toHaveCount(0, { timeout: 60_000 })
    await expect(page.getByText('Saved', { exact: true }).first()).toBeVisible()
    const placed = await readStage(page)
    await page.reload()
    // The photo is the server's editing copy by now.
    await expect.poll(async () => psnr(await readStage(page), placed)).toBeGreaterThan(30)
    await page.locator('[data-canvas-stage]').focus()
    // Only what was added is selected: the words of the template are in the form.
    await page.keyboard.press('PageDown')
    await expect(properties.getByRole('heading', { name: 'drop', exact: true })).toBeVisible()
    await press(page.getByRole('toolbar', { name: 'Selected layers' }).getByRole('button', { name: 'Delete' }))
    await expect(properties).toHaveCount(0)
    await page.keyboard.press('PageDown')
    await expect(properties).toHaveCount(0)
    await expect.poll(async () => psnr(await readStage(page), untouched)).toBe(Number.POSITIVE_INFINITY)
    expectQuiet()
  })
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('in the image editor touch moves, scales and rotates a photo without a frame', async ({ page }) => {
    const expectQuiet = watchConsole(page)
    await signInAs(page, await createMember(page))
    await page.goto(`/template/${templateId}/direct-upload-image`)
    const untouched = await readStage(page)
    await expectStageChange(page, async () => giveFile(page, 'paste', await takePhoto()))
    const finger = await createFingers(page)
    const { x, y } = await placeOn(page, [0.5, 0.5])
    await expectStageChange(page, () => finger([[{ x, y }], [{ x, y: y - 12 }], [{ x, y: y - 30 }]]))
    const before = await readProperty(page, 'Width')
    const pair = (apart: number, turned: number) => [
      { x: x - apart, y: y - 30 - turned },
      { x: x + apart, y: y - 30 + turned },
    ]
    await finger([pair(16, 0).slice(0, 1), pair(16, 0), pair(20, 4), pair(24, 8), pair(28, 14)])
    await expect.poll(() => readProperty(page, 'Rotation')).toBeGreaterThan(10)
    expect(await readProperty(page, 'Width')).toBeGreaterThan(before)
    await expectAccessible(page)
    await pressUntilDisabled(page, 'Undo')
    expect(psnr(await readStage(page), untouched)).toBe(Number.POSITIVE_INFINITY)
    expectQuiet()
  })
})

async function dragSlider(page: Page, slider: Locator, from: number, to: number): Promise<void> {
  await slider.scrollIntoViewIfNeeded()
  const box = await slider.boundingBox()
  if (!box) throw new Error('the slider must be on the screen')
  const at = (share: number) => box.x + box.width * share
  await page.mouse.move(at(from), box.y + box.height / 2)
  await page.mouse.down()
  await page.mouse.move(at(to), box.y + box.height / 2, { steps: 8 })
  await page.mouse.up()
}
async function readProperty(page: Page, name: string): Promise<number> {
  return Number(await page.getByRole('region', { name: 'Properties' }).getByLabel(name, { exact: true }).inputValue())
}

/** Of the selected layer, in pixels of the design. */
async function readMiddle(page: Page): Promise<Point> {
  const [x, y, width, height] = [
    await readProperty(page, 'X'),
    await readProperty(page, 'Y'),
    await readProperty(page, 'Width'),
    await readProperty(page, 'Height'),
  ]
  return { x: x + width / 2, y: y + height / 2 }
}
