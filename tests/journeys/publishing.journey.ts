// A template's life in a real browser: the owner brings a Bodymovin file in, reads what was dropped, writes its texts,
// chooses a poster and publishes; a customer finds it, fills it in, buys it and has the video; then the template is
// withdrawn, while the customer keeps everything. Another one gets a second version.
import { readFile } from 'node:fs/promises'
import { type Browser, expect, type Page, test } from '@playwright/test'
import { writeVideoPoster } from '../../apps/worker/src/media/poster.ts'
import { animation, layer, solid, still, textData, transform } from '../../packages/after-effects/testing/animation.ts'
import { takePhoto } from '../purchase-flow/photo.ts'
import { expectAccessible } from './accessible.ts'
import { adminPassword, createOwner, expireAdminSessions, signInAsAdmin } from './admin-owner.ts'
import { watchConsole } from './console-watch.ts'
import { type Picture, readPicture, readStage } from './editor-stage.ts'
import { createMember, type Member, readCredits, signInAs } from './member.ts'
import { press } from './press.ts'
import { useTemplate, videoCard } from './template-fixture.ts'

const publishing = '/internal-dashboard-admin/publishing'
const stamp = Date.now().toString(36)
const name = `Lantern Walk ${stamp}`
const templateId = `lantern-walk-${stamp}`
const price = 37

/**
 * A video of a second with a lower third, whose red bar follows the words as designers have it, and a place for a photo. Another
 * expression is run at import.
 */
function lanterns(label: string): Buffer {
  const centred = (x: number, y: number, more = {}) => transform({ p: still([x, y, 0]), ...more })
  const words = `{text: ${label} | group Words}`
  const rect = `var $bm_rt, rect = thisComp.layer('${words}').sourceRectAtTime(time, false);\n$bm_rt = `
  const bar = layer(4, 'Bar', {
    ks: transform({
      p: { a: 0, k: [320, 306, 0], x: `${rect}[320, $bm_sum(320, $bm_sum(rect.top, $bm_div(rect.height, 2)))];` },
    }),
    shapes: [
      {
        ty: 'rc',
        p: still([0, 0]),
        s: { a: 0, k: [100, 60], x: `${rect}$bm_sum([rect.width, rect.height], [40, 20]);` },
        r: still(0),
      },
      { ty: 'fl', c: still([1, 0, 0, 1]), o: still(100) },
    ],
  })
  const layers = [
    layer(5, words, { t: textData('Asha'), ks: centred(320, 320) }),
    bar,
    solid('{photo: Couple}', '#884455', { sw: 300, sh: 200, ks: centred(320, 150, { a: still([150, 100, 0]) }) }),
    layer(5, 'Motto', { t: textData('Light the way'), ks: centred(320, 40) }),
    solid('Lantern', '#f5a400', {
      ks: centred(60, 60, { r: { a: 0, k: 0, x: 'var $bm_rt;\n$bm_rt = $bm_sum(4, 6);' } }),
    }),
    solid('Ground', '#203060', { sw: 640, sh: 360 }),
  ]
  return Buffer.from(JSON.stringify(animation(layers, { w: 640, h: 360, op: 30 })))
}

useTemplate(videoCard)
let owner: Member
test.beforeAll(async ({ browser, baseURL }) => {
  const page = await browser.newPage({ ...(baseURL && { baseURL }) })
  owner = await createOwner(page)
  await page.close()
})

/** How wide the red bar of `lanterns` is, as a share of the picture. */
function barWidth({ data, width, height }: Picture): number {
  const isRed = (at: number) => (data[at] ?? 0) > 200 && (data[at + 1] ?? 0) < 60 && (data[at + 2] ?? 0) < 60
  const widths = Array.from({ length: height }, (_, y) => {
    const row = Array.from({ length: width }, (_, x) => isRed((y * width + x) * 3))
    return row.includes(true) ? row.lastIndexOf(true) - row.indexOf(true) + 1 : 0
  })
  return Math.max(...widths) / width
}

const previewReady = (page: Page) => page.locator('[data-preview=succeeded]')
const saved = (page: Page) => page.locator('[data-save=saved]')

async function bringIn(page: Page, file: Buffer, more: { name?: string } = {}): Promise<void> {
  await page
    .getByLabel('Files', { exact: true })
    .setInputFiles({ name: 'lanterns.json', mimeType: 'application/json', buffer: file })
  if (more.name) await page.getByLabel('Name', { exact: true }).fill(more.name)
  await press(page.getByRole('button', { name: 'Upload and import' }))
  await expect(page).toHaveURL(/[?&]version=/, { timeout: 60_000 })
}

