// The video editor in a real browser: recordings of different kinds are cut into a template by mouse, by keys and by fingers,
// everything is undone and done again, survives a reload, and becomes a video that is made in the browser or by the shop.
import { readFile } from 'node:fs/promises'
import { expect, type Locator, type Page, test } from '@playwright/test'
import { ALL_FORMATS, BufferSource, Input } from 'mediabunny'
import { expectAccessible } from './accessible.ts'
import { watchConsole } from './console-watch.ts'
import {
  expectStageChange,
  exportBy,
  type Picture,
  placeOn,
  pressUntilDisabled,
  psnr,
  readPicture,
  readStage,
} from './editor-stage.ts'
import { createMember, readCredits, signInAs } from './member.ts'
import { press } from './press.ts'
import { type RecordedClips, recordClips } from './recorded-clips.ts'
import { useTemplate, videoCard } from './template-fixture.ts'

const templateId = videoCard.id
const framesPerSecond = 24
/** What the recordings are long, in frames of the video. */
const recorded = { wide: 28, square: 28, upright: 24 }
/** Making a video takes a while on a small machine. */
const makingMs = 150_000

useTemplate(videoCard)
let clips: RecordedClips
test.beforeAll(async () => {
  clips = await recordClips()
})
test.afterAll(() => clips?.remove())

