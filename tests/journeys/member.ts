// Members of one journey: registered through the API with a code from the outbox, and signed in in the browser.
import { expect, type Page } from '@playwright/test'
import { readCode } from './outbox.ts'

export const memberPassword = 'a-long-passphrase'
let made = 0

export type Member = { email: string; token: string }

/** A new account with its 500 credits. Each comes from an address of its own, as the limits per address expect. */
export async function createMember(page: Page): Promise<Member> {
  made += 1
  const name = `buyer-${Date.now().toString(36)}-${made}`
  const email = `${name}@example.org`
  const headers = { 'x-forwarded-for': `8.8.${Date.now() % 250}.${made % 250}` }
  const post = async (path: string, data: unknown) => {
    const answer = await page.request.post(path, { data, headers })
    expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true)
    return answer.json()
  }
  await post('/api/send-email-otp', { email, purpose: 'register' })
  await post('/api/verify-email-otp', { email, otp: await readCode(page, email), purpose: 'register' })
  const { token } = await post('/api/register', {
    username: name,
    email,
    password: memberPassword,
    actualName: 'Asha Rao',
    phoneNumber: `+9198${String(Date.now() + made).slice(-8)}`,
    EmpFeild: 'Individual',
    rememberMe: true,
  })
  return { email, token: token as string }
}

/** Signs a member in in every page that this context opens from now on. */
export async function signInAs(page: Page, { token }: Pick<Member, 'token'>): Promise<void> {
  await page.context().addInitScript((stored) => {
    const record = { token: stored, expiry: Date.now() + 604_800_000, rememberMe: true }
    localStorage.setItem('vitrine-token', JSON.stringify(record))
  }, token)
}

export async function readCredits(page: Page, { token }: Pick<Member, 'token'>): Promise<number> {
  const answer = await page.request.get('/api/user-credits', { headers: { authorization: `Bearer ${token}` } })
  return ((await answer.json()) as { credits: number }).credits
}

/** The stored content of the customer's only project. */
export async function readProject(
  page: Page,
  { token }: Pick<Member, 'token'>,
): Promise<{ values: unknown; difference: unknown }> {
  const headers = { authorization: `Bearer ${token}` }
  const list = await page.request.get('/api/projects', { headers })
  const [first] = ((await list.json()) as { projects: { projectId: string }[] }).projects
  const answer = await page.request.get(`/api/projects/${first?.projectId}`, { headers })
  const { values, difference } = (await answer.json()) as { values: unknown; difference: unknown }
  return { values, difference }
}
