// The editor of videos in a real browser, at a desk and on a phone: a photo, a video, a song and words; files dropped
// together and pasted; earlier versions; the same project on two devices; what is said before anybody pays.
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Locator, type Page, test } from '@playwright/test'
import { writeVideo } from '../../apps/server/src/media/video-for-test.ts'
import { takePhoto } from '../purchase-flow/photo.ts'
import { expectAccessible } from './accessible.ts'
import { watchConsole } from './console-watch.ts'
import { expectVideo } from './expect-video.ts'
import { createMember, type Member, readCredits, signInAs } from './member.ts'
import { readCode } from './outbox.ts'
import { press } from './press.ts'
import { shapedTemplate } from './shaped-template.ts'
import { useTemplate, videoCard } from './template-fixture.ts'

useTemplate(videoCard)
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const

const saved = (page: Page) => page.getByText('Saved', { exact: true }).first()
const nameField = (page: Page) => page.getByLabel(/^Name/).first()
const photoField = (page: Page) => page.getByRole('group', { name: 'Photo' })

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

/** A WAV of a quiet tone. */
function makeSong(seconds: number): Buffer {
  const rate = 16_000
  const samples = Math.round(rate * seconds)
  const wav = Buffer.alloc(44 + samples * 2)
  wav.write('RIFF', 0)
  wav.writeUInt32LE(36 + samples * 2, 4)
  wav.write('WAVEfmt ', 8)
  wav.writeUInt32LE(16, 16)
  wav.writeUInt16LE(1, 20)
  wav.writeUInt16LE(1, 22)
  wav.writeUInt32LE(rate, 24)
  wav.writeUInt32LE(rate * 2, 28)
  wav.writeUInt16LE(2, 32)
  wav.writeUInt16LE(16, 34)
  wav.write('data', 36)
  wav.writeUInt32LE(samples * 2, 40)
  for (let n = 0; n < samples; n++) wav.writeInt16LE(Math.round(3000 * Math.sin(n * 0.2)), 44 + n * 2)
  return wav
}

type GivenFile = { name: string; mimeType: string; buffer: Buffer }

/** Drops files over an element, or pastes them into the page, as the browser would. */
async function giveFiles(target: Locator, kind: 'drop' | 'paste', files: readonly GivenFile[]): Promise<void> {
  const given = files.map(({ buffer, ...file }) => ({ ...file, base64: buffer.toString('base64') }))
  await target.evaluate(
    (element, [what, list]) => {
      const transfer = new DataTransfer()
      for (const { name, mimeType, base64 } of list) {
        const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
        transfer.items.add(new File([bytes], name, { type: mimeType }))
      }
      const box = element.getBoundingClientRect()
      const place = { clientX: box.left + box.width / 2, clientY: box.top + box.height / 2 }
      const options = { bubbles: true, cancelable: true, composed: true }
      if (what === 'paste') {
        element.dispatchEvent(new ClipboardEvent('paste', { ...options, clipboardData: transfer }))
        return
      }
      for (const type of ['dragenter', 'dragover', 'drop'])
        element.dispatchEvent(new DragEvent(type, { ...options, ...place, dataTransfer: transfer }))
    },
    [kind, given] as const,
  )
}

