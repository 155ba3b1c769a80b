// Owns what a database has before the first visitor: the sample catalogue and, only to try things out, two accounts.

import { type Db, transaction } from '@vitrine/database/connection'
import type { Storage } from '@vitrine/providers/storage'
import { installSamples } from '@vitrine/samples/install'
import { findUserIdByEmail, hashPassword, type Role } from '@vitrine/shop/accounts'
import { seedUser } from '@vitrine/shop/membership'

interface DemoAccount {
  username: string
  email: string
  password: string
  actualName: string
  role: Role
}

/** Their passwords are printed at every start, so they exist only where nothing real can happen. */
const DEMO_ACCOUNTS: DemoAccount[] = [
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

/** Puts in what is missing; running it again changes nothing. `demo` adds the accounts whose passwords everybody knows. */
export async function seed({ db, storage, demo }: { db: Db; storage: Storage; demo: boolean }): Promise<void> {
  await installSamples({ db, storage })
  if (demo) for (const account of DEMO_ACCOUNTS) await seedAccount(db, account)
}

async function seedAccount(db: Db, { password, ...account }: DemoAccount): Promise<void> {
  // Hashing a password takes long on purpose: not at every start.
  if (await findUserIdByEmail(db, account.email)) return
  const passwordHash = await hashPassword(password)
  await transaction(db, (tx) => seedUser(tx, { ...account, passwordHash, phoneNumber: '', employmentField: '' }))
}