test.describe('on a desk', () => {
  test.use({ viewport: { width: 1440, height: 900 } })

  test('three clips and a song become a video, made in the browser', async ({ page }) => {
    test.setTimeout(300_000)
    const expectQuiet = watchConsole(page, { expectsErrorResponses: true })
    const member = await createMember(page)
    await signInAs(page, member)
    await page.goto(`/template/${templateId}`)
    await press(page.getByRole('link', { name: 'Edit with your own clips' }))
    await readStage(page)
    await expect(page.getByText('Drop your videos, photos and music here, or')).toBeVisible()
    await expectAccessible(page)

    await test.step('files become clips in their order, and the video is as long as they are', async () => {
      await chooseFiles(page, clips.wide, clips.square, clips.upright, clips.song)
      await expect
        .poll(() => listParts(page))
        .toMatchObject([
          { name: 'wide.mp4', start: 0 },
          { name: 'square.webm' },
          { name: 'upright.mov' },
          { name: 'song.wav', start: 0 },
        ])
      const parts = await listParts(page)
      expect(parts[0]?.end).toBeGreaterThanOrEqual(recorded.wide)
      expect(parts[1]?.start).toBe(parts[0]?.end)
      expect((parts[2]?.end ?? 0) - (parts[2]?.start ?? 0)).toBeGreaterThanOrEqual(recorded.upright - 1)
      await expectStageChange(page, () => page.keyboard.press('Home'))
      await expectAccessible(page)
    })

    await test.step('a clip is dragged behind another one and trimmed by its edge', async () => {
      const [wide, square] = await listParts(page)
      if (!wide || !square) throw new Error('there are no clips')
      await dragOnTimeline(page, (wide.start + wide.end) / 2, square.end - 2)
      await expect.poll(() => namesOfParts(page)).toEqual(['square.webm', 'wide.mp4', 'upright.mov', 'song.wav'])
      const before = await listParts(page)
      await dragOnTimeline(page, (before[0]?.end ?? 0) - 0.4, (before[0]?.end ?? 0) - 9)
      await expect.poll(async () => (await listParts(page))[0]?.end).toBeLessThan((before[0]?.end ?? 0) - 6)
      // However many moves it was, it is one step.
      await press(page.getByRole('tab', { name: 'History' }))
      const steps = page.getByRole('list', { name: 'History' }).getByRole('button')
      await expect(steps).toHaveText(['Opened', 'Add 4 clips', 'Move clip', 'Trim clip'])
    })

    await test.step('a clip is split, sped up, gets a transition and a text over it', async () => {
      await choosePart(page, 'wide.mp4')
      const [, wide] = await listParts(page)
      await expect.poll(() => readClock(page)).toBe(wide?.start)
      await page.locator('[data-canvas-stage]').focus()
      for (let n = 0; n < 10; n++) await pressStep(page, 1)
      await page.keyboard.press('s')
      await expect
        .poll(() => namesOfParts(page))
        .toEqual(['square.webm', 'wide.mp4', 'wide.mp4', 'upright.mov', 'song.wav'])
      await choosePart(page, 'upright.mov')
      const length = async () => {
        const part = (await listParts(page)).find(({ name }) => name === 'upright.mov')
        return part ? part.end - part.start : 0
      }
      const normal = await length()
      await press(page.getByRole('button', { name: '2×', exact: true }))
      await expect.poll(length).toBe(Math.round(normal / 2))
      await page.getByRole('combobox', { name: 'Transition' }).selectOption({ label: 'Cross-fade' })
      await expect(partButton(page, 'upright.mov')).toHaveAccessibleName(/after a transition/)
      await press(page.getByRole('tab', { name: 'Text & elements' }))
      await press(page.getByRole('tab', { name: 'Text', exact: true }))
      await expectStageChange(page, async () => {
        await press(page.getByRole('button', { name: 'Add a heading' }).first())
        await expect(page.locator('[data-stage-editing] textarea')).toBeFocused()
        await page.keyboard.press('Escape')
      })
      await expect(page.getByRole('region', { name: 'Properties' })).toBeVisible()
    })
    const cut = await describeParts(page)

    await test.step('everything is undone and redone', async () => {
      await pressUntilDisabled(page, 'Undo')
      await expect(page.getByText('Drop your videos, photos and music here, or')).toBeVisible()
      await pressUntilDisabled(page, 'Redo')
      await expect.poll(() => describeParts(page)).toEqual(cut)
    })

    await test.step('a reload restores everything, with the files', async () => {
      await press(page.getByRole('button', { name: 'Zoom to fit' }))
      await goHome(page)
      const before = await readStage(page)
      await page.reload()
      await readStage(page)
      await expect.poll(() => describeParts(page)).toEqual(cut)
      await goHome(page)
      await expect.poll(async () => psnr(await readStage(page), before), { timeout: 30_000 }).toBeGreaterThan(40)
      await expect(page.getByRole('button', { name: 'Save to my account' })).toBeVisible()
      await pressUntilDisabled(page, 'Undo')
      await expect.poll(() => listParts(page)).toEqual([])
      await pressUntilDisabled(page, 'Redo')
      await expect.poll(() => describeParts(page)).toEqual(cut)
      // The server does not know these clips yet; only this device does.
      await page.goto('/projects')
      await press(page.getByRole('link', { name: /^Continue/ }).first())
      await expect(page).toHaveURL(/\/direct-upload\?/)
      await readStage(page)
      await expect.poll(() => describeParts(page)).toEqual(cut)
    })
    const seconds = (await readLength(page)) / framesPerSecond

    await test.step('the free preview is small, watermarked, and free', async () => {
      const video = await inspect(await exportBy(page, 'Free preview with watermark', makingMs))
      expect(video).toMatchObject({ width: 640, height: 360, video: 'avc', audio: 'aac' })
      expect(Math.abs(video.seconds - seconds)).toBeLessThan(0.1)
      expect(await readCredits(page, member)).toBe(500)
      await expectAccessible(page)
    })

    await test.step('the paid video is full, and paid once', async () => {
      const dialog = page.getByRole('dialog')
      await press(dialog.getByRole('button', { name: /^Export/ }))
      const video = await inspect(await exportBy(page, /^Export on this device/, makingMs))
      expect(video).toMatchObject({ width: 640, height: 360, video: 'avc', audio: 'aac' })
      expect(Math.abs(video.seconds - seconds)).toBeLessThan(0.1)
      expect(await readCredits(page, member)).toBeLessThan(500)
      await press(dialog.getByRole('button', { name: 'Close' }))
      await expect(page.getByRole('button', { name: 'Export · already yours' })).toBeVisible()
    })
    expectQuiet()
  })

  test('a green screen, a crop, volumes and fades appear in the video as set', async ({ page }) => {
    test.setTimeout(300_000)
    const expectQuiet = watchConsole(page)
    await signInAs(page, await createMember(page))
    await page.goto(`/template/${templateId}/direct-upload`)
    await readStage(page)
    await chooseFiles(page, clips.green, clips.song)
    await expect.poll(() => namesOfParts(page)).toEqual(['green.mp4', 'song.wav'])
    const slider = (name: string) => page.getByRole('slider', { name, exact: true })

    await test.step('the green screen is removed, and the key follows the slider', async () => {
      await choosePart(page, 'green.mp4')
      await page.locator('[data-canvas-stage]').focus()
      await goHome(page)
      await page.keyboard.press('Shift+ArrowRight')
      await expect.poll(() => readClock(page)).toBe(framesPerSecond)
      await expect.poll(async () => greenOf(await readStage(page))).toBeGreaterThan(60)
      await page.getByLabel('Remove background').check()
      await expect.poll(async () => greenOf(await readStage(page))).toBeLessThan(20)
      await expectStageChange(page, () => slider('Crop of the clip: zoom').fill('35'))
      // Enlarged, the block has edges of mixed colours.
      await expectStageChange(page, () => slider('Tolerance').fill('1'))
      await expectStageChange(page, () => slider('Tolerance').fill('40'))
      await expectAccessible(page)
    })

    await test.step('a drag of a slider is one step, however long it pauses', async () => {
      await page.getByRole('checkbox', { name: 'Mute', exact: true }).check()
      await choosePart(page, 'song.wav')
      await dragWithRest(page, slider('Volume'))
      await expect(slider('Volume')).not.toHaveValue('100')
      await press(page.getByRole('tab', { name: 'History' }))
      await expect(page.getByRole('list', { name: 'History' }).getByRole('button', { name: 'Volume' })).toHaveCount(1)
      await press(page.getByRole('button', { name: 'Undo', exact: true }))
      await expect(slider('Volume')).toHaveValue('100')
    })

    await test.step('the song is softer, fades in, and replaces the template’s music', async () => {
      await slider('Volume').fill('50')
      await slider('Fade in').fill(String(framesPerSecond / 2))
      await press(page.getByRole('tab', { name: 'Media' }))
      await page.getByLabel('Keep template music').first().uncheck()
    })

    await test.step('the crop of a clip is changed on the stage, without handles', async () => {
      await page.keyboard.press('Control+a')
      await expect(page.getByRole('heading', { name: '2 items' })).toBeVisible()
      await page.keyboard.press('Escape')
      const place = await placeOn(page, [0.75, 0.5])
      await page.mouse.click(place.x, place.y)
      await expect(partButton(page, 'green.mp4')).toHaveAttribute('aria-pressed', 'true')
      await expect(page.locator('[data-handle]')).toHaveCount(0)
    })

    await test.step('leaving during the export needs a confirmation', async () => {
      const gate = Promise.withResolvers<void>()
      await page.route(/export-worker/, (route) => gate.promise.then(() => route.continue()))
      await expect(page.getByText('Saved', { exact: true })).toBeVisible()
      await press(page.getByRole('button', { name: /^Export/ }))
      await press(page.getByRole('button', { name: /^Export on this device/ }))
      await press(page.getByRole('button', { name: 'Keep editing' }))
      await expect.poll(() => asksBeforeUnload(page)).toBe(true)
      await press(page.getByRole('link', { name: /^Back/ }))
      const asking = page.getByRole('dialog', { name: 'Your video is still exporting' })
      await expectAccessible(page)
      await press(asking.getByRole('button', { name: 'Stay' }))
      await expect(asking).toBeHidden()
      gate.resolve()
      await press(page.getByRole('button', { name: /^Export/ }))
      await expect(page.getByRole('link', { name: 'Download' })).toBeVisible({ timeout: makingMs })
      await expect.poll(() => asksBeforeUnload(page)).toBe(false)
    })

    await test.step('the file matches the stage, with the volumes as set', async () => {
      // Stage and player may show a frame a moment after they say that they are there.
      const compare = async () => {
        const [frame, stage] = [await readClock(page), await readStage(page)]
        return psnr(await readPicture(await readVideo(page, (frame + 0.5) / framesPerSecond, stage)), stage)
      }
      await expect.poll(compare).toBeGreaterThan(30)
      const early = await hearVideo(page, [0.2, 0.3], [220, 880])
      const later = await hearVideo(page, [0.7, 0.9], [220, 880])
      // Half of 0.3, and half of that while it fades in; the clip is mute, and nothing else is heard.
      expect(later.levels[0]).toBeGreaterThan(0.12)
      expect(later.levels[0]).toBeLessThan(0.18)
      expect(early.levels[0]).toBeGreaterThan(0.05)
      expect(early.levels[0]).toBeLessThan(0.1)
      expect(later.levels[1]).toBeLessThan(0.005)
      expect(later.rest).toBeLessThan(0.01)
    })
    expectQuiet()
  })

  test('the server renders the video after the clips are uploaded, and the library has them', {
    tag: '@smoke',
  }, async ({ page }) => {
    test.setTimeout(300_000)
    const expectQuiet = watchConsole(page)
    const member = await createMember(page)
    await signInAs(page, member)
    await page.goto(`/template/${templateId}/direct-upload`)
    await readStage(page)
    await page
      .getByLabel('Videos, photos and music from this device')
      .setInputFiles({ name: 'broken.mp4', mimeType: 'video/mp4', buffer: Buffer.alloc(4096, 7) })
    await expect(page.getByText(/^broken\.mp4: This file is damaged/)).toBeVisible()
    // This browser does not decode HEVC: it is uploaded at once, and keeps its length.
    await chooseFiles(page, clips.upright, clips.phone)
    await expect.poll(() => listParts(page)).toMatchObject([{ name: 'upright.mov' }, { name: 'phone.mp4' }])
    const [, phone] = await listParts(page)
    const phoneFrames = (phone?.end ?? 0) - (phone?.start ?? 0)
    expect(phoneFrames).toBeGreaterThan(framesPerSecond - 3)
    expect(phoneFrames).toBeLessThanOrEqual(framesPerSecond)
    await press(page.getByRole('button', { name: /^Export/ }))
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('button', { name: /^Export on this device/ })).toBeHidden()
    await press(dialog.getByRole('button', { name: 'Upload 1 clip to render in the cloud' }))
    const video = await inspect(await exportBy(page, /^Render in the cloud/, makingMs))
    expect(video).toMatchObject({ width: 640, height: 360, video: 'avc' })
    expect(Math.abs(video.seconds - (await readLength(page)) / framesPerSecond)).toBeLessThan(0.1)
    await press(dialog.getByRole('button', { name: 'Close' }))
    await expect(page.getByText('Saved', { exact: true })).toBeVisible()
    // Another device: nothing is kept here.
    const headers = { authorization: `Bearer ${member.token}` }
    const { timeline } = await readProject(page, headers)
    expect(timeline?.clips).toHaveLength(2)
    expect(JSON.stringify(timeline)).not.toContain('local')
    expectQuiet()
  })

  test('the keyboard alone plays, steps, marks, cuts, moves and undoes', async ({ page }) => {
    const expectQuiet = watchConsole(page)
    await signInAs(page, await createMember(page))
    await page.goto(`/template/${templateId}/direct-upload`)
    await readStage(page)
    await chooseFiles(page, clips.wide, clips.square)
    await expect.poll(() => namesOfParts(page)).toEqual(['wide.mp4', 'square.webm'])
    const list = page.getByRole('list', { name: 'Timeline items' })
    await page.locator('[data-canvas-stage]').focus()
    await goHome(page)
    await pressStep(page, 1)
    await pressStep(page, 1)
    await pressStep(page, -1)
    await page.keyboard.press('Shift+ArrowRight')
    await expect.poll(() => readClock(page)).toBe(1 + framesPerSecond)

    await test.step('space, J, K and L play and pause', async () => {
      const pause = page.getByRole('button', { name: 'Pause', exact: true })
      for (const [play, stop] of [
        [' ', ' '],
        ['l', 'k'],
        ['j', 'k'],
      ] as const) {
        await goHome(page)
        await page.keyboard.press('Shift+ArrowRight')
        await expect.poll(() => readClock(page)).toBe(framesPerSecond)
        // The video is short: whether it still plays when it is looked at is a matter of luck, but it has moved.
        await page.keyboard.press(play)
        await expect.poll(() => readClock(page)).not.toBe(framesPerSecond)
        await page.keyboard.press(stop)
        await expect(pause).toBeHidden()
      }
    })
    await test.step('I and O mark the range', async () => {
      await goHome(page)
      await pressStep(page, 1)
      await page.keyboard.press('i')
      await page.keyboard.press('Shift+ArrowRight')
      await page.keyboard.press('o')
      await expect(page.getByRole('button', { name: 'Clear in/out', exact: true })).toBeVisible()
      await page.keyboard.press('x')
      await expect(page.getByRole('button', { name: 'Clear in/out', exact: true })).toBeHidden()
    })
    await test.step('the list of parts is shown, navigated and reordered', async () => {
      await list.getByRole('button').first().focus()
      await expect(list).toBeInViewport()
      await page.keyboard.press('ArrowRight')
      await expect(list.getByRole('button').nth(1)).toBeFocused()
      await page.keyboard.press('Alt+ArrowLeft')
      await expect.poll(() => namesOfParts(page)).toEqual(['square.webm', 'wide.mp4'])
      await expectAccessible(page)
    })
    await test.step('S splits, Delete removes, and undo restores', async () => {
      await page.locator('[data-canvas-stage]').focus()
      await goHome(page)
      for (let n = 0; n < 6; n++) await pressStep(page, 1)
      await page.keyboard.press('s')
      await expect.poll(() => namesOfParts(page)).toEqual(['square.webm', 'square.webm', 'wide.mp4'])
      await list.getByRole('button').nth(2).focus()
      await page.keyboard.press('Enter')
      await page.keyboard.press('Delete')
      await expect.poll(() => namesOfParts(page)).toEqual(['square.webm', 'square.webm'])
      await page.keyboard.press('Control+z')
      await page.keyboard.press('Control+z')
      await expect.poll(() => namesOfParts(page)).toEqual(['square.webm', 'wide.mp4'])
      await page.keyboard.press('Control+Shift+z')
      await expect.poll(() => namesOfParts(page)).toEqual(['square.webm', 'square.webm', 'wide.mp4'])
    })
    await test.step('a copy is pasted at the nearest cut, and Q and W trim to the playhead', async () => {
      await list.getByRole('button').nth(2).focus()
      await page.keyboard.press('Enter')
      await page.keyboard.press('Control+c')
      await page.locator('[data-canvas-stage]').focus()
      await goHome(page)
      await page.keyboard.press('Control+v')
      await expect.poll(() => namesOfParts(page)).toEqual(['wide.mp4', 'square.webm', 'square.webm', 'wide.mp4'])
      const [before] = await listParts(page)
      await page.keyboard.press('Escape')
      for (let n = 0; n < 4; n++) await pressStep(page, 1)
      await page.keyboard.press('q')
      await expect.poll(async () => (await listParts(page))[0]?.end).toBe((before?.end ?? 0) - 4)
      await expect.poll(() => readClock(page)).toBe(0)
      for (let n = 0; n < 5; n++) await pressStep(page, 1)
      await page.keyboard.press('w')
      await expect.poll(async () => (await listParts(page))[0]?.end).toBe(5)
    })
    await test.step('the audio of a clip is detached, and its file is replaced', async () => {
      await list.getByRole('button').first().focus()
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: 'Detach audio' }).press('Enter')
      await expect.poll(async () => (await namesOfParts(page)).at(4)).toBe('wide.mp4')
      await list.getByRole('button').first().focus()
      await page.keyboard.press('Enter')
      await page.getByLabel('A video or photo to replace this clip').setInputFiles(clips.upright)
      await expect.poll(async () => (await listParts(page))[0]).toEqual({ name: 'upright.mov', start: 0, end: 5 })
    })
    await page.locator('[data-canvas-stage]').focus()
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog', { name: 'Help' })).toBeVisible()
    await expectAccessible(page)
    expectQuiet()
  })

  test('a missing file can be relinked, and an unreadable one is reported differently', async ({ page, browser }) => {
    const expectQuiet = watchConsole(page, { expectsErrorResponses: true })
    const member = await createMember(page)
    await signInAs(page, member)
    await page.goto('/template/no-such-template/direct-upload')
    await expect(page.getByRole('heading', { name: 'Template not found' }).first()).toBeAttached()
    await expectAccessible(page)
    await page.route('**/api/own-templates/*', (route) => route.fulfill({ status: 500, json: { error: 'broken' } }))
    await page.goto(`/template/${templateId}/direct-upload`)
    await expect(page.getByRole('alert')).toContainText('Failed to load template data')
    await page.unroute('**/api/own-templates/*')
    await press(page.getByRole('button', { name: 'Try again' }))
    await readStage(page)
    await chooseFiles(page, clips.wide)
    await expect.poll(() => namesOfParts(page)).toEqual(['wide.mp4'])
    await expect(page.getByText('Saved', { exact: true })).toBeVisible()
    await removeStoredFiles(page)
    await page.reload()
    const missing = page.getByRole('region', { name: 'Missing files' })
    await expect(missing).toContainText('Its clip is kept.')
    await expect.poll(() => listParts(page)).toHaveLength(1)
    await press(page.getByRole('button', { name: /^Export/ }))
    await expect(page.getByRole('dialog').getByRole('alert')).toContainText('wide.mp4 is missing.')
    await expect(page.getByRole('dialog').getByRole('button', { name: 'Free preview' })).toBeDisabled()
    await press(page.getByRole('button', { name: 'Close' }))
    await missing.locator('input').setInputFiles(clips.song)
    await expect(missing.getByRole('alert')).toContainText('song.wav is not a video')
    await expectStageChange(page, () => missing.locator('input').setInputFiles(clips.wide))
    await expect(missing).toBeHidden()
    await expect.poll(() => namesOfParts(page)).toEqual(['wide.mp4'])
    await chooseFiles(page, clips.song)
    await expect.poll(() => namesOfParts(page)).toEqual(['wide.mp4', 'song.wav'])
    await expectPictureSaved(page, member)

    await test.step('another device shows placeholders for missing files, and recognises the files when they are chosen', async () => {
      const { storageState } = test.info().project.use
      const device = await browser.newContext({
        viewport: { width: 1440, height: 900 },
        ...(storageState && { storageState }),
      })
      const other = await device.newPage()
      const expectOtherQuiet = watchConsole(other)
      await signInAs(other, member)
      await other.goto(page.url())
      await readStage(other)
      const here = await partTexts(page)
      await expect.poll(() => partTexts(other)).toEqual(here.map((text) => `${text}, on another device`))
      await expectAccessible(other)
      await press(other.getByRole('button', { name: /^Export/ }))
      await expect(other.getByRole('dialog').getByRole('alert')).toContainText(
        'wide.mp4, song.wav are on another device.',
      )
      await press(other.getByRole('button', { name: 'Close' }))
      const files = [
        { name: 'a.wav', mimeType: 'audio/wav', buffer: await readFile(clips.song) },
        { name: 'b.mp4', mimeType: 'video/mp4', buffer: await readFile(clips.wide) },
      ]
      await expectStageChange(other, () => other.getByLabel('Missing files, from this device').setInputFiles(files))
      await expect(other.getByRole('region', { name: 'Missing files' })).toBeHidden()
      await expect.poll(() => namesOfParts(other)).toEqual(['b.mp4', 'a.wav'])
      expectOtherQuiet()
      await device.close()
    })

    // A template without a place for a video says so.
    await page.goto('/template/deepavali-lamps/direct-upload')
    await expect(page.getByText('This template has no slot for a video.')).toBeVisible()
    await expectAccessible(page)
    expectQuiet()
  })
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('touch adds, selects, trims, splits and scrubs clips', async ({ page }) => {
    const expectQuiet = watchConsole(page)
    await signInAs(page, await createMember(page))
    await page.goto(`/template/${templateId}/direct-upload`)
    await readStage(page)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Media', exact: true }).tap()
    await chooseFiles(page, clips.wide, clips.upright)
    await expect.poll(() => namesOfParts(page)).toEqual(['wide.mp4', 'upright.mov'])
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Media', exact: true }).tap()
    const [wide, upright] = await listParts(page)
    if (!wide || !upright) throw new Error('there are no clips')
    const middle = await placeOnTimeline(page, (wide.start + wide.end) / 2)
    await page.touchscreen.tap(middle.x, middle.y)
    await page.getByRole('button', { name: 'Edit', exact: true }).tap()
    await expect(page.getByRole('heading', { name: 'wide.mp4' })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Edit', exact: true }).tap()
    const edge = await placeOnTimeline(page, wide.end - 0.4)
    const inner = await placeOnTimeline(page, wide.end - 10)
    await slide(page, edge, inner)
    await expect.poll(async () => (await listParts(page))[0]?.end).toBeLessThan(wide.end - 5)
    // A finger on the ruler looks through the video.
    const ruler = await placeOnTimeline(page, 10, 'ruler')
    await expectStageChange(page, () => page.touchscreen.tap(ruler.x, ruler.y))
    await page.getByRole('button', { name: 'Split at playhead' }).tap()
    await expect.poll(() => namesOfParts(page)).toEqual(['wide.mp4', 'wide.mp4', 'upright.mov'])
    await page.getByRole('button', { name: 'Undo' }).tap()
    await expect.poll(() => namesOfParts(page)).toEqual(['wide.mp4', 'upright.mov'])
    await page.getByRole('button', { name: /^Export/ }).tap()
    await expect(page.getByRole('dialog', { name: 'Export' })).toBeVisible()
    await expectAccessible(page)
    expectQuiet()
  })
})

