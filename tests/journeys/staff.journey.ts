// The staff in a real browser: an owner sends an invitation, the recipient accepts, sets up a second factor and sees what the
// role includes; passkeys with Chromium's own virtual authenticator; an owner's second factor together with the shared password.
import { type Browser, expect, type Page, test } from '@playwright/test'
import { sql } from 'drizzle-orm'
import { TOTP } from 'otpauth'
import { expectAccessible } from './accessible.ts'
import { adminPassword, createOwner, signInAsAdmin } from './admin-owner.ts'
import { watchConsole } from './console-watch.ts'
import { createMember, type Member, memberPassword, signInAs } from './member.ts'
import { press } from './press.ts'
import { inStoreDatabase } from './store-database.ts'

const adminPath = '/internal-dashboard-admin'
const navigation = (page: Page) => page.getByRole('navigation', { name: 'Admin' })
const listSections = (page: Page) => navigation(page).getByRole('link').allInnerTexts()

async function readInvitation(page: Page, address: string): Promise<string> {
  const response = await page.request.get(`/sandbox/outbox.json?to=${encodeURIComponent(address)}`)
  const { messages } = (await response.json()) as { messages: { text: string }[] }
  const link = /http\S+\/staff-invitation\?token=[\w-]+/.exec(messages[0]?.text ?? '')?.[0]
  expect(link, `an invitation for ${address}`).toBeDefined()
  return link ?? ''
}

test.afterEach(() => inStoreDatabase((db) => db.execute(sql`update admin_password set switched_off_at = null`)))

async function openBrowser(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ storageState: test.info().project.use.storageState as never })
  return context.newPage()
}

/** A code that was not used yet: the app shows the next one within half a minute. */
const generateTotp = (secret: string, steps = 0) =>
  new TOTP({ secret }).generate({ timestamp: Date.now() + steps * 30_000 })

/** Sets up an authenticator app in the form that is open, and keeps the recovery codes. */
async function setUpApp(page: Page): Promise<{ secret: string; codes: string[] }> {
  await expect(page.getByRole('img', { name: 'QR code for an authenticator app' })).toBeVisible()
  const secret = (await page.locator('code').innerText()).replaceAll(/\s/g, '')
  const field = page.getByLabel('Code that the app shows')
  await expect(field).toHaveAttribute('autocomplete', 'one-time-code')
  await field.fill('000000')
  await press(page.getByRole('button', { name: 'Confirm' }))
  await expect(field).toHaveAccessibleDescription(/isn’t correct/)
  await expectAccessible(page)
  await field.fill(generateTotp(secret))
  await press(page.getByRole('button', { name: 'Confirm' }))
  const list = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(list).toHaveCount(10)
  const codes = await list.allInnerTexts()
  await expectAccessible(page)
  await expect(page.getByRole('button', { name: 'Continue' })).toBeDisabled()
  await page.getByLabel('I have saved the codes').check()
  await press(page.getByRole('button', { name: 'Continue' }))
  return { secret, codes }
}

/** The link of the email, signing in with the form, accepting. */
async function accept(page: Page, link: string, member: Member): Promise<void> {
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Join the staff of Vitrine' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Create an account' })).toHaveAttribute('href', /^\/register\?next=/)
  await expectAccessible(page)
  await press(page.getByRole('main').getByRole('link', { name: 'Sign in' }))
  await page.getByLabel('Email').fill(member.email)
  await page.getByLabel('Password', { exact: true }).fill(memberPassword)
  await press(page.getByRole('button', { name: 'Sign In', exact: true }))
  await press(page.getByRole('button', { name: 'Accept' }))
  await expect(page).toHaveURL(adminPath)
  await expect(page.getByRole('heading', { name: 'Internal Access' })).toBeVisible()
  await expect(page.getByLabel('Password', { exact: true })).toBeHidden()
  await expectAccessible(page)
}

