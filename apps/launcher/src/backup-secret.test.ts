import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { transaction } from '@vitrine/database/connection'
import { takeInstanceLock } from '@vitrine/database/instance-lock'
import type { SealedSecrets } from '@vitrine/providers/recovery-key'
import { createTextCipher, readOrCreateSecrets, readSecrets } from '@vitrine/providers/secret'
import { seedUser } from '@vitrine/store/account-lifecycle'
import { hashPassword } from '@vitrine/store/accounts/password'
import { encryptTotpSecret } from '@vitrine/store/admin/factor-code'
import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { useDatabase } from '../../../tests/database.ts'
import type { BackupManifest } from './backup.ts'
import {
  bringSecrets,
  findSecrets,
  makeRecoveryKey,
  reportUnreadableSecrets,
  requireStoppedOrigin,
  sealForBackup,
} from './backup-secret.ts'

let root: string
let old: string
let fresh: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'vitrine-backup-secret-'))
  old = join(root, 'old')
  fresh = join(root, 'fresh')
  readOrCreateSecrets({}, old)
})
afterEach(() => rmSync(root, { recursive: true }))

const readFirstLine = (text: string) => text.split('\n', 1)[0] ?? ''
const manifestWith = (secrets: SealedSecrets | undefined) => ({ secrets }) as BackupManifest
const restoring = () => ({
  folder: join(root, 'elsewhere/monday'),
  environment: {},
  dataFolder: fresh,
  recoveryKey: undefined,
  withoutSecret: false,
})

describe('a backup', () => {
  it('has the secret once there is a recovery key, which is shown once', () => {
    expect(sealForBackup({}, old)).toBeUndefined()
    const key = readFirstLine(makeRecoveryKey(old, false))
    expect(() => makeRecoveryKey(old, false)).toThrow('There is a recovery key already')
    const sealed = sealForBackup({}, old)
    expect(readFileSync(join(old, 'recovery-key.pub'), 'utf8')).not.toContain(key)

    const found = findSecrets(manifestWith(sealed), { ...restoring(), recoveryKey: `${key}\n` })
    expect(found?.secrets).toEqual(readSecrets({}, old))
    mkdirSync(fresh)
    if (found) bringSecrets(fresh, found)
    expect(readSecrets({}, fresh)).toEqual(readSecrets({}, old))
    // The restored store's next backups open with the same key.
    expect(findSecrets(manifestWith(sealForBackup({}, fresh)), { ...restoring(), recoveryKey: key })).toEqual(found)
  })

  it('is not restored without its recovery key, unless that is what is wanted', () => {
    makeRecoveryKey(old, false)
    const manifest = manifestWith(sealForBackup({}, old))
    expect(() => findSecrets(manifest, restoring())).toThrow('--recovery-key')
    expect(() => findSecrets(manifest, { ...restoring(), recoveryKey: 'AAAA-BBBB' })).toThrow('not the recovery key')
    expect(findSecrets(manifest, { ...restoring(), withoutSecret: true })).toBeUndefined()
    expect(() => findSecrets(manifestWith(undefined), { ...restoring(), recoveryKey: 'AAAA' })).toThrow('Leave out')
  })

  it('of an upgrade finds the secret of the data folder in which it lies, and insists that no store runs there', async () => {
    const folder = join(old, 'backups/2026-11-23-before-0.3.0')
    expect(findSecrets(manifestWith(undefined), { ...restoring(), folder })?.secrets).toEqual(readSecrets({}, old))
    await requireStoppedOrigin(folder)
    const lock = await takeInstanceLock(old, { pid: 42, address: 'http://localhost:3000' })
    await expect(requireStoppedOrigin(folder)).rejects.toThrow('at http://localhost:3000 (process 42). Stop it first')
    if (lock.isTaken) await lock.release()
  })

  it('leaves a secret from the environment or the data folder in force', () => {
    makeRecoveryKey(old, false)
    const manifest = manifestWith(sealForBackup({}, old))
    const VITRINE_SECRET = 's'.repeat(40)
    expect(findSecrets(manifest, { ...restoring(), environment: { VITRINE_SECRET } })).toBeUndefined()
    mkdirSync(fresh)
    writeFileSync(join(fresh, 'secret'), `${'t'.repeat(40)}\n`)
    expect(findSecrets(manifest, restoring())).toBeUndefined()
  })
})

describe('what a restored store cannot read', () => {
  const database = useDatabase()
  const said = vi.spyOn(console, 'error').mockImplementation(() => {})
  const told = vi.spyOn(console, 'log').mockImplementation(() => {})

  it('is told by service and number of authenticator apps', async () => {
    const { db } = database
    const secrets = readSecrets({}, old)
    const cipher = createTextCipher(secrets)
    const person = { username: 'owner', email: 'owner@example.test', actualName: 'Asha', phoneNumber: '' }
    const passwordHash = await hashPassword('rangoli & lamps')
    const userId = await transaction(db, (tx) => seedUser(tx, { ...person, passwordHash, employmentField: '' }))
    await db.execute(sql`
      insert into second_factors (user_id, kind, secret_encrypted)
      values (${userId}, 'totp', ${encryptTotpSecret(cipher, userId, 'A'.repeat(32))})`)
    const payment = {
      mode: 'live',
      keyId: 'rzp_live_AbCdEfGhIjKlMn',
      keySecret: cipher.encrypt('provider payment keySecret', 'one'),
      webhookSecret: cipher.encrypt('provider payment webhookSecret', 'two'),
    }
    await db.execute(sql`
      insert into settings (section, value, revision) values ('providers', ${JSON.stringify({ payment })}::jsonb, 1)`)

    await reportUnreadableSecrets(db, secrets)
    expect(told.mock.lastCall).toEqual(['All keys of outside services and authenticator apps can be read.'])
    expect(said).not.toHaveBeenCalled()
    await reportUnreadableSecrets(db, readOrCreateSecrets({}, fresh))
    const text = said.mock.calls.join('\n')
    expect(text).toContain('2 keys of payments: enter again under Settings, Providers')
    expect(text).toContain('1 authenticator app: enter with a recovery code')
  })
})
