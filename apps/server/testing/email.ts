// Delivers queued emails immediately, as the worker would, so that tests can read them.
import { deliverEmail } from '@vitrine/store/accounts/notification-email'
import { sql } from 'drizzle-orm'
import type { AppForTest } from './app.ts'

export interface MailForTest {
  readonly subject: string
  readonly text: string
  readonly html: string
}

/** Sends all queued mails and returns those to an address from the outbox, newest first. */
export async function readMails(store: AppForTest, to: string): Promise<MailForTest[]> {
  const { rows } = await store.db.execute<{ id: string; payload: unknown }>(sql`
    select jobs.id, jobs.payload
      from graphile_worker._private_jobs jobs join graphile_worker._private_tasks tasks on tasks.id = jobs.task_id
     where tasks.identifier = 'mail' order by jobs.id`)
  for (const { id, payload } of rows) {
    await deliverEmail(
      {
        db: store.db,
        mailer: store.deps.providers.get().mailer,
        publicUrl: 'http://store.example.test',
        drawDocument: async () => undefined,
      },
      payload,
    )
    await store.db.execute(sql`select graphile_worker.complete_jobs(array[${id}::bigint])`)
  }
  const { body } = await store.call('GET', `/sandbox/outbox.json?to=${encodeURIComponent(to)}`)
  return body.messages as MailForTest[]
}
