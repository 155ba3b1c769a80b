// Dependencies of a whole server for tests: a real database, real storage in a folder, sandbox providers.
import { join } from 'node:path'
import type { Db } from '@vitrine/database/connection'
import { openCountryDatabase } from '@vitrine/providers/country'
import { createMetrics } from '@vitrine/providers/metrics'
import { createOutbox } from '@vitrine/providers/outbox'
import type { PaymentGateway } from '@vitrine/providers/payment'
import { deriveSandboxKeys } from '@vitrine/providers/payment/razorpay'
import { createTextCipher } from '@vitrine/providers/secret'
import type { SignInProvider } from '@vitrine/providers/sign-in'
import { openSandboxSignIn } from '@vitrine/providers/sign-in/sandbox'
import type { TextMessenger } from '@vitrine/providers/sms'
import { createLocalDiskStorage } from '@vitrine/providers/storage/local-disk'
import { createSignedLinks } from '@vitrine/providers/storage/signed-link'
import { openSandboxPayment, type SandboxPayment } from '@vitrine/sandbox-payment'
import { readBundledPages } from '@vitrine/store/settings/content-page'
import { type CurrentProviders, openCurrentProviders, type Providers } from '../src/deps/current-providers.ts'
import { openCurrentSettings } from '../src/deps/current-settings.ts'
import type { AppDeps } from '../src/deps/deps.ts'
import { openOperationFeed } from '../src/deps/operation-feed.ts'
import { SANDBOX_SCRIPT } from '../src/routes/sandbox-sign-in.ts'

export interface Ground {
  readonly db: Db
  readonly databaseUrl: string
  readonly folder: string
  /** Undefined for a payment gateway that does not respond. */
  readonly gateway?: { readonly payments: PaymentGateway; readonly sandbox?: SandboxPayment }
}

/** Includes all optional services of a store. */
export interface DepsForTest extends AppDeps {
  readonly providers: Omit<CurrentProviders, 'get'> & { get(): ProvidersForTest }
}
type ProvidersForTest = Providers & { readonly messenger: TextMessenger; readonly signIn: SignInProvider }

const SECRET = 'a secret of at least thirty-two bytes'
const NOWHERE = 'http://127.0.0.1:1'

/** For `useApp`: replaces some of the sandboxes. */
export function replaceProviders({ providers }: AppDeps, changes: Partial<Providers>): Pick<AppDeps, 'providers'> {
  return { providers: { ...providers, get: () => ({ ...providers.get(), ...changes }) } }
}

/** Opens all dependencies; the caller closes `operationFeed` and the database. */
export async function openDepsForTest({ db, databaseUrl, folder, gateway }: Ground): Promise<DepsForTest> {
  const links = createSignedLinks(SECRET)
  const outbox = createOutbox(join(folder, 'outbox'))
  const social = await openSandboxSignIn({ keyPath: join(folder, 'sign-in.json'), scriptUrl: SANDBOX_SCRIPT })
  const operationFeed = openOperationFeed(databaseUrl, { warn: () => {} })
  const log = { error: console.error }
  const cipher = createTextCipher([SECRET])
  const settings = await openCurrentSettings({ db, operationFeed, fixed: [], log })
  const chosen = openCurrentProviders({
    settings,
    environment: { environment: { tags: {} }, unchosen: 'sandbox', serverUrl: NOWHERE },
    cipher,
    secrets: [SECRET],
    outbox,
    sandboxSignIn: social.provider,
    log,
  })
  const get = () => {
    const providers = chosen.get() as ProvidersForTest
    return gateway && providers.payments.isSandbox ? { ...providers, payments: gateway.payments } : providers
  }
  return {
    db,
    storage: createLocalDiskStorage({ directory: join(folder, 'files'), links }),
    links,
    receiptLinks: createSignedLinks(SECRET, { folder: '/receipts/' }),
    providers: { ...chosen, get },
    otpCeiling: { mail: 5000, sms: 500 },
    unusedCodesPerHour: 30,
    isSandboxPrivate: false,
    outbox,
    sandboxIssuer: social.issuer,
    sandboxPayment: gateway?.sandbox ?? openIdleSandbox(db),
    adminPasswordHash: undefined,
    cipher,
    countries: await openCountryDatabase(),
    operationFeed,
    uploadFolder: join(folder, 'uploads'),
    version: '1.2.3',
    metrics: createMetrics('server'),
    queries: { listSlowest: () => [] },
    storageSetup: { kind: 'disk', detail: folder },
    settings,
    bundledPages: readBundledPages(join(import.meta.dirname, '../../../packages/store/content')),
    libraryBytes: 1500 * 2 ** 20,
    trustedProxies: [],
    publicUrl: undefined,
    pages: undefined,
    logger: undefined,
    responseCacheMs: 0,
    validatesResponses: true,
  }
}

/** A payment sandbox in its initial state. */
function openIdleSandbox(db: Db): SandboxPayment {
  return openSandboxPayment({
    db,
    keys: deriveSandboxKeys(SECRET),
    browserFolder: join(import.meta.dirname, '../../../packages/sandbox-payment/src/browser'),
    post: async () => ({ status: 200, text: '' }),
    onFault: (error) => console.error(error),
  })
}
