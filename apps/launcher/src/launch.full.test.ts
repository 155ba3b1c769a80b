import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { findFreePort } from '../../../tests/free-port.ts'
import { copyPreparedCluster } from '../../../tests/prepared-cluster.ts'
import { findProcesses, killIfAlive } from '../../../tests/process-list.ts'

const fixture = resolve(import.meta.dirname, '../testing/launch-tiny.ts')

let dataFolder: string
let port: number

beforeEach(async () => {
  dataFolder = mkdtempSync(join(tmpdir(), 'vitrine-launch-'))
  copyPreparedCluster(join(dataFolder, 'db'))
  port = await findFreePort()
})
afterEach(async () => {
  for (const { pid } of ownProcesses()) killIfAlive(pid)
  await untilNothingIsLeft()
  rmSync(dataFolder, { recursive: true, force: true, maxRetries: 10 })
})

interface Launched {
  process: ChildProcess
  output: () => string
  /** Resolves when the output contains the text. */
  says(text: string): Promise<void>
  exit: Promise<number | NodeJS.Signals>
}

function start(env: Record<string, string> = {}, folder = dataFolder): Launched {
  const child = spawn(process.execPath, [fixture, folder, String(port)], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env, LAUNCH_TEST: dataFolder },
  })
  let output = ''
  const heard: (() => void)[] = []
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
      for (const wake of heard.splice(0)) wake()
    })
  }
  const exit = once(child, 'exit').then(([code, signal]) => code ?? signal)
  return {
    process: child,
    output: () => output,
    async says(text) {
      let ended: unknown
      void exit.then((outcome) => {
        ended = outcome
        for (const wake of heard.splice(0)) wake()
      })
      while (!output.includes(text)) {
        if (ended !== undefined) throw new Error(`it ended (${ended}) without saying "${text}", but: ${output}`)
        await new Promise<void>((done) => heard.push(done))
      }
    },
    exit,
  }
}

async function startReady(env?: Record<string, string>): Promise<Launched> {
  const launched = start(env)
  await launched.says('Vitrine is at')
  return launched
}

/** All descendants of a launcher of this test: their environment contains the test's marker. */
const ownProcesses = () => findProcesses(`LAUNCH_TEST=${dataFolder}`)

async function untilNothingIsLeft(): Promise<void> {
  while (ownProcesses().length > 0) await sleep(20)
}

function getPid(part: string): number {
  const found = ownProcesses().find(({ command }) => command.includes(part))
  if (!found) throw new Error(`no ${part} among: ${ownProcesses().map(({ command }) => command)}`)
  return found.pid
}

interface Answer {
  pid: number
  notes: string[]
  sandbox: string | null
  openSandbox: string | null
}

async function ask(body?: string): Promise<Answer> {
  const request = body === undefined ? {} : { method: 'POST', body }
  const answer = await fetch(`http://127.0.0.1:${port}/`, { ...request, headers: { connection: 'close' } })
  return (await answer.json()) as Answer
}

