import { spawnSync } from 'node:child_process'
import { join, resolve } from 'node:path'
import { transaction } from '@vitrine/database/connection'
import type { PasswordHash } from '@vitrine/shop/accounts'
import { seedUser } from '@vitrine/shop/membership'
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

describe('npm run ledger:check', () => {
  it('says that the books are in order, and names what is not', async () => {
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
      stdout: '1 transfer and 2 entries: the books are in order.\n',
    })
    await database.db.execute(sql`update credit_accounts set balance = 900 where id = ${`user:${userId}:promotional`}`)
    const { status, stderr } = check(environment)
    expect(status).toBe(1)
    expect(stderr).toContain(`account user:${userId}:promotional has 900 but its entries sum to 500`)
    expect(stderr).toContain('1 fault.')
  })

  it('says so when there is no shop to check', () => {
    const { status, stderr } = check({ DATABASE_URL: '', VITRINE_DATA: '/nonexistent/vitrine' })
    expect(status).toBe(1)
    expect(stderr).toBe('There is no shop in /nonexistent/vitrine. VITRINE_DATA or DATABASE_URL names another one.\n')
  })
})