interface Part {
  name: string
  /** Frames of the video. */
  start: number
  end: number
}

function chooseFiles(page: Page, ...paths: readonly string[]): Promise<void> {
  return page.getByLabel('Videos, photos and music from this device').setInputFiles(paths)
}

function partTexts(page: Page): Promise<string[]> {
  return page.getByRole('list', { name: 'Timeline items' }).getByRole('button').allTextContents()
}

async function listParts(page: Page): Promise<Part[]> {
  return (await partTexts(page)).map((text) => {
    const [, name = '', start = '', end = ''] = /^\w+ \d+ of \d+: (.+), from (\S+) to ([\d:.]+)/.exec(text) ?? []
    return { name, start: frameOf(start), end: frameOf(end) }
  })
}

async function namesOfParts(page: Page): Promise<string[]> {
  return (await listParts(page)).map(({ name }) => name)
}

/** Everything that the list says, and the overlay over the video. */
async function describeParts(page: Page): Promise<string[]> {
  return [...(await partTexts(page)), String(await readLength(page))]
}

function partButton(page: Page, name: string): Locator {
  return page.getByRole('list', { name: 'Timeline items' }).getByRole('button', { name }).first()
}

/** By keys: the list is visually hidden. */
async function choosePart(page: Page, name: string): Promise<void> {
  await partButton(page, name).focus()
  await page.keyboard.press('Enter')
  await expect(partButton(page, name)).toHaveAttribute('aria-pressed', 'true')
}

