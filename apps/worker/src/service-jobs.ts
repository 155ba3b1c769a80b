// Jobs that use outside services: they send queued emails, and reconcile payments without a webhook. The settings of mail and
// payment are read again before each job, so that a change in the admin area applies to the next job.
import { isDeepStrictEqual } from 'node:util'
import { type Db, transaction } from '@vitrine/database/connection'
import { enqueue, PERIODIC_MAX_ATTEMPTS, type Task } from '@vitrine/database/jobs'
import {
  chooseProviders,
  closeReplacedMailer,
  createMailer,
  createPaymentGateway,
  type ProviderChoice,
} from '@vitrine/providers/choice'
import type { ProviderEnvironment } from '@vitrine/providers/choice/environment'
import type { Mailer } from '@vitrine/providers/mail'
import type { Attachment, Outbox } from '@vitrine/providers/outbox'
import type { PaymentGateway } from '@vitrine/providers/payment'
import { createTextCipher, type Secrets } from '@vitrine/providers/secret'
import type { Storage } from '@vitrine/providers/storage'
import { deliverEmail, EMAIL_TASK } from '@vitrine/store/accounts/notification-email'
import { findUserDocument, toFileName } from '@vitrine/store/billing/document'
import { readPublicPicture } from '@vitrine/store/media'
import { ERASE_TASK } from '@vitrine/store/media/stored-file'
import { reconcileDisputes } from '@vitrine/store/payments/event'
import { reconcilePayments } from '@vitrine/store/payments/reconcile'
import { reconcileSettlements } from '@vitrine/store/payments/settlement'
import { readSettings } from '@vitrine/store/settings'

interface WorkerProviders {
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

// Emails, and the files of deleted accounts. These jobs have a separate queue runner, so that an email never waits for a render.

interface EmailJobDeps {
  readonly db: Db
  readonly storage: Storage
  readonly providers: Pick<WorkerProviders, 'readMailer'>
  /** Scheme and host of the store, for links in emails. */
  readonly publicUrl: string
  /** Receives messages for the owner. */
  readonly warn: (message: string) => void
}

/** The jobs by name. */
export function emailTasks(deps: EmailJobDeps): Record<string, Task> {
  return {
    [EMAIL_TASK]: async (payload) => {
      const mailer = await deps.providers.readMailer()
      const drawDocument = (userId: string, number: string) => drawAttachment(deps, userId, number)
      await deliverEmail({ ...deps, mailer, drawDocument }, payload)
    },
    // Deleting a missing file is no error, so an interrupted job can be repeated.
    [ERASE_TASK]: async (payload) => {
      for (const key of (payload as { keys: string[] }).keys) await deps.storage.delete(key)
    },
  }
}

/** A document as the file of an email; undefined for one that is not stored. What cannot be drawn does not stop its email. */
async function drawAttachment(
  { db, storage, warn }: EmailJobDeps,
  userId: string,
  number: string,
): Promise<Attachment | undefined> {
  const document = await findUserDocument(db, userId, number)
  if (!document) return undefined
  try {
    // Loaded on demand: the drawing library has some megabytes, and few emails have a document.
    const { drawBillingFile } = await import('@vitrine/billing-pdf/draw')
    const picture = await readPublicPicture({ db, storage }, document.sheet.brand.logo)
    const content = await drawBillingFile(document.sheet, picture)
    return { name: toFileName(document), contentType: 'application/pdf', content }
  } catch (error) {
    warn(`the PDF of ${number} could not be drawn, so its email goes without it: ${error}`)
    return undefined
  }
}

// Payments: every minute, due open orders are looked up at the gateway and unapplied payments are refunded; every six hours,
// disputes and settlements are looked up.

export const RECONCILE_TASK = 'reconcile-payments'
export const DISPUTES_TASK = 'reconcile-disputes'
export const SETTLEMENTS_TASK = 'reconcile-settlements'

const EVERY_MS = 60 * 1000
/** Banks allow days to respond to a dispute, and settlements take days. */
const SLOW_EVERY_MS = 6 * 60 * 60 * 1000

interface ReconcileDeps {
  readonly db: Db
  readonly providers: Pick<WorkerProviders, 'readGateway'>
  /** Receives messages for the owner. */
  readonly warn: (message: string) => void
}

/** Schedules the next pass. The job key prevents duplicates when several workers schedule it. */
export function scheduleReconciliation(db: Db, runAt: Date): Promise<void> {
  return planOnce(db, RECONCILE_TASK, runAt)
}

async function planOnce(db: Db, task: string, runAt: Date): Promise<void> {
  await transaction(db, (tx) => enqueue(tx, task, {}, { jobKey: task, runAt, maxAttempts: PERIODIC_MAX_ATTEMPTS }))
}

/** Runs the job `reconcile-payments` and schedules the next one, which repeats whatever an error left undone. */
export async function runReconciliation({ db, providers, warn }: ReconcileDeps): Promise<void> {
  try {
    const { refused, isGatewayUnavailable } = await reconcilePayments(db, await providers.readGateway())
    if (isGatewayUnavailable) warn('the payment gateway cannot be reached; open orders are asked about later')
    for (const { paymentId, message } of refused) warn(`payment ${paymentId} could not be given back: ${message}`)
  } finally {
    await scheduleReconciliation(db, new Date(Date.now() + EVERY_MS))
  }
}

/** Schedules the next check of the gateway's disputes. The job key prevents duplicates. */
export function scheduleDisputeCheck(db: Db, runAt: Date): Promise<void> {
  return planOnce(db, DISPUTES_TASK, runAt)
}

/** Runs the job `reconcile-disputes` and schedules the next one. */
export async function runDisputes({ db, providers, warn }: ReconcileDeps): Promise<void> {
  try {
    const { recorded, isGatewayUnavailable } = await reconcileDisputes(db, await providers.readGateway())
    if (isGatewayUnavailable) warn('the payment gateway cannot be reached; disputes are asked about later')
    for (const { paymentId, disputeId, status } of recorded) {
      warn(`dispute ${disputeId} of payment ${paymentId} is ${status}, and no webhook told of it`)
    }
  } finally {
    await scheduleDisputeCheck(db, new Date(Date.now() + SLOW_EVERY_MS))
  }
}

/** Schedules the next check of the gateway's settlements. The job key prevents duplicates. */
export function scheduleSettlementCheck(db: Db, runAt: Date): Promise<void> {
  return planOnce(db, SETTLEMENTS_TASK, runAt)
}

/** Runs the job `reconcile-settlements` and schedules the next one. */
export async function runSettlements({
  db,
  providers,
  warn,
  note,
}: ReconcileDeps & { readonly note: (message: string) => void }): Promise<void> {
  try {
    const { recorded, isGatewayUnavailable } = await reconcileSettlements(db, await providers.readGateway())
    if (isGatewayUnavailable) warn('the payment gateway cannot be reached; settlements are asked about later')
    if (recorded > 0) note(`the settlements of ${recorded} payments and refunds were recorded`)
  } finally {
    await scheduleSettlementCheck(db, new Date(Date.now() + SLOW_EVERY_MS))
  }
}
