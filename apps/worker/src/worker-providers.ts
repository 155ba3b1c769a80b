// Mail and payment providers of this worker. The settings are read again before each job that needs them, so that a change in
// the admin area applies to the next job.
import { isDeepStrictEqual } from 'node:util'
import type { Db } from '@vitrine/database/connection'
import { chooseProviders, type ProviderChoice } from '@vitrine/providers/choice'
import { closeReplacedMailer, createMailer, createPaymentGateway } from '@vitrine/providers/choice/create'
import type { ProviderEnvironment } from '@vitrine/providers/choice/environment'
import { createTextCipher } from '@vitrine/providers/encryption'
import type { Mailer } from '@vitrine/providers/mail'
import type { Outbox } from '@vitrine/providers/outbox'
import type { PaymentGateway } from '@vitrine/providers/payment'
import type { Secrets } from '@vitrine/providers/secret'
import { readSettings } from '@vitrine/store/settings'

export interface WorkerProviders {
  readMailer(): Promise<Mailer>
  readGateway(): Promise<PaymentGateway>
  close(): Promise<void>
}

interface Source {
  readonly db: Db
  readonly environment: ProviderEnvironment
  readonly secrets: Secrets
  readonly outbox: Outbox
}

/** Opens a provider when the first job needs it. */
export function openWorkerProviders({ db, environment, secrets, outbox }: Source): WorkerProviders {
  let mail: { readonly choice: ProviderChoice['mail']; readonly mailer: Mailer } | undefined

  const cipher = createTextCipher(secrets)
  async function choose(): Promise<ProviderChoice> {
    const { values } = await readSettings(db)
    return chooseProviders(values.providers, { ...environment, cipher })
  }
  return {
    async readMailer() {
      const choice = (await choose()).mail
      if (mail && isDeepStrictEqual(choice, mail.choice)) return mail.mailer
      if (mail) closeReplacedMailer(mail.mailer)
      mail = { choice, mailer: createMailer(choice, { outbox }) }
      return mail.mailer
    },
    readGateway: async () =>
      createPaymentGateway((await choose()).payment, { serverUrl: environment.serverUrl, secret: secrets[0] }),
    async close() {
      await mail?.mailer.close()
    },
  }
}