/** The account knows the newest video's files, and what they look like. */
interface StoredTimeline {
  clips: { asset: string }[]
  unsent?: { name: string; picture?: string }[]
}

/** What the shop keeps of the customer's only project. */
async function readProject(page: Page, headers: Record<string, string>): Promise<{ timeline: StoredTimeline | null }> {
  const list = await page.request.get('/api/projects', { headers })
  const { projects } = (await list.json()) as { projects: { projectId: string }[] }
  const answer = await page.request.get(`/api/projects/${projects[0]?.projectId}`, { headers })
  return (await answer.json()) as { timeline: StoredTimeline | null }
}

async function expectPictureSaved(page: Page, { token }: { token: string }): Promise<void> {
  const headers = { authorization: `Bearer ${token}` }
  await expect
    .poll(async () => {
      const { timeline } = await readProject(page, headers)
      return timeline?.unsent?.map(({ name, picture }) => `${name} ${picture ? 'seen' : 'unseen'}`)
    })
    .toEqual(['wide.mp4 seen', 'song.wav unseen'])
}

/** '0:01.12' in frames. */
function frameOf(clock: string): number {
  const [, minutes = 0, seconds = 0, frames = 0] = /(\d+):(\d+)\.(\d+)/.exec(clock)?.map(Number) ?? []
  return (minutes * 60 + seconds) * framesPerSecond + frames
}

