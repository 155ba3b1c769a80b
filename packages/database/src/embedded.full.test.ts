import { type ChildProcess, execFileSync, fork } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { killIfAlive } from '../../../tests/process-list.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded.ts'

const fixture = resolve(import.meta.dirname, '../testing/hold-cluster.ts')
const isRootOnLinux = process.platform === 'linux' && process.getuid?.() === 0

let folder: string
let running: { stop(): Promise<void> }[]

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vitrine-cluster-'))
  running = []
})
afterEach(async () => {
  for (const one of running) await one.stop()
  rmSync(folder, { recursive: true, force: true })
})

async function start(clusterFolder: string): Promise<EmbeddedPostgres> {
  const postgres = await startEmbeddedPostgres({ folder: clusterFolder, isDurable: false })
  running.push(postgres)
  return postgres
}

interface Holder {
  process: ChildProcess
  pid: number
  url: string
}

/** Starts the cluster in a separate process, like the launcher. */
async function startHolder(clusterFolder: string, options: { uid?: number; path?: string } = {}): Promise<Holder> {
  const child = fork(fixture, [clusterFolder], {
    env: { ...process.env, ...(options.path === undefined ? {} : { PATH: options.path }) },
    ...(options.uid === undefined ? {} : { uid: options.uid, gid: options.uid }),
    execArgv: [],
  })
  const message = once(child, 'message')
  const exit = once(child, 'exit').then(([code]) => {
    throw new Error(`the fixture ended with ${code}`)
  })
  const [said] = (await Promise.race([message, exit])) as [{ pid: number; url: string }]
  exit.catch(() => {})
  running.push({
    async stop() {
      child.kill('SIGKILL')
      killIfAlive(said.pid)
      await waitForProcessEnd(said.pid)
    },
  })
  return { process: child, ...said }
}

async function query<Row extends pg.QueryResultRow>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Row>(text)).rows
  } finally {
    await client.end()
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return !(existsSync(`/proc/${pid}/stat`) && / Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8')))
  } catch {
    return false
  }
}

async function waitForProcessEnd(pid: number): Promise<void> {
  while (isAlive(pid)) await sleep(20)
}

/** A folder for PATH with only the named programs of this machine. */
function makePath(programs: string[]): string {
  const path = join(folder, 'path')
  mkdirSync(path)
  for (const program of [...programs, 'true', 'sh']) {
    symlinkSync(execFileSync('which', [program], { encoding: 'utf8' }).trim(), join(path, program))
  }
  return path
}

describe('an embedded PostgreSQL', () => {
  test('keeps its data when it is stopped and started again', async () => {
    const first = await start(join(folder, 'db'))
    await first.createDatabase('store')
    await query(first.url('store'), 'create table kept as select 42 as answer')
    await first.stop()
    expect(await first.ended).toMatchObject({ isExpected: true })

    const second = await start(join(folder, 'db'))
    await second.createDatabase('store')
    expect(await query(second.url('store'), 'select answer from kept')).toEqual([{ answer: 42 }])
  })

  test('is version 18, listens on no network port, and sorts text by Unicode rules', async () => {
    const postgres = await start(join(folder, 'db'))
    const [settings] = await query(
      postgres.url('postgres'),
      `select current_setting('server_version_num')::int / 10000 as major, current_setting('listen_addresses') as addresses,
              upper('straße') as upper`,
    )
    expect(settings).toEqual({ major: 18, addresses: '', upper: 'STRASSE' })
  })

  test('copies a database from a template and drops one that is in use', async () => {
    const postgres = await start(join(folder, 'db'))
    await postgres.createDatabase('model')
    await query(postgres.url('model'), 'create table kept as select 1 as one')
    await postgres.createDatabase('copy', 'model')
    expect(await query(postgres.url('copy'), 'select one from kept')).toEqual([{ one: 1 }])

    const client = new pg.Client({ connectionString: postgres.url('copy') })
    await client.connect()
    const cut = new Promise((done) => client.on('error', done))
    await postgres.dropDatabase('copy')
    await cut
    await expect(query(postgres.url('copy'), 'select 1')).rejects.toMatchObject({ code: '3D000' })
  })

  test('works in a folder whose path is too long for a socket', async () => {
    const postgres = await start(join(folder, 'a'.repeat(60), 'b'.repeat(60)))
    expect(await query(postgres.url('postgres'), 'select 1 as one')).toEqual([{ one: 1 }])
  })

  test('starts over when a first start was cut off half-way', async () => {
    mkdirSync(join(folder, 'db', 'pg18', 'base'), { recursive: true })
    const postgres = await start(join(folder, 'db'))
    expect(await query(postgres.url('postgres'), 'select 1 as one')).toEqual([{ one: 1 }])
  })

  test('reports an unexpected end', async () => {
    const postgres = await start(join(folder, 'db'))
    process.kill(postgres.pid, 'SIGKILL')
    expect(await postgres.ended).toMatchObject({ isExpected: false })
  })

  test('reports the message of PostgreSQL when it cannot start', async () => {
    const postgres = await start(join(folder, 'db'))
    await postgres.stop()
    rmSync(join(folder, 'db', 'pg18', 'global'), { recursive: true })
    await expect(startEmbeddedPostgres({ folder: join(folder, 'db') })).rejects.toThrow(
      /PostgreSQL did not start: .*global/s,
    )
  })
})

