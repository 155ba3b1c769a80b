// A reader whose language the store does not have lets the browser translate. It takes every text node out of the page and puts an
// element in its place, also for texts that come later; nothing may break, and no old number may stay.
import { readFile } from 'node:fs/promises'
import { expect, type Page, test } from '@playwright/test'
import { takePhoto } from '../purchase-flow/photo.ts'
import { watchConsole } from './console-watch.ts'
import { expectVideo } from './expect-video.ts'
import { memberPassword } from './member.ts'
import { enterCode } from './outbox.ts'
import { press } from './press.ts'
import { shortVideoId, useShortVideo } from './short-video.ts'
import { useTemplate, videoCard } from './template-fixture.ts'

useShortVideo()
useTemplate(videoCard)

/** What the translators of Chrome and Edge do, to a language of the same words: the new text differs by an invisible sign. */
function translatePage(): void {
  const translated = new WeakSet<Node>()
  const isForTranslation = (node: Node) =>
    node.nodeType === Node.TEXT_NODE &&
    !translated.has(node) &&
    /\S/.test(node.nodeValue ?? '') &&
    node.parentElement?.closest('script, style, noscript, textarea, option, svg, code, [translate="no"]') === null &&
    document.body?.contains(node) === true
  const translate = (root: Node) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    const texts = [root]
    while (walker.nextNode()) texts.push(walker.currentNode)
    for (const node of texts.filter(isForTranslation)) {
      const text = document.createTextNode(`${node.nodeValue}\u200b`)
      translated.add(text)
      const [outer, inner] = [document.createElement('font'), document.createElement('font')]
      inner.append(text)
      outer.append(inner)
      node.parentNode?.replaceChild(outer, node)
    }
  }
  new MutationObserver((records) => {
    for (const { type, target, addedNodes } of records)
      for (const node of type === 'characterData' ? [target] : addedNodes) translate(node)
  }).observe(document, { childList: true, characterData: true, subtree: true })
}

/** The page that the server sent is translated before the scripts begin: React then renders it anew, and says so. */
const rendersAnew = /Minified React error #(418|423|425)/

async function openTranslated(page: Page): Promise<() => void> {
  await page.addInitScript(translatePage)
  return watchConsole(page, { expectsErrorResponses: true, expected: rendersAnew })
}

test('a translated store is used from registration to a paid video', { tag: '@smoke' }, async ({ page }) => {
  test.setTimeout(300_000)
  const expectQuiet = await openTranslated(page)
  const email = `translated-${Date.now().toString(36)}@example.org`

  await test.step('an account is created', async () => {
    await page.goto('/register')
    await expect(page.locator('font').first()).toBeVisible()
    await page.getByLabel('Full name').fill('Asha Kulkarni')
    await page.getByLabel('Username').fill(email.slice(0, email.indexOf('@')))
    await page.getByLabel('Email').fill(email)
    await press(page.getByRole('button', { name: 'Send code' }).first())
    await enterCode(page, email)
    await page.getByLabel('Country').selectOption({ label: 'India (+91)' })
    const number = `98${String(Date.now()).slice(-8)}`
    await page.getByLabel('Phone number').fill(number)
    await press(page.getByRole('button', { name: 'Send code' }))
    await enterCode(page, `+91${number}`)
    await page.getByLabel('Employment field').selectOption('Others')
    await page.getByLabel('Your employment field').fill('Florist')
    await page.getByLabel('Password', { exact: true }).fill(memberPassword)
    await page.getByLabel('Confirm password').fill('something else')
    await expect(page.getByText('Passwords do not match')).toBeVisible()
    await page.getByLabel('Confirm password').fill(memberPassword)
    await press(page.getByRole('button', { name: 'Create account' }))
    await expect(page).toHaveURL('/')
    await expect(page.getByRole('banner').getByRole('link', { name: 'You have 500 credits' })).toContainText('500')
  })

  await test.step('the cart counts, and its checkout takes the price', async () => {
    await page.goto(`/direct-sell/${shortVideoId}`)
    await press(page.getByRole('button', { name: 'Add to cart' }).first())
    await press(page.getByRole('link', { name: /^Cart/ }).first())
    const summary = page.getByRole('region', { name: 'Summary' })
    await press(page.getByRole('button', { name: /^Increase quantity/ }))
    await expect(summary.getByRole('button')).toHaveText('Checkout · 80 credits')
    await press(page.getByRole('button', { name: /^Remove/ }))
    await press(page.getByRole('button', { name: 'Undo' }))
    await press(page.getByRole('button', { name: /^Decrease quantity/ }))
    await expect(summary.getByRole('button')).toHaveText('Checkout · 40 credits')
    await expect(summary).toContainText('You’ll have 460 credits left')
    await press(summary.getByRole('button', { name: /^Checkout/ }))
    await expect(page.getByRole('status', { name: 'Your purchase' })).toContainText('Credits used: 40, Remaining: 460')
    await expect(page.getByRole('banner').getByRole('link', { name: 'You have 460 credits' })).toContainText('460')
  })

  await test.step('an own video is exported and downloaded', async () => {
    await page.goto(`/template/${videoCard.id}/server-render`)
    await page
      .locator('input[type="file"]')
      .first()
      .setInputFiles({ name: 'party.jpg', mimeType: 'image/jpeg', buffer: await takePhoto() })
    await page.locator('input[type="text"], textarea').first().fill('Rohan & Kabir')
    await expect(page.getByText('Saved', { exact: true }).first()).toBeVisible()
    await press(page.getByRole('button', { name: /^Export/ }))
    const dialog = page.getByRole('dialog')
    await press(dialog.getByRole('button', { name: /^Export for \d+ credits/ }))
    await expect(dialog.getByText('Your video is ready')).toBeVisible({ timeout: 240_000 })
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      press(dialog.getByRole('link', { name: /download/i })),
    ])
    await expectVideo(await readFile(await download.path()), 640, 360)
    await page.keyboard.press('Escape')
  })

  await test.step('signing out and in again', async () => {
    await page.goto('/profile')
    await press(page.getByRole('button', { name: 'Sign Out', exact: true }))
    await expect(page).toHaveURL('/')
    await expect(page.getByRole('banner').getByRole('link', { name: 'Register' })).toBeVisible()
    await page.goto('/login')
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill('not the right one')
    await press(page.getByRole('button', { name: 'Sign In', exact: true }))
    await expect(page.getByRole('alert').first()).toBeVisible()
    await page.getByLabel('Password', { exact: true }).fill(memberPassword)
    await press(page.getByRole('button', { name: 'Sign In', exact: true }))
    await expect(page).not.toHaveURL(/login/)
  })
  expectQuiet()
})
