// Jobs that send queued emails and remove the files of deleted accounts. They have a queue runner of their own, so that an
// email never waits for a render.
import { join } from 'node:path'
import type { Db } from '@vitrine/database/connection'
import type { Task } from '@vitrine/database/jobs'
import type { Mailer } from '@vitrine/providers/mail'
import { createSandboxMailer } from '@vitrine/providers/mail/sandbox'
import { createSmtpMailer } from '@vitrine/providers/mail/smtp'
import { createOutbox } from '@vitrine/providers/outbox'
import type { Storage } from '@vitrine/providers/storage'
import { deliverEmail, EMAIL_TASK } from '@vitrine/shop/accounts/notification-email'
import { ERASE_TASK } from '@vitrine/shop/media/erase-file'
import type { WorkerSettings } from './env.ts'

export interface EmailJobDeps {
  readonly db: Db
  readonly storage: Storage
  readonly mailer: Mailer
  /** Scheme and host of the shop, for the links in mails. */
  readonly publicUrl: string
}

/** The mailer that is configured: SMTP, or the outbox of the sandbox, which the server shows. */
export function createMailer({ mail, dataFolder }: WorkerSettings): Mailer {
  return mail.kind === 'smtp' ? createSmtpMailer(mail) : createSandboxMailer(createOutbox(join(dataFolder, 'outbox')))
}

/** The jobs by name. */
export function emailTasks(deps: EmailJobDeps): Record<string, Task> {
  return {
    [EMAIL_TASK]: (payload) => deliverEmail(deps, payload),
    // Deleting a missing file is no error, so that an interrupted job can start again.
    [ERASE_TASK]: async (payload) => {
      for (const key of (payload as { keys: string[] }).keys) await deps.storage.delete(key)
    },
  }
}
