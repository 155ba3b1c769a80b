// The server process: reads settings, creates dependencies, builds the app, listens, and shuts down gracefully.
import { hostname } from 'node:os'
import { join } from 'node:path'
import { connect, type Db, disconnect } from '@vitrine/database/connection'
import { MigrationRefused, requireMigrated } from '@vitrine/database/migrate'
import { watchQueries } from '@vitrine/database/query-watch'
import { openCountryDatabase } from '@vitrine/providers/country/mmdb'
import { createTextCipher } from '@vitrine/providers/encryption'
import { closeOnShutdown, untilPrepared } from '@vitrine/providers/graceful-shutdown'
import { createLog, useLog } from '@vitrine/providers/log'
import type { Mailer } from '@vitrine/providers/mail'
import { createSandboxMailer } from '@vitrine/providers/mail/sandbox'
import { createSmtpMailer } from '@vitrine/providers/mail/smtp'
import { createMetrics, type Metrics, openMetricsPort } from '@vitrine/providers/metrics'
import { createOutbox, type Outbox } from '@vitrine/providers/outbox'
import { createPaymentGateway, deriveSandboxKeys } from '@vitrine/providers/payment/settings'
import { createQueryObserver } from '@vitrine/providers/query-observer'
import { createGoogleSignIn } from '@vitrine/providers/sign-in/google'
import { openSandboxSignIn } from '@vitrine/providers/sign-in/sandbox'
import type { TextMessenger } from '@vitrine/providers/sms'
import { createGatewayMessenger } from '@vitrine/providers/sms/gateway'
import { createSandboxMessenger } from '@vitrine/providers/sms/sandbox'
import { StorageUnavailable } from '@vitrine/providers/storage'
import { openStorage } from '@vitrine/providers/storage/settings'
import { createSignedLinks } from '@vitrine/providers/storage/signed-link'
import { startTracing } from '@vitrine/providers/tracing'
import { openSandboxPayment, type SandboxPayment } from '@vitrine/sandbox-payment'
import { postTo } from '@vitrine/sandbox-payment/webhook-dispatcher'
import { renewTotpEncryption } from '@vitrine/shop/admin/totp'
import { processName } from '@vitrine/shop/monitoring/database-figures'
import { readBundledPages } from '@vitrine/shop/settings/content-page'
import manifest from '../../../package.json' with { type: 'json' }
import { buildApp } from './app.ts'
import { openCurrentSettings } from './deps/current-settings.ts'
import type { AppDeps, ShopSetup } from './deps/deps.ts'
import { findBuiltPages, readSettings, type Settings, SettingsError } from './env.ts'
import { preloadPages } from './pages/page-host.ts'
import { openOperationFeed } from './renders/operation-feed.ts'
import { SANDBOX_SCRIPT } from './routes/sandbox-sign-in.ts'
import { addShopGauges } from './shop-gauge.ts'

/** How long requests in flight may take once the server is shutting down. */
const CLOSE_PATIENCE_MS = 8000
/**
 * What the owner changes shows at once, because the database announces it. This long the rest may be kept: the order by
 * purchases, and what changed while the connection was lost. A page may be made from answers that are as old as that. What is
 * charged is always read fresh.
 */
const KEEP_ANSWERS_MS = 60_000

async function start(settings: Settings): Promise<void> {
  const log = createLog({ level: settings.logLevel, format: settings.logFormat, name: 'server' })
  useLog(log)
  const { version } = manifest
  const tracing = await startTracing(settings.tracing && { ...settings.tracing, service: 'vitrine-server', version })
  const metrics = createMetrics('server')
  const queries = createQueryObserver({ metrics, log })

  await requireMigrated(settings.databaseUrl, { folder: settings.migrationsFolder })
  const name = processName('server', version, hostname())
  const db = connect(settings.databaseUrl, { applicationName: name })
  watchQueries(db, queries)
  addShopGauges(metrics, db, settings.otpCeiling)
  const links = createSignedLinks(settings.secrets)
  const storage = await openStorage(settings.storage, { dataFolder: settings.dataFolder, links })
  // A bucket that does not respond fails the start, with its name, and not the first customer's request.
  await storage.check()
  const outbox = createOutbox(join(settings.dataFolder, 'outbox'))
  const usesSandbox = settings.mail.kind === 'sandbox' || settings.sms.kind === 'sandbox'
  const mailer = createMailer(settings, outbox)
  const { signIn, sandboxIssuer } = await openSignIn(settings)
  const operationFeed = openOperationFeed(settings.databaseUrl, log, name)
  const currentSettings = await openCurrentSettings({ db, operationFeed, fixed: settings.fixed, log })
  const onFault = (error: unknown) => log.error({ err: error }, 'the payment sandbox could not do what was due')
  const cipher = createTextCipher(settings.secrets)
  await renewTotpEncryption(db, cipher)
  const sandboxPayment = openPaymentSandbox(settings, db, onFault)

  const app = await buildApp({
    db,
    storage,
    links,
    receiptLinks: createSignedLinks(settings.secrets, { folder: '/receipts/' }),
    mailer,
    messenger: createMessenger(settings, outbox),
    otpCeiling: settings.otpCeiling,
    unusedCodesPerHour: settings.unusedCodesPerHour,
    outbox: usesSandbox ? outbox : undefined,
    isSandboxPrivate: settings.isSandboxPrivate,
    signIn,
    sandboxIssuer,
    payments: createPaymentGateway(settings.payment, settings.secrets[0]),
    sandboxPayment,
    adminPasswordHash: settings.adminPasswordHash,
    cipher,
    countries: await openCountryDatabase(),
    operationFeed,
    uploadFolder: join(settings.dataFolder, 'tmp', 'uploads'),
    version,
    metrics,
    queries,
    setup: describeSetup(settings),
    settings: currentSettings,
    bundledPages: readBundledPages(settings.contentFolder),
    libraryBytes: settings.libraryBytes,
    trustedProxies: settings.trustedProxies,
    publicUrl: settings.publicUrl,
    tags: settings.tags,
    pages: { folder: settings.webFolder, isDevelopment: settings.isDevelopment },
    logger: log,
    keepAnswersMs: settings.isDevelopment ? 0 : KEEP_ANSWERS_MS,
    checksAnswers: false,
  })
  const address = await app.listen({ host: settings.host, port: settings.port })
  sandboxPayment?.start()
  const metricsPort = await openMetrics(settings, metrics)
  if (process.send) process.send('ready')
  else console.log(`Vitrine listens at ${address}`)

  closeOnShutdown(async () => {
    // Connections that stay open are closed, so that shutdown never takes longer than the launcher waits.
    setTimeout(() => app.server.closeAllConnections(), CLOSE_PATIENCE_MS).unref()
    await sandboxPayment?.stop()
    await app.close()
    currentSettings.close()
    await Promise.all([operationFeed.close(), mailer.close(), disconnect(db), metricsPort?.close()])
    await tracing.close()
  })
}

