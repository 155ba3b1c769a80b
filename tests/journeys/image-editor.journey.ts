// The image editor in a real browser, by mouse on a desktop and by fingers on a phone: the customer's photo is placed, lit and
// rotated, everything is undone and redone, survives a reload, and the exported file equals the stage.
import { expect, type Page, test } from '@playwright/test'
import sharp from 'sharp'
import { drawFaces } from '../../apps/web/testing/drawn-face.ts'
import { createFingers } from '../fingers.ts'
import { takePhoto } from '../purchase-flow/photo.ts'
import { expectAccessible } from './accessible.ts'
import { watchConsole } from './console-watch.ts'
import {
  expectStageChange,
  exportBy,
  giveFile,
  type Picture,
  placeOn,
  pressUntilDisabled,
  psnr,
  readPicture,
  readStage,
} from './editor-stage.ts'
import { createMember, readCredits, signInAs } from './member.ts'
import { press } from './press.ts'
import { imageCard, useTemplate } from './template-fixture.ts'

const templateId = 'terracotta-day'
const editorPath = `/template/${templateId}/direct-upload-image`

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
  useTemplate(imageCard)

  test('a photo fills a template, and the export matches the stage', { tag: '@smoke' }, async ({ page }) => {
    const expectQuiet = watchConsole(page, { expectsErrorResponses: true })
    const member = await createMember(page)
    await signInAs(page, member)
    await page.goto(`/image-template/${imageCard.id}`)
    await press(page.getByRole('link', { name: 'Edit Template' }))
    await expect(page).toHaveURL(`/template/${imageCard.id}/direct-upload-image`)
    const untouched = await readStage(page)
    expect(untouched).toMatchObject({ width: 640, height: 360 })

    await test.step('a photo is placed, adjusted and mirrored, and the text is changed', async () => {
      const photo = { name: 'us.jpg', mimeType: 'image/jpeg', buffer: await takePhoto() }
      await expectStageChange(page, () => page.locator('input[type="file"]').first().setInputFiles(photo))
      await expectStageChange(page, () => pinchPhoto(page))
      await press(page.getByRole('button', { name: 'Flip horizontal', exact: true }))
      await press(page.getByRole('radio', { name: 'Golden', exact: true }))
      await press(page.getByText('Adjust', { exact: true }))
      await page.getByLabel('Brightness').focus()
      await page.keyboard.press('ArrowRight')
      await page.getByLabel('Name (required)').fill('Meera & Kabir')
      await press(page.getByRole('button', { name: 'Colour #2f4858' }))
      await expect(page.getByLabel('Warmth')).toHaveValue('45')
      await expectAccessible(page)
    })
    const edited = await readStage(page)
    expect(psnr(edited, untouched)).toBeLessThan(20)

    await test.step('everything is undone and redone', async () => {
      await pressUntilDisabled(page, 'Undo')
      await expect.poll(async () => psnr(await readStage(page), untouched)).toBe(Number.POSITIVE_INFINITY)
      await pressUntilDisabled(page, 'Redo')
      await expect.poll(async () => psnr(await readStage(page), edited)).toBe(Number.POSITIVE_INFINITY)
    })
    await test.step('the paid file made in the browser is the stage, pixel by pixel', async () => {
      const file = await exportBy(page, /^Export for \d+ credits$/)
      expect(psnr(await readPicture(file), edited)).toBeGreaterThan(45)
      expect(await readCredits(page, member)).toBe(500 - imageCard.priceCredits)
      await press(page.getByRole('button', { name: 'Close' }))
      await expect(page.getByText('Saved', { exact: true })).toBeVisible()
    })
    await test.step('a reload mid-edit finds everything', async () => {
      await page.getByLabel('Place').fill('Jaipur')
      await press(page.getByRole('button', { name: 'Undo', exact: true }))
      await page.reload()
      await expect(page.getByLabel('Name (required)')).toHaveValue('Meera & Kabir')
      await expect(page.getByRole('radio', { name: 'Golden' })).not.toBeChecked()
      // The photo is the server's editing copy by now.
      await expect.poll(async () => psnr(await readStage(page), edited)).toBeGreaterThan(30)
      await press(page.getByRole('button', { name: 'Redo', exact: true }))
      await expect(page.getByRole('textbox', { name: 'Place' })).toHaveValue('Jaipur')
      await press(page.getByRole('button', { name: 'Undo', exact: true }))
      await expect(page.getByRole('textbox', { name: 'Place' })).not.toHaveValue('Jaipur')
    })
    await test.step('the server renders the same picture from the full photo, in another format and size', async () => {
      await press(page.getByRole('button', { name: /^Export/ }))
      await press(page.getByRole('radio', { name: 'JPEG', exact: true }))
      await press(page.getByRole('radio', { name: '2×', exact: true }))
      const file = await exportBy(page, /^Export image$/)
      const { format, width, height } = await sharp(file).metadata()
      expect([format, width, height]).toEqual(['jpeg', 1280, 720])
      const small = await readPicture(await sharp(file).resize(640, 360).png().toBuffer())
      expect(psnr(small, edited)).toBeGreaterThan(28)
      expect(await readCredits(page, member)).toBe(500 - imageCard.priceCredits)
    })
    await test.step('what is owned opens from My Downloads', async () => {
      await page.goto('/Purchased')
      await press(page.getByRole('link', { name: 'Open in editor' }))
      await expect(page).toHaveURL(`/template/${imageCard.id}/direct-upload-image`)
    })
    expectQuiet()
  })
})