test('a photo, a video, a song and a text become a video on a desktop', async ({ page }) => {
  test.setTimeout(300_000)
  const { expectQuiet } = await openEditor(page, { templateId: 'confetti-birthday' })
  await test.step('characters are counted, and too many are reported', async () => {
    await nameField(page).fill('A name that is far too long for the banner')
    await expect(page.getByText(/^\d+ over the limit/)).toBeVisible()
    await nameField(page).fill('Mira')
  })
  await test.step('photo and song fill their fields when they are dropped together', async () => {
    await giveFiles(page.locator('main'), 'drop', [
      { name: 'party.jpg', mimeType: 'image/jpeg', buffer: await takePhoto() },
      { name: 'song.wav', mimeType: 'audio/wav', buffer: makeSong(3) },
    ])
    await expect(page.getByText('song.wav').first()).toBeVisible()
    await expect(page.getByText(/loops after|ends .* before the video does/)).toBeVisible()
    await expect(saved(page)).toBeVisible()
  })
  await test.step('a video replaces the photo, too short and too small, and both are reported', async () => {
    const video = await makeVideo(320, 240, 2)
    await giveFiles(page.locator('[data-stage]'), 'drop', [{ name: 'clip.mp4', mimeType: 'video/mp4', buffer: video }])
    const field = photoField(page)
    await expect(field.getByText(/too short/)).toBeVisible({ timeout: 60_000 })
    await expect(field.getByText(/will look blurred|may look soft/)).toBeVisible()
    await expect(field.getByLabel('Photo: start')).toBeVisible()
  })
  await test.step('the video plays, steps by frame and is scrubbed', async () => {
    await page.keyboard.press('Escape')
    await page.keyboard.press('Home')
    const time = page.getByLabel('Time', { exact: true })
    await expect(time).toHaveValue('0')
    await page.keyboard.press('ArrowRight')
    await expect(time).toHaveValue('1')
    await page.keyboard.press('Shift+ArrowRight')
    await expect(time).toHaveValue('31')
    await page.keyboard.press('Space')
    await expect.poll(async () => Number(await time.inputValue())).toBeGreaterThan(60)
    await page.keyboard.press('Space')
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog', { name: 'Help' })).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
  })
  await test.step('every warning is in the export, and leads to its field', async () => {
    await expect(saved(page)).toBeVisible({ timeout: 60_000 })
    await press(page.getByRole('button', { name: /^Export/ }))
    const dialog = page.getByRole('dialog', { name: 'Export' })
    await expect(dialog.getByText('Check before export')).toBeVisible()
    await expectAccessible(page)
    await press(dialog.getByRole('button', { name: /too short/ }))
    await expect(photoField(page).getByRole('button', { name: 'Replace' })).toBeInViewport()
  })
  await test.step('the free preview is small and watermarked', async () => {
    await page.keyboard.press('Control+e')
    const dialog = page.getByRole('dialog')
    await press(dialog.getByRole('button', { name: 'Free preview with watermark' }))
    await expect(dialog.getByText('Your preview is ready')).toBeVisible({ timeout: 200_000 })
    await expect(dialog.getByText('540 × 540')).toBeVisible()
    await expectAccessible(page)
  })
  expectQuiet()
})

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
  expectQuiet()
  await other.close()
})

test('a project that is opened in a second tab goes on there, and can be taken back with everything', async ({
  page,
  context,
}) => {
  const { expectQuiet } = await openEditor(page)
  await nameField(page).fill('From the first tab')
  await expect(saved(page)).toBeVisible()
  const second = await context.newPage()
  await second.goto(page.url())
  await expect(nameField(second)).toHaveValue('From the first tab')
  await expect(page.getByRole('heading', { name: 'This project is open in another tab' }).first()).toBeVisible()
  await expectAccessible(page)
  await nameField(second).fill('From the second tab')
  await expect(saved(second)).toBeVisible()
  await press(page.getByRole('button', { name: 'Continue here' }))
  await expect(nameField(page)).toHaveValue('From the second tab')
  await expect(second.getByRole('button', { name: 'Continue here' })).toBeVisible()
  expectQuiet()
})

/** A browser whose owner has answered what opens by itself. */
function withoutPopups() {
  const { storageState } = test.info().project.use
  return storageState === undefined ? {} : { storageState }
}

test('versions are saved by name, previewed, restored and deleted; projects are copied, deleted and restored', async ({
  page,
}) => {
  const { expectQuiet } = await openEditor(page)
  const openSheet = async () => {
    await press(page.getByRole('button', { name: /project and version history/ }))
    return page.getByRole('dialog', { name: 'Project' })
  }
  await nameField(page).fill('Mira')
  await expect(saved(page)).toBeVisible()
  await test.step('a version is saved with a name', async () => {
    const sheet = await openSheet()
    await sheet.getByLabel('Version name').fill('For mother')
    await press(sheet.getByRole('button', { name: 'Save version' }))
    await expect(sheet.getByRole('button', { name: /View For mother/ })).toBeVisible()
    await expectAccessible(page)
    await sheet.getByLabel('Project name').fill('Mira turns seven')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('heading', { name: /Mira turns seven/ })).toBeVisible()
  })
  await test.step('previewing it changes nothing, restoring it can be undone', async () => {
    await nameField(page).fill('Arjun')
    await expect(saved(page)).toBeVisible()
    const sheet = await openSheet()
    await expect(sheet.getByText(/differs in Name/)).toBeVisible()
    await press(sheet.getByRole('button', { name: /View For mother/ }))
    await expect(page.getByRole('region', { name: 'Earlier version' })).toContainText('For mother')
    await expectAccessible(page)
    await press(page.getByRole('button', { name: 'Back to current version' }))
    await expect(nameField(page)).toHaveValue('Arjun')
    await press((await openSheet()).getByRole('button', { name: /View For mother/ }))
    await press(page.getByRole('button', { name: 'Restore this version' }))
    await expect(nameField(page)).toHaveValue('Mira')
    await page.keyboard.press('Control+z')
    await expect(nameField(page)).toHaveValue('Arjun')
    await expect(saved(page)).toBeVisible()
  })
  await test.step('a copy is a project of its own, and deleting it can be undone', async () => {
    await press((await openSheet()).getByRole('button', { name: 'Duplicate' }))
    await expect(page.getByRole('heading', { name: /Mira turns seven \(copy\)/ })).toBeVisible()
    await nameField(page).fill('Only in the copy')
    await expect(saved(page)).toBeVisible()
    await press((await openSheet()).getByRole('button', { name: 'Delete', exact: true }))
    await expect(page).toHaveURL('/projects')
    await expect(page.getByRole('heading', { name: 'Mira turns seven', exact: true })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Mira turns seven (copy)' })).toBeHidden()
    await press(page.getByRole('button', { name: 'Undo' }))
    await expect(page.getByRole('heading', { name: 'Mira turns seven (copy)' })).toBeVisible()
    await press(page.getByRole('link', { name: 'Continue Mira turns seven', exact: true }))
    await expect(nameField(page)).toHaveValue('Arjun')
  })
  await test.step('the template’s page leads back to it', async () => {
    await page.goto(`/template/${videoCard.id}`)
    await press(page.getByRole('link', { name: 'Continue editing' }))
    await expect(nameField(page)).toHaveValue(/Arjun|Only in the copy/)
  })
  expectQuiet()
})

