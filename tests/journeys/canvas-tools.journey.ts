// What the panels of the canvas editor do, in a real browser: an own photo, a sticker, another font, colours and the order
// of layers are put on a template, survive a reload and are all undone; the owner edits without locks and saves a draft.
import { expect, type Locator, type Page, test } from '@playwright/test'
import { buildHeif, codeTile } from '@vitrine/untrusted-media/heif-for-test'
import { fingersOf, type Point } from '../fingers.ts'
import { takePhoto } from '../purchase-flow/photo.ts'
import { expectAccessible } from './accessible.ts'
import { createOwner } from './admin-owner.ts'
import { watchConsole } from './console-watch.ts'
import {
  expectStageChange,
  giveFile,
  type Picture,
  placeOn,
  pressUntilDisabled,
  psnr,
  readStage,
} from './editor-stage.ts'
import { createMember, signInAs } from './member.ts'
import { press } from './press.ts'

/** An invitation of texts only: its buyers could not add a photo anywhere else. */
const templateId = 'sage-vows'

const row = (page: Page, name: string | RegExp): Locator => page.getByRole('treeitem', { name })

async function open(page: Page): Promise<void> {
  await page.goto(`/${templateId}-template`)
  await expect(row(page, 'First name')).toBeVisible()
}

async function waitUntilSaved(page: Page): Promise<void> {
  await expect(page.getByText('Saved', { exact: true }).first()).toBeVisible({ timeout: 30_000 })
}