describe('after kill -9 of the process that started it', () => {
  test('the server ends by itself and what was committed is there at the next start', async () => {
    const holder = await startHolder(join(folder, 'db'))
    await query(holder.url, 'create table kept as select 42 as answer')
    holder.process.kill('SIGKILL')
    await waitForProcessEnd(holder.pid)

    const postgres = await start(join(folder, 'db'))
    expect(await query(postgres.url('postgres'), 'select answer from kept')).toEqual([{ answer: 42 }])
  })

  test('the server ends by itself also where the kernel sends no death signal', async () => {
    const holder = await startHolder(join(folder, 'db'), { path: makePath(isRootOnLinux ? ['unshare'] : []) })
    holder.process.kill('SIGKILL')
    await waitForProcessEnd(holder.pid)
  })

  test('and of the server, the next start recovers what was committed', async () => {
    const holder = await startHolder(join(folder, 'db'))
    await query(holder.url, 'create table kept as select 42 as answer')
    holder.process.kill('SIGKILL')
    killIfAlive(holder.pid)
    await waitForProcessEnd(holder.pid)

    const postgres = await start(join(folder, 'db'))
    expect(await query(postgres.url('postgres'), 'select answer from kept')).toEqual([{ answer: 42 }])
  })

  test.runIf(process.platform === 'linux')('a server that was left behind is stopped by the next start', async () => {
    const holder = await startHolder(join(folder, 'db'), { path: makePath(isRootOnLinux ? ['unshare'] : []) })
    const children = readFileSync(`/proc/${holder.process.pid}/task/${holder.process.pid}/children`, 'utf8').trim()
    for (const pid of children.split(' ').map(Number)) if (pid !== holder.pid) process.kill(pid, 'SIGKILL')
    holder.process.kill('SIGKILL')
    await once(holder.process, 'exit')
    expect(isAlive(holder.pid)).toBe(true)

    const postgres = await start(join(folder, 'db'))
    expect(isAlive(holder.pid)).toBe(false)
    expect(await query(postgres.url('postgres'), 'select 1 as one')).toEqual([{ one: 1 }])
  })
})

describe.runIf(isRootOnLinux)('as another user', () => {
  test('runs for a user who is not root', async () => {
    chmodSync(folder, 0o777)
    const holder = await startHolder(join(folder, 'db'), { uid: 65_534 })
    expect(await query(holder.url, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  test('runs for root where user namespaces are forbidden, also below a folder that only root can enter', async () => {
    const holder = await startHolder(join(folder, 'db'), { path: makePath(['setpriv']) })
    expect(readFileSync(`/proc/${holder.pid}/status`, 'utf8')).toMatch(/^Uid:\s+65534/m)
    expect(await query(holder.url, 'select 1 as one')).toEqual([{ one: 1 }])
  })
})
