// Jobs that send queued emails and remove the files of deleted accounts. They have a separate queue runner, so that an email
// never waits for a render.
import type { Db } from '@vitrine/database/connection'
import type { Task } from '@vitrine/database/jobs'
import type { Storage } from '@vitrine/providers/storage'
import { deliverEmail, EMAIL_TASK } from '@vitrine/store/accounts/notification-email'
import { ERASE_TASK } from '@vitrine/store/media/erase-file'
import type { WorkerProviders } from './worker-providers.ts'

export interface EmailJobDeps {
  readonly db: Db
  readonly storage: Storage
  readonly providers: Pick<WorkerProviders, 'readMailer'>
  /** Scheme and host of the store, for links in emails. */
  readonly publicUrl: string
}

/** The jobs by name. */
export function emailTasks(deps: EmailJobDeps): Record<string, Task> {
  return {
    [EMAIL_TASK]: async (payload) => deliverEmail({ ...deps, mailer: await deps.providers.readMailer() }, payload),
    // Deleting a missing file is no error, so an interrupted job can be repeated.
    [ERASE_TASK]: async (payload) => {
      for (const key of (payload as { keys: string[] }).keys) await deps.storage.delete(key)
    },
  }
}
