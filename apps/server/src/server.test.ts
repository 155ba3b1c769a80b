import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSandboxGateway } from '@vitrine/providers/payment/razorpay'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import manifest from '../../../package.json' with { type: 'json' }
import { compileCache } from '../../../tests/compile-cache.ts'
import { useDatabase } from '../../../tests/database.ts'
import { findFreePort } from '../../../tests/free-port.ts'
import { endChild } from '../../../tests/process-list.ts'

const database = useDatabase()
const program = join(import.meta.dirname, 'server.ts')
const children: ChildProcess[] = []
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-server-'))
  // Pages are tested elsewhere; a server without any is enough to start and to end.
  await mkdir(join(folder, 'root/apps/web/build/server'), { recursive: true })
  await mkdir(join(folder, 'root/apps/web/build/client/assets'), { recursive: true })
  await symlink(join(import.meta.dirname, '../../../packages'), join(folder, 'root/packages'))
  await writeFile(join(folder, 'root/apps/web/build/server/index.mjs'), '')
  await writeFile(join(folder, 'root/apps/web/build/server/package.json'), '{"type":"module"}')
  await writeFile(
    join(folder, 'root/apps/web/build/server/index.js'),
    'export const entry = { module: { createPageHandler: () => () => {} } }',
  )
})
afterAll(async () => {
  for (const child of children) await endChild(child)
  await rm(folder, { recursive: true, force: true, maxRetries: 10 })
})

/** Starts the server as the launcher does, and waits until it says ready or ends. */
async function start(environment: Record<string, string> = {}) {
  const port = await findFreePort()
  const child = fork(program, [], {
    env: {
      ...compileCache,
      DATABASE_URL: database.url,
      VITRINE_DATA: join(folder, 'data'),
      VITRINE_ROOT: join(folder, 'root'),
      PORT: String(port),
      ...environment,
    },
    execArgv: ['--disable-warning=ExperimentalWarning'],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  children.push(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => (output += text))
  // Not 'close': a child whose channel was disconnected by its parent never emits it.
  const ends = [once(child, 'exit'), ...[child.stdout, child.stderr].map((stream) => stream && once(stream, 'end'))]
  const ended = Promise.all(ends).then(([exit]) => ({ code: (exit as [number | null])[0], output }))
  const ready = await Promise.race([once(child, 'message').then(([message]) => message), ended.then(() => 'ended')])
  return { child, ready, ended, url: `http://127.0.0.1:${port}` }
}

describe('the server process', () => {
  it('reports ready when it answers, and ends cleanly on request', { tags: ['full'] }, async () => {
    const { child, ready, ended, url } = await start()
    expect(ready).toBe('ready')
    const health = await fetch(`${url}/api/health`)
    expect([health.status, await health.json()]).toMatchObject([200, { status: 'ok', version: manifest.version }])
    const outbox = await fetch(`${url}/sandbox/outbox.json`)
    expect(await outbox.json()).toEqual({ messages: [] })
    const gateway = createSandboxGateway(url, (await readFile(join(folder, 'data/secret'), 'utf8')).trim())
    const order = { amountPaise: 39_900, currency: 'INR', receipt: 'r-1', notes: {} } as const
    expect(await gateway.createOrder(order)).toMatchObject({ receipt: 'r-1', status: 'created' })
    child.kill('SIGTERM')
    expect(await ended).toEqual({ code: 0, output: '' })
    await expect(fetch(`${url}/api/health`)).rejects.toThrow()
  })

  it('ends when its parent is gone', { tags: ['full'] }, async () => {
    const { child, ready, ended } = await start()
    expect(ready).toBe('ready')
    child.disconnect()
    expect(await ended).toMatchObject({ code: 0 })
  })

  it('starts in production without any service, and does without them', { tags: ['full'] }, async () => {
    const { child, ready, ended, url } = await start({ NODE_ENV: 'production' })
    expect(ready).toBe('ready')
    expect((await fetch(`${url}/sandbox/outbox.json`)).status).toBe(404)
    expect((await fetch(`${url}/sandbox/payment`)).status).toBe(404)
    expect((await fetch(`${url}/api/google-auth/config`)).status).toBe(404)
    child.kill('SIGTERM')
    expect(await ended).toMatchObject({ code: 0 })
  })

  it('refuses to start with half of a configuration, and says what is missing', { tags: ['full'] }, async () => {
    const { ready, ended } = await start({ VITRINE_SMTP_URL: 'smtps://mail.example:465' })
    expect(ready).toBe('ended')
    const { code, output } = await ended
    expect(code).toBe(1)
    expect(output).toContain('VITRINE_MAIL_FROM must be set')
    expect(output).not.toContain('at start')
  })
})