test.describe('on a desk', () => {
  test.use({ viewport: { width: 1440, height: 900 } })

  test('the keyboard alone does everything with a photo, and help lists the keys', async ({ page }) => {
    const expectQuiet = watchConsole(page)
    await signInAs(page, await createMember(page))
    await page.goto(editorPath)
    await readStage(page)
    const stage = page.getByRole('application', { name: /^Photo on the image/ })
    await stage.focus()
    for (const key of ['+', 'ArrowRight', 'Shift+ArrowDown', '.', 'Shift+,', 'm', 'Shift+M', '-']) {
      await expectStageChange(page, () => page.keyboard.press(key))
    }
    await page.keyboard.press('Control+z')
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog', { name: 'Help' })).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    expectQuiet()
  })

  test('a photo can be dropped or pasted, and a small one is flagged before anyone pays', async ({ page }) => {
    const expectQuiet = watchConsole(page)
    await signInAs(page, await createMember(page))
    await page.goto(editorPath)
    await readStage(page)
    const photo = await sharp({ create: { width: 300, height: 400, channels: 3, background: '#208060' } })
      .jpeg()
      .toBuffer()
    await expectStageChange(page, () => giveFile(page, 'drop', photo))
    await expect(page.getByText(/is too small \(300 × 400\) and will look blurred/)).toBeVisible()
    await press(page.getByRole('button', { name: /^Export/ }))
    await expect(page.getByText('Check before export')).toBeVisible()
    await expect(page.getByRole('radio', { name: '2×' })).toBeDisabled()
    await press(page.getByRole('button', { name: 'Close' }))
    await expectStageChange(page, () => dragPhoto(page))
    const other = await sharp({ create: { width: 1400, height: 1800, channels: 3, background: '#802060' } })
      .png()
      .toBuffer()
    await expectStageChange(page, () => giveFile(page, 'paste', other))
    await expect(page.getByText(/will look blurred/)).toBeHidden()
    await expect(page.getByText('Saved', { exact: true })).toBeVisible()
    expectQuiet()
  })

  test('a face at the edge of a wide photo is kept inside a tall frame, as one step', async ({ page }) => {
    const expectQuiet = watchConsole(page)
    await signInAs(page, await createMember(page))
    await page.goto(editorPath)
    const untouched = await readStage(page)
    const { data, ...size } = drawFaces(2000, 900, [{ x: 1700, y: 420, size: 150 }])
    const photo = await sharp(data, { raw: { ...size, channels: 4 } })
      .jpeg({ quality: 95 })
      .toBuffer()
    await giveFile(page, 'drop', photo)
    // The lips of the face: in the middle of the photo there is nothing but a wall.
    const countLips = async () =>
      countColor(await readStage(page), [168, 68, 63]) - countColor(untouched, [168, 68, 63])
    await expect.poll(countLips, { timeout: 60_000 }).toBeGreaterThan(300)
    await press(page.getByRole('button', { name: 'Undo', exact: true }))
    await expect.poll(async () => psnr(await readStage(page), untouched)).toBe(Number.POSITIVE_INFINITY)
    await press(page.getByRole('button', { name: 'Redo', exact: true }))
    await expect.poll(countLips, { timeout: 60_000 }).toBeGreaterThan(300)
    await expect(page.getByText('Saved', { exact: true })).toBeVisible()
    // The server keeps what was found: another visit shows the same.
    await page.reload()
    await expect.poll(countLips, { timeout: 60_000 }).toBeGreaterThan(300)
    expectQuiet()
  })

  test('a background is removed on the device, corrected by keyboard, and gone after a reload', async ({ page }) => {
    test.setTimeout(300_000)
    const expectQuiet = watchConsole(page)
    await signInAs(page, await createMember(page))
    await page.goto(editorPath)
    await readStage(page)
    const { data, ...size } = drawFaces(900, 1200, [{ x: 450, y: 520, size: 260 }])
    const photo = await sharp(data, { raw: { ...size, channels: 4 } })
      .jpeg({ quality: 95 })
      .toBuffer()
    const countWall = async () => countColor(await readStage(page), [127, 160, 184])
    const countSkin = async () => countColor(await readStage(page), [217, 161, 121])
    await expectStageChange(page, () => giveFile(page, 'drop', photo))
    await expect.poll(countWall).toBeGreaterThan(20_000)
    const skin = await countSkin()
    await press(page.getByRole('button', { name: 'Remove background' }))
    await expect.poll(countWall, { timeout: 120_000 }).toBeLessThan(2000)
    expect(await countSkin()).toBeGreaterThan(skin * 0.8)
    await press(page.getByRole('button', { name: 'Edit cutout' }))
    const dialog = page.getByRole('dialog', { name: 'Edit cutout' })
    await expect(dialog.getByRole('button', { name: 'Done' })).toBeDisabled()
    await expectAccessible(page)
    await dialog.getByLabel('Photo with cutout').focus()
    for (const key of ['Space', 'Shift+ArrowLeft', 'Shift+ArrowLeft']) await page.keyboard.press(key)
    await press(dialog.getByRole('button', { name: 'Undo' }))
    await press(dialog.getByRole('button', { name: 'Redo' }))
    await press(dialog.getByRole('button', { name: 'Done' }))
    await expect(dialog).toBeHidden()
    await expect.poll(countSkin).toBeLessThan(skin * 0.97)
    const corrected = await readStage(page)
    await expect(page.getByText('Saved', { exact: true })).toBeVisible({ timeout: 60_000 })
    await page.reload()
    await expect.poll(async () => psnr(await readStage(page), corrected), { timeout: 60_000 }).toBeGreaterThan(30)
    await press(page.getByRole('button', { name: 'Restore background' }))
    await expect.poll(countWall).toBeGreaterThan(20_000)
    expectQuiet()
  })

  test('missing credits, an unknown template and a failed load are reported', async ({ page }) => {
    const expectQuiet = watchConsole(page, { expectsErrorResponses: true })
    await signInAs(page, await createMember(page))
    await page.goto('/template/none/direct-upload-image')
    await expect(page.getByRole('heading', { name: 'Image template not found' })).toBeAttached()
    await expectAccessible(page)
    await page.route('**/api/own-templates/*', (route) => route.fulfill({ status: 500, json: { error: 'broken' } }))
    await page.goto(editorPath)
    await expect(page.getByRole('alert')).toContainText('Failed to load image template data')
    await page.unroute('**/api/own-templates/*')
    await press(page.getByRole('button', { name: 'Try again' }))
    await readStage(page)
    const shortage = { error: 'Not enough credits', code: 'not-enough-credits', creditsRequired: 120, userCredits: 20 }
    await page.route('**/api/download-template', (route) => route.fulfill({ status: 402, json: shortage }))
    await press(page.getByRole('button', { name: /^Export/ }))
    await press(page.getByRole('button', { name: /^Export for \d+ credits/ }))
    const dialog = page.getByRole('dialog', { name: 'Insufficient Credits' })
    await expect(dialog.getByText('100 credits')).toBeVisible()
    await press(dialog.getByRole('button', { name: 'Cancel' }))
    const [video] = (await (await page.request.get('/api/templates')).json()) as { templateId: string }[]
    await page.goto(`/template/${video?.templateId}/direct-upload-image`)
    await expect(page).toHaveURL(`/template/${video?.templateId}/server-render`)
    expectQuiet()
  })
})

