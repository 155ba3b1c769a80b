// The process: settings, then what the app stands on, then the app, then listening. Ends gracefully when told to.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { connect, disconnect } from '@vitrine/database/connection'
import { openCountryDatabase } from '@vitrine/providers/country/mmdb'
import type { Mailer } from '@vitrine/providers/mail'
import { createSandboxMailer } from '@vitrine/providers/mail/sandbox'
import { createSmtpMailer } from '@vitrine/providers/mail/smtp'
import { createOutbox, type Outbox } from '@vitrine/providers/outbox'
import { createPaymentGateway } from '@vitrine/providers/payment/settings'
import { closeWhenTold } from '@vitrine/providers/process'
import { createGoogleSignIn } from '@vitrine/providers/sign-in/google'
import { openSandboxSignIn } from '@vitrine/providers/sign-in/sandbox'
import type { TextMessenger } from '@vitrine/providers/sms'
import { createGatewayMessenger } from '@vitrine/providers/sms/gateway'
import { createSandboxMessenger } from '@vitrine/providers/sms/sandbox'
import { createLocalDiskStorage, removeUnfinishedFiles } from '@vitrine/providers/storage/local-disk'
import { createSignedLinks } from '@vitrine/providers/storage/signed-link'
import manifest from '../package.json' with { type: 'json' }
import { buildApp } from './app.ts'
import type { AppDeps } from './deps.ts'
import { readSettings, type Settings, SettingsError } from './env.ts'
import { openRenderProgressFeed } from './render-progress.ts'
import { SANDBOX_SCRIPT } from './routes/sandbox-sign-in.ts'

/** How long requests in flight may take to end once the server was told to stop. */
const CLOSE_PATIENCE_MS = 8000
/** A new template, or a changed price, shows this much later at most. What is charged is always read fresh. */
const KEEP_ANSWERS_MS = 2000

async function start(settings: Settings): Promise<void> {
  const filesFolder = join(settings.dataFolder, 'files')
  const uploadFolder = join(settings.dataFolder, 'uploads')
  for (const folder of [filesFolder, uploadFolder]) mkdirSync(folder, { recursive: true, mode: 0o700 })

  const db = connect(settings.databaseUrl, { applicationName: 'vitrine-server' })
  const links = createSignedLinks(settings.secret)
  const outbox = createOutbox(join(settings.dataFolder, 'outbox'))
  const usesSandbox = settings.mail.kind === 'sandbox' || settings.sms.kind === 'sandbox'
  const mailer = createMailer(settings, outbox)
  const { signIn, sandboxIssuer } = await openSignIn(settings)
  // The app's logger does not exist yet; a lost connection here is rare enough for a plain line.
  const renderProgress = openRenderProgressFeed(settings.databaseUrl, {
    warn: (_details: unknown, message?: string) => console.error(message),
  })

  const app = await buildApp({
    db,
    storage: createLocalDiskStorage({ directory: filesFolder, links }),
    links,
    receiptLinks: createSignedLinks(settings.secret, { folder: '/receipts/' }),
    seller: settings.seller,
    mailer,
    messenger: createMessenger(settings, outbox),
    outbox: usesSandbox ? outbox : undefined,
    signIn,
    sandboxIssuer,
    payments: createPaymentGateway(settings.payment, settings.secret),
    sandboxGatewayUrl: settings.payment.kind === 'sandbox' ? settings.payment.gatewayUrl : undefined,
    adminPasswordHash: settings.adminPasswordHash,
    countries: await openCountryDatabase(),
    renderProgress,
    uploadFolder,
    version: manifest.version,
    inrPerUsd: settings.inrPerUsd,
    signupCredits: settings.signupCredits,
    profileCredits: settings.profileCredits,
    libraryBytes: settings.libraryBytes,
    trustedProxies: settings.trustedProxies,
    publicUrl: settings.publicUrl,
    contactEmail: settings.contactEmail,
    tags: settings.tags,
    pages: { folder: settings.webFolder, isDevelopment: settings.isDevelopment },
    logger: { level: settings.logLevel, redact: ['req.headers.authorization', 'req.headers.cookie'] },
    keepAnswersMs: settings.isDevelopment ? 0 : KEEP_ANSWERS_MS,
    checksAnswers: false,
  })
  const address = await app.listen({ host: settings.host, port: settings.port })
  void removeUnfinishedFiles(filesFolder).catch((error: unknown) => app.log.warn({ err: error }, 'clean-up failed'))
  if (process.send) process.send('ready')
  else console.log(`Vitrine listens at ${address}`)

  closeWhenTold(async () => {
    // Connections that do not end by themselves are cut, so that stopping never takes longer than the launcher waits.
    setTimeout(() => app.server.closeAllConnections(), CLOSE_PATIENCE_MS).unref()
    await app.close()
    await Promise.all([renderProgress.close(), mailer.close(), disconnect(db)])
  })
}

function createMailer({ mail }: Settings, outbox: Outbox): Mailer {
  return mail.kind === 'smtp' ? createSmtpMailer(mail) : createSandboxMailer(outbox)
}

async function openSignIn({ signIn, dataFolder }: Settings): Promise<Pick<AppDeps, 'signIn' | 'sandboxIssuer'>> {
  if (signIn.kind === 'google') return { signIn: createGoogleSignIn(signIn), sandboxIssuer: undefined }
  const keyPath = join(dataFolder, 'sandbox-sign-in.json')
  const { provider, issuer } = await openSandboxSignIn({ keyPath, scriptUrl: SANDBOX_SCRIPT })
  return { signIn: provider, sandboxIssuer: issuer }
}

function createMessenger({ sms }: Settings, outbox: Outbox): TextMessenger {
  return sms.kind === 'gateway' ? createGatewayMessenger(sms) : createSandboxMessenger(outbox)
}

try {
  await start(readSettings())
} catch (error) {
  console.error(error instanceof SettingsError ? error.message : error)
  process.exit(1)
}
