import { ApiError } from '@vitrine/contract/api-error'
import { transaction } from '@vitrine/database/connection'
import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { hashCheaply } from '../../../../tests/cheap-hash.ts'
import { useDatabase } from '../../../../tests/database.ts'
import { readSettings } from '../settings/settings.ts'
import { hasAdminPassword } from './admin-password.ts'
import { createOwner } from './member.ts'
import {
  beginSetup,
  endSetupByCommand,
  findSetup,
  finishSetup,
  type Holder,
  requireSetup,
  saveOwnerStep,
  saveSamplesStep,
  saveSectionStep,
} from './setup.ts'

const database = useDatabase()
const passwordHash = hashCheaply('a lamp in the window')
beforeEach(async () => {
  for (const table of ['store_setup', 'settings', 'admin_password']) {
    await database.db.execute(sql`delete from ${sql.identifier(table)}`)
  }
  // Accounts that the audit log names stay; these are of an earlier test.
  await database.db.execute(sql`update users set role = 'buyer', username = id::text, email = id || '@old.example'`)
})

const catchErrorCode = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => (error instanceof ApiError ? error.code : error),
  )
const begin = (isRequested = true, isTrial = true) =>
  transaction(database.db, (tx) => beginSetup(tx, { isRequested, isTrial }))

async function open(): Promise<Holder> {
  const found = await begin()
  if (found.kind !== 'open') throw new Error(`it is ${found.kind}`)
  return { key: found.key, ip: '10.0.0.1' }
}

const owner = (changes: Partial<Parameters<typeof saveOwnerStep>[2]> = {}) => ({
  email: 'asha@lamp.example',
  username: 'asha',
  passwordHash,
  adminPasswordHash: passwordHash,
  needsAdminPassword: true,
  revision: 0,
  ...changes,
})
const brand = (name: string, revision = 0) => ({ section: 'brand', requested: { value: { name }, revision } }) as const

async function saveEverything(holder: Holder) {
  await transaction(database.db, (tx) => saveSectionStep(tx, holder, 'name', brand('Lamp House')))
  await transaction(database.db, (tx) => saveOwnerStep(tx, holder, owner()))
  await transaction(database.db, (tx) => saveSamplesStep(tx, holder, { samples: ['a'], revision: 1 }))
}
const finish = (holder: Holder) => transaction(database.db, (tx) => finishSetup(tx, holder))
const countOwners = async () =>
  (await database.db.execute<{ n: number }>(sql`select count(*)::int as n from users where role = 'owner'`)).rows[0]?.n

describe('a start', () => {
  it('begins a setup when asked to, or for real, and never in a store that somebody has', async () => {
    expect((await begin(false, true)).kind).toBe('none')
    expect((await begin(false, false)).kind).toBe('open')
    await database.db.execute(sql`delete from store_setup`)
    await transaction(database.db, (tx) => createOwner(tx, { email: 'a@b.example', username: 'anna', passwordHash }))
    expect([(await begin(true)).kind, (await begin(false, false)).kind]).toEqual(['not-empty', 'none'])
    expect(await findSetup(database.db)).toBeUndefined()
  })

  it('continues with a new key, and the old one ends', async () => {
    const old = await open()
    await transaction(database.db, (tx) => saveSectionStep(tx, old, 'name', brand('Lamp House')))
    // Whether or not it is requested again.
    const found = await begin(false)
    const key = found.kind === 'open' ? found.key : ''
    expect(await catchErrorCode(requireSetup(database.db, old.key))).toBe('setup-key-wrong')
    expect(await requireSetup(database.db, key)).toMatchObject({ stepsDone: 1 })
    expect(JSON.stringify(await findSetup(database.db))).not.toContain(key)
    expect(await catchErrorCode(requireSetup(database.db, undefined))).toBe('setup-key-wrong')
  })
})

describe('a setup', () => {
  it('creates the owner with both passwords at its end, once, whoever else ends it', async () => {
    const holder = await open()
    expect(await catchErrorCode(finish(holder))).toBe('setup-incomplete')
    await saveEverything(holder)
    expect([await countOwners(), await hasAdminPassword(database.db)]).toEqual([0, false])
    const outcomes = await Promise.allSettled([finish(holder), finish(holder), finish(holder)])
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect([await countOwners(), await hasAdminPassword(database.db)]).toEqual([1, true])
    expect(await catchErrorCode(requireSetup(database.db, holder.key))).toBe('setup-finished')
    expect(await findSetup(database.db)).toMatchObject({ owner: null, samples: ['a'] })
    expect(await begin(true)).toEqual({ kind: 'finished', samples: ['a'] })
    const { rows } = await database.db.execute(
      sql`select action, actor_name from admin_acts where actor_name = 'setup' order by id desc limit 3`,
    )
    expect(rows.map(({ action }) => action)).toEqual(['gate-password-set', 'owner-created', 'settings-changed'])
    const { rows: jobs } = await database.db.execute(
      sql`select 1 from graphile_worker.jobs where task_identifier = 'install-samples'`,
    )
    expect(jobs).toHaveLength(1)
  })

  it('keeps what is typed again, keeps passwords that are not, and says what another browser has changed', async () => {
    const holder = await open()
    const save = (changes: Parameters<typeof owner>[0]) =>
      transaction(database.db, (tx) => saveOwnerStep(tx, holder, owner(changes)))
    const none = { passwordHash: undefined, adminPasswordHash: undefined }
    expect(await catchErrorCode(save(none))).toBe('invalid-input')
    await save({})
    await save({ ...none, email: 'asha.rao@lamp.example', revision: 1 })
    expect(await findSetup(database.db)).toMatchObject({ owner: { email: 'asha.rao@lamp.example', passwordHash } })
    expect(await catchErrorCode(save({ ...none, email: 'other@lamp.example', revision: 1 }))).toBe('settings-changed')
    // A request whose answer was lost.
    await save({ ...none, email: 'asha.rao@lamp.example', revision: 1 })
    expect((await findSetup(database.db))?.stepsDone).toBe(3)
    await transaction(database.db, (tx) => saveSectionStep(tx, holder, 'name', brand('Lamp House')))
    expect((await findSetup(database.db))?.stepsDone).toBe(3)
    const late = transaction(database.db, (tx) => saveSectionStep(tx, holder, 'name', brand('Another')))
    expect(await catchErrorCode(late)).toBe('settings-changed')
    expect((await readSettings(database.db)).values.brand.name).toBe('Lamp House')
  })

  it('ends without samples when an operator creates the owner by a command', async () => {
    const holder = await open()
    await transaction(database.db, endSetupByCommand)
    expect(await catchErrorCode(requireSetup(database.db, holder.key))).toBe('setup-finished')
    expect(await findSetup(database.db)).toMatchObject({ samples: [] })
  })
})