async function readClock(page: Page): Promise<number> {
  return frameOf((await page.locator('[data-clock]').textContent()) ?? '')
}

/** Frames of the whole video. */
async function readLength(page: Page): Promise<number> {
  return frameOf((await page.locator('[data-clock] + span').textContent()) ?? '')
}

async function goHome(page: Page): Promise<void> {
  await page.keyboard.press('Home')
  await expect.poll(() => readClock(page)).toBe(0)
}

async function pressStep(page: Page, frames: 1 | -1): Promise<void> {
  const before = await readClock(page)
  await page.keyboard.press(frames === 1 ? 'ArrowRight' : 'ArrowLeft')
  await expect.poll(() => readClock(page)).toBe(before + frames)
}

/** Where a frame of the video is on the screen: in the middle of the clips' lane, or on the ruler. */
async function placeOnTimeline(page: Page, frame: number, lane: 'clips' | 'ruler' = 'clips') {
  const canvas = page.locator('[data-timeline] canvas')
  const box = await canvas.boundingBox()
  const { zoom, scroll, clips: top } = await canvas.evaluate((one: HTMLElement) => ({ ...one.dataset }))
  if (!box) throw new Error('there is no timeline')
  return {
    x: box.x + frame * Number(zoom) - Number(scroll),
    y: box.y + (lane === 'ruler' ? 8 : Number(top) + 12),
  }
}

