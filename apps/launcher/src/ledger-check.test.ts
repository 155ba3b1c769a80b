import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { transaction } from '@vitrine/database/connection'
import { seedUser } from '@vitrine/store/account-lifecycle'
import type { PasswordHash } from '@vitrine/store/accounts/password'
import { INVARIANTS } from '@vitrine/store/invariants/invariant'
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { useDatabase } from '../../../tests/database.ts'

const database = useDatabase()
const root = resolve(import.meta.dirname, '../../..')

/** Runs the program itself, as `npm run ledger:check` does. */
function check(environment: Record<string, string>) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, 'ledger-check.ts')], {
    cwd: root,
    env: { ...process.env, ...environment },
    encoding: 'utf8',
  })
  return { status, stdout, stderr }
}

const checkEverything = (environment: Record<string, string>) =>
  spawnSync(process.execPath, [join(root, 'scripts/vitrine.ts'), 'check'], {
    cwd: root,
    env: { ...process.env, ...environment },
    encoding: 'utf8',
  })

describe('npm run vitrine -- check', () => {
  it('prints a line for each invariant, and ends with 1 when one is violated', { tags: ['full'] }, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'vitrine-check-'))
    const environment = { DATABASE_URL: database.url, VITRINE_DATA: folder, PORT: '1' }
    const whole = checkEverything(environment)
    expect(whole).toMatchObject({ status: 0, stderr: '' })
    const lines = whole.stdout.trimEnd().split('\n')
    expect(lines).toHaveLength(INVARIANTS.length + 1)
    for (const [n, { name, says }] of INVARIANTS.entries()) {
      expect(lines[n]).toMatch(name === 'files/unreachable' ? /^skipped {3}/ : /^holds {5}/)
      expect(lines[n]).toContain(`${name}: `)
      expect(lines[n]).toContain(says)
    }
    expect(lines.at(-1)).toBe(`${INVARIANTS.length} invariants hold.`)

    await database.db.execute(sql`insert into reward_marks (kind, subject_hash) values ('profile-phone', 'x')`)
    await database.db.execute(sql`
      insert into admin_acts (happened_at, actor_name, ip, action, subject_kind, subject_id)
      values (now() - interval '1 year', 'owner', '192.0.2.1', 'gate-opened', 'gate', 'x')`)
    const broken = checkEverything(environment)
    rmSync(folder, { recursive: true })
    expect(broken.status).toBe(1)
    expect(broken.stderr).toMatch(
      /^VIOLATED {2}privacy\/log: .*\n {10}line \d+ of the log, of .*, still has a network address\n/,
    )
    expect(broken.stderr).toContain(`1 of ${INVARIANTS.length} invariants are violated.`)
  })
})

describe('npm run ledger:check', () => {
  it('reports that the ledger is correct, or what is wrong', { tags: ['full'] }, async () => {
    const userId = await transaction(database.db, (tx) =>
      seedUser(tx, {
        username: 'asha',
        email: 'asha@example.test',
        passwordHash: '$argon2id$unused' as PasswordHash,
        actualName: 'Asha Rao',
        phoneNumber: '',
        employmentField: '',
      }),
    )
    const environment = { DATABASE_URL: database.url }
    expect(check(environment)).toMatchObject({
      status: 0,
      stdout: '1 transfer and 2 entries: the ledger adds up.\n',
    })
    await database.db.execute(sql`update credit_accounts set balance = 900 where id = ${`user:${userId}:promotional`}`)
    const { status, stderr } = check(environment)
    expect(status).toBe(1)
    expect(stderr).toContain(`account user:${userId}:promotional has 900 but its entries sum to 500`)
    expect(stderr).toContain('1 fault.')
  })

  it('reports when there is no store to check', { tags: ['full'] }, () => {
    const { status, stderr } = check({ DATABASE_URL: '', VITRINE_DATA: '/nonexistent/vitrine' })
    expect(status).toBe(1)
    expect(stderr).toBe('There is no store in /nonexistent/vitrine. VITRINE_DATA or DATABASE_URL names another one.\n')
  })
})