async function openMetrics({ metricsPort: port, metricsHost: host }: Settings, metrics: Metrics) {
  return port === undefined ? undefined : await openMetricsPort(metrics, { host, port })
}

function describeSetup({ storage, mail, sms, payment, signIn, dataFolder }: Settings): ShopSetup {
  const place =
    storage.kind === 'disk' ? join(dataFolder, 'files') : `${storage.bucket} at ${storage.endpoint ?? 'AWS'}`
  const test = payment.kind === 'razorpay' && payment.keyId.startsWith('rzp_test_')
  return {
    storage: { kind: storage.kind, detail: place },
    providers: [
      {
        name: 'mail',
        isSandbox: mail.kind === 'sandbox',
        detail: mail.kind === 'smtp' ? hostOf(mail.url) : '/sandbox',
      },
      {
        name: 'text messages',
        isSandbox: sms.kind === 'sandbox',
        detail: sms.kind === 'gateway' ? hostOf(sms.baseUrl) : sms.kind === 'off' ? 'off' : '/sandbox',
      },
      {
        name: 'payment',
        isSandbox: payment.kind === 'sandbox' || test,
        detail: test ? 'Razorpay, test mode' : payment.kind,
      },
      { name: 'sign-in', isSandbox: signIn.kind === 'sandbox', detail: signIn.kind },
    ],
    modes: {
      mail: mail.kind === 'smtp' ? 'live' : 'sandbox',
      sms: sms.kind === 'gateway' ? 'live' : sms.kind,
      payment: payment.kind === 'sandbox' || test ? 'sandbox' : 'live',
      'sign-in': signIn.kind === 'google' ? 'live' : signIn.kind,
    },
    mailDomain: mail.kind === 'smtp' ? mail.from.match(/@([^\s>]+)/)?.[1] : undefined,
  }
}

/** Without the user and password that may stand in an address. */
function hostOf(url: string): string {
  return URL.parse(url)?.host ?? ''
}

function createMailer({ mail }: Settings, outbox: Outbox): Mailer {
  return mail.kind === 'smtp' ? createSmtpMailer(mail) : createSandboxMailer(outbox)
}

async function openSignIn({ signIn, dataFolder }: Settings): Promise<Pick<AppDeps, 'signIn' | 'sandboxIssuer'>> {
  if (signIn.kind === 'off') return { signIn: undefined, sandboxIssuer: undefined }
  if (signIn.kind === 'google') return { signIn: createGoogleSignIn(signIn), sandboxIssuer: undefined }
  const keyPath = join(dataFolder, 'sandbox-sign-in.json')
  const { provider, issuer } = await openSandboxSignIn({ keyPath, scriptUrl: SANDBOX_SCRIPT })
  return { signIn: provider, sandboxIssuer: issuer }
}

function openPaymentSandbox(
  { payment, secrets, sandboxPaymentFolder }: Settings,
  db: Db,
  onFault: (error: unknown) => void,
): SandboxPayment | undefined {
  if (payment.kind !== 'sandbox') return undefined
  const post = postTo(`${payment.serverUrl}/api/webhooks/razorpay`)
  return openSandboxPayment({
    db,
    keys: deriveSandboxKeys(secrets[0]),
    browserFolder: sandboxPaymentFolder,
    post,
    onFault,
  })
}

function createMessenger({ sms }: Settings, outbox: Outbox): TextMessenger | undefined {
  if (sms.kind === 'off') return undefined
  return sms.kind === 'gateway' ? createGatewayMessenger(sms) : createSandboxMessenger(outbox)
}

/** An error whose message says what to do; its stack would add nothing. */
function isForOwner(error: unknown): error is Error {
  return [SettingsError, StorageUnavailable, MigrationRefused].some((kind) => error instanceof kind)
}

try {
  preloadPages(findBuiltPages())
  await untilPrepared()
  await start(readSettings())
} catch (error) {
  console.error(isForOwner(error) ? error.message : error)
  process.exit(1)
}
