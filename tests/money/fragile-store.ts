// A store whose server and database can be killed without warning and restarted. The payment gateway is external and keeps
// running, with its own database.
import assert from 'node:assert/strict'
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { connect, disconnect } from '@vitrine/database/connection'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@vitrine/database/embedded'
import { migrate } from '@vitrine/database/migrate'
import { findFreePort } from '../free-port.ts'
import { startTestGateway, type TestGateway } from '../payment-gateway.ts'
import { endChild } from '../process-list.ts'

const DATABASE = 'vitrine'
const MIGRATIONS = resolve(import.meta.dirname, '../../packages/store/migrations')

export interface FragileStore {
  readonly baseUrl: string
  readonly databaseUrl: string
  readonly gateway: TestGateway
  /** SIGKILL to the server, and a new one. Resolves when that one listens. */
  killServer(): Promise<void>
  /** SIGKILL to PostgreSQL, and a new one, which recovers what was committed. */
  killDatabase(): Promise<void>
  stop(): Promise<void>
}

export async function startFragileStore(): Promise<FragileStore> {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-fragile-'))
  mkdirSync(join(folder, 'store'))
  // Durable, as in production: every confirmed result must survive a crash.
  let postgres = await startDatabase(folder, true)
  const gatewayPostgres = await startDatabase(join(folder, 'gateway'), false)
  const databaseUrl = postgres.url(DATABASE)
  const gatewayDb = connect(gatewayPostgres.url(DATABASE))
  const port = await findFreePort()
  const baseUrl = `http://127.0.0.1:${port}`
  const gateway = await startTestGateway({
    db: gatewayDb,
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
        FOLDER: join(folder, 'store'),
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
      await disconnect(gatewayDb)
      await Promise.all([postgres.stop(), gatewayPostgres.stop()])
      rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
    },
  }
}

async function startDatabase(folder: string, isDurable: boolean): Promise<EmbeddedPostgres> {
  const postgres = await startEmbeddedPostgres({ folder, isDurable })
  await postgres.createDatabase(DATABASE)
  await migrate(postgres.url(DATABASE), { folder: MIGRATIONS })
  return postgres
}
