// The server that `worst-bodies.ts` measures: a whole one on a throw-away database, that reports how long its thread was blocked.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { connect, disconnect, transaction } from '@vitrine/database/connection'
import { startEmbeddedPostgres } from '@vitrine/database/embedded'
import { migrate } from '@vitrine/database/migrate'
import { hashPassword } from '@vitrine/store/accounts/password'
import { setAdminPassword } from '@vitrine/store/admin/admin-password'
import { sql } from 'drizzle-orm'
import { buildApp } from '../../apps/server/src/app.ts'
import { openDepsForTest } from '../../apps/server/testing/deps.ts'
import { addTemplate } from '../../apps/server/testing/template.ts'

const PASSWORD = 'the back room, upstairs'
const folder = mkdtempSync(join(tmpdir(), 'vitrine-bench-worst-'))
const postgres = await startEmbeddedPostgres({ folder: join(folder, 'db'), isDurable: false })
await postgres.createDatabase('bench')
const databaseUrl = postgres.url('bench')
await migrate(databaseUrl, { folder: resolve(import.meta.dirname, '../../packages/store/migrations') })
const db = connect(databaseUrl)
const deps = await openDepsForTest({ db, databaseUrl, folder })
const app = await buildApp({ ...deps, validatesResponses: false })
await app.listen({ host: '127.0.0.1', port: 0 })

const call = async (method: string, url: string, body: unknown, headers: Record<string, string> = {}) => {
  const answer = await app.inject({
    method: method as 'POST',
    url,
    payload: JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...headers },
  })
  if (answer.statusCode >= 300) throw new Error(`${url} answered ${answer.statusCode}: ${answer.payload}`)
  return { body: answer.json() as Record<string, unknown>, cookie: String(answer.headers['set-cookie'] ?? '') }
}

const email = 'worst@example.test'
await call('POST', '/api/send-email-otp', { email })
const [message] = (await app.inject(`/sandbox/outbox.json?to=${email}`)).json<{ messages: { text: string }[] }>()
  .messages
await call('POST', '/api/verify-email-otp', { email, otp: /\b\d{6}\b/.exec(message?.text ?? '')?.[0] })
const about = {
  email,
  username: 'worst-case',
  password: 'correct horse worst',
  actualName: 'Worst',
  EmpFeild: 'Individual',
}
const { token } = (await call('POST', '/api/register', { ...about, phoneNumber: '+919876543210' })).body
await db.execute(sql`update users set role = 'owner' where email = ${email}`)
const hash = await hashPassword(PASSWORD)
await transaction(db, (tx) => setAdminPassword(tx, hash))
const bearer = { authorization: `Bearer ${token}` }
const { cookie } = await call('POST', '/api/admin/login', { password: PASSWORD }, bearer)
const templateId = await addTemplate(db)
const { projectId } = (await call('POST', '/api/projects', { templateId }, bearer)).body

const delay = monitorEventLoopDelay({ resolution: 1 })
delay.enable()
let rss = 0
setInterval(() => {
  rss = Math.max(rss, process.memoryUsage.rss())
}, 5).unref()

process.on('message', () => {
  process.send?.({ stoodMs: delay.max / 1e6, rssMb: Math.max(rss, process.memoryUsage.rss()) / 2 ** 20 })
  delay.reset()
  rss = 0
})
process.on('disconnect', async () => {
  await app.close()
  await deps.operationFeed.close()
  await disconnect(db)
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
  process.exit(0)
})
const { port } = app.server.address() as { port: number }
process.send?.({ port, token, cookie: cookie.split(';', 1)[0], projectId })
