// The server process: reads settings, creates dependencies, builds the app, listens, and shuts down gracefully.

import { hostname } from 'node:os'
import { join } from 'node:path'
import { connect, type Db, disconnect, watchQueries } from '@vitrine/database/connection'
import { MigrationRefused, requireMigrated } from '@vitrine/database/migrate'
import { closeOnShutdown, untilPrepared } from '@vitrine/process/graceful-shutdown'
import { ConfigurationError } from '@vitrine/providers/configuration'
import { openCountryDatabase } from '@vitrine/providers/country'
import { createLog, type Log, useLog } from '@vitrine/providers/log'
import { createMetrics, createQueryObserver, type Metrics, openMetricsPort } from '@vitrine/providers/metrics'
import { createOutbox } from '@vitrine/providers/outbox'
import { deriveSandboxKeys } from '@vitrine/providers/payment/razorpay'
import { createTextCipher, SecretUnreadable, type TextCipher } from '@vitrine/providers/secret'
import { openSandboxSignIn } from '@vitrine/providers/sign-in/sandbox'
import { StorageUnavailable } from '@vitrine/providers/storage'
import { openStorage } from '@vitrine/providers/storage/settings'
import { createSignedLinks } from '@vitrine/providers/storage/signed-link'
import { startTracing } from '@vitrine/providers/tracing'
import { openSandboxPayment, postTo, type SandboxPayment } from '@vitrine/sandbox-payment'
import { processName } from '@vitrine/store/monitoring/figures'
import { readBundledPages } from '@vitrine/store/settings/content-page'
import manifest from '../../../package.json' with { type: 'json' }
import { buildApp } from './app.ts'
import { type CurrentProviders, openCurrentProviders } from './deps/current-providers.ts'
import { type CurrentSettings, openCurrentSettings, renewEncryption } from './deps/current-settings.ts'
import type { StorageSetup } from './deps/deps.ts'
import { openOperationFeed } from './deps/operation-feed.ts'
import { findBuiltPages, readSettings, type Settings } from './env.ts'
import { preloadPages } from './pages/page-host.ts'
import { SANDBOX_SCRIPT } from './routes/sandbox-sign-in.ts'
import { addStoreGauges } from './store-gauge.ts'

/** How long requests in flight may take during the shutdown. */
const CLOSE_PATIENCE_MS = 8000
/**
 * The owner's changes show at once, because the database announces them. Only the order by purchases, and changes during a lost
 * connection, may be this old. A page may be rendered from responses of that age. Charges always use current data.
 */
const RESPONSE_CACHE_MS = 60_000

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
  addStoreGauges(metrics, db, settings.otpCeiling)
  const links = createSignedLinks(settings.secrets)
  const storage = await openStorage(settings.storage, { dataFolder: settings.dataFolder, links })
  // Fails the start, with the bucket's name, instead of the first customer's request.
  await storage.check()
  const operationFeed = openOperationFeed(settings.databaseUrl, log, name)
  const currentSettings = await openCurrentSettings({ db, operationFeed, fixed: settings.fixed, log })
  const cipher = createTextCipher(settings.secrets)
  await renewEncryption(db, cipher)
  const services = await openServices(settings, { db, currentSettings, cipher, log })
  const { providers, sandboxPayment } = services

  const app = await buildApp({
    db,
    storage,
    links,
    receiptLinks: createSignedLinks(settings.secrets, { folder: '/receipts/' }),
    ...services,
    otpCeiling: settings.otpCeiling,
    unusedCodesPerHour: settings.unusedCodesPerHour,
    // After the setup the owner's password is not the published one.
    isSandboxPrivate: settings.isSandboxPrivate || currentSettings.get().setup !== 'none',
    adminPasswordHash: settings.adminPasswordHash,
    cipher,
    countries: await openCountryDatabase(),
    operationFeed,
    uploadFolder: join(settings.dataFolder, 'tmp', 'uploads'),
    version,
    metrics,
    queries,
    storageSetup: describeStorage(settings),
    settings: currentSettings,
    bundledPages: readBundledPages(settings.contentFolder),
    libraryBytes: settings.libraryBytes,
    trustedProxies: settings.trustedProxies,
    publicUrl: settings.publicUrl,
    pages: { folder: settings.webFolder, isDevelopment: settings.isDevelopment },
    logger: log,
    responseCacheMs: settings.isDevelopment ? 0 : RESPONSE_CACHE_MS,
    validatesResponses: false,
  })
  const address = await app.listen({ host: settings.host, port: settings.port })
  startWhenUsed(sandboxPayment, providers, currentSettings)
  const metricsPort = await openMetrics(settings, metrics)
  if (process.send) process.send('ready')
  else console.log(`Vitrine listens at ${address}`)

  closeOnShutdown(async () => {
    // Closes open connections, so that shutdown never takes longer than the launcher waits.
    setTimeout(() => app.server.closeAllConnections(), CLOSE_PATIENCE_MS).unref()
    await sandboxPayment.stop()
    await app.close()
    currentSettings.close()
    await Promise.all([operationFeed.close(), providers.close(), disconnect(db), metricsPort?.close()])
    await tracing.close()
  })
}

