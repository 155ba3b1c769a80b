// A visitor edits without an account: adds a photo and text, sends nothing, finds the project again, and it moves into the
// account created on the way to the export. Another user who signs in on the same browser gets none of it.
import { expect, type Page, type Request, test } from '@playwright/test'
import { takePhoto } from '../purchase-flow/photo.ts'
import { expectAccessible } from './accessible.ts'
import { watchConsole } from './console-watch.ts'
import { createMember, memberPassword } from './member.ts'
import { readCode } from './outbox.ts'
import { press } from './press.ts'
import { useTemplate, videoCard } from './template-fixture.ts'

const templateId = videoCard.id
const editorPath = `/template/${templateId}/server-render`
useTemplate(videoCard)

const nameField = (page: Page) => page.getByLabel(/^Name/).first()
const photoField = (page: Page) => page.getByRole('group', { name: 'Photo' })
const onDevice = (page: Page) => page.getByText('Saved on this device', { exact: true })
const saved = (page: Page) => page.getByText('Saved', { exact: true }).first()
const sheet = (page: Page) => page.getByRole('dialog', { name: /^Continue with/ })

/** Requests that carry something to the server, with what they carry. */
function watchSent(page: Page): { path: string; body: string }[] {
  const sent: { path: string; body: string }[] = []
  page.on('request', (request: Request) => {
    const { pathname } = new URL(request.url())
    const body = request.postDataBuffer()?.toString('latin1') ?? ''
    if (request.method() !== 'GET') sent.push({ path: pathname, body })
  })
  return sent
}

async function fillIn(page: Page, name: string): Promise<void> {
  await nameField(page).fill(name)
  await photoField(page)
    .locator('input[type="file"]')
    .setInputFiles({ name: 'birthday.jpg', mimeType: 'image/jpeg', buffer: await takePhoto() })
  await expect(photoField(page).getByRole('button', { name: 'Replace' })).toBeVisible()
  await expect(onDevice(page)).toBeVisible()
}

async function signInByEmail(page: Page, email: string): Promise<void> {
  await sheet(page).getByLabel('Email').fill(email)
  await press(sheet(page).getByRole('button', { name: 'Email me a code' }))
  const field = sheet(page).getByLabel('One-time code')
  await expect(field).toBeVisible()
  await field.fill(await readCode(page, email))
  await expect(sheet(page)).toBeHidden()
}

interface ProjectOnServer {
  projectId: string
  values: Record<string, { asset?: string } | string>
}

/** The projects and their content of the user who is signed in on the page. */
async function listProjects(page: Page): Promise<ProjectOnServer[]> {
  return page.evaluate(async () => {
    const { token } = JSON.parse(
      localStorage.getItem('vitrine-token') ?? sessionStorage.getItem('vitrine-token') ?? '{}',
    )
    const ask = async (path: string) =>
      (await fetch(path, { headers: { authorization: `Bearer ${token}` } })).json() as Promise<never>
    const { projects } = (await ask('/api/projects')) as { projects: { projectId: string }[] }
    return Promise.all(projects.map(({ projectId }) => ask(`/api/projects/${projectId}`)))
  })
}