/** How many pixels have about this colour. */
function countColor({ data }: Picture, color: readonly [number, number, number]): number {
  let count = 0
  for (let at = 0; at < data.length; at += 3)
    if (color.every((value, n) => Math.abs(value - (data[at + n] ?? 0)) < 12)) count += 1
  return count
}

async function dragPhoto(page: Page): Promise<void> {
  const { x, y } = await placeOn(page, [0.45, 0.4])
  await page.mouse.move(x, y)
  await page.mouse.wheel(0, -400)
  await expect(page.getByLabel('Your photo: zoom')).toHaveAttribute('aria-valuetext', /^1[5-9]\d%$/)
  await page.mouse.down()
  await page.mouse.move(x + 30, y + 20, { steps: 4 })
  await page.mouse.move(x + 60, y - 30, { steps: 4 })
  await page.mouse.up()
}

/** Two real fingers: they go apart and move on. */
async function pinchPhoto(page: Page): Promise<void> {
  const { x, y } = await placeOn(page, [0.7, 0.4])
  const fingers = (apart: number, moved: number) => [
    { x: x - apart + moved, y },
    { x: x + apart + moved, y: y + moved },
  ]
  const moves = [1, 2, 3, 4, 5, 6].map((step) => fingers(25 + step * 2, step * 2))
  await (await createFingers(page))([fingers(25, 0).slice(0, 1), fingers(25, 0), ...moves])
  await expect(page.getByLabel('Photo: zoom')).not.toHaveAttribute('aria-valuetext', '100%')
}
