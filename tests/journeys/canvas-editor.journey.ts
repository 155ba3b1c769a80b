// The canvas editor in a real browser, by mouse and by finger: the customer's photo and text are added, moved, rotated, resized
// and cropped, everything is undone and redone, survives a reload, and the exported file equals the stage.
import { expect, type Locator, type Page, test } from '@playwright/test'
import { createFingers } from '../fingers.ts'
import { takePhoto } from '../purchase-flow/photo.ts'
import { expectAccessible } from './accessible.ts'
import { watchConsole } from './console-watch.ts'
import {
  expectStageChange,
  exportBy,
  giveFile,
  placeOn,
  pressUntilDisabled,
  psnr,
  readPicture,
  readStage,
} from './editor-stage.ts'
import { createMember, readCredits, readProject, signInAs } from './member.ts'
import { press } from './press.ts'
import { imageCard, useTemplate } from './template-fixture.ts'
import { waitForTwoFrames } from './two-frames.ts'

const templateId = 'terracotta-day'
const [width, height] = [1080, 1350]
/** The position of the couple's names. */
const names = [0.5, 0.886] as const

const desk = { viewport: { width: 1440, height: 900 } } as const
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const

test.describe('on a desk', () => {
  test.use(desk)

  test('a photo and a text are added to a template, and the export matches the stage', async ({ page }) => {
    test.setTimeout(300_000)
    const expectQuiet = watchConsole(page, { expectsErrorResponses: true })
    const member = await createMember(page)
    await signInAs(page, member)
    await page.goto(`/${templateId}-template`)
    const untouched = await readStage(page)
    expect(untouched).toMatchObject({ width, height })
    await expectAccessible(page)

    await test.step('a photo is pasted, dragged until it snaps, resized and rotated', async () => {
      await expectStageChange(page, async () => giveFile(page, 'paste', await takePhoto()))
      await expect(layer(page, 'paste')).toHaveAttribute('aria-selected', 'true')
      // It lies where nothing lay before.
      const across = (await numberIn(page, 'X')) + (await numberIn(page, 'Width')) / 2
      const down = (await numberIn(page, 'Y')) + (await numberIn(page, 'Height')) / 2
      await drag(page, [across / width, down / height], [0.36, 0.3])
      await expect.poll(() => numberIn(page, 'X')).toBeLessThan(250)
      await dragHandle(page, '1,1', 60, 60)
      await expect(page.getByText('Saved', { exact: true })).toBeVisible()
      const middle = async () => (await numberIn(page, 'X')) + (await numberIn(page, 'Width')) / 2
      const { x, y } = await placeOn(page, [0, 0])
      const scale = (await placeOn(page, [1, 0])).x - x
      const from = { x: x + ((await middle()) / width) * scale, y: y + 300 }
      await page.mouse.move(from.x, from.y)
      await page.mouse.down()
      await page.mouse.move(x + scale / 2 - 40, from.y, { steps: 5 })
      // Three pixels from the middle: near enough to snap.
      await page.mouse.move(x + scale / 2 + 3, from.y, { steps: 5 })
      await page.mouse.up()
      await expect.poll(middle).toBeCloseTo(width / 2, 0)
      await page.keyboard.down('Shift')
      await dragHandle(page, 'turn', 90, 30)
      await page.keyboard.up('Shift')
      await expect.poll(() => numberIn(page, 'Rotation')).not.toBe(0)
      await expect.poll(async () => Math.abs((await numberIn(page, 'Rotation')) % 15)).toBe(0)
    })

    await test.step('the photo is cropped in its frame', async () => {
      const box = await page.locator('[data-handle="1,1"]').boundingBox()
      const other = await page.locator('[data-handle="-1,-1"]').boundingBox()
      if (!box || !other) throw new Error('nothing is selected')
      await page.mouse.dblclick((box.x + other.x) / 2 + 14, (box.y + other.y) / 2 + 14)
      const photo = page.getByRole('button', { name: /^Photo in its frame/ })
      await expect(photo).toBeFocused()
      await expectStageChange(page, () => page.keyboard.press('+'))
      await expectStageChange(page, () => page.keyboard.press('ArrowRight'))
      await expectAccessible(page)
      await page.keyboard.press('Enter')
      await expect(photo).toBeHidden()
    })

    await test.step('texts of the template are edited on the stage, and new ones are added', async () => {
      const { x, y } = await placeOn(page, names)
      await page.mouse.dblclick(x, y)
      const words = page.getByRole('textbox', { name: 'Text of Names' })
      await expect(words).toBeFocused()
      await words.fill('Meera & Kabir')
      await page.keyboard.press('Escape')
      await press(page.getByRole('tab', { name: 'Text' }))
      await page.getByRole('button', { name: 'Add a heading' }).first().press('Enter')
      // What is typed next replaces the words.
      const own = page.locator('[data-stage-editing] textarea')
      await expect(own).toBeFocused()
      await page.keyboard.type('Two hearts')
      await expect(own).toHaveValue('Two hearts')
      await expect(layer(page, 'Two hearts')).toHaveCount(1)
      await page.keyboard.press('Escape')
      await expect(page.locator('[data-canvas-stage]')).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(own).toBeFocused()
      // The stage is shown without the text that is being edited.
      await waitForTwoFrames(page)
      const without = await readStage(page)
      await own.fill('नमस्ते दोस्तों')
      await page.keyboard.press('Escape')
      // The letters of another script are fetched when they are needed.
      await expect.poll(async () => psnr(await readStage(page), without)).toBeLessThan(30)
      await page.locator('[data-canvas-stage]').focus()
      await page.keyboard.press('Shift+ArrowDown')
      await expect(layer(page, 'नमस्ते दोस्तों')).toHaveAttribute('aria-selected', 'true')
    })
    const edited = await readStage(page)
    expect(psnr(edited, untouched)).toBeLessThan(25)

    await test.step('everything is undone and redone, by buttons and by the history', async () => {
      await pressUntilDisabled(page, 'Undo')
      await expect.poll(async () => psnr(await readStage(page), untouched)).toBe(Number.POSITIVE_INFINITY)
      await expect.poll(() => readProject(page, member)).toEqual({ values: {}, difference: {} })
      await press(page.getByRole('tab', { name: 'History' }))
      await press(page.getByRole('list', { name: 'History' }).getByRole('button').last())
      await expect.poll(async () => psnr(await readStage(page), edited)).toBe(Number.POSITIVE_INFINITY)
      await press(page.getByRole('tab', { name: 'Layers' }))
    })

    await test.step('the paid file is the stage, pixel by pixel', async () => {
      const picture = await readPicture(await exportBy(page, /^Export for \d+ credits$/))
      expect(psnr(picture, edited)).toBeGreaterThan(45)
      await press(page.getByRole('button', { name: 'Close' }))
    })

    await test.step('a reload mid-edit finds everything', async () => {
      await press(layer(page, 'paste'))
      await page.locator('[data-canvas-stage]').focus()
      await page.keyboard.press('ArrowLeft')
      await page.keyboard.press('Control+z')
      await page.reload()
      await expect(layer(page, 'नमस्ते दोस्तों')).toBeVisible()
      await expect(layer(page, 'paste')).toBeVisible()
      // The photo is the server's editing copy by now.
      await expect.poll(async () => psnr(await readStage(page), edited)).toBeGreaterThan(33)
      await press(page.getByRole('button', { name: 'Redo', exact: true }))
      await expect(page.getByRole('button', { name: 'Redo', exact: true })).toBeDisabled()
      await pressUntilDisabled(page, 'Undo')
      await expect(layer(page, 'paste')).toBeHidden()
    })
    expectQuiet()
  })
})