test('an invited designer accepts, sets up an authenticator app, and sees what a designer may', async ({
  page,
  browser,
}) => {
  const owner = await createOwner(page)
  const member = await createMember(page)
  const stranger = await createMember(page)
  await signInAsAdmin(page, owner, `${adminPath}/staff`)
  const designer = await openBrowser(browser)
  const expectQuiet = watchConsole(designer, { expectsErrorResponses: true })

  await test.step('the owner invites by email', async () => {
    await expectAccessible(page)
    await page.getByLabel('Email').fill(owner.email)
    await press(page.getByRole('button', { name: 'Send invitation' }))
    await expect(page.getByLabel('Email')).toHaveAccessibleDescription(/on the staff already/)
    await page.getByLabel('Email').fill(member.email)
    await page.getByLabel('Role', { exact: true }).selectOption('Designer')
    await press(page.getByRole('button', { name: 'Send invitation' }))
    const row = page.getByRole('table', { name: 'Invitations' }).getByRole('row').filter({ hasText: member.email })
    await expect(row).toContainText('Designer')
    await expectAccessible(page)
  })
  const link = await readInvitation(page, member.email)

  await test.step('another account is told whose invitation it is', async () => {
    const other = await openBrowser(browser)
    await signInAs(other, stranger)
    await other.goto(link)
    await expect(other.getByText(`This invitation was sent to ${member.email}.`)).toBeVisible()
    await expect(other.getByRole('button', { name: 'Accept' })).toBeHidden()
    await other.context().close()
  })

  await accept(designer, link, member)
  await press(designer.getByRole('button', { name: 'Set up an authenticator app' }))
  const { secret, codes } = await setUpApp(designer)

  await test.step('the first section that the role includes opens, and no other one can be', async () => {
    await expect(designer).toHaveURL(`${adminPath}/publishing`)
    expect(await listSections(designer)).toEqual(['Publishing', 'Settings'])
    await designer.goto(`${adminPath}/people`)
    await expect(designer.getByText('Your role doesn’t include this')).toBeVisible()
    await expectAccessible(designer)
    await press(designer.getByRole('link', { name: 'Go to Publishing' }))
    await expect(designer).toHaveURL(`${adminPath}/publishing`)
    await press(navigation(designer).getByRole('link', { name: 'Settings' }))
    await expect(designer.getByRole('heading', { name: 'Pages', level: 1 })).toBeVisible()
    await expect(designer.getByRole('tab')).toHaveCount(0)
  })

  await test.step('the next time a code is asked for; a wrong one is told at its field, a recovery code does as well', async () => {
    await press(designer.getByRole('button', { name: 'Logout' }))
    const field = designer.getByLabel('Code from your authenticator app')
    await field.fill(generateTotp(secret, -5))
    await press(designer.getByRole('button', { name: 'Continue' }))
    await expect(field).toHaveAccessibleDescription(/isn’t correct/)
    await expectAccessible(designer)
    await press(designer.getByRole('button', { name: 'Use a recovery code' }))
    await designer.getByLabel('Recovery code').fill(codes[0] ?? '')
    await designer.keyboard.press('Enter')
    await expect(designer).toHaveURL(new RegExp(`${adminPath}/(publishing|settings)`))
    await expect(navigation(designer)).toBeVisible()
  })

  await test.step('another role and removal are in effect at once', async () => {
    const row = page.getByRole('table', { name: 'Staff' }).getByRole('row').filter({ hasText: member.email })
    await page.reload()
    await expect(row).toContainText('Authenticator app')
    await press(row.getByRole('button', { name: /^Role/ }))
    await page.getByRole('dialog').getByLabel('Role').selectOption('Support')
    await press(page.getByRole('dialog').getByRole('button', { name: 'Change role' }))
    await expect(row).toContainText('Support')
    await designer.goto(adminPath)
    await expect(designer).toHaveURL(`${adminPath}/people`)
    await expect.poll(() => listSections(designer)).toEqual(['People', 'Payments', 'Documents', 'Videos'])
    await expect(designer.getByRole('link', { name: 'Download CSV' })).toBeHidden()
    await press(row.getByRole('button', { name: /^Remove/ }))
    await expectAccessible(page)
    await press(page.getByRole('dialog').getByRole('button', { name: 'Remove from staff' }))
    await expect(row).toHaveCount(0)
    await designer.reload()
    await expect(designer.getByText('Your admin session has ended')).toBeVisible()
  })
  expectQuiet()
  await designer.context().close()
})

