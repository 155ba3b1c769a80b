// The form editor of videos in a real browser: the same project on two devices and in two tabs, every kind of field, and the
// rendered video.
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { writeVideo } from '../../apps/server/testing/video.ts'
import { expectAccessible } from './accessible.ts'
import { watchConsole } from './console-watch.ts'
import { expectVideo } from './expect-video.ts'
import { createMember, type Member, readCredits, signInAs } from './member.ts'
import { press } from './press.ts'
import { type SampleFiles, type TemplateFixture, useTemplate, videoCard } from './template-fixture.ts'

/** Two seconds of 640 × 360, or 360 × 640. */
const shapedTemplate: TemplateFixture = {
  id: 'every-kind-of-field',
  kind: 'video',
  name: 'Every Kind Of Field',
  priceCredits: 10,
  content: ({ font, song }) => ({
    canvas: { width: 640, height: 360, fps: 30, duration: 60, background: '#224466' },
    fields: listFields(song),
    layers: listLayers(font),
    variants: {
      '9:16': {
        canvas: { width: 360, height: 640 },
        layers: { title: { box: [20, 60, 320, 120] }, clip: { box: [20, 220, 320, 320] } },
      },
    },
    output: { poster: { frame: 45 } },
  }),
}

useTemplate(videoCard)
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const

const saved = (page: Page) => page.getByText('Saved', { exact: true }).first()
const nameField = (page: Page) => page.getByLabel(/^Name/).first()

/** A member of their own with the editor open, and what the page complained about. */
async function openEditor(
  page: Page,
  { templateId = videoCard.id, ...options }: { templateId?: string; expectsErrorResponses?: boolean } = {},
): Promise<{ member: Member; expectQuiet: () => void }> {
  const expectQuiet = watchConsole(page, options)
  const member = await createMember(page)
  await signInAs(page, member)
  await page.goto(`/template/${templateId}/server-render`)
  await expect(nameField(page)).toBeVisible()
  return { member, expectQuiet }
}

async function makeVideo(width: number, height: number, seconds: number): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'journey-video-'))
  try {
    const path = join(folder, 'video.mp4')
    await writeVideo(path, { width, height, fps: 30, seconds })
    return await readFile(path)
  } finally {
    await rm(folder, { recursive: true })
  }
}

test('the same project on two devices asks which one to keep, and loses neither', { tag: '@smoke' }, async ({
  page,
  browser,
}) => {
  const { member, expectQuiet } = await openEditor(page, { expectsErrorResponses: true })
  await nameField(page).fill('From the desk')
  await expect(saved(page)).toBeVisible()

  const other = await browser.newContext({ ...phone, ...withoutPopups() })
  const second = await other.newPage()
  const expectSecondQuiet = watchConsole(second, { expectsErrorResponses: true })
  await signInAs(second, member)
  await test.step('the phone opens the project from the list and continues', async () => {
    await second.goto('/projects')
    await press(second.getByRole('link', { name: /^Continue/ }))
    await expect(nameField(second)).toHaveValue('From the desk')
    await nameField(second).fill('From the phone')
    await expect(saved(second)).toBeVisible()
  })
  await test.step('the desktop, which is outdated, is asked', async () => {
    await nameField(page).fill('From the desk again')
    const question = page.getByRole('dialog', { name: 'Edited on another device' })
    await expect(question).toBeVisible()
    await expectAccessible(page)
    await press(question.getByRole('button', { name: 'Use the newer version' }))
    await expect(nameField(page)).toHaveValue('From the phone')
    await expect(saved(page)).toBeVisible()
  })
  await test.step('the rejected version is in the version history, and can be restored', async () => {
    await press(page.getByRole('button', { name: /project and version history/ }))
    const sheet = page.getByRole('dialog', { name: 'Project' })
    await press(sheet.getByRole('button', { name: /View From this device/ }))
    await press(page.getByRole('button', { name: 'Restore this version' }))
    await expect(nameField(page)).toHaveValue('From the desk again')
    await expect(saved(page)).toBeVisible()
    await page.keyboard.press('Control+z')
    await expect(nameField(page)).toHaveValue('From the phone')
    await expect(saved(page)).toBeVisible()
  })
  await test.step('keeping the own one saves the other as a version', async () => {
    await nameField(second).fill('The phone insists')
    const question = second.getByRole('dialog', { name: 'Edited on another device' })
    await expect(question).toBeVisible()
    await question.getByRole('button', { name: 'Keep mine' }).tap()
    await expect(saved(second)).toBeVisible()
    await second.getByRole('button', { name: /project and version history/ }).tap()
    const sheet = second.getByRole('dialog', { name: 'Project' })
    await expect(sheet.getByText(/Before replacing/).first()).toBeVisible()
  })
  expectSecondQuiet()
  await other.close()
  await test.step('a second tab takes the project over, and the first one can take it back with everything', async () => {
    const tab = await page.context().newPage()
    await tab.goto(page.url())
    await expect(page.getByRole('heading', { name: 'This project is open in another tab' }).first()).toBeVisible()
    await nameField(tab).fill('From the second tab')
    await expect(saved(tab)).toBeVisible()
    await press(page.getByRole('button', { name: 'Continue here' }))
    await expect(nameField(page)).toHaveValue('From the second tab')
    await expect(tab.getByRole('button', { name: 'Continue here' })).toBeVisible()
  })
  expectQuiet()
})

