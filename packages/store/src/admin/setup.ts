// The setup of an empty store: its key, its steps and its end. A trial store, which is filled at its start, has none. Each step
// is saved in its place at once, except the owner's account, which is created at the end.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { ApiError } from '@vitrine/contract/api-error'
import { type SetupStep, setupSteps } from '@vitrine/contract/routes/setup'
import type { Tx } from '@vitrine/database/connection'
import { enqueue } from '@vitrine/database/jobs'
import { sql } from 'drizzle-orm'
import type { PasswordHash } from '../accounts/password.ts'
import type { Reader } from '../prepared.ts'
import { SETTINGS_CHANNEL, type SettingsUpdate } from '../settings/settings.ts'
import { type ChosenSamples, type PlannedOwner, storeSetup } from '../settings/tables.ts'
import { hashToken } from '../token.ts'
import { setAdminPassword } from './admin-password.ts'
import type { Actor } from './audit-log.ts'
import { createOwner } from './member.ts'
import { editSettings } from './settings-action.ts'

export type { ChosenSamples }

/** The job that puts the chosen samples on sale. */
export const INSTALL_SAMPLES_TASK = 'install-samples'

/** The actor of the setup, for the audit log. */
const setupActor = (ip: string): Actor => ({ userId: null, name: 'setup', ip })

type Setup = typeof storeSetup.$inferSelect

/** The setup of this store, if there is one. */
export async function findSetup(db: Reader): Promise<Setup | undefined> {
  const [setup] = await db.select().from(storeSetup)
  return setup
}

/** The setup as a start of the server finds it. */
type SetupAtStart =
  /** A store without a setup. */
  | { readonly kind: 'none' }
  /** A setup is waiting, with this key, which exists in clear only here. Keys of earlier starts end. */
  | { readonly kind: 'open'; readonly key: string }
  | { readonly kind: 'finished'; readonly samples: ChosenSamples }
  /** A setup was requested, but this store already has owners or templates. */
  | { readonly kind: 'not-empty' }

/**
 * Continues a setup, or begins one in an empty store if `isRequested` or in production. Two simultaneous starts run one after the
 * other.
 */