describe('launch', () => {
  test('prints once the address of the store and, in sandbox mode, the accounts and where emails are', async () => {
    const launched = await startReady()
    expect(await ask()).toMatchObject({ sandbox: '1', openSandbox: '1' })
    launched.process.kill('SIGTERM')
    expect(await launched.exit).toBe(0)
    expect(launched.output().trimEnd().split('\n')).toEqual([
      `Vitrine is at http://localhost:${port}`,
      'Demo buyer: demo@vitrine.test / demo-vitrine (500 credits)',
      'Store owner: owner@vitrine.test / owner-vitrine',
      `Admin: http://localhost:${port}/internal-dashboard-admin, password owner-vitrine-admin`,
      `Emails and text messages arrive at http://localhost:${port}/sandbox`,
      `Payments move no money; act as the bank at http://localhost:${port}/sandbox/payment`,
    ])
  })

  test.each([
    { VITRINE_SMTP_URL: 'smtp://mail.example' },
    { NODE_ENV: 'production' },
    { VITRINE_PUBLIC_URL: 'https://store.example' },
    { VITRINE_RAZORPAY_KEY_ID: 'rzp_live_AbCdEfGhIjKlMn' },
  ])('allows no sandbox and names no demo accounts with %o', async (variables) => {
    const launched = await startReady(variables)
    expect(await ask()).toMatchObject({ sandbox: null, openSandbox: '0' })
    expect(launched.output()).toBe(`Vitrine is at http://localhost:${port}\n`)
  })

  test('lets the owner allow the sandbox in production, and then keeps it to the owner', async () => {
    await startReady({ NODE_ENV: 'production', VITRINE_ALLOW_SANDBOX: '1' })
    expect(await ask()).toMatchObject({ sandbox: '1', openSandbox: '0' })
  })

  test('a second start on the same data folder reports that the store runs, and where', async () => {
    const first = await startReady()
    const second = start()
    expect(await second.exit).toBe(1)
    expect(second.output()).toContain(`already running with this data folder, at http://localhost:${port}`)
    expect(second.output()).toContain(`process ${first.process.pid}`)
    expect((await ask()).notes).toEqual([])
  })

  test('reports that the port is taken, and leaves the other program alone', async () => {
    const other = createServer().listen(port, '127.0.0.1')
    await once(other, 'listening')
    const launched = start()
    expect(await launched.exit).toBe(1)
    expect(launched.output()).toContain(`Port ${port} is used by another program`)
    expect(launched.output()).not.toContain('    at ')
    expect(other.listening).toBe(true)
    other.close()
  })

  test('reports that the data folder cannot be used', async () => {
    rmSync(dataFolder, { recursive: true })
    writeFileSync(dataFolder, 'not a folder')
    const launched = start()
    expect(await launched.exit).toBe(1)
    expect(launched.output()).toContain(`The data folder ${dataFolder} cannot be used (EEXIST).`)
    expect(launched.output()).not.toContain('    at ')
  })

  test.runIf(process.platform === 'linux')('says so too where nobody may make a folder', async () => {
    const launched = start({}, '/proc/vitrine/data')
    expect(await launched.exit).toBe(1)
    expect(launched.output()).toContain('The data folder /proc/vitrine/data cannot be used (ENOENT).')
  })

  test('stops everything when the data folder is moved away under it', async () => {
    const launched = await startReady()
    const moved = `${dataFolder}-moved`
    renameSync(dataFolder, moved)
    try {
      expect(await launched.exit).toBe(1)
      expect(launched.output()).toContain(`The data folder ${dataFolder} was moved or deleted while the store ran`)
      await untilNothingIsLeft()
    } finally {
      rmSync(moved, { recursive: true })
    }
  })

  test('prints the message of PostgreSQL when the database cannot be started', async () => {
    const first = await startReady()
    first.process.kill('SIGTERM')
    await first.exit
    rmSync(join(dataFolder, 'db/pg18/global'), { recursive: true })
    const launched = start()
    expect(await launched.exit).toBe(1)
    expect(launched.output()).toContain(`The database in ${join(dataFolder, 'db')} could not be started.`)
    expect(launched.output()).toMatch(/PostgreSQL did not start: .*global/s)
    expect(launched.output()).not.toContain('    at ')
  })

  test('starts over the remains of a killed launcher', async () => {
    const first = await startReady()
    await ask('kept')
    process.kill(first.process.pid as number, 'SIGKILL')
    await untilNothingIsLeft()
    await startReady()
    expect((await ask()).notes).toEqual(['kept'])
  })
})

describe('after any process ends, nothing is left running and nothing committed is lost', () => {
  test.each(['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGKILL'] as const)('%s to the launcher', async (signal) => {
    const launched = await startReady()
    await ask('kept')
    launched.process.kill(signal)
    await untilNothingIsLeft()
    await startReady()
    expect((await ask()).notes).toEqual(['kept'])
  })

  test('a signal while it is still starting', async () => {
    const launched = start()
    await sleep(400)
    launched.process.kill('SIGINT')
    await launched.exit
    await untilNothingIsLeft()
    await startReady()
  })

  test.each(['SIGTERM', 'SIGKILL'] as const)('%s to the server: it is started again', async (signal) => {
    const launched = await startReady()
    const before = await ask('kept')
    process.kill(before.pid, signal)
    await launched.says('is restarted')
    const after = await untilAnswered()
    expect(after.pid).not.toBe(before.pid)
    expect(after.notes).toEqual(['kept'])
  })

  test('SIGKILL to the worker: its helper ends too, and it is started again', async () => {
    const launched = await startReady()
    const helpers = () => ownProcesses().filter(({ command }) => command.includes('setInterval'))
    const [helper] = helpers()
    process.kill(getPid('tiny-worker'), 'SIGKILL')
    await launched.says('is restarted')
    while (helpers().length !== 1 || helpers()[0]?.pid === helper?.pid) await sleep(20)
  })

  test('SIGKILL to PostgreSQL: it is started again, and with it what could not go on', async () => {
    const launched = await startReady()
    await ask('kept')
    const before = getPid('bin/postgres')
    process.kill(before, 'SIGKILL')
    await launched.says('PostgreSQL ended unexpectedly and is restarted')
    // A session of the killed server may still answer a query before it notices.
    while (!ownProcesses().some(({ pid, command }) => pid !== before && command.includes('bin/postgres'))) {
      await sleep(20)
    }
    expect((await untilAnswered()).notes).toEqual(['kept'])
    launched.process.kill('SIGTERM')
    expect(await launched.exit).toBe(0)
  })

  test('a PostgreSQL that cannot start again: everything stops with its last message', async () => {
    const launched = await startReady()
    rmSync(join(dataFolder, 'db/pg18/global'), { recursive: true })
    process.kill(getPid('bin/postgres'), 'SIGKILL')
    expect(await launched.exit).toBe(1)
    expect(launched.output()).toMatch(/PostgreSQL ended unexpectedly: .*global/s)
    await untilNothingIsLeft()
  })
})

async function untilAnswered(): Promise<Answer> {
  for (;;) {
    try {
      return await ask()
    } catch {
      await sleep(20)
    }
  }
}