/** A browser whose owner has answered what opens by itself. */
function withoutPopups() {
  const { storageState } = test.info().project.use
  return storageState === undefined ? {} : { storageState }
}

test.describe('with a template of every kind', () => {
  useTemplate(shapedTemplate)

  test('every kind of field changes the picture, and the chosen aspect ratio is that of the video', async ({
    page,
  }) => {
    test.setTimeout(480_000)
    const expectQuiet = watchConsole(page)
    const member = await createMember(page)
    await signInAs(page, member)
    await page.goto(`/template/${shapedTemplate.id}/server-render`)
    const title = page.getByLabel(/^Title/)
    await expect(title).toBeVisible()
    /** The picture as it is now; every change must give another one. */
    const seen = new Set<string>()
    const expectNewPicture = async () => {
      const look = () => page.locator('[data-stage] canvas').evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL())
      await expect.poll(async () => seen.has(await look())).toBe(false)
      seen.add(await look())
    }
    await test.step('fields are in the designer’s order under their headings', async () => {
      await expect(page.locator('form legend')).toHaveText(['Shape', 'Words', 'Pictures', 'Look', 'Sound'])
      await expect(page.getByText('Please choose a file before you export.')).toBeVisible()
    })
    await test.step('text, colour, choice, switch and picture are visible at once', async () => {
      await title.fill('Namaste')
      await expectNewPicture()
      await press(page.getByRole('button', { name: 'Colour #00aaff' }))
      await expectNewPicture()
      await press(page.getByRole('radio', { name: 'Cool', exact: true }))
      await expectNewPicture()
      await press(page.getByRole('switch', { name: 'Badge' }))
      await expectNewPicture()
      const video = await makeVideo(640, 480, 5)
      await page
        .locator('[data-field=clip] input[type=file]')
        .setInputFiles({ name: 'clip.mp4', mimeType: 'video/mp4', buffer: video })
      await expect(page.getByText(/The template uses 2 seconds of your 5 seconds/)).toBeVisible()
      await expectNewPicture()
    })
    await test.step('sound is muted by key, and the song removed', async () => {
      await page.keyboard.press('Escape')
      const mute = page.getByRole('button', { name: 'Mute', exact: true })
      await expect(mute).toHaveAttribute('aria-pressed', 'false')
      await page.keyboard.press('m')
      await expect(mute).toHaveAttribute('aria-pressed', 'true')
      await press(page.getByRole('button', { name: 'No music' }))
      await expect(page.getByText('No music', { exact: true }).first()).toBeVisible()
    })
    await test.step('another aspect ratio changes the picture, can be undone, and is that of the video', async () => {
      await press(page.getByRole('radio', { name: '9:16', exact: true }))
      await expectNewPicture()
      const shown = await page.locator('[data-stage] canvas').boundingBox()
      expect((shown?.height ?? 0) / (shown?.width ?? 1)).toBeCloseTo(640 / 360, 1)
      await page.keyboard.press('Control+z')
      await expect(page.getByRole('radio', { name: '16:9' })).toBeChecked()
      await page.keyboard.press('Control+Shift+z')
      await expect(page.getByRole('radio', { name: '9:16' })).toBeChecked()
      await expect(saved(page)).toBeVisible({ timeout: 60_000 })
      await expectAccessible(page)
      await press(page.getByRole('button', { name: /^Export/ }))
      const dialog = page.getByRole('dialog')
      await expect(dialog.getByText(/^360 × 640/)).toBeVisible()
      await press(dialog.getByRole('button', { name: 'Export for 10 credits' }))
      await expect(dialog.getByText('Your video is ready')).toBeVisible({ timeout: 200_000 })
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        press(dialog.getByRole('link', { name: /download/i })),
      ])
      await expectVideo(await readFile(await download.path()), 360, 640)
      expect(await readCredits(page, member)).toBe(490)
    })
    await test.step('the video is shared as a file, and saved for WhatsApp where nothing can be shared', async () => {
      const dialog = page.getByRole('dialog')
      await expect(dialog.getByRole('button', { name: 'Share', exact: true })).toBeHidden()
      const saved = page.waitForEvent('download')
      await press(dialog.getByRole('button', { name: 'For WhatsApp' }))
      const download = await saved
      expect(download.suggestedFilename()).toMatch(/-whatsapp\.mp4$/)
      const { size } = await stat(await download.path())
      expect(size).toBeGreaterThan(10_000)
      expect(size).toBeLessThanOrEqual(16_000_000)
      // As on a phone, where the dialog appears too late for its press.
      await page.evaluate(() => {
        const shared: string[] = []
        const share = async ({ files = [] }: ShareData) => {
          shared.push(...files.map(({ name, type, size }) => `${name} ${type} ${size > 10_000}`))
          if (shared.length === 1) throw new DOMException('', 'NotAllowedError')
        }
        Object.assign(navigator, { canShare: () => true, share })
        Object.assign(window, { shared })
      })
      await press(dialog.getByRole('button', { name: 'For WhatsApp' }))
      await press(dialog.getByRole('button', { name: 'Share now' }))
      await expect(dialog.getByRole('button', { name: 'For WhatsApp' })).toBeVisible()
      const shared = await page.evaluate(() => (window as unknown as { shared: string[] }).shared)
      expect(shared).toHaveLength(2)
      expect(shared[1]).toMatch(/-whatsapp\.mp4 video\/mp4 true$/)
    })
    await test.step('another device opens it in that aspect ratio', async () => {
      await page.goto('/projects')
      await press(page.getByRole('link', { name: 'Continue Every Kind Of Field' }))
      await expect(page.getByRole('radio', { name: '9:16' })).toBeChecked()
      await expect(page.getByRole('button', { name: 'Export · already yours' })).toBeVisible()
    })
    await test.step('a shape that nobody drew keeps the content, is the size of the video, and costs nothing more', async () => {
      await press(page.getByRole('radio', { name: '1:1', exact: true }))
      await expectNewPicture()
      await expect(title).toHaveValue('Namaste')
      await expect(page.getByText('Please choose a file before you export.')).toBeHidden()
      await expect(page.getByRole('switch', { name: 'Badge' })).not.toBeChecked()
      await expect(saved(page)).toBeVisible({ timeout: 60_000 })
      await press(page.getByRole('button', { name: /^Export/ }))
      const dialog = page.getByRole('dialog')
      await expect(dialog.getByText(/^360 × 360/)).toBeVisible()
      await expect(dialog.getByRole('button', { name: 'Export video' })).toBeVisible()
    })
    expectQuiet()
  })
})

