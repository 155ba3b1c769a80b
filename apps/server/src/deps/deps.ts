// The application's dependencies. Everything that reaches outside the process is passed in, so that tests can replace it.
import type { Db } from '@vitrine/database/connection'
import type { CountryFinder } from '@vitrine/providers/country'
import type { Metrics, QueryObserver } from '@vitrine/providers/metrics'
import type { Outbox } from '@vitrine/providers/outbox'
import type { TextCipher } from '@vitrine/providers/secret'
import type { SandboxIssuer } from '@vitrine/providers/sign-in/sandbox'
import type { Storage } from '@vitrine/providers/storage'
import type { SignedLinks } from '@vitrine/providers/storage/signed-link'
import type { SandboxPayment } from '@vitrine/sandbox-payment'
import type { OtpCeiling } from '@vitrine/store/accounts/otp-ceiling'
import type { BundledPages } from '@vitrine/store/settings/content-page'
import type { FastifyBaseLogger, FastifyServerOptions } from 'fastify'
import type { SlowestPace } from '../uploads/upload-store.ts'
import type { CurrentProviders } from './current-providers.ts'
import type { CurrentSettings } from './current-settings.ts'
import type { OperationFeed } from './operation-feed.ts'

/** Where files are stored, for the admin's status page. */
export interface StorageSetup {
  readonly kind: 'disk' | 's3'
  readonly detail: string
}

export interface AppDeps {
  readonly db: Db
  readonly storage: Storage
  /** Verifies the links that `storage` signed; undefined when the storage serves its files itself. */
  readonly links: SignedLinks | undefined
  /** Signs and verifies links to receipts. */
  readonly receiptLinks: SignedLinks
  /** The current mail, text message, sign-in, payment and analytics services. */
  readonly providers: CurrentProviders
  /** How many one-time codes the whole store sends within a day. */
  readonly otpCeiling: OtpCeiling
  /** How many unused one-time codes a network may have sent within an hour. */
  readonly unusedCodesPerHour: number
  /** The sandbox providers' messages. */
  readonly outbox: Outbox
  /** In production only the owner can open the sandbox's pages. */
  readonly isSandboxPrivate: boolean
  /** The sandbox for Google. Its pages exist while sign-in uses it. */
  readonly sandboxIssuer: SandboxIssuer
  /** The sandbox for a payment gateway. Its pages exist while payments use it. */
  readonly sandboxPayment: SandboxPayment
  readonly countries: CountryFinder
  /** Replaces the stored admin password: a PHC string of argon2id. */
  readonly adminPasswordHash: string | undefined
  /** Encrypts values that must be unreadable in a copy of the database, such as secrets of authenticator apps. */
  readonly cipher: TextCipher
  readonly operationFeed: OperationFeed
  /** Folder for finished uploads while they are processed. */
  readonly uploadFolder: string
  /** Size limit of one customer's library. */
  readonly libraryBytes: number
  readonly version: string
  readonly metrics: Metrics
  /** Durations of this server's statements, where pg_stat_statements is unavailable. */
  readonly queries: Pick<QueryObserver, 'listSlowest'>
  readonly storageSetup: StorageSetup
  /** Settings that the owner changes while the store runs. */
  readonly settings: CurrentSettings
  /** The bundled texts of the written pages. */
  readonly bundledPages: BundledPages
  readonly trustedProxies: readonly string[]
  /** Scheme and host of the store as browsers see it; undefined to use each request's own. */
  readonly publicUrl: string | undefined
  /** The pages to serve; undefined for the API alone. */
  readonly pages: { readonly folder: string; readonly isDevelopment: boolean } | undefined
  readonly logger: FastifyServerOptions['logger'] | FastifyBaseLogger
  /** How long public pages and lists are cached; 0, for tests, disables the cache. */
  readonly responseCacheMs: number
  /** Deadlines of request bodies, for tests; the server has defaults. */
  readonly deadlines?: {
    readonly bodyMs?: number
    readonly restMs?: number
    readonly minimumUploadPace?: SlowestPace
  }
  /** Validates every response against its schema, which is slow: for tests. */
  readonly validatesResponses: boolean
}

/** The credits for completing the profile of a social account; 0 when no number can be verified, because the gift is limited to one account per phone number. */
export function profileGift({ providers, settings }: Pick<AppDeps, 'providers' | 'settings'>): number {
  return providers.get().messenger ? settings.get().pricing.profileCredits : 0
}