async function dragOnTimeline(page: Page, from: number, to: number): Promise<void> {
  const [start, end] = [await placeOnTimeline(page, from), await placeOnTimeline(page, to)]
  await page.mouse.move(start.x, start.y)
  await page.mouse.down()
  await page.mouse.move((start.x + end.x) / 2, end.y, { steps: 4 })
  await page.mouse.move(end.x, end.y, { steps: 4 })
  await page.mouse.up()
}

/** A real finger from one place to another. */
async function slide(page: Page, from: { x: number; y: number }, to: { x: number; y: number }): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const touch = (type: string, share?: number) =>
    session.send('Input.dispatchTouchEvent', {
      type: type as 'touchMove',
      touchPoints: share === undefined ? [] : [{ x: from.x + (to.x - from.x) * share, y: from.y, id: 0 }],
    })
  await touch('touchStart', 0)
  for (const share of [0.25, 0.5, 0.75, 1]) await touch('touchMove', share)
  await touch('touchEnd')
}

/** How much greener than red and blue the corner is where the template shows nothing but the clip. */
function greenOf({ width, height, data }: Picture): number {
  const at = 3 * (Math.floor(height * 0.1) * width + Math.floor(width * 0.95))
  const [red = 0, green = 0, blue = 0] = data.subarray(at, at + 3)
  return green - Math.max(red, blue)
}