function listFields(song: string) {
  return [
    { id: 'song', type: 'audio', label: 'Song', group: 'Sound', order: 6, default: song },
    { id: 'badge', type: 'toggle', label: 'Badge', group: 'Look', order: 5, default: true },
    {
      id: 'mood',
      type: 'choice',
      label: 'Mood',
      group: 'Look',
      order: 4,
      default: 'warm',
      options: [
        { value: 'warm', label: 'Warm' },
        { value: 'cool', label: 'Cool' },
      ],
    },
    { id: 'paint', type: 'color', label: 'Paint', group: 'Look', order: 3, default: '#ffcc00', palette: ['#00aaff'] },
    {
      id: 'clip',
      type: 'media',
      label: 'Clip',
      group: 'Pictures',
      order: 2,
      required: true,
      accept: ['image', 'video'],
    },
    {
      id: 'title',
      type: 'text',
      label: 'Title',
      group: 'Words',
      order: 1,
      required: true,
      default: 'Hello',
      rules: { maxLength: 24, maxLines: 1 },
      fit: { mode: 'shrink', min: 24 },
    },
  ]
}

function listLayers({ family, weight }: SampleFiles['font']) {
  const time = { in: 0, out: 60 }
  return [
    {
      ...time,
      id: 'title',
      type: 'text',
      text: { $field: 'title' },
      box: [20, 20, 300, 120],
      font: family,
      weight,
      size: 64,
      fill: { $field: 'paint' },
    },
    { ...time, id: 'badge', type: 'solid', box: [20, 300, 60, 40], color: '#ff3366', visible: { $field: 'badge' } },
    {
      ...time,
      id: 'mood',
      type: 'solid',
      box: [100, 300, 60, 40],
      color: { $field: 'mood', map: { warm: '#ff8800', cool: '#0088ff' } },
    },
    {
      ...time,
      id: 'clip',
      type: 'media',
      source: { $field: 'clip' },
      box: [340, 20, 280, 320],
      fit: 'cover',
      audio: { volume: 80, fadeOut: 15 },
    },
    { ...time, id: 'song', type: 'audio', source: { $field: 'song' }, audio: { volume: 60, fadeIn: 10, loop: true } },
  ]
}
