// An owner of the store for journeys of the admin area, and a shortcut into it for journeys that do not test admin sign-in.
import { expect, type Page } from '@playwright/test'
import { sql } from 'drizzle-orm'
import { createMember, type Member, signInAs } from './member.ts'
import { inStoreDatabase } from './store-database.ts'

/** Of the demo admin area. */
export const adminPassword = 'owner-vitrine-admin'

/** A new account that is an owner's. */
export async function createOwner(page: Page): Promise<Member> {
  const owner = await createMember(page)
  await inStoreDatabase((db) => db.execute(sql`update users set role = 'owner' where email = ${owner.email}`))
  return owner
}

/** Enters without the sign-in page, as after an earlier sign-in in this tab. */
export async function signInAsAdmin(page: Page, owner: Member, path: string): Promise<void> {
  await signInAs(page, owner)
  const answer = await page.request.post('/api/admin/login', {
    data: { password: adminPassword },
    headers: { authorization: `Bearer ${owner.token}` },
  })
  expect(answer.ok(), await answer.text()).toBe(true)
  await page.addInitScript(() => sessionStorage.setItem('admin-authenticated', 'true'))
  await page.goto(path)
}

/** Every session of the admin area runs out at once. */
export function expireAdminSessions(): Promise<unknown> {
  return inStoreDatabase((db) => db.execute(sql`update admin_sessions set expires_at = now() - interval '1 second'`))
}
