import { transaction } from '@vitrine/database/connection'
import { signIn } from '@vitrine/store/accounts'
import { hashPassword } from '@vitrine/store/accounts/password'
import { findSession } from '@vitrine/store/accounts/session'
import { DEMO_ADMIN_PASSWORD, hasAdminPassword, setAdminPassword } from '@vitrine/store/admin/admin-password'
import { openAdminSession } from '@vitrine/store/admin/admin-sign-in'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { useDatabase } from '../../../tests/database.ts'
import { DEMO_ACCOUNTS, seedAccounts } from './seed.ts'

const database = useDatabase()

const client = { ip: '127.0.0.1', userAgent: 'test' }
const enter = ({ email, password }: { email: string; password: string }) =>
  signIn(database.db, { email, password, rememberMe: true }, client)

test('disables accounts with published passwords in a store for real customers', async () => {
  await seedAccounts(database.db, false)
  for (const account of DEMO_ACCOUNTS)
    await expect(enter(account)).rejects.toMatchObject({ code: 'invalid-credentials' })

  await seedAccounts(database.db, true)
  const opened = await Promise.all(DEMO_ACCOUNTS.map(enter))
  expect(opened).toHaveLength(2)
  await seedAccounts(database.db, false)
  for (const account of DEMO_ACCOUNTS)
    await expect(enter(account)).rejects.toMatchObject({ code: 'invalid-credentials' })
  for (const { token } of opened) expect(await findSession(database.db, token)).toBeUndefined()

  // A repeated trial: the printed passwords must be valid.
  await seedAccounts(database.db, true)
  for (const account of DEMO_ACCOUNTS) expect((await enter(account)).token).toBeTypeOf('string')
})

test('a store whose customers have these usernames can be tried out as well', async () => {
  for (const { email } of DEMO_ACCOUNTS)
    await database.db.execute(sql`update users set email = ${`own-${email}`} where email = ${email}`)
  await seedAccounts(database.db, true)
  for (const account of DEMO_ACCOUNTS) expect((await enter(account)).token).toBeTypeOf('string')
  const { rows } = await database.db.execute(sql`select username from users where email like 'own-%' order by username`)
  expect(rows).toEqual([{ username: 'demo' }, { username: 'owner' }])
})

test('an account whose owner chose a password stays as it is', async () => {
  const [demo] = DEMO_ACCOUNTS
  if (!demo) throw new Error('there is no demo account')
  const passwordHash = await hashPassword('a password of my own')
  await database.db.execute(`update users set password_hash = '${passwordHash}' where email = '${demo.email}'`)
  for (const isDemo of [false, true]) {
    await seedAccounts(database.db, isDemo)
    expect((await enter({ email: demo.email, password: 'a password of my own' })).token).toBeTypeOf('string')
    await expect(enter(demo)).rejects.toMatchObject({ code: 'invalid-credentials' })
  }
})

test('accepts the published admin password only in a trial store', async () => {
  const owner = DEMO_ACCOUNTS.find(({ role }) => role === 'owner')
  if (!owner) throw new Error('there is no demo owner')
  const open = async (password: string) => {
    const session = await findSession(database.db, (await enter(owner)).token)
    if (!session) throw new Error('the demo owner is not signed in')
    return openAdminSession(database.db, session, { password, ip: client.ip, configuredHash: undefined })
  }
  await seedAccounts(database.db, true)
  expect((await open(DEMO_ADMIN_PASSWORD)).token).toBeTypeOf('string')
  await seedAccounts(database.db, false)
  expect(await hasAdminPassword(database.db)).toBe(false)
  await seedAccounts(database.db, true)
  const own = await hashPassword('an admin password of my own')
  await transaction(database.db, (tx) => setAdminPassword(tx, own))
  for (const isDemo of [false, true]) await seedAccounts(database.db, isDemo)
  await expect(open(DEMO_ADMIN_PASSWORD)).rejects.toMatchObject({ code: 'admin-password-incorrect' })
  expect((await open('an admin password of my own')).token).toBeTypeOf('string')
})