export async function beginSetup(
  tx: Tx,
  { isRequested, isTrial }: { readonly isRequested: boolean; readonly isTrial: boolean },
): Promise<SetupAtStart> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('store setup'))`)
  const present = await findSetup(tx)
  if (present?.finishedAt) return { kind: 'finished', samples: present.samples ?? [] }
  if (!present) {
    if (isTrial && !isRequested) return { kind: 'none' }
    if (!(await isEmpty(tx))) return { kind: isRequested ? 'not-empty' : 'none' }
  }
  const key = randomBytes(24).toString('base64url')
  const keyHash = hashToken(key)
  await tx.insert(storeSetup).values({ keyHash }).onConflictDoUpdate({ target: storeSetup.isOnly, set: { keyHash } })
  return { kind: 'open', key }
}

async function isEmpty(tx: Tx): Promise<boolean> {
  const { rows } = await tx.execute<{ empty: boolean }>(
    sql`select not exists (select from users where role = 'owner') and not exists (select from templates) as empty`,
  )
  return rows[0]?.empty ?? false
}

/** Throws `setup-finished` when there is no setup, and `setup-key-wrong`. */
export async function requireSetup(db: Reader, key: string | undefined): Promise<Setup> {
  const setup = await findSetup(db)
  if (!setup || setup.finishedAt) throw new ApiError('setup-finished')
  if (key === undefined || setup.keyHash !== hashToken(key)) throw new ApiError('setup-key-wrong')
  return setup
}

/** Serializes requests that work on the setup at the same time. */
async function lockSetup(tx: Tx, key: string | undefined): Promise<Setup> {
  await tx.execute(sql`select from store_setup for update`)
  return requireSetup(tx, key)
}

/** A setup key and the address of its holder. */
export interface Holder {
  readonly key: string | undefined
  readonly ip: string
}

/** Saves a section of the settings as a step. Throws what `editSettings` and `requireSetup` throw. */
export async function saveSectionStep(
  tx: Tx,
  holder: Holder,
  step: SetupStep,
  { section, requested }: { readonly section: 'brand' | 'languages' | 'pricing'; readonly requested: SettingsUpdate },
): Promise<void> {
  await lockSetup(tx, holder.key)
  await editSettings(tx, setupActor(holder.ip), section, requested)
  await markDone(tx, step)
}

/** The planned owner. Without a new hash the stored one stays. */
interface OwnerInput {
  readonly email: string
  readonly username: string
  readonly passwordHash: PasswordHash | undefined
  readonly adminPasswordHash: PasswordHash | undefined
  readonly needsAdminPassword: boolean
  readonly revision: number
}

/** Throws `settings-changed`, `invalid-input` for a password that is missing, and what `requireSetup` throws. */
export async function saveOwnerStep(tx: Tx, holder: Holder, requested: OwnerInput): Promise<void> {
  const { owner: stored, revision } = await lockSetup(tx, holder.key)
  const { email, username, needsAdminPassword } = requested
  const passwordHash = requested.passwordHash ?? stored?.passwordHash
  const adminPasswordHash = requested.adminPasswordHash ?? stored?.adminPasswordHash ?? null
  const issues = [
    ...(passwordHash === undefined ? [{ path: 'password', message: 'Please enter your password' }] : []),
    ...(needsAdminPassword && adminPasswordHash === null
      ? [{ path: 'adminPassword', message: 'Please enter a password for the admin area' }]
      : []),
  ]
  if (passwordHash === undefined || issues.length > 0) throw new ApiError('invalid-input', { issues })
  const owner: PlannedOwner = { email, username, passwordHash, adminPasswordHash }
  // Hashes of the same password differ: a password that was typed again counts as another.
  const isSame = isDeepStrictEqual(owner, stored)
  if (!isSame && requested.revision !== revision) throw new ApiError('settings-changed')
  if (!isSame) await tx.update(storeSetup).set({ owner, revision: revision + 1 })
  await markDone(tx, 'owner')
}

/** Throws `settings-changed`, and what `requireSetup` throws. */
export async function saveSamplesStep(
  tx: Tx,
  holder: Holder,
  requested: { readonly samples: ChosenSamples; readonly revision: number },
): Promise<void> {
  const { samples: stored, revision } = await lockSetup(tx, holder.key)
  const isSame = isDeepStrictEqual(stored, requested.samples)
  if (!isSame && requested.revision !== revision) throw new ApiError('settings-changed')
  if (!isSame) await tx.update(storeSetup).set({ samples: requested.samples, revision: revision + 1 })
  await markDone(tx, 'samples')
}

/** Saving an earlier step again undoes no later one. */
async function markDone(tx: Tx, step: SetupStep): Promise<void> {
  const number = setupSteps.indexOf(step) + 1
  await tx.update(storeSetup).set({ stepsDone: sql`greatest(${storeSetup.stepsDone}, ${number})` })
}

/**
 * Ends the setup: creates the owner, sets the admin password, opens the store on all servers and queues the samples, once and in
 * one transaction. Throws `setup-incomplete`, `username-taken`, and what `requireSetup` throws.
 */
export async function finishSetup(tx: Tx, holder: Holder): Promise<void> {
  const { owner, samples, stepsDone } = await lockSetup(tx, holder.key)
  if (!owner || samples === null || stepsDone < setupSteps.length) throw new ApiError('setup-incomplete')
  const actor = setupActor(holder.ip)
  const { email, username, passwordHash, adminPasswordHash } = owner
  const { isNew } = await createOwner(tx, { email, username, passwordHash: passwordHash as PasswordHash }, actor)
  assert(isNew, 'nobody can have an account in a store that is not open yet')
  if (adminPasswordHash !== null) await setAdminPassword(tx, adminPasswordHash as PasswordHash, actor)
  await endSetup(tx, samples)
}

/** Ends the setup, without samples, after the operator created an owner by a command. Does nothing without a setup. */
export async function endSetupByCommand(tx: Tx): Promise<void> {
  const setup = await findSetup(tx)
  if (setup && !setup.finishedAt) await endSetup(tx, [])
}

async function endSetup(tx: Tx, samples: ChosenSamples): Promise<void> {
  await tx.update(storeSetup).set({ owner: null, samples, finishedAt: sql`now()` })
  if (samples === 'all' || samples.length > 0) {
    await enqueue(tx, INSTALL_SAMPLES_TASK, {}, { jobKey: INSTALL_SAMPLES_TASK })
  }
  await tx.execute(sql`select pg_notify(${SETTINGS_CHANNEL}, 'setup')`)
}

/** How many of these templates are on sale. */
export async function countOnSale(db: Reader, templateIds: readonly string[]): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from templates
     where status = 'published' and id in (select jsonb_array_elements_text(${JSON.stringify(templateIds)}::jsonb))`)
  return rows[0]?.count ?? 0
}
