// Dependencies of a whole server for tests: a real database, real storage in a folder, sandbox providers.
import { join } from 'node:path'
import type { Db } from '@vitrine/database/connection'
import { openCountryDatabase } from '@vitrine/providers/country/mmdb'
import { createTextCipher } from '@vitrine/providers/encryption'
import { createSandboxMailer } from '@vitrine/providers/mail/sandbox'
import { createMetrics } from '@vitrine/providers/metrics'
import { createOutbox } from '@vitrine/providers/outbox'
import type { PaymentGateway } from '@vitrine/providers/payment'
import { createPaymentGateway } from '@vitrine/providers/payment/settings'
import type { SignInProvider } from '@vitrine/providers/sign-in'
import { openSandboxSignIn } from '@vitrine/providers/sign-in/sandbox'
import type { TextMessenger } from '@vitrine/providers/sms'
import { createSandboxMessenger } from '@vitrine/providers/sms/sandbox'
import { createLocalDiskStorage } from '@vitrine/providers/storage/local-disk'
import { createSignedLinks } from '@vitrine/providers/storage/signed-link'
import type { SandboxPayment } from '@vitrine/sandbox-payment'
import { readBundledPages } from '@vitrine/shop/settings/content-page'
import { openCurrentSettings } from './deps/current-settings.ts'
import type { AppDeps } from './deps/deps.ts'
import { openOperationFeed } from './renders/operation-feed.ts'
import { SANDBOX_SCRIPT } from './routes/sandbox-sign-in.ts'

export interface Ground {
  readonly db: Db
  readonly databaseUrl: string
  readonly folder: string
  /** Undefined: a payment gateway that does not answer. */
  readonly gateway?: { readonly payments: PaymentGateway; readonly sandbox?: SandboxPayment }
}

/** With every service that a shop may do without. */
export type DepsForTest = AppDeps & { readonly messenger: TextMessenger; readonly signIn: SignInProvider }

const SECRET = 'a secret of at least thirty-two bytes'
const SANDBOXES = { mail: 'sandbox', sms: 'sandbox', payment: 'sandbox', 'sign-in': 'sandbox' } as const
const NOWHERE = 'http://127.0.0.1:1'

/** Opens all dependencies; the caller closes `operationFeed` and the database. */
export async function openDepsForTest({ db, databaseUrl, folder, gateway }: Ground): Promise<DepsForTest> {
  const links = createSignedLinks(SECRET)
  const outbox = createOutbox(join(folder, 'outbox'))
  const social = await openSandboxSignIn({ keyPath: join(folder, 'sign-in.json'), scriptUrl: SANDBOX_SCRIPT })
  const operationFeed = openOperationFeed(databaseUrl, { warn: () => {} })
  return {
    db,
    storage: createLocalDiskStorage({ directory: join(folder, 'files'), links }),
    links,
    receiptLinks: createSignedLinks(SECRET, { folder: '/receipts/' }),
    mailer: createSandboxMailer(outbox),
    messenger: createSandboxMessenger(outbox),
    otpCeiling: { mail: 5000, sms: 500 },
    unusedCodesPerHour: 30,
    isSandboxPrivate: false,
    outbox,
    signIn: social.provider,
    sandboxIssuer: social.issuer,
    payments: gateway?.payments ?? createPaymentGateway({ kind: 'sandbox', serverUrl: NOWHERE }, SECRET),
    sandboxPayment: gateway?.sandbox,
    adminPasswordHash: undefined,
    cipher: createTextCipher([SECRET]),
    countries: await openCountryDatabase(),
    operationFeed,
    uploadFolder: join(folder, 'uploads'),
    version: '1.2.3',
    metrics: createMetrics('server'),
    queries: { listSlowest: () => [] },
    setup: { storage: { kind: 'disk', detail: folder }, providers: [], modes: SANDBOXES, mailDomain: undefined },
    settings: await openCurrentSettings({ db, operationFeed, fixed: [], log: { error: console.error } }),
    bundledPages: readBundledPages(join(import.meta.dirname, '../../../packages/shop/content')),
    libraryBytes: 1500 * 2 ** 20,
    trustedProxies: [],
    publicUrl: undefined,
    tags: {},
    pages: undefined,
    logger: undefined,
    keepAnswersMs: 0,
    checksAnswers: true,
  }
}
