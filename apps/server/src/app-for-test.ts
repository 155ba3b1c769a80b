// A whole server for a test file: real database, real storage in a temporary folder, sandbox providers; never listening
// unless a test asks for it.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Db } from '@vitrine/database/connection'
import { openCountryDatabase } from '@vitrine/providers/country/mmdb'
import { createSandboxMailer } from '@vitrine/providers/mail/sandbox'
import { createOutbox } from '@vitrine/providers/outbox'
import { openSandboxSignIn } from '@vitrine/providers/sign-in/sandbox'
import { createSandboxMessenger } from '@vitrine/providers/sms/sandbox'
import { createLocalDiskStorage } from '@vitrine/providers/storage/local-disk'
import { createSignedLinks } from '@vitrine/providers/storage/signed-link'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { afterAll, beforeAll } from 'vitest'
import { useDatabase } from '../../../tests/database.ts'
import { buildApp } from './app.ts'
import type { AppDeps } from './deps.ts'
import { openRenderProgressFeed } from './render-progress.ts'
import { SANDBOX_SCRIPT } from './routes/sandbox-sign-in.ts'

/** An address in India and one in the United States. */
export const indianIp = '49.36.0.1'
export const americanIp = '8.8.8.8'

export interface Answer {
  readonly status: number
  readonly body: Record<string, unknown>
  readonly text: string
  readonly headers: Record<string, string>
}

export interface AppForTest {
  readonly app: FastifyInstance
  readonly db: Db
  readonly databaseUrl: string
  readonly deps: AppDeps
  /** Sends one request and reads the JSON of its answer (`{}` when there is none). */
  call(method: string, path: string, options?: CallOptions): Promise<Answer>
}

export interface CallOptions {
  readonly body?: unknown
  readonly token?: string | undefined
  readonly headers?: Record<string, string>
  readonly ip?: string
}

/** Call at the top of a test file. `change` replaces parts of what the app stands on. */
export function useApp(change: (deps: AppDeps) => Partial<AppDeps> = () => ({})): AppForTest {
  const database = useDatabase()
  let app: FastifyInstance
  let deps: AppDeps
  let folder: string

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'vitrine-app-'))
    const links = createSignedLinks('a secret of at least thirty-two bytes')
    const outbox = createOutbox(join(folder, 'outbox'))
    const social = await openSandboxSignIn({ keyPath: join(folder, 'sign-in.json'), scriptUrl: SANDBOX_SCRIPT })
    const base: AppDeps = {
      db: database.db,
      storage: createLocalDiskStorage({ directory: join(folder, 'files'), links }),
      links,
      mailer: createSandboxMailer(outbox),
      messenger: createSandboxMessenger(outbox),
      outbox,
      signIn: social.provider,
      sandboxIssuer: social.issuer,
      countries: await openCountryDatabase(),
      renderProgress: openRenderProgressFeed(database.url, { warn: () => {} }),
      uploadFolder: join(folder, 'uploads'),
      version: '1.2.3',
      inrPerUsd: 84,
      signupCredits: 500,
      profileCredits: 500,
      trustedProxies: [],
      publicUrl: undefined,
      tags: {},
      pages: undefined,
      logger: undefined,
      keepAnswersMs: 0,
      checksAnswers: true,
    }
    deps = { ...base, ...change(base) }
    app = await buildApp(deps)
    await app.ready()
  })
  afterAll(async () => {
    await app.close()
    await deps.renderProgress.close()
    await rm(folder, { recursive: true, force: true })
  })

  return {
    get app() {
      return app
    },
    get db() {
      return database.db
    },
    get databaseUrl() {
      return database.url
    },
    get deps() {
      return deps
    },
    async call(method, path, { body, token, headers = {}, ip } = {}) {
      const answer = await app.inject({
        method: method as 'GET',
        url: path,
        ...(ip !== undefined && { remoteAddress: ip }),
        ...(body !== undefined && { payload: body as NonNullable<InjectOptions['payload']> }),
        headers: { ...headers, ...(token !== undefined && { authorization: `Bearer ${token}` }) },
      })
      const isPlain = answer.headers['content-encoding'] === undefined && answer.payload !== ''
      const isJson = isPlain && String(answer.headers['content-type'] ?? '').includes('json')
      return {
        status: answer.statusCode,
        body: isJson ? (answer.json() as Record<string, unknown>) : {},
        text: answer.payload,
        headers: answer.headers as Record<string, string>,
      }
    },
  }
}