async function openCustomer(browser: Browser, baseURL: string | undefined) {
  const context = await browser.newContext({ ...(baseURL && { baseURL }), viewport: { width: 1280, height: 800 } })
  const page = await context.newPage()
  const member = await createMember(page)
  await signInAs(page, member)
  return { context, page, member, expectQuiet: watchConsole(page) }
}

test('a Bodymovin file is published, bought and withdrawn, and its buyer loses nothing', { tag: '@smoke' }, async ({
  page,
  browser,
  baseURL,
}) => {
  test.setTimeout(300_000)
  await page.setViewportSize({ width: 1440, height: 900 })
  const expectQuiet = watchConsole(page)
  await signInAsAdmin(page, owner, publishing)

  await test.step('the owner imports it and reads the report', async () => {
    await press(page.getByRole('link', { name: 'New template' }))
    await bringIn(page, lanterns('Names'), { name })
    await expect(page.getByRole('heading', { name })).toBeVisible()
    await press(page.getByRole('tab', { name: 'Report' }))
    await expect(page.getByText(/expression/i).first()).toBeVisible()
    await expect(page.getByText(/Motto( ›| ·)/).first()).toBeVisible()
  })

  await test.step('the draft names what is missing, and saves its listing automatically', async () => {
    await expect(page.getByRole('button', { name: 'Publish', exact: true })).toBeDisabled()
    await expect(page.getByText('It has no description.')).toBeVisible()
    await press(page.getByRole('tab', { name: 'Listing' }))
    await page.getByLabel('Description').fill('Two lanterns walk through the night.')
    for (const [label, word] of [
      ['Sections', 'Invitations'],
      ['Categories', 'Lanterns'],
    ] as const) {
      await page.getByRole('combobox', { name: label }).fill(word)
      await page.keyboard.press('Enter')
      await expect(page.getByRole('list', { name: label }).getByText(word)).toBeVisible()
    }
    await page.getByLabel('Price in credits').fill(String(price))
    await page.getByLabel('Price in India').fill(String(price))
    await expect(saved(page)).toBeVisible()
  })

  let designedWidth = 0
  await test.step('a frame is chosen for the poster, and a worker renders it and the preview', async () => {
    await expect(previewReady(page)).toBeVisible({ timeout: 120_000 })
    await expect(page.locator('canvas[data-status=ready]')).toBeVisible()
    const poster = page.getByAltText('The poster')
    const before = await poster.getAttribute('src')
    await page.getByLabel('Time', { exact: true }).fill('7')
    await press(page.getByRole('button', { name: 'Use this frame as the poster' }))
    await expect(page.getByRole('button', { name: /^Poster: frame 7 / })).toBeVisible()
    await expect(previewReady(page)).toBeVisible({ timeout: 60_000 })
    // The lantern turns nowhere: the picture is the same to the byte, and so is its address.
    await expect(poster).toHaveAttribute('src', before ?? '')
    designedWidth = barWidth(await readPicture(await (await page.request.get(before ?? '')).body()))
  })

  await test.step('it is published', async () => {
    await press(page.getByRole('button', { name: 'Publish', exact: true }))
    await expect(page.getByText('Version 1 is on sale.')).toBeVisible()
    await expect(page.getByText('Published', { exact: true })).toBeVisible()
    await expectAccessible(page)
  })

  const { page: store, member, context, expectQuiet: expectStoreQuiet } = await openCustomer(browser, baseURL)
  let boughtWidth = 0
  await test.step('a customer finds it in the store and opens the editor', async () => {
    await store.goto(`/templates-list?search=${encodeURIComponent(name)}`)
    await press(store.getByRole('link', { name: new RegExp(name) }).first())
    await expect(store.getByRole('heading', { name, level: 1 })).toBeVisible()
    await press(store.getByRole('link', { name: 'Add Photo or Video' }).first())
    expect(barWidth(await readStage(store))).toBeCloseTo(designedWidth, 1)
    await store.getByRole('textbox', { name: /^Names/ }).fill('Meera & Kabir')
    boughtWidth = barWidth(await readStage(store))
    expect(boughtWidth).toBeGreaterThan(designedWidth * 1.8)
    await store
      .locator('input[type=file]')
      .first()
      .setInputFiles({ name: 'us.jpg', mimeType: 'image/jpeg', buffer: await takePhoto() })
    await expect(store.getByText('Saved', { exact: true }).first()).toBeVisible({ timeout: 60_000 })
  })
  await test.step('buys it, and has the video', async () => {
    await press(store.getByRole('button', { name: /^Export/ }))
    const dialog = store.getByRole('dialog')
    await press(dialog.getByRole('button', { name: `Export for ${price} credits` }))
    await expect(dialog.getByText('Your video is ready')).toBeVisible({ timeout: 200_000 })
    expect(await readCredits(store, member)).toBe(500 - price)
  })

  await test.step('the owner withdraws it, and it leaves the store', async () => {
    await press(page.getByRole('button', { name: 'Withdraw from sale' }))
    await press(page.getByRole('dialog').getByRole('button', { name: 'Withdraw from sale' }))
    await expect(page.getByText('The template is withdrawn.')).toBeVisible()
    await expect.poll(async () => (await store.request.get(`/api/template/${templateId}`)).status()).toBe(404)
  })
  await test.step('its buyer still opens the project, and downloads the video again', async () => {
    await store.goto('/Purchased')
    await expect(store.getByText(/no longer for sale, still yours/)).toBeVisible()
    const download = store.waitForEvent('download')
    await press(store.getByRole('button', { name: `Download again: ${name}` }))
    const video = await download
    expect(video.suggestedFilename()).toMatch(/\.mp4$/)
    const frame = test.info().outputPath('frame.webp')
    await writeVideoPoster(await video.path(), 0.5, frame)
    expect(barWidth(await readPicture(await readFile(frame)))).toBeCloseTo(boughtWidth, 1)
    await press(store.getByRole('link', { name: 'Continue editing' }))
    await expect(store.getByRole('textbox', { name: /^Names/ })).toHaveValue('Meera & Kabir')
    await expect(store.getByRole('button', { name: 'Export · already yours' })).toBeVisible()
  })
  expectStoreQuiet()
  await context.close()
  expectQuiet()
})

