// Without a network: what was seen before, own projects and the editors, and one save on return.
import { expect, type Page, test } from '@playwright/test'
import sharp from 'sharp'
import { exportBy, readStage } from './editor-stage.ts'
import { createMember, type Member, signInAs } from './member.ts'
import { press } from './press.ts'
import { imageCard, useTemplate } from './template-fixture.ts'

test.use({ serviceWorkers: 'allow' })

const templateId = imageCard.id
/** A list that has this template on its first page, whatever other tests have bought. */
const list = '/image-templates?section=Overlays'
const editor = `/template/${templateId}/direct-upload-image`
useTemplate(imageCard)

/** Waits until the device has an address, in any of its caches. */
async function waitUntilKept(page: Page, path: string) {
  await expect
    .poll(() => page.evaluate(async (address) => !!(await caches.match(address, { ignoreVary: true })), path))
    .toBe(true)
}

interface Project {
  projectId: string
  revision: number
  values: Record<string, unknown>
}

async function readProject(page: Page, { token }: Member): Promise<Project> {
  const headers = { authorization: `Bearer ${token}` }
  const list = await page.request.get(`/api/projects?templateId=${templateId}`, { headers })
  const [first] = ((await list.json()) as { projects: Project[] }).projects
  const answer = await page.request.get(`/api/projects/${first?.projectId}`, { headers })
  return (await answer.json()) as Project
}

test('pages seen before and an own project open without a network, and a change is saved once', {
  tag: '@smoke',
}, async ({ page, context }) => {
  const member = await createMember(page)
  await signInAs(page, member)
  for (const path of [list, `/image-template/${templateId}`]) {
    await page.goto(path)
    await page.evaluate(async () => void (await navigator.serviceWorker.ready))
    await waitUntilKept(page, path)
  }
  await page.goto(editor)
  await readStage(page)
  await waitUntilKept(page, editor)
  const before = await readProject(page, member)
  // Opened a second time, so that everything has passed through the worker.
  await page.reload()
  await readStage(page)

  await context.setOffline(true)
  await test.step('a list and the page of a template', async () => {
    await page.goto(list)
    await expect(page.getByText('You’re offline. New content will load')).toBeVisible()
    const card = page.getByRole('link', { name: imageCard.name }).first()
    await expect(card).toBeVisible()
    await expect(page.locator('.price').first()).toBeHidden()
    await press(card)
    await expect(page).toHaveURL(new RegExp(`/image-template/${templateId}$`))
    await expect(page.getByRole('heading', { level: 1, name: imageCard.name })).toBeVisible()
  })
  await test.step('a page that was not seen before', async () => {
    await page.goto('/template/rajwada-nights?from=journey')
    await expect(page.getByRole('heading', { name: 'You’re offline' }).last()).toBeVisible()
    await expect(page).toHaveURL(/rajwada-nights/)
    await page.goto('/buy-credits')
    await expect(page.getByRole('heading', { name: 'You’re offline' }).last()).toBeVisible()
  })
  await test.step('the editor', async () => {
    await page.goto(editor)
    await readStage(page)
    const field = page.getByRole('textbox').first()
    await field.fill('Written offline')
    await expect(page.getByText('Offline, kept on this device')).toBeVisible()
  })

  await context.setOffline(false)
  await expect.poll(async () => Object.values((await readProject(page, member)).values)).toContain('Written offline')
  const after = await readProject(page, member)
  expect(after).toMatchObject({ projectId: before.projectId, revision: before.revision + 1 })
  // The device stores the saved project: without a network it opens in its current state.
  await expect
    .poll(() =>
      page.evaluate(
        async (path) => (await caches.match(path, { ignoreVary: true }))?.json(),
        `/api/projects/${before.projectId}`,
      ),
    )
    .toMatchObject({ revision: after.revision })
  await context.setOffline(true)
  await page.goto(editor)
  await readStage(page)
  await expect(page.getByRole('textbox').first()).toHaveValue('Written offline')
  await test.step('a picture is made, with the fonts that the preview has', async () => {
    const { format, width } = await sharp(await exportBy(page, 'Free preview with watermark')).metadata()
    expect([format, width]).toEqual(['png', 640])
  })
  await context.setOffline(false)
  await test.step('nothing of the account is left on the device after signing out', async () => {
    await page.goto(list)
    const ownCaches = () => page.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith('own-')))
    expect(await ownCaches()).toHaveLength(1)
    await press(page.getByRole('banner').getByRole('button', { name: /Asha/ }))
    await press(page.getByRole('button', { name: 'Logout' }))
    await expect.poll(ownCaches).toEqual([])
  })
})

test('a visitor’s editor opens without a network, and what was filled in is there', async ({ page, context }) => {
  // The first visit: nothing has passed through the worker yet.
  await page.goto(editor)
  await readStage(page)
  await waitUntilKept(page, editor)
  await waitUntilKept(page, `/api/template/${templateId}`)
  await waitUntilKept(page, `/api/template/${templateId}/document`)
  await page.getByRole('textbox').first().fill('Written as a visitor')
  await expect(page.getByText('Saved on this device')).toBeVisible()

  await context.setOffline(true)
  await page.reload()
  await readStage(page)
  await expect(page.getByRole('textbox').first()).toHaveValue('Written as a visitor')
  await context.setOffline(false)
})