test('a visitor edits with an own photo, returns, and signs in by one code on the way to the export', async ({
  page,
}) => {
  const expectQuiet = watchConsole(page)
  const sent = watchSent(page)
  await page.goto(`/template/${templateId}`)
  await press(page.getByRole('link', { name: 'Add Photo or Video' }).first())
  await expect(page).toHaveURL(editorPath)
  await expect(nameField(page)).toBeVisible()
  await fillIn(page, 'Asha')
  await expectAccessible(page)

  await test.step('what was made is found again, and nothing of it has left the device', async () => {
    await page.goto('/')
    await page.goto(editorPath)
    await expect(nameField(page)).toHaveValue('Asha')
    await expect(photoField(page).getByRole('button', { name: 'Replace' })).toBeVisible()
    expect(sent.filter(({ path }) => /uploads|assets|projects/.test(path))).toEqual([])
    expect(sent.filter(({ body }) => body.includes('birthday.jpg') || body.includes('Asha'))).toEqual([])
  })

  await test.step('the export asks for an account above the editor, and goes on where it was', async () => {
    const editor = await nameField(page).elementHandle()
    const exporting = page.getByRole('button', { name: /^Export · \d+ credits/ })
    await press(exporting)
    await expect(sheet(page)).toContainText(/costs \d+ credits/)
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(sheet(page)).toBeHidden()
    await press(exporting)
    await signInByEmail(page, `guest-${Date.now()}@example.org`)
    await expect(page.getByRole('dialog', { name: 'Export' })).toContainText('Balance after export')
    await expect(page.getByText(/Welcome to .*You have 500 credits/)).toBeVisible()
    // The same editor, not one that was loaded again.
    expect(await editor?.evaluate((field) => field.isConnected)).toBe(true)
    await page.keyboard.press('Escape')
    await expect(saved(page)).toBeVisible()
  })

  await test.step('the project is in the account, with its photo', async () => {
    await expect
      .poll(async () => (await listProjects(page)).map(({ values }) => values))
      .toEqual([expect.objectContaining({ [await firstFieldId(page)]: 'Asha' })])
    await expect.poll(async () => JSON.stringify((await listProjects(page))[0]?.values)).toMatch(/"asset":"u_(?!local)/)
  })
  expectQuiet()
})

/** The id of the template's first text. */
async function firstFieldId(page: Page): Promise<string> {
  const answer = await page.request.get(`/api/template/${templateId}/document`)
  const { document } = (await answer.json()) as { document: { fields: { id: string; type: string }[] } }
  return document.fields.find(({ type }) => type === 'text')?.id ?? ''
}

test('a visitor’s work moves to the account that signs in first, and to no other one on the same browser', {
  tag: '@smoke',
}, async ({ page, context }) => {
  const expectQuiet = watchConsole(page, { expectsErrorResponses: true })
  const [asha, ravi] = [await createMember(page), await createMember(page)]
  await page.goto(editorPath)
  await expect(nameField(page)).toBeVisible()
  await fillIn(page, 'Asha')
  await page.goto('/')

  const signIn = async (email: string) => {
    await page.goto('/login')
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(memberPassword)
    await press(page.getByRole('button', { name: 'Sign In', exact: true }))
    await expect(page).toHaveURL('/templates-list')
  }
  const signOut = async () => {
    await press(page.getByRole('banner').getByRole('button', { name: /Asha/ }))
    await press(page.getByRole('button', { name: 'Logout' }))
    // What is on the device stays for the account that it belongs to.
    const question = page.getByRole('dialog', { name: 'Sign out?' })
    await question.getByLabel('Delete my files from this device').uncheck()
    await press(question.getByRole('button', { name: 'Sign Out', exact: true }))
    await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible()
  }
  await test.step('the sign-in cannot reach the server for the project at first', async () => {
    await context.route('**/api/projects', (route) => route.abort())
    await context.route('**/api/uploads**', (route) => route.abort())
    await signIn(asha.email)
    await signOut()
    await context.unroute('**/api/projects')
    await context.unroute('**/api/uploads**')
  })
  await test.step('another account gets nothing, and has an editor of its own', async () => {
    await signIn(ravi.email)
    await page.goto(editorPath)
    await expect(nameField(page)).toBeVisible()
    await expect(nameField(page)).not.toHaveValue('Asha')
    expect(JSON.stringify(await listProjects(page))).not.toContain('Asha')
    await page.goto('/')
    await signOut()
  })
  await test.step('the account that signed in first gets all of it', async () => {
    await signIn(asha.email)
    await expect(page.getByText('The project that you began on this device is in your account now.')).toBeVisible()
    const [project, ...others] = await listProjects(page)
    expect(others).toEqual([])
    expect(JSON.stringify(project?.values)).toMatch(/Asha/)
    expect(JSON.stringify(project?.values)).toMatch(/"asset":"u_(?!local)/)
  })
  expectQuiet()
})

test('a customer whose session has ended finds the own project after signing in again above the editor', async ({
  page,
}) => {
  const expectQuiet = watchConsole(page)
  const asha = await createMember(page)
  const call = async (method: 'post' | 'put', path: string, data: object) => {
    const answer = await page.request[method](path, { data, headers: { authorization: `Bearer ${asha.token}` } })
    expect(answer.ok(), await answer.text()).toBe(true)
    return answer.json()
  }
  const { projectId } = await call('post', '/api/projects', { templateId })
  const values = { [await firstFieldId(page)]: 'Asha' }
  await call('put', `/api/projects/${projectId}`, { values, difference: {} })

  await page.goto(editorPath)
  await expect(nameField(page)).not.toHaveValue('Asha')
  await expect(onDevice(page)).toBeVisible()
  await press(page.getByRole('button', { name: /^Export · / }))
  await signInByEmail(page, asha.email)
  await expect(nameField(page)).toHaveValue('Asha')
  expect((await listProjects(page)).map((project) => project.projectId)).toEqual([projectId])
  expectQuiet()
})
