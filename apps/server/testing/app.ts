// A whole server for a test file: real database, real storage in a temporary folder, sandbox providers. It listens only when a
// test requests it.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Db } from '@vitrine/database/connection'
import type { SandboxPaymentOptions } from '@vitrine/sandbox-payment'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { afterAll, beforeAll } from 'vitest'
import { useDatabase } from '../../../tests/database.ts'
import { startTestGateway, type TestGateway } from '../../../tests/payment-gateway.ts'
import { buildApp } from '../src/app.ts'
import type { AppDeps } from '../src/deps/deps.ts'
import { type DepsForTest, openDepsForTest } from './deps.ts'

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
  readonly deps: DepsForTest
  /** The gateway behind `deps.payments`, for paying as a customer does. Its webhooks come to this app. */
  readonly gateway: TestGateway
  /** Sends one request and reads the JSON of its response (`{}` when there is none). */
  call(method: string, path: string, options?: CallOptions): Promise<Answer>
}

export interface CallOptions {
  readonly body?: unknown
  readonly token?: string | undefined
  readonly headers?: Record<string, string>
  readonly ip?: string
}

/** Call at the top of a test file. `change` replaces dependencies of the app, `post` the gateway's way of calling the webhook. */
export function useApp(
  change: (deps: AppDeps) => Partial<AppDeps> = () => ({}),
  { post }: { post?: SandboxPaymentOptions['post'] } = {},
): AppForTest {
  const database = useDatabase()
  let app: FastifyInstance
  let deps: DepsForTest
  let folder: string
  let gateway: TestGateway

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'vitrine-app-'))
    gateway = await startTestGateway({
      db: database.db,
      async post(payload, headers, signal) {
        if (post) return post(payload, headers, signal)
        const answer = await app.inject({ method: 'POST', url: '/api/webhooks/razorpay', payload, headers })
        return { status: answer.statusCode, text: answer.payload }
      },
    })
    const base = await openDepsForTest({ db: database.db, databaseUrl: database.url, folder, gateway })
    const changed = { ...base, ...change(base) }
    app = await buildApp(changed)
    // A test that removes a service must not use it.
    deps = changed as DepsForTest
    await app.ready()
  })
  afterAll(async () => {
    await gateway.close()
    await app.close()
    await deps.operationFeed.close()
    await rm(folder, { recursive: true, force: true, maxRetries: 10 })
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
    get gateway() {
      return gateway
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