/** Drags a slider's thumb in two moves, with a rest between them that is longer than the pause between two steps. */
async function dragWithRest(page: Page, slider: Locator): Promise<void> {
  await slider.scrollIntoViewIfNeeded()
  const box = await slider.boundingBox()
  if (!box) throw new Error('there is no slider')
  const y = box.y + box.height / 2
  await page.mouse.move(box.x + box.width / 2, y)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width * 0.7, y, { steps: 3 })
  await page.waitForTimeout(1200)
  await page.mouse.move(box.x + box.width * 0.3, y, { steps: 3 })
  await page.mouse.up()
}

/** Whether the page would ask before it is closed. */
function asksBeforeUnload(page: Page): Promise<boolean> {
  return page.evaluate(() => !window.dispatchEvent(new Event('beforeunload', { cancelable: true })))
}

/** A moment of the finished video as a player shows it, in a size. */
async function readVideo(page: Page, seconds: number, { width, height }: Picture): Promise<Buffer> {
  const address = await page.getByLabel('Your video', { exact: true }).evaluate(
    async (shown: HTMLVideoElement, asked) => {
      const video = document.createElement('video')
      video.muted = true
      video.src = shown.src
      await new Promise((done) => video.addEventListener('loadeddata', done, { once: true }))
      const sought = new Promise((done) => video.addEventListener('seeked', done, { once: true }))
      video.currentTime = asked.seconds
      await sought
      const canvas = document.createElement('canvas')
      canvas.width = asked.width
      canvas.height = asked.height
      const context = canvas.getContext('2d')
      if (context) context.imageSmoothingQuality = 'high'
      context?.drawImage(video, 0, 0, asked.width, asked.height)
      return canvas.toDataURL('image/png')
    },
    { seconds, width, height },
  )
  return Buffer.from(address.slice(address.indexOf(',') + 1), 'base64')
}