test('a phone edits a video by touch, pastes a picture, and keeps everything offline', async ({ browser }) => {
  const context = await browser.newContext({ ...phone, ...withoutPopups() })
  const page = await context.newPage()
  const { member, expectQuiet } = await openEditor(page, {
    templateId: 'confetti-birthday',
    expectsErrorResponses: true,
  })
  await test.step('a tap on the picture opens the field', async () => {
    await page.getByRole('button', { name: 'Pause' }).tap()
    await page.locator('canvas').first().tap()
    await expect(photoField(page).getByRole('button', { name: 'Choose a file' })).toBeInViewport()
  })
  await test.step('a pasted picture goes into the selected field', async () => {
    await giveFiles(page.locator('main'), 'paste', [
      { name: 'image.png', mimeType: 'image/jpeg', buffer: await takePhoto() },
    ])
    await expect(photoField(page).getByRole('button', { name: 'Replace' })).toBeVisible()
    await expect(saved(page)).toBeVisible({ timeout: 30_000 })
    await expectAccessible(page)
  })
  await test.step('offline changes are saved later; an upload continues by itself', async () => {
    await context.setOffline(true)
    await nameField(page).fill('Written in a tunnel')
    await expect(page.getByText('Offline', { exact: true })).toBeVisible()
    await giveFiles(page.locator('main'), 'paste', [
      { name: 'second.jpg', mimeType: 'image/jpeg', buffer: await takePhoto() },
    ])
    await context.setOffline(false)
    await expect(saved(page)).toBeVisible({ timeout: 60_000 })
    await page.reload()
    await expect(nameField(page)).toHaveValue('Written in a tunnel')
    // Its last request would otherwise be the one that finds the session ended, in the middle of the next words.
    await expect(page.getByRole('progressbar', { name: /second\.jpg/ })).toHaveCount(0, { timeout: 60_000 })
    await expect(saved(page)).toBeVisible()
  })
  await test.step('nothing overflows at 360 px', async () => {
    await page.setViewportSize({ width: 360, height: 740 })
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
    await expectAccessible(page)
  })
  await test.step('an ended session leaves the editor open, and the next one saves the changes made meanwhile', async () => {
    await page.request.post('/api/logout', { headers: { authorization: `Bearer ${member.token}` } })
    await nameField(page).fill('Written after the session')
    const notice = page.getByRole('dialog', { name: 'You have been signed out' })
    await press(notice.getByRole('button', { name: 'Sign In' }))
    await expect(notice).toBeHidden()
    const sheet = page.getByRole('dialog', { name: /^Continue with/ })
    await sheet.getByLabel('Email').fill(member.email)
    await press(sheet.getByRole('button', { name: 'Email me a code' }))
    await expect(sheet.getByLabel('One-time code')).toBeVisible()
    await sheet.getByLabel('One-time code').fill(await readCode(page, member.email))
    await expect(sheet).toBeHidden()
    await expect(nameField(page)).toHaveValue('Written after the session')
    await expect(saved(page)).toBeVisible({ timeout: 60_000 })
  })
  expectQuiet()
  await context.close()
})

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
      // As a phone: the first dialog comes too late for the press that asked for it.
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
