// The database's part of the launch checklist.
import type { LaunchTest } from '@vitrine/contract/status'
import type { Db } from '@vitrine/database/connection'
import { sql } from 'drizzle-orm'
import { ABSENT_HASH } from '../accounts/password.ts'
import { type LastMaintenance, listLastMaintenance } from './maintenance.ts'

export interface LaunchRows {
  /** Accounts of the demo that can sign in with a password. */
  readonly demoAccounts: number
  /** Templates on sale that came with the program. */
  readonly samplesOnSale: number
  readonly lastWebhookAt: Date | undefined
  /** The difference between the clocks of database and server. */
  readonly clockMs: number
  readonly lastBackup: LastMaintenance | undefined
  readonly tests: Readonly<Record<LaunchTest, LastMaintenance | undefined>>
}

/** `samplesActor` is the actor's name of the samples' publication in the audit log. */
export async function readLaunchRows(db: Db, samplesActor: string): Promise<LaunchRows> {
  const { rows } = await db.execute<{ demo: number; samples: number; webhook: string | null; clock: number }>(sql`
    select (select count(*)::int from users
             where email like '%@vitrine.test' and deleted_at is null and password_hash <> ${ABSENT_HASH}) as demo,
           (select count(*)::int from templates t
             where t.status = 'published'
               and exists (select from admin_acts a where a.subject_kind = 'template' and a.subject_id = t.id
                             and a.action = 'template-published' and a.actor_name = ${samplesActor})) as samples,
           (select max(received_at)::text from payment_events) as webhook,
           extract(epoch from clock_timestamp())::float8 * 1000 as clock`)
  const found = rows[0]
  const last = await listLastMaintenance(db, [
    'backup',
    'test-mail',
    'test-sms',
    'test-payment',
    'test-address',
    'test-storage',
    'test-sign-in',
  ])
  return {
    demoAccounts: found?.demo ?? 0,
    samplesOnSale: found?.samples ?? 0,
    lastWebhookAt: found?.webhook ? new Date(found.webhook) : undefined,
    clockMs: Math.abs(Date.now() - (found?.clock ?? Date.now())),
    lastBackup: last.get('backup'),
    tests: {
      mail: last.get('test-mail'),
      sms: last.get('test-sms'),
      payment: last.get('test-payment'),
      address: last.get('test-address'),
      storage: last.get('test-storage'),
      'sign-in': last.get('test-sign-in'),
    },
  }
}