async function openMetrics({ metricsPort: port, metricsHost: host }: Settings, metrics: Metrics) {
  return port === undefined ? undefined : await openMetricsPort(metrics, { host, port })
}

function describeStorage({ storage, dataFolder }: Settings): StorageSetup {
  const place =
    storage.kind === 'disk' ? join(dataFolder, 'files') : `${storage.bucket} at ${storage.endpoint ?? 'AWS'}`
  return { kind: storage.kind, detail: place }
}

interface ServiceNeeds {
  readonly db: Db
  readonly currentSettings: CurrentSettings
  readonly cipher: TextCipher
  readonly log: Pick<Log, 'error'>
}

/** The outside services and their sandboxes, which are parts of the server. */
async function openServices(settings: Settings, { db, currentSettings, cipher, log }: ServiceNeeds) {
  const { dataFolder, secrets, providers: environment } = settings
  const outbox = createOutbox(join(dataFolder, 'outbox'))
  const keyPath = join(dataFolder, 'sandbox-sign-in.json')
  const { provider: sandboxSignIn, issuer } = await openSandboxSignIn({ keyPath, scriptUrl: SANDBOX_SCRIPT })
  const source = { settings: currentSettings, environment, cipher, secrets, outbox, sandboxSignIn, log }
  return {
    outbox,
    providers: openCurrentProviders(source),
    sandboxIssuer: issuer,
    sandboxPayment: openPaymentSandbox(settings, db, log),
  }
}

function openPaymentSandbox(
  { providers: { serverUrl }, secrets, sandboxPaymentFolder }: Settings,
  db: Db,
  log: Pick<Log, 'error'>,
): SandboxPayment {
  const post = postTo(`${serverUrl}/api/webhooks/razorpay`)
  return openSandboxPayment({
    db,
    keys: deriveSandboxKeys(secrets[0]),
    browserFolder: sandboxPaymentFolder,
    post,
    onFault: (error) => log.error({ err: error }, 'the payment sandbox could not do what was due'),
  })
}

/** Starts calling the store's webhook only when customers can pay with it. */
function startWhenUsed(sandbox: SandboxPayment, providers: CurrentProviders, settings: CurrentSettings): void {
  const start = () => providers.get().payments.isSandbox && sandbox.start()
  settings.watch(start)
  start()
}

/** An error whose message says what to do; its stack would add nothing. */
function isForOwner(error: unknown): error is Error {
  return [ConfigurationError, SecretUnreadable, StorageUnavailable, MigrationRefused].some(
    (kind) => error instanceof kind,
  )
}

try {
  preloadPages(findBuiltPages())
  await untilPrepared()
  await start(readSettings())
} catch (error) {
  console.error(isForOwner(error) ? error.message : error)
  process.exit(1)
}