test('an owner adds a passkey and enters with it, and the shared password can be switched off', async ({ page }) => {
  const owner = await createOwner(page)
  await signInAsAdmin(page, owner, `${adminPath}/my-sign-in`)
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  await expect(page.getByRole('heading', { name: 'My sign-in' })).toBeVisible()
  await expectAccessible(page)

  await test.step('the passkey is added under a name, with recovery codes', async () => {
    await press(page.getByRole('button', { name: 'Add a passkey' }))
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Work laptop')
    await expectAccessible(page)
    await press(dialog.getByRole('button', { name: 'Add passkey' }))
    await expect(dialog.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')).toHaveCount(10)
    await dialog.getByLabel('I have saved the codes').check()
    await press(dialog.getByRole('button', { name: 'Continue' }))
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('listitem').filter({ hasText: 'Work laptop' })).toContainText('not used yet')
    await expectAccessible(page)
  })

  await test.step('a sign-in that is too old for a change is asked for again, and nothing typed is lost', async () => {
    await inStoreDatabase((db) =>
      db.execute(sql`update admin_sessions set created_at = created_at - interval '16 minutes'`),
    )
    await press(page.getByRole('button', { name: 'Add a passkey' }))
    const form = page.getByRole('dialog', { name: 'Add a passkey' })
    await form.getByLabel('Name').fill('Second one')
    await press(form.getByRole('button', { name: 'Add passkey' }))
    const again = page.getByRole('dialog', { name: 'Please confirm that it is you' })
    await expect(again).toBeVisible()
    await expectAccessible(page)
    await press(again.getByRole('button', { name: 'Use a passkey' }))
    await expect(again).toBeHidden()
    await expect(form.getByLabel('Name')).toHaveValue('Second one')
    // The one authenticator of this browser holds a passkey of this account already.
    await press(form.getByRole('button', { name: 'Add passkey' }))
    await expect(form.getByText('This device has a passkey of yours already.')).toBeVisible()
    await press(form.getByRole('button', { name: 'Cancel' }))
  })

  await test.step('it opens the admin area; the shared password still does', async () => {
    await press(page.getByRole('button', { name: 'Logout' }))
    await expect(page.getByRole('button', { name: 'Use the shared admin password' })).toBeVisible()
    await expectAccessible(page)
    await press(page.getByRole('button', { name: 'Use a passkey' }))
    await expect(page.getByRole('listitem').filter({ hasText: 'Work laptop' })).toContainText('last used')
    await press(page.getByRole('button', { name: 'Logout' }))
    await press(page.getByRole('button', { name: 'Use the shared admin password' }))
    await page.getByLabel('Password', { exact: true }).fill(adminPassword)
    await press(page.getByRole('button', { name: 'Access Dashboard' }))
    await expect(navigation(page)).toBeVisible()
  })

  await test.step('switched off, it is offered no more; switched on again, it is', async () => {
    // Entered with the passkey: what the shared password opened ends with it.
    await press(page.getByRole('button', { name: 'Logout' }))
    await press(page.getByRole('button', { name: 'Use a passkey' }))
    await press(navigation(page).getByRole('link', { name: 'Staff' }))
    const turn = async (label: string) => {
      await press(page.getByRole('button', { name: label, exact: true }))
      await press(page.getByRole('dialog').getByRole('button', { name: label, exact: true }))
      await expect(page.getByRole('dialog')).toBeHidden()
    }
    await turn('Switch off')
    await expect(page.getByText('It is switched off')).toBeVisible()
    await press(page.getByRole('button', { name: 'Logout' }))
    await expect(page.getByRole('button', { name: 'Use a passkey' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Use the shared admin password' })).toBeHidden()
    await press(page.getByRole('button', { name: 'Use a passkey' }))
    // The other journeys of this store enter with it.
    await turn('Switch on')
    await expect(page.getByText('It is on')).toBeVisible()
  })
})
