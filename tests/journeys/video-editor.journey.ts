// The video editor in a real browser: recordings of different kinds are cut into a template by mouse and by fingers, everything
// is undone and redone, survives a reload, and is rendered in the browser or by the store.
import { readFile } from 'node:fs/promises'
import { expect, type Locator, type Page, test } from '@playwright/test'
import { ALL_FORMATS, BufferSource, Input } from 'mediabunny'
import { expectAccessible } from './accessible.ts'
import { watchConsole } from './console-watch.ts'
import { expectStageChange, exportBy, pressUntilDisabled, psnr, readStage } from './editor-stage.ts'
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
    await test.step('files that are gone are asked for, and known by their content', async () => {
      await expect(page.getByText('Saved', { exact: true })).toBeVisible()
      await removeStoredFiles(page)
      await page.reload()
      const missing = page.getByRole('region', { name: 'Missing files' })
      await expect(missing).toContainText('Their clips are kept.')
      await press(page.getByRole('button', { name: /^Export/ }))
      await expect(page.getByRole('dialog').getByRole('alert')).toContainText('missing.')
      await expect(page.getByRole('dialog').getByRole('button', { name: 'Free preview' })).toBeDisabled()
      await press(page.getByRole('button', { name: 'Close' }))
      await missing.locator('input').first().setInputFiles([clips.wide, clips.square, clips.upright, clips.song])
      await expect(missing).toBeHidden()
      await expect.poll(() => describeParts(page)).toEqual(cut)
    })
    const seconds = (await readLength(page)) / framesPerSecond

    await test.step('leaving during the export needs a confirmation', async () => {
      const gate = Promise.withResolvers<void>()
      await page.route(/export-worker/, (route) => gate.promise.then(() => route.continue()))
      await expect(page.getByText('Saved', { exact: true })).toBeVisible()
      await press(page.getByRole('button', { name: /^Export/ }))
      await press(page.getByRole('button', { name: 'Free preview with watermark' }))
      await press(page.getByRole('button', { name: 'Keep editing' }))
      await expect.poll(() => asksBeforeUnload(page)).toBe(true)
      await press(page.getByRole('link', { name: /^Back/ }))
      const asking = page.getByRole('dialog', { name: 'Your video is still exporting' })
      await press(asking.getByRole('button', { name: 'Stay' }))
      await expect(asking).toBeHidden()
      gate.resolve()
      await press(page.getByRole('button', { name: /^Export/ }))
      await expect(page.getByRole('link', { name: 'Download' })).toBeVisible({ timeout: makingMs })
      await expect.poll(() => asksBeforeUnload(page)).toBe(false)
      await page.unroute(/export-worker/)
    })

    await test.step('the free preview is small, watermarked, and free', async () => {
      const download = page.waitForEvent('download')
      await press(page.getByRole('link', { name: 'Download' }))
      const video = await inspect(await readFile(await (await download).path()))
      expect(video).toMatchObject({ width: 640, height: 360, video: 'avc', audio: 'aac' })
      expect(Math.abs(video.seconds - seconds)).toBeLessThan(0.1)
      expect(await readCredits(page, member)).toBe(500)
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
    // Another device, without stored data.
    const headers = { authorization: `Bearer ${member.token}` }
    const { timeline } = await readProject(page, headers)
    expect(timeline?.clips).toHaveLength(2)
    expect(JSON.stringify(timeline)).not.toContain('local')
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
    return { name, start: readFrame(start), end: readFrame(end) }
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

/** The stored content of the customer's only project. */
async function readProject(page: Page, headers: Record<string, string>): Promise<{ timeline: StoredTimeline | null }> {
  const list = await page.request.get('/api/projects', { headers })
  const { projects } = (await list.json()) as { projects: { projectId: string }[] }
  const answer = await page.request.get(`/api/projects/${projects[0]?.projectId}`, { headers })
  return (await answer.json()) as { timeline: StoredTimeline | null }
}

/** '0:01.12' in frames. */
function readFrame(clock: string): number {
  const [, minutes = 0, seconds = 0, frames = 0] = /(\d+):(\d+)\.(\d+)/.exec(clock)?.map(Number) ?? []
  return (minutes * 60 + seconds) * framesPerSecond + frames
}

async function readClock(page: Page): Promise<number> {
  return readFrame((await page.locator('[data-clock]').textContent()) ?? '')
}

/** Frames of the whole video. */
async function readLength(page: Page): Promise<number> {
  return readFrame((await page.locator('[data-clock] + span').textContent()) ?? '')
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

/** Whether the page would ask before it is closed. */
function asksBeforeUnload(page: Page): Promise<boolean> {
  return page.evaluate(() => !window.dispatchEvent(new Event('beforeunload', { cancelable: true })))
}

/** As if the browser had deleted the site's stored files, and nothing else. */
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