test.describe('on a desk', () => {
  test.use({ viewport: { width: 1440, height: 900 } })

  test('a photo, a sticker, a font, colours and an order of layers are added, saved and undone', async ({ page }) => {
    test.setTimeout(240_000)
    const expectQuiet = watchConsole(page)
    const member = await createMember(page)
    await signInAs(page, member)
    await open(page)
    const untouched = await readStage(page)

    await test.step('a colour of the whole design is replaced everywhere, as one step', async () => {
      const design = page.getByRole('region', { name: 'Canvas', exact: true })
      await press(design.getByRole('button', { name: /^Change #\w+ in \d+ layers$/ }).first())
      const others = design.getByRole('group', { name: 'Document colours' }).getByRole('button', { pressed: false })
      await expectStageChange(page, () => press(others.first()))
      await expectAccessible(page)
      await press(page.getByRole('button', { name: 'Undo', exact: true }))
      await expect.poll(async () => psnr(await readStage(page), untouched)).toBe(Number.POSITIVE_INFINITY)
    })

    await test.step('an uploading photo is on the canvas at once', async () => {
      await press(page.getByRole('tab', { name: 'Uploads' }))
      const choosing = page.waitForEvent('filechooser')
      await press(page.getByRole('button', { name: 'Add photos' }))
      const photo = await takePhoto()
      await expectStageChange(page, async () =>
        (await choosing).setFiles({ name: 'us.jpg', mimeType: 'image/jpeg', buffer: photo }),
      )
      await expect(row(page, 'us')).toHaveAttribute('aria-selected', 'true')
      await expectStageChange(page, () => page.getByLabel('Frame shape').selectOption({ label: 'Heart' }))
      await expect(page.getByRole('progressbar')).toHaveCount(0, { timeout: 60_000 })
      await waitUntilSaved(page)
    })

    await test.step('a sticker is found by search and gets a colour of the design', async () => {
      await press(page.getByRole('tab', { name: 'Elements' }))
      await page.getByLabel('Search elements').fill('puja water')
      await expectStageChange(page, () => press(page.getByRole('button', { name: 'Add sticker: Lotus' })))
      await press(page.getByRole('button', { name: /^Colour 1/ }))
      const swatch = page.getByRole('group', { name: 'Document colours' }).getByRole('button').first()
      await expectStageChange(page, () => press(swatch))
      await press(page.getByRole('button', { name: /^Colour 1/ }))
    })

    await test.step('a text gets a font of the library', async () => {
      await press(page.getByRole('tab', { name: 'Text' }))
      await press(page.getByRole('button', { name: 'Add a heading' }))
      const words = page.getByRole('region', { name: 'Properties' }).getByLabel('Text', { exact: true })
      await words.fill('शुभ विवाह')
      await press(page.getByRole('button', { name: /^Font:/ }))
      await page.getByLabel('Language').selectOption({ label: 'Devanagari' })
      const fonts = page.getByRole('list', { name: 'Fonts' })
      await expectStageChange(page, () => press(fonts.getByRole('button', { name: /^Yatra One/ })))
      await expect(page.getByRole('button', { name: 'Font: Yatra One' })).toBeVisible()
      await expectAccessible(page)
    })

    const beforeOrder = await readStage(page)
    await test.step('layers are ordered by keys and by dragging, renamed, hidden and locked', async () => {
      const heading = row(page, 'शुभ विवाह')
      await heading.focus()
      await page.keyboard.press('Alt+ArrowDown')
      await expect(page.getByRole('treeitem').first()).toHaveAccessibleName('Lotus')
      await page.keyboard.press('F2')
      await page.getByLabel('Layer name').fill('Blessing')
      await page.keyboard.press('Enter')
      await expect(row(page, 'Blessing')).toBeVisible()
      await dragRow(page, row(page, 'Blessing'), row(page, 'Lotus'))
      await expect(page.getByRole('treeitem').first()).toHaveAccessibleName('Blessing')
      await expectStageChange(page, () => press(page.getByRole('button', { name: 'Hide Lotus' })))
      await press(page.getByRole('button', { name: 'Show Lotus' }))
      await press(page.getByRole('button', { name: 'Lock Lotus', exact: true }))
      await press(row(page, 'Lotus'))
      await expect(page.getByText('You locked “Lotus”')).toBeVisible()
      await press(page.getByRole('button', { name: 'Unlock Lotus' }))
      await expect.poll(async () => psnr(await readStage(page), beforeOrder)).toBe(Number.POSITIVE_INFINITY)
    })

    await test.step('one drag of a slider is one step, and several layers are changed together', async () => {
      await press(row(page, 'Blessing'))
      await page.keyboard.press('Shift+ArrowDown')
      await expect(row(page, 'Lotus')).toHaveAttribute('aria-selected', 'true')
      await expect(page.getByRole('heading', { name: '2 layers' })).toBeVisible()
      const opacity = page.getByLabel('Opacity', { exact: true })
      await dragSlider(page, opacity, 0.95, 0.4)
      await expect(opacity).not.toHaveValue('100')
      await press(page.getByRole('button', { name: 'Undo', exact: true }))
      await expect(opacity).toHaveValue('100')
      await press(page.getByRole('button', { name: 'Redo', exact: true }))
      await expect(opacity).not.toHaveValue('100')
    })

    const edited = await readStage(page)
    await test.step('everything is undone and redone', async () => {
      await pressUntilDisabled(page, 'Undo')
      await expect.poll(async () => psnr(await readStage(page), untouched)).toBe(Number.POSITIVE_INFINITY)
      await pressUntilDisabled(page, 'Redo')
      await expect.poll(async () => psnr(await readStage(page), edited)).toBe(Number.POSITIVE_INFINITY)
    })

    await test.step('a reload restores everything, with photo and font from the server', async () => {
      await waitUntilSaved(page)
      await page.reload()
      await expect(row(page, 'Blessing')).toBeVisible()
      // The photo is the server's editing copy by now.
      await expect.poll(async () => psnr(await readStage(page), edited)).toBeGreaterThan(30)
    })
    expectQuiet()
  })

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
      const across = async () => (await middleOf(page)).x
      // It was put where nothing lay.
      const before = await middleOf(page)
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
      const wide = await propertyOf(page, 'Width')
      await expectStageChange(page, () => page.mouse.wheel(0, -200))
      expect(await propertyOf(page, 'Width')).toBe(wide)
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
    await waitUntilSaved(page)
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

    await test.step('a photo that only the server can read is shown from its editing copy', async () => {
      const tile = await codeTile(640, 480, () => [200, 60, 60])
      const heic = buildHeif({ width: 640, height: 480, tileWidth: 640, tileHeight: 480, tiles: [tile] })
      const choosing = page.waitForEvent('filechooser')
      await press(page.getByRole('button', { name: 'Add photos' }))
      await (await choosing).setFiles({ name: 'IMG_0001.HEIC', mimeType: 'image/heic', buffer: heic })
      await expect.poll(async () => isRed(await readStage(page)), { timeout: 60_000 }).toBe(true)
      await waitUntilSaved(page)
    })
    expectQuiet()
  })

  test('the owner edits without locks and saves a draft; a member cannot', async ({ page }) => {
    test.setTimeout(180_000)
    const owner = await createOwner(page)
    const member = await createMember(page)
    await signInAs(page, owner)
    await open(page)
    await press(page.getByRole('button', { name: 'Remove locks' }))
    await expect(page.getByText('Locks are off.')).toBeVisible()
    await press(row(page, 'First name'))
    await expectStageChange(page, () => press(page.getByRole('button', { name: 'Delete', exact: true })))
    await expect(row(page, 'First name')).toHaveCount(0)
    await press(page.getByRole('button', { name: 'Save as new draft template' }))
    const name = `Draft ${Date.now().toString(36)}`
    await page.getByLabel('Template name').fill(name)
    await press(page.getByRole('button', { name: 'Save draft' }))
    const link = page.getByRole('link', { name: 'Open in admin' })
    await expect(link).toBeVisible({ timeout: 30_000 })
    const draftId = (await link.getAttribute('href'))?.split('/').at(-1)
    expect((await page.request.get(`/api/template/${draftId}`)).status()).toBe(404)

    const headers = { authorization: `Bearer ${member.token}` }
    const { projectId } = await (await page.request.post('/api/projects', { data: { templateId }, headers })).json()
    const refused = await page.request.post(`/api/projects/${projectId}/template-draft`, { data: { name }, headers })
    expect(refused.status()).toBe(403)
  })
})

test.describe('files of one’s own and other editors, on a desk', () => {
  test.use({ viewport: { width: 1440, height: 900 } })

  test('several photos are placed side by side with their names, a damaged one is reported, and the project opens in the other editor', async ({
    page,
  }) => {
    const expectQuiet = watchConsole(page)
    await signInAs(page, await createMember(page))
    await page.goto(`/${templateId}-template`)
    await readStage(page)
    const photo = await takePhoto()
    const give = async (name: string, buffer: Buffer) => {
      await press(page.getByRole('tab', { name: 'Uploads' }))
      const choosing = page.waitForEvent('filechooser')
      await press(page.getByRole('button', { name: 'Add photos' }))
      await (await choosing).setFiles({ name, mimeType: 'image/jpeg', buffer })
    }
    await give('beach.jpg', photo)
    await expect(row(page, 'beach')).toHaveAttribute('aria-selected', 'true')
    const properties = page.getByRole('region', { name: 'Properties' })
    const place = () =>
      Promise.all(['X', 'Y'].map((label) => properties.getByLabel(label, { exact: true }).inputValue()))
    const first = await place()
    await give('party.jpg', photo)
    await expect(row(page, 'party')).toHaveAttribute('aria-selected', 'true')
    await expect.poll(place).not.toEqual(first)
    await give('broken.jpg', photo.subarray(0, 40))
    await expect(page.locator('[data-toasts]').getByText(/^broken\.jpg: This file is damaged/)).toBeVisible()
    await expect(row(page, 'broken')).toHaveCount(0)

    await waitUntilSaved(page)
    const editors = page.getByRole('navigation', { name: 'Editor' })
    await expect(editors.getByRole('link', { name: 'Design' })).toHaveAttribute('aria-current', 'page')
    await press(editors.getByRole('link', { name: 'Customise' }))
    await expect(page).toHaveURL(/direct-upload-image\?project=/)
    await expect(editors.getByRole('link', { name: 'Customise' })).toHaveAttribute('aria-current', 'page')
    await readStage(page)
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
    const finger = await fingersOf(page)
    const { x, y } = await placeOn(page, [0.5, 0.5])
    await expectStageChange(page, () => finger([[{ x, y }], [{ x, y: y - 12 }], [{ x, y: y - 30 }]]))
    const before = await propertyOf(page, 'Width')
    const pair = (apart: number, turned: number) => [
      { x: x - apart, y: y - 30 - turned },
      { x: x + apart, y: y - 30 + turned },
    ]
    await finger([pair(16, 0).slice(0, 1), pair(16, 0), pair(20, 4), pair(24, 8), pair(28, 14)])
    await expect.poll(() => propertyOf(page, 'Rotation')).toBeGreaterThan(10)
    expect(await propertyOf(page, 'Width')).toBeGreaterThan(before)
    await expectAccessible(page)
    await pressUntilDisabled(page, 'Undo')
    expect(psnr(await readStage(page), untouched)).toBe(Number.POSITIVE_INFINITY)
    expectQuiet()
  })

  test('a sticker is added and coloured in sheets', async ({ page }) => {
    const expectQuiet = watchConsole(page)
    const member = await createMember(page)
    await signInAs(page, member)
    await page.goto(`/${templateId}-template`)
    await page.getByRole('button', { name: 'Add', exact: true }).tap()
    await page.getByRole('tab', { name: 'Elements' }).tap()
    await expectStageChange(page, () => page.getByRole('button', { name: 'Add sticker: Heart', exact: true }).tap())
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Edit', exact: true }).tap()
    await page.getByRole('button', { name: /^Colour 1/ }).tap()
    const swatch = page.getByRole('group', { name: 'Document colours' }).getByRole('button').first()
    await expectStageChange(page, () => swatch.tap())
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Layers', exact: true }).tap()
    await expect(row(page, 'Heart')).toHaveAttribute('aria-selected', 'true')
    await expectAccessible(page)
    expectQuiet()
  })
})

/** Whether the red photo that was made for it lies where the editor puts one: in the upper corner at the end of lines. */
function isRed({ width, height, data }: Picture): boolean {
  const at = (Math.floor(height * 0.18) * width + Math.floor(width * 0.75)) * 3
  return Number(data[at]) > 180 && Number(data[at + 1]) < 90
}

async function propertyOf(page: Page, name: string): Promise<number> {
  return Number(await page.getByRole('region', { name: 'Properties' }).getByLabel(name, { exact: true }).inputValue())
}

/** Of the selected layer, in pixels of the design. */
async function middleOf(page: Page): Promise<Point> {
  const [x, y, width, height] = [
    await propertyOf(page, 'X'),
    await propertyOf(page, 'Y'),
    await propertyOf(page, 'Width'),
    await propertyOf(page, 'Height'),
  ]
  return { x: x + width / 2, y: y + height / 2 }
}

/** Takes a row by its handle and lets it go above another one. */
async function dragRow(page: Page, moved: Locator, target: Locator): Promise<void> {
  const [from, to] = [await moved.boundingBox(), await target.boundingBox()]
  if (!from || !to) throw new Error('both rows must be on the screen')
  await page.mouse.move(from.x + 14, from.y + from.height / 2)
  await page.mouse.down()
  await page.mouse.move(to.x + 14, to.y + to.height / 2, { steps: 5 })
  await page.mouse.move(to.x + 14, to.y + 4)
  await page.mouse.up()
}

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