test('on a phone an unreadable package shows the reason, and the fields of a draft are renamed, removed and added, and it is deleted', async ({
  page,
}) => {
  test.setTimeout(180_000)
  await page.setViewportSize({ width: 390, height: 844 })
  const expectQuiet = watchConsole(page, { expectsErrorResponses: true })
  await signInAsAdmin(page, owner, `${publishing}/new-template`)
  const expectNoOverflow = async () =>
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)

  await test.step('an empty package is reported, and can be tried again', async () => {
    const broken = { name: 'notes.json', mimeType: 'application/json', buffer: Buffer.from('{"shopping":["milk"]}') }
    await page.getByLabel('Files', { exact: true }).setInputFiles(broken)
    await expectNoOverflow()
    await press(page.getByRole('button', { name: 'Upload and import' }))
    await expect(page.getByText('There is nothing in this package that could be drawn.')).toBeVisible({
      timeout: 60_000,
    })
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
    await page.reload()
    await expect(page.getByText('There is nothing in this package that could be drawn.')).toBeVisible()
    await expectAccessible(page)
    await expectNoOverflow()
    await press(page.getByRole('button', { name: /^Dismiss/ }))
  })

  await test.step('the fields of a draft get other texts, which makes a version', async () => {
    await page.goto(`${publishing}/new-template`)
    await bringIn(page, lanterns('Who'), { name: `Phone ${stamp}` })
    await press(page.getByRole('tab', { name: 'Fields' }))
    const first = page.getByRole('listitem').filter({ hasText: 'Required' }).first()
    await first.getByLabel('Label').fill('Your two names')
    await first.getByLabel('Hint').fill('As on the card')
    await press(page.getByRole('button', { name: 'Save fields' }))
    await expect(page.getByText('version 2 of 2')).toBeVisible()
    await expect(page.getByLabel('Hint').first()).toHaveValue('As on the card')
    await press(page.getByRole('tab', { name: 'Listing' }))
    const named = await page.getByLabel('Name', { exact: true }).inputValue()
    await page.getByLabel('Name', { exact: true }).fill(`${named} ${'Lichterkette'.repeat(8)}`)
    await expect(page.getByRole('heading', { name: 'LichterketteLichterkette' })).toBeVisible()
    await expectNoOverflow()
    await page.getByLabel('Name', { exact: true }).fill(named)
    await expect(page.getByRole('heading', { name: 'LichterketteLichterkette' })).toBeHidden()
    await press(page.getByRole('tab', { name: 'Fields' }))
    await expectAccessible(page)
    await expectNoOverflow()
  })

  await test.step('one is removed, another fills a fixed text, and one has a photo as default', async () => {
    const fields = page.getByRole('list', { name: 'Fields' }).getByRole('listitem')
    await press(page.getByRole('button', { name: 'Remove Your two names' }))
    await expect(page.getByText('Its default stays.')).toBeVisible()
    await press(page.getByRole('button', { name: 'Add a field for Light the way' }))
    const motto = fields.filter({ hasText: 'Motto' }).filter({ hasText: 'Default text' })
    await motto.getByLabel('Default text').fill('Follow the light')
    // A colour and a switch are found among what could be fields as well.
    await press(page.getByRole('button', { name: 'Add a field for colour #f5a400' }))
    await fields.filter({ hasText: 'Lantern colour' }).getByLabel('Default colour').fill('#40a060')
    await press(page.getByRole('button', { name: 'Add a switch for Motto' }))
    await expect(fields.filter({ hasText: 'Show Motto' }).getByLabel('On by default')).toBeChecked()
    const photo = { name: 'us.jpg', mimeType: 'image/jpeg', buffer: await takePhoto() }
    await fields.filter({ hasText: 'Couple' }).locator('input[type=file]').setInputFiles(photo)
    await expect(page.getByRole('button', { name: 'Remove the file for Couple' })).toBeVisible({ timeout: 60_000 })
    await expect(page.getByText('which are not saved yet')).toBeVisible()
    await expectAccessible(page)
    await expectNoOverflow()
    // Nothing of it is lost by looking at something else in between, or at another page by mistake.
    await press(page.getByRole('link', { name: 'All templates' }))
    await press(page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Stay' }))
    await press(page.getByRole('tab', { name: 'Report' }))
    await press(page.getByRole('tab', { name: 'Fields' }))
    // Nor by the end of the session in the admin area.
    await expireAdminSessions()
    await press(page.getByRole('button', { name: 'Save fields' }))
    const closed = page.getByRole('dialog', { name: 'Your admin session has ended' })
    await closed.getByLabel('Password', { exact: true }).fill(adminPassword)
    await expectAccessible(page)
    await press(closed.getByRole('button', { name: 'Access Dashboard' }))
    await expect(closed).toBeHidden()
    await press(page.getByRole('button', { name: 'Save fields' }))
    await expect(page.getByText('version 3 of 3')).toBeVisible()
    await expect(fields).toHaveCount(4)
    await expect(fields.filter({ hasText: 'Lantern colour' }).getByLabel('Default colour')).toHaveValue('#40a060')
    await expect(motto.getByLabel('Default text')).toHaveValue('Follow the light')
    await expect(page.getByRole('button', { name: 'Remove the file for Couple' })).toBeVisible()
  })

  await test.step('the list shows it, and it is deleted', async () => {
    await page.goto(`${publishing}?search=${encodeURIComponent(`Phone ${stamp}`)}`)
    await expect(page.getByRole('link', { name: `Phone ${stamp}` })).toBeVisible()
    await expect(page.getByText(/\d+ drafts?/).first()).toBeVisible()
    await expectAccessible(page)
    await expectNoOverflow()
    await press(page.getByRole('link', { name: `Phone ${stamp}` }))
    // The owner tries it as a customer will; what comes of that does not keep the draft.
    const begun = page.waitForResponse(
      (answer) => answer.request().method() === 'POST' && new URL(answer.url()).pathname === '/api/projects',
    )
    await press(page.getByRole('link', { name: 'Open in the editor' }))
    expect((await begun).status()).toBe(201)
    await page.waitForLoadState('networkidle')
    await page.goto(publishing)
    await press(page.getByRole('link', { name: `Phone ${stamp}` }))
    await press(page.getByRole('button', { name: 'Delete draft' }))
    await expect(page.getByRole('dialog').getByText('with the projects and videos that you made from it')).toBeVisible()
    await press(page.getByRole('dialog').getByRole('button', { name: 'Delete draft' }))
    await expect(page.getByText('The draft is deleted.')).toBeVisible()
    await expect(page).toHaveURL(new RegExp(`${publishing}$`))
  })
  expectQuiet()
})
