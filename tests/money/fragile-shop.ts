// A shop whose server and database can be killed without warning, as a crash or an operator would, and started again. The
// payment gateway belongs to somebody else and lives on.
import assert from 'node:assert/strict'
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@vitrine/database/embedded'
import { migrate } from '@vitrine/database/migrate'
import { findFreePort } from '../free-port.ts'
import { startTestGateway, type TestGateway } from '../payment-gateway.ts'
import { endChild } from '../process-list.ts'

const DATABASE = 'vitrine'

export interface FragileShop {
  readonly baseUrl: string
  readonly databaseUrl: string
  readonly gateway: TestGateway
  /** SIGKILL to the server, and a new one. Resolves when that one listens. */
  killServer(): Promise<void>
  /** SIGKILL to PostgreSQL, and a new one, which recovers what was committed. */
  killDatabase(): Promise<void>
  stop(): Promise<void>
}

export async function startFragileShop(): Promise<FragileShop> {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-fragile-'))
  mkdirSync(join(folder, 'shop'))
  // Durable, as in production: every confirmed result must survive a crash.
  let postgres: EmbeddedPostgres = await startEmbeddedPostgres({ folder })
  await postgres.createDatabase(DATABASE)
  const databaseUrl = postgres.url(DATABASE)
  await migrate(databaseUrl, { folder: resolve(import.meta.dirname, '../../packages/shop/migrations') })
  const port = await findFreePort()
  const baseUrl = `http://127.0.0.1:${port}`
  const gateway = await startTestGateway({
    firstPauseMs: 50,
    maxPauseMs: 500,
    async post(body, headers, signal) {
      const answer = await fetch(`${baseUrl}/api/webhooks/razorpay`, { method: 'POST', body, headers, signal })
      return { status: answer.status, text: await answer.text() }
    },
  })

  const startServer = async (): Promise<ChildProcess> => {
    const child = fork(join(import.meta.dirname, 'server-process.ts'), {
      env: {
        ...process.env,
        DATABASE_URL: databaseUrl,
        PORT: String(port),
        FOLDER: join(folder, 'shop'),
        GATEWAY: JSON.stringify({ url: gateway.url, keys: gateway.keys }),
      },
    })
    const [said] = await Promise.race([once(child, 'message'), once(child, 'exit')])
    assert(said === 'ready', `the server ended with ${said} before it listened`)
    return child
  }
  let server = await startServer()

  return {
    baseUrl,
    databaseUrl,
    gateway,
    async killServer() {
      await endChild(server)
      server = await startServer()
    },
    async killDatabase() {
      process.kill(postgres.pid, 'SIGKILL')
      await postgres.ended
      postgres = await startEmbeddedPostgres({ folder })
    },
    async stop() {
      await gateway.close()
      await endChild(server)
      await postgres.stop()
      rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
    },
  }
}