test.describe('on a phone', () => {
  test.use(phone)
  useTemplate(imageCard)

  test('a text is moved by a finger, and the paid file is the stage', { tag: '@smoke' }, async ({ page }) => {
    const expectQuiet = watchConsole(page, { expectsErrorResponses: true })
    const member = await createMember(page)
    await signInAs(page, member)
    await page.goto(`/${imageCard.id}-template`)
    const untouched = await readStage(page)
    const { x, y } = await placeOn(page, [0.12, 0.1])
    await page.touchscreen.tap(x, y)
    const finger = await createFingers(page)
    await expectStageChange(page, () =>
      finger([[{ x, y }], [{ x, y: y + 20 }], [{ x, y: y + 40 }], [{ x, y: y + 60 }]]),
    )
    const edited = await readStage(page)
    await test.step('a finger that rests opens the menu, and lifting it picks nothing', async () => {
      const touch = await page.context().newCDPSession(page)
      const down = { type: 'touchStart' as const, touchPoints: [{ x, y: y + 60, id: 0 }] }
      await touch.send('Input.dispatchTouchEvent', down)
      await expect(page.getByRole('menu')).toBeVisible()
      await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
      await page.getByRole('menuitem', { name: 'Edit text' }).tap()
      await expect(page.getByRole('textbox', { name: /^Text of/ })).toBeFocused()
      await page.keyboard.press('Escape')
    })
    await press(page.getByRole('button', { name: 'Undo', exact: true }))
    await expect.poll(async () => psnr(await readStage(page), untouched)).toBe(Number.POSITIVE_INFINITY)
    await press(page.getByRole('button', { name: 'Redo', exact: true }))
    await expect.poll(async () => psnr(await readStage(page), edited)).toBe(Number.POSITIVE_INFINITY)
    const picture = await readPicture(await exportBy(page, /^Export for \d+ credits$/))
    expect(psnr(picture, edited)).toBeGreaterThan(45)
    expect(await readCredits(page, member)).toBe(500 - imageCard.priceCredits)
    expect((await readProject(page, member)).difference).not.toEqual({})
    expectQuiet()
  })
})

function layer(page: Page, name: string | RegExp): Locator {
  return page.getByRole('tree').getByRole('treeitem', { name })
}

async function numberIn(page: Page, name: string): Promise<number> {
  return Number(await page.getByRole('region', { name: 'Properties' }).getByLabel(name, { exact: true }).inputValue())
}

async function drag(page: Page, from: readonly [number, number], to: readonly [number, number]): Promise<void> {
  const [start, end] = [await placeOn(page, from), await placeOn(page, to)]
  await page.mouse.move(start.x, start.y)
  await page.mouse.down()
  await page.mouse.move((start.x + end.x) / 2, (start.y + end.y) / 2, { steps: 4 })
  await page.mouse.move(end.x, end.y, { steps: 4 })
  await page.mouse.up()
}

async function dragHandle(page: Page, name: string, x: number, y: number): Promise<void> {
  const box = await page.locator(`[data-handle="${name}"]`).boundingBox()
  if (!box) throw new Error(`there is no handle ${name}`)
  const [left, top] = [box.x + box.width / 2, box.y + box.height / 2]
  await expectStageChange(page, async () => {
    await page.mouse.move(left, top)
    await page.mouse.down()
    await page.mouse.move(left + x / 2, top + y / 2, { steps: 4 })
    await page.mouse.move(left + x, top + y, { steps: 4 })
    await page.mouse.up()
  })
}