/** How loud some tones are in the finished video between two moments, and how loud all that is none of them. */
function hearVideo(page: Page, [from, to]: readonly [number, number], tones: readonly number[]) {
  return page.getByLabel('Your video', { exact: true }).evaluate(
    async (video: HTMLVideoElement, asked) => {
      const context = new OfflineAudioContext(2, 1, 48_000)
      const sound = await context.decodeAudioData(await (await fetch(video.src)).arrayBuffer())
      const heard = sound.getChannelData(0).slice(asked.from * 48_000, asked.to * 48_000)
      let rest = heard
      const levels = asked.tones.map((hertz) => {
        let [real, imaginary] = [0, 0]
        for (const [n, sample] of heard.entries()) {
          real += (2 * sample * Math.cos((n * hertz * 2 * Math.PI) / 48_000)) / heard.length
          imaginary += (2 * sample * Math.sin((n * hertz * 2 * Math.PI) / 48_000)) / heard.length
        }
        rest = rest.map((sample, n) => {
          const turn = (n * hertz * 2 * Math.PI) / 48_000
          return sample - real * Math.cos(turn) - imaginary * Math.sin(turn)
        })
        return Math.hypot(real, imaginary)
      })
      return { levels, rest: Math.hypot(...rest) / Math.sqrt(rest.length) }
    },
    { from, to, tones },
  )
}

/** As when the browser has cleared what the site kept of the files, and nothing else. */
function removeStoredFiles(page: Page): Promise<void> {
  return page.evaluate(async () => {
    const root = await navigator.storage.getDirectory()
    await root.removeEntry('local-files', { recursive: true })
  })
}

/** What a video is, as a player would see it. */
async function inspect(file: Buffer) {
  const input = new Input({ source: new BufferSource(file), formats: ALL_FORMATS })
  const [video, audio] = [await input.getPrimaryVideoTrack(), await input.getPrimaryAudioTrack()]
  return {
    width: video?.displayWidth,
    height: video?.displayHeight,
    video: video?.codec,
    audio: audio?.codec,
    seconds: await input.computeDuration(),
  }
}
