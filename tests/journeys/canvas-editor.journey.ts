// The canvas editor in a real browser, by mouse, by fingers and by keys: a photo of one's own and words are put on a template,
// moved, turned, pulled and cropped, everything is undone and done again, survives a reload, and becomes a file that is what
// the stage showed.
import { expect, type Locator, type Page, test } from '@playwright/test'
import { fingersOf } from '../fingers.ts'
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
      // Three pixels beside the middle: near enough to rest there.
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

  test('the keyboard alone selects, moves, rotates, orders, groups, copies and deletes', async ({ page }) => {
    const expectQuiet = watchConsole(page)
    const member = await createMember(page)
    await signInAs(page, member)
    await page.goto(`/${templateId}`)
    const untouched = await readStage(page)
    const stage = page.getByRole('application', { name: /^Canvas/ })
    await stage.focus()
    await page.keyboard.press('PageDown')
    await expect(page.getByRole('status').filter({ hasText: 'Selected: Script line' })).toBeAttached()
    for (const key of [
      'ArrowRight',
      'Shift+ArrowDown',
      'Period',
      'Shift+Comma',
      'Control+ArrowUp',
      'Shift+H',
      'Alt+A',
    ]) {
      await expectStageChange(page, () => page.keyboard.press(key))
    }
    await expect(page.getByRole('status').filter({ hasText: /^Align Script line: / })).toBeAttached()
    await expectStageChange(page, () => page.keyboard.press('Control+d'))
    await expectStageChange(page, () => page.keyboard.press('Delete'))
    await page.keyboard.press('Control+a')
    await page.keyboard.press('Control+g')
    await expect(layer(page, /^Group/).first()).toHaveAttribute('aria-selected', 'true')
    await expectStageChange(page, () => page.keyboard.press('Shift+ArrowLeft'))
    const grouped = await readStage(page)
    await page.keyboard.press('Control+Shift+g')
    // Dissolving a group that was moved leaves everything where it was.
    await expect.poll(async () => psnr(await readStage(page), grouped)).toBeGreaterThan(35)
    await page.keyboard.press('Escape')
    await page.keyboard.press('PageDown')
    await page.keyboard.press('Enter')
    await expect(page.locator('[data-stage-editing] textarea')).toBeFocused()
    await page.keyboard.type('Come')
    await page.keyboard.press('Escape')
    await expect(stage).toBeFocused()
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog', { name: 'Help' })).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await pressUntilDisabled(page, 'Undo')
    await expect(page.getByRole('status').filter({ hasText: /^Undone: .*; nothing more to undo\.$/ })).toBeAttached()
    await expect.poll(async () => psnr(await readStage(page), untouched)).toBe(Number.POSITIVE_INFINITY)
    await expect.poll(() => readProject(page, member)).toEqual({ values: {}, difference: {} })
    expectQuiet()
  })

  test('guides, measures, the menu, copies by Alt and free resizing work as in other design tools', async ({
    page,
  }) => {
    const expectQuiet = watchConsole(page)
    await signInAs(page, await createMember(page))
    await page.goto(`/${templateId}`)
    const untouched = await readStage(page)
    const stage = page.locator('[data-canvas-stage]')
    const guides = page.getByRole('slider', { name: /guide$/ })

    await test.step('a guide is dragged out of the ruler, attracts layers, is stored, and is in no export', async () => {
      await stage.focus()
      await page.keyboard.press('Shift+R')
      const box = await stage.boundingBox()
      if (!box) throw new Error('there is no stage')
      await page.mouse.move(box.x + 10, box.y + 200)
      await page.mouse.down()
      await page.mouse.move(box.x + 260, box.y + 200, { steps: 5 })
      await page.mouse.up()
      await expect(guides).toHaveCount(1)
      await guides.focus()
      await page.keyboard.press('ArrowRight')
      const at = Number(await guides.getAttribute('aria-valuenow'))
      expect(psnr(await readStage(page), untouched)).toBe(Number.POSITIVE_INFINITY)
      const name = await placeOn(page, names)
      await page.mouse.click(name.x, name.y)
      await expect(layer(page, 'Names')).toHaveAttribute('aria-selected', 'true')
      const left = await page.locator('[data-handle="-1,-1"]').boundingBox()
      const line = await guides.boundingBox()
      if (!left || !line) throw new Error('nothing is selected')
      const far = line.x + line.width / 2 - (left.x + left.width / 2)
      await page.mouse.move(name.x, name.y)
      await page.mouse.down()
      await page.mouse.move(name.x + far / 2, name.y, { steps: 4 })
      // Two pixels beside it: near enough to rest there.
      await page.mouse.move(name.x + far + 2, name.y, { steps: 4 })
      await page.mouse.up()
      await expect.poll(() => numberIn(page, 'X')).toBeCloseTo(at, 0)
      await expectAccessible(page)
      await page.reload()
      await readStage(page)
      await expect(guides).toHaveAttribute('aria-valuenow', String(at))
      await press(page.getByRole('button', { name: 'Clear guides' }))
      await expect(guides).toHaveCount(0)
      await press(page.getByRole('button', { name: 'Hide rulers' }))
    })

    await test.step('Alt measures to the edges, and Alt and drag make a copy as one step', async () => {
      await press(layer(page, 'Names'))
      await stage.focus()
      await page.keyboard.down('Alt')
      await expect(page.locator('.overlay-guide .overlay-label')).toHaveCount(4)
      const name = await placeOn(page, [0.4, names[1]])
      await page.mouse.move(name.x, name.y)
      await page.mouse.down()
      await page.mouse.move(name.x, name.y - 60, { steps: 4 })
      await page.mouse.move(name.x, name.y - 120, { steps: 4 })
      await page.mouse.up()
      await page.keyboard.up('Alt')
      await press(page.getByRole('tab', { name: 'History' }))
      await expect(page.getByRole('list', { name: 'History' }).getByRole('listitem')).toHaveText([
        'Opened',
        // From before the reload.
        'Move Names',
        'Duplicate Names',
      ])
      await press(page.getByRole('tab', { name: 'Layers' }))
      await expect(layer(page, 'Names')).toHaveCount(2)
    })

    await test.step('two layers are stretched together, and the context menu works', async () => {
      await press(layer(page, 'Names').first())
      await layer(page, 'Names')
        .last()
        .click({ modifiers: ['ControlOrMeta'] })
      await expect(page.getByRole('heading', { name: '2 layers' })).toBeVisible()
      const [wide, high] = [await numberIn(page, 'Width'), await numberIn(page, 'Height')]
      await dragHandle(page, '0,1', 0, 60)
      await expect.poll(() => numberIn(page, 'Height')).toBeGreaterThan(high + 30)
      await expect.poll(() => numberIn(page, 'Width')).toBeCloseTo(wide, 0)
      await stage.focus()
      await page.keyboard.press('Shift+2')
      await page.keyboard.press('Shift+F10')
      const menu = page.getByRole('menu')
      await expect(menu.getByRole('menuitem', { name: 'Copy' })).toBeFocused()
      await expectAccessible(page)
      await page.keyboard.press('Escape')
      await expect(stage).toBeFocused()
      const at = await placeOn(page, names)
      await page.keyboard.press('Control+0')
      await expect.poll(async () => (await placeOn(page, names)).y).not.toBe(at.y)
      await press(layer(page, 'Names').first())
      const copy = await page.locator('[data-handle="1,0"]').boundingBox()
      if (!copy) throw new Error('nothing is selected')
      await page.mouse.click(copy.x - 40, copy.y + copy.height / 2, { button: 'right' })
      await press(menu.getByRole('menuitem', { name: 'Delete' }))
      await expect(layer(page, 'Names')).toHaveCount(1)
    })
    await pressUntilDisabled(page, 'Undo')
    expectQuiet()
  })

  test('layers are copied from one template to another, and a video is changed at its frame', async ({ page }) => {
    const expectQuiet = watchConsole(page)
    await signInAs(page, await createMember(page))
    await page.goto(`/${templateId}`)
    await readStage(page)
    await page.locator('[data-canvas-stage]').focus()
    const { x, y } = await placeOn(page, names)
    await page.mouse.click(x, y)
    await expect(layer(page, 'Names')).toHaveAttribute('aria-selected', 'true')
    const copied = await clipboard(page, 'copy')
    expect(copied['text/plain']).toBe('Zoya & Imran')
    const [video] = (await (await page.request.get('/api/templates')).json()) as { templateId: string }[]
    await page.goto(`/${video?.templateId}`)
    await expect(page.locator('[data-stage] img')).toHaveCount(0)
    const time = page.getByRole('slider', { name: 'Time' })
    await expect(time).toBeVisible()
    await expectCancelReverts(page, time)
    await expectCancelReverts(page, page.getByRole('separator', { name: 'Resize the Layers panel' }))
    await clipboard(page, 'paste', copied)
    await expect(layer(page, 'Zoya & Imran')).toHaveAttribute('aria-selected', 'true')
    await page.locator('[data-canvas-stage]').focus()
    // The menu gets no clipboard from the browser: it pastes what was copied on this device.
    await page.keyboard.press('Shift+F10')
    await press(page.getByRole('menuitem', { name: 'Paste' }))
    await expect(layer(page, 'Zoya & Imran')).toHaveCount(2)
    await page.locator('[data-canvas-stage]').focus()
    await expectStageChange(page, () => page.keyboard.press('Shift+ArrowDown'))
    await page.keyboard.press('Control+Shift+ArrowRight')
    await expect(page.getByText('Saved', { exact: true })).toBeVisible()
    await expectAccessible(page)
    await press(page.getByRole('button', { name: /^Export/ }))
    await expect(page.getByRole('dialog', { name: 'Export' }).getByText(/MP4/)).toBeVisible()
    expectQuiet()
  })

  test('an unknown template, an unknown address and a failed load are distinguished', async ({ page }) => {
    const expectQuiet = watchConsole(page, { expectsErrorResponses: true })
    // A project belongs to an account: without it, the sign-in page leads there.
    await page.goto(`/${templateId}-template?project=0199a3c4-0000-7000-8000-000000000000`)
    await expect(page).toHaveURL(/\/login\?next=/)
    await signInAs(page, await createMember(page))
    await page.goto('/no-such-template')
    await expect(page.getByRole('heading', { name: 'Template not found' })).toBeAttached()
    await expectAccessible(page)
    for (const path of ['/no-such-page', '/wp-login.php', '/some/other-template']) {
      await page.goto(path)
      await expect(page).toHaveURL('/')
    }
    const sold = (await (await page.request.get('/api/direct-sell-templates')).json()) as { templateId: string }[]
    await page.goto(`/${sold[0]?.templateId}-template`)
    await expect(page).toHaveURL(`/direct-sell/${sold[0]?.templateId}`)
    await page.route('**/api/own-templates/*', (route) => route.fulfill({ status: 500, json: { error: 'broken' } }))
    await page.goto(`/${templateId}`)
    await expect(page.getByRole('alert')).toContainText('Failed to load template data')
    await page.unroute('**/api/own-templates/*')
    await press(page.getByRole('button', { name: 'Try again' }))
    await readStage(page)
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
    const finger = await fingersOf(page)
    await expectStageChange(page, () =>
      finger([[{ x, y }], [{ x, y: y + 20 }], [{ x, y: y + 40 }], [{ x, y: y + 60 }]]),
    )
    const edited = await readStage(page)
    await press(page.getByRole('button', { name: 'Undo', exact: true }))
    await expect.poll(async () => psnr(await readStage(page), untouched)).toBe(Number.POSITIVE_INFINITY)
    await press(page.getByRole('button', { name: 'Redo', exact: true }))
    const picture = await readPicture(await exportBy(page, /^Export for \d+ credits$/))
    expect(psnr(picture, edited)).toBeGreaterThan(45)
    expect(await readCredits(page, member)).toBe(500 - imageCard.priceCredits)
    expect((await readProject(page, member)).difference).not.toEqual({})
    expectQuiet()
  })

  test('touch selects, moves, rotates and scales, and pans the view', async ({ page }) => {
    const expectQuiet = watchConsole(page)
    await signInAs(page, await createMember(page))
    await page.goto(`/${templateId}`)
    const untouched = await readStage(page)
    const finger = await fingersOf(page)
    const start = await placeOn(page, names)
    await page.touchscreen.tap(start.x, start.y)
    await press(page.getByRole('button', { name: 'Edit', exact: true }))
    await expect(page.getByRole('region', { name: 'Properties' }).getByRole('heading', { name: 'Names' })).toBeVisible()
    await expectAccessible(page)
    await press(page.getByRole('button', { name: 'Edit', exact: true }))
    await expect(page.getByRole('region', { name: 'Properties' })).toBeHidden()
    // The stage takes the place of the panel in the frames after it.
    await waitForTwoFrames(page)
    const { x, y } = await placeOn(page, names)
    await expectStageChange(page, () =>
      finger([[{ x, y }], [{ x, y: y - 20 }], [{ x, y: y - 60 }], [{ x, y: y - 90 }]]),
    )
    const pair = (apart: number, turned: number) => [
      { x: x - apart, y: y - 90 - turned },
      { x: x + apart, y: y - 90 + turned },
    ]
    await expectStageChange(page, () =>
      finger([pair(20, 0).slice(0, 1), pair(20, 0), pair(26, 4), pair(32, 10), pair(38, 16)]),
    )
    await press(page.getByRole('button', { name: 'Edit', exact: true }))
    await expect.poll(() => numberIn(page, 'Rotation')).toBeGreaterThan(5)
    await press(page.getByRole('button', { name: 'Edit', exact: true }))
    // A finger that rests opens the menu, and lifting it picks nothing.
    const down = { type: 'touchStart' as const, touchPoints: [{ x, y: y - 90, id: 0 }] }
    const touch = await page.context().newCDPSession(page)
    await touch.send('Input.dispatchTouchEvent', down)
    await expect(page.getByRole('menu')).toBeVisible()
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    await expectAccessible(page)
    await page.getByRole('menuitem', { name: 'Edit text' }).tap()
    const words = page.getByRole('textbox', { name: /^Text of/ })
    await expect(words).toBeFocused()
    // A keyboard takes the lower half of the screen, and the bars give way to the picture.
    const panels = page.getByRole('navigation', { name: 'Panels' })
    await page.setViewportSize({ width: 390, height: 430 })
    await expect(panels).toBeHidden()
    await expect(words).toBeInViewport()
    await words.fill('आशा')
    await page.setViewportSize(phone.viewport)
    await expect(panels).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(words).toBeHidden()
    // Two fingers beside the selection move and zoom the view, and change nothing.
    const before = await placeOn(page, [0, 0])
    const away = { x: 120, y: 160 }
    await finger([
      [away],
      [away, { x: away.x + 60, y: away.y }],
      [
        { x: away.x - 10, y: away.y },
        { x: away.x + 90, y: away.y },
      ],
      [
        { x: away.x - 30, y: away.y },
        { x: away.x + 120, y: away.y },
      ],
    ])
    await expect
      .poll(async () => (await placeOn(page, [1, 0])).x - (await placeOn(page, [0, 0])).x)
      .toBeGreaterThan(500)
    await expect.poll(() => placeOn(page, [0, 0])).not.toEqual(before)
    await press(page.getByRole('button', { name: 'History', exact: true }))
    await press(page.getByRole('button', { name: 'Opened' }))
    await expect.poll(async () => psnr(await readStage(page), untouched)).toBe(Number.POSITIVE_INFINITY)
    await press(page.getByRole('button', { name: 'Add', exact: true }))
    await expectAccessible(page)
    await press(page.getByRole('button', { name: 'Layers', exact: true }))
    await expectAccessible(page)
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

/** Drags a slider or divider, and has the browser take the pointer away as it does when a page begins to scroll. */
async function expectCancelReverts(page: Page, control: Locator): Promise<void> {
  const read = () =>
    control.evaluate((element) =>
      element instanceof HTMLInputElement ? element.value : element.getAttribute('aria-valuenow'),
    )
  const before = await read()
  const box = await control.boundingBox()
  if (!box) throw new Error('nothing to drag')
  await page.mouse.move(box.x + box.width / 3, box.y + box.height / 2)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2 - 80, { steps: 4 })
  await expect.poll(read).not.toBe(before)
  await control.dispatchEvent('pointercancel', { pointerId: 1 })
  await expect.poll(read).toBe(before)
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

/** Copies or pastes as the system would, and gives what was copied. */
function clipboard(
  page: Page,
  what: 'copy' | 'paste',
  content: Record<string, string> = {},
): Promise<Record<string, string>> {
  return page.evaluate(
    ({ type, given }) => {
      const clipboardData = new DataTransfer()
      for (const [name, text] of Object.entries(given)) clipboardData.setData(name, text)
      document.dispatchEvent(new ClipboardEvent(type, { bubbles: true, cancelable: true, clipboardData }))
      return Object.fromEntries(clipboardData.types.map((name) => [name, clipboardData.getData(name)]))
    },
    { type: what, given: content },
  )
}
