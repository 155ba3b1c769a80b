// Seeds a database with the sample catalogue and, in trial stores only, two demo accounts.

import { randomBytes } from 'node:crypto'
import { ApiError } from '@vitrine/contract/api-error'
import { type Db, transaction } from '@vitrine/database/connection'
import type { Storage } from '@vitrine/providers/storage'
import { seedUser } from '@vitrine/store/account-lifecycle'
import { findUserIdByEmail } from '@vitrine/store/accounts'
import { hashPassword } from '@vitrine/store/accounts/password'
import { removePublishedPassword, restorePublishedPassword } from '@vitrine/store/accounts/published-password'
import type { Role } from '@vitrine/store/accounts/session'
import {
  DEMO_ADMIN_PASSWORD,
  hasAdminPassword,
  removePublishedAdminPassword,
  setAdminPassword,
} from '@vitrine/store/admin/admin-password'
import type { ChosenSamples } from '@vitrine/store/admin/setup'
import { installSamples } from '@vitrine/template/install-samples'

interface DemoAccount {
  username: string
  email: string
  password: string
  actualName: string
  role: Role
}

/** Their passwords are printed at every start, so the accounts exist only in trial stores. */
export const DEMO_ACCOUNTS: readonly DemoAccount[] = [
  {
    username: 'demo',
    email: 'demo@vitrine.test',
    password: 'demo-vitrine',
    actualName: 'Demo Buyer',
    role: 'buyer',
  },
  {
    username: 'owner',
    email: 'owner@vitrine.test',
    password: 'owner-vitrine',
    actualName: 'Store Owner',
    role: 'owner',
  },
]

interface Seed {
  readonly db: Db
  readonly storage: Storage
  readonly demo: boolean
  /** The samples that the store should have; none until its setup is complete. */
  readonly samples: ChosenSamples
}

/**
 * Adds what is missing; idempotent. `demo` adds the accounts with public passwords. Without it these accounts are disabled,
 * even in a store that began as a trial.
 */
export async function seed({ db, storage, demo, samples }: Seed): Promise<void> {
  if (samples === 'all' || samples.length > 0) await installSamples({ db, storage, chosen: samples })
  await seedAccounts(db, demo)
}

/** Seeds the accounts alone. */
export async function seedAccounts(db: Db, demo: boolean): Promise<void> {
  for (const account of DEMO_ACCOUNTS) {
    if (demo) await seedAccount(db, account)
    else await removePublishedPassword(db, account.email, account.password)
  }
  if (!demo) await removePublishedAdminPassword(db, DEMO_ADMIN_PASSWORD)
  else if (!(await hasAdminPassword(db))) await seedAdminPassword(db)
}

async function seedAdminPassword(db: Db): Promise<void> {
  const passwordHash = await hashPassword(DEMO_ADMIN_PASSWORD)
  await transaction(db, (tx) => setAdminPassword(tx, passwordHash))
}

async function seedAccount(db: Db, { password, ...account }: DemoAccount): Promise<void> {
  if (await findUserIdByEmail(db, account.email)) {
    await restorePublishedPassword(db, account.email, password)
    return
  }
  const passwordHash = await hashPassword(password)
  const add = (username: string) =>
    transaction(db, (tx) => seedUser(tx, { ...account, username, passwordHash, phoneNumber: '', employmentField: '' }))
  try {
    await add(account.username)
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'username-taken')) throw error
    // A copy of a real store, such as a restored backup, has its own users and may already use this name.
    await add(`${account.username}-${randomBytes(4).toString('hex')}`)
  }
}
