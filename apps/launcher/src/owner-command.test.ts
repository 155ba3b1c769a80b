import { chownSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { transaction } from '@vitrine/database/connection'
import { seedUser } from '@vitrine/store/account-lifecycle'
import { signIn } from '@vitrine/store/accounts'
import { issueOtp, verifyOtp } from '@vitrine/store/accounts/otp'
import { hashPassword } from '@vitrine/store/accounts/password'
import { findSession } from '@vitrine/store/accounts/session'
import { openAdminSession } from '@vitrine/store/admin/admin-sign-in'
import { checkMoney } from '@vitrine/store/invariants/ledger-check'
import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { useDatabase } from '../../../tests/database.ts'
import { runMaintenanceCommand } from './maintenance-command.ts'
import { runOwnerCommand, USAGE } from './owner-command.ts'
import { requireOwnFolder } from './with-database.ts'

const database = useDatabase()
let said: string[] = []
let folder: string

beforeEach(() => {
  said = []
  folder = mkdtempSync(join(tmpdir(), 'vitrine-command-'))
  for (const way of ['log', 'error'] as const)
    vi.spyOn(console, way).mockImplementation((line) => said.push(String(line)))
})
afterEach(() => {
  vi.restoreAllMocks()
  rmSync(folder, { recursive: true, force: true })
})

const run = (line: string, input = '') =>
  runOwnerCommand(line.split(' '), {
    environment: { DATABASE_URL: database.url },
    folder,
    input: Readable.from([input]),
  })
const enter = (email: string, password: string) =>
  signIn(
    database.db,
    { email, password, rememberMe: false },
    { ip: '8.8.4.4', userAgent: 'test', deviceToken: undefined },
  )
async function addUser(name: string): Promise<string> {
  const passwordHash = await hashPassword('a password of my own')
  const email = `${name}@example.test`
  await transaction(database.db, (tx) =>
    seedUser(tx, {
      username: name,
      email,
      passwordHash,
      actualName: name,
      phoneNumber: '+919876543210',
      employmentField: 'Brand',
    }),
  )
  return email
}
async function actions(): Promise<string[]> {
  const { rows } = await database.db.execute<{ action: string }>(
    sql`select action from admin_acts where actor_name = 'command line' order by id`,
  )
  return rows.map(({ action }) => action)
}

describe('npm run vitrine', () => {
  it('creates an owner who can sign in, and to the admin area with the password that was set', async () => {
    expect(await run('create-owner --email Boss@Example.test --username boss', 'the first password\n')).toBe(0)
    expect(await run('set-admin-password', 'the back room, upstairs\nsecond line')).toBe(0)
    const { token } = await enter('boss@example.test', 'the first password')
    const session = await findSession(database.db, token)
    expect(session?.role).toBe('owner')
    if (!session) throw new Error('the owner is not signed in')
    const key = { password: 'the back room, upstairs', ip: '8.8.4.4', configuredHash: undefined }
    expect((await openAdminSession(database.db, session, key)).token).toHaveLength(43)

    const target = { channel: 'mail', address: 'boss@example.test', purpose: 'reset' } as const
    const { code } = await transaction(database.db, (tx) => issueOtp(tx, target, { ip: '8.8.4.4' }))
    expect(await run('reset-owner-password --email boss@example.test', 'the second password')).toBe(0)
    expect(await findSession(database.db, token)).toBeUndefined()
    // A code on its way to a mailbox is no longer valid.
    await expect(verifyOtp(database.db, target, code, { ip: '8.8.4.4' })).rejects.toMatchObject({ code: 'otp-expired' })
    await expect(enter('boss@example.test', 'the first password')).rejects.toMatchObject({
      code: 'invalid-credentials',
    })
    await enter('boss@example.test', 'the second password')
    expect(await actions()).toEqual(['owner-created', 'gate-password-set', 'owner-password-reset'])
    expect(said.join('\n')).not.toContain('password\n')
  })

  it('removes the second factors of somebody who lost them', async () => {
    const email = await addUser('lost')
    await database.db.execute(sql`
      insert into second_factors (user_id, kind, secret_encrypted) select id, 'totp', 'aes-256-gcm:x' from users where email = ${email}`)
    expect(await run(`remove-second-factors --email ${email}`)).toBe(0)
    expect(await database.db.execute(sql`select 1 from second_factors`)).toMatchObject({ rows: [] })
    expect(await actions()).toContain('factors-reset')
    expect(await run(`remove-second-factors --email ${email}`)).toBe(0)
    expect(said.at(-1)).toBe('This account has no second factors.')
    expect(await run('remove-second-factors --email nobody@example.test')).toBe(1)
  })

  it('makes an owner of an account that is there, without touching its password', async () => {
    const email = await addUser('mira')
    expect(await run(`create-owner --email ${email} --username other`, 'a new password')).toBe(0)
    const { token } = await enter(email, 'a password of my own')
    expect((await findSession(database.db, token))?.role).toBe('owner')
  })

  it('rejects invalid input with one sentence, and changes nothing', async () => {
    const email = await addUser('rohan')
    const before = await actions()
    for (const [line, input, sentence] of [
      [`reset-owner-password --email ${email}`, 'another password', 'This account is not an owner’s'],
      [
        'reset-owner-password --email nobody@example.test',
        'another password',
        'No account has the address nobody@example.test',
      ],
      ['create-owner --email x@example.test --username rohan', 'a fine password', 'Username is already taken'],
      ['create-owner --email nonsense --username x', 'a fine password', '--email must be an e-mail address.'],
      ['set-admin-password', '', 'The password is read from standard input, which was empty.'],
      ['set-admin-password', '12345\n', 'Password must be at least 6 characters long'],
      [`erase-user --email ${email}`, '', 'This cannot be undone. Add --yes to confirm.'],
    ] as const) {
      said = []
      expect([line, await run(line, input), said]).toEqual([line, 1, [sentence]])
    }
    for (const [line, code, answer] of [
      ['', 2, USAGE],
      ['help', 0, USAGE],
      ['--help', 0, USAGE],
      ['dance', 2, `Unknown command: dance.\n\n${USAGE}`],
      ['toString', 2, `Unknown command: toString.\n\n${USAGE}`],
    ] as const) {
      said = []
      expect([line, await run(line), said]).toEqual([line, code, [answer]])
    }
    expect(await actions()).toEqual(before)
  })

  it('names the unknown argument, with the usage of the command, and does nothing', async () => {
    const before = await actions()
    for (const [line, word] of [
      ['create-owner --shoe 43', '--shoe'],
      ['create-owner --email', '--email'],
      ['export-user asha@example.test', 'asha@example.test'],
      ['set-admin-password now', 'now'],
    ] as const) {
      said = []
      expect([line, await run(line, 'a fine password')]).toEqual([line, 2])
      const [name = ''] = line.split(' ')
      expect(said[0]).toContain(word)
      expect(said[0]?.split('\n').at(-1)).toBe(USAGE.split('\n').find((line) => line.trimStart().startsWith(name)))
    }
    const upkeep = (...argv: string[]) =>
      runMaintenanceCommand(argv, { environment: { VITRINE_DATA: folder }, folder, input: Readable.from([]) })
    for (const argv of [
      ['rotate-secret', 'now'],
      ['migrate', 'x'],
      ['backup', 'one', 'two'],
      ['restore', '--force'],
    ]) {
      said = []
      expect([argv, await upkeep(...argv)]).toEqual([argv, 2])
      expect(said[0]).toContain(argv.at(-1))
      expect(said[0]).toContain(`\n\n  ${argv[0]} `)
    }
    expect(readdirSync(folder)).toEqual([])
    expect(await actions()).toEqual(before)
  })

  it('does nothing in a data folder of another user, whose service could not read its files', () => {
    // Root gives the folder away first; any other user simulates root when reading it.
    if (process.geteuid?.() === 0) chownSync(folder, 4321, 4321)
    const { uid } = statSync(folder)
    expect(() => requireOwnFolder(folder, 0)).toThrow(/belongs to another user.*deploy\/command\.sh/)
    expect(requireOwnFolder(folder, uid)).toBeUndefined()
    expect(requireOwnFolder(join(folder, 'not there yet'), 0)).toBeUndefined()
    // A folder shared with a group is allowed.
    expect(requireOwnFolder(folder, uid + 1)).toBeUndefined()
    if (process.geteuid?.() === 0) {
      writeFileSync(join(folder, 'secret'), 'the service runs as root')
      expect(requireOwnFolder(folder, 0)).toBeUndefined()
    }
  })

  it('exports all data of a user, and no secret', async () => {
    const email = await addUser('asha')
    expect(await run(`export-user --email ${email} --out asha.json`)).toBe(0)
    const path = join(folder, 'asha.json')
    const written = readFileSync(path, 'utf8')
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(JSON.parse(written)).toMatchObject({
      account: { email, username: 'asha', phoneNumber: '+919876543210', EmpFeild: 'Brand', credits: 500 },
      statement: [{ reason: 'signup', credits: 500 }],
      purchases: [],
      payments: [],
      projects: [],
      videos: [],
      files: [],
      likes: [],
      cart: [],
    })
    expect(written).not.toContain('argon2')
    expect(await run(`export-user --email ${email}`)).toBe(0)
    expect(JSON.parse(said.at(-1) ?? '')).toMatchObject({ account: { email } })
  })

  it('erases a user with a correct ledger, and never an owner', async () => {
    const email = await addUser('gone')
    expect(await run(`erase-user --email ${email} --yes`)).toBe(0)
    await expect(enter(email, 'a password of my own')).rejects.toMatchObject({ code: 'invalid-credentials' })
    expect(await run(`erase-user --email ${email} --yes`)).toBe(1)
    expect(await run('erase-user --email boss@example.test --yes')).toBe(1)
    expect((await checkMoney(database.db)).faults).toEqual([])
    said = []
    expect(await run('ledger-check')).toBe(0)
    expect(said[0]).toMatch(/the ledger adds up\.$/)
    expect((await actions()).at(-1)).toBe('user-erased')
  })
})
