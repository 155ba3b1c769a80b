// `npm run test:kill-matrix`: starts the real `npm start` again and again, ends one of its processes each time in each
// way, and proves that no process is left after a few seconds and that nothing committed was lost.
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { findFreePort } from './free-port.ts'
import { type FoundProcess, findProcesses } from './process-list.ts'

const root = resolve(import.meta.dirname, '..')
const dataFolder = mkdtempSync(join(tmpdir(), 'vitrine-kill-'))
const own = (): FoundProcess[] => findProcesses(`VITRINE_DATA=${dataFolder}`)

/** Ends everything within this time, or it is counted as left behind. */
const PATIENCE_MS = 8000

interface Case {
  name: string
  /** What the kill does to the whole: it ends, or the victim is started again. */
  outcome: 'ends' | 'goes on'
  kill(npm: ChildProcess): void
}

const victims: Record<string, RegExp> = {
  npm: /^npm /,
  launcher: /node \S*scripts\/start\.mjs/,
  postgres: /bin\/postgres -D/,
  server: /build\/node\/server\.js/,
  worker: /build\/node\/worker\.js/,
}

function killer(victim: string, signal: NodeJS.Signals, outcome: Case['outcome']): Case {
  return {
    name: `${signal} to ${victim}`,
    outcome,
    kill() {
      const found = own().filter(({ command }) => victims[victim]?.test(command) && !command.startsWith('sh '))
      assert(
        found.length > 0,
        `no ${victim} among:\n${own()
          .map(({ command }) => command)
          .join('\n')}`,
      )
      for (const { pid } of found) process.kill(pid, signal)
    },
  }
}

const cases: Case[] = [
  {
    name: 'Ctrl-C in the terminal',
    outcome: 'ends',
    kill: (npm) => process.kill(-(npm.pid as number), 'SIGINT'),
  },
  {
    name: 'closing the terminal',
    outcome: 'ends',
    kill: (npm) => process.kill(-(npm.pid as number), 'SIGHUP'),
  },
  killer('npm', 'SIGTERM', 'ends'),
  killer('npm', 'SIGKILL', 'ends'),
  killer('launcher', 'SIGTERM', 'ends'),
  killer('launcher', 'SIGKILL', 'ends'),
  killer('postgres', 'SIGKILL', 'goes on'),
  killer('server', 'SIGTERM', 'goes on'),
  killer('server', 'SIGKILL', 'goes on'),
  killer('worker', 'SIGTERM', 'goes on'),
  killer('worker', 'SIGKILL', 'goes on'),
]

const port = await findFreePort()
let committed = 0
let failed = 0
try {
  for (const one of cases) {
    const startedAt = performance.now()
    try {
      console.log(`ok      ${one.name}: ${await run(one)} (${Math.round(performance.now() - startedAt)} ms in all)`)
    } catch (error) {
      failed++
      console.log(`FAILED  ${one.name}: ${error instanceof Error ? error.message : error}`)
      for (const { pid } of own()) process.kill(pid, 'SIGKILL')
      await untilNothingIsLeft()
    }
  }
} finally {
  rmSync(dataFolder, { recursive: true, force: true })
}
console.log(`${cases.length - failed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1

async function run({ kill, outcome }: Case): Promise<string> {
  const npm = spawn('npm', ['start'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    // A process group of its own, as a terminal gives to what is typed into it.
    detached: true,
    env: { ...process.env, PORT: String(port), VITRINE_DATA: dataFolder },
  })
  await untilHealthy(npm)
  await query('create table if not exists kill_matrix (round integer not null)')
  assert.equal((await query('select count(*)::int as n from kill_matrix')).n, committed, 'rows of earlier rounds')
  await query('insert into kill_matrix values (1)')
  committed++
  const before = new Set(own().map(({ pid }) => pid))
  const killedAt = performance.now()
  kill(npm)
  if (outcome === 'ends') {
    await untilNothingIsLeft()
    return `nothing left after ${Math.round(performance.now() - killedAt)} ms`
  }
  // Healthy again, with a new process in the place of the killed one.
  for (const end = Date.now() + 30_000; own().every(({ pid }) => before.has(pid)); await sleep(50)) {
    assert(Date.now() < end, 'nothing was started in its place')
  }
  await untilHealthy(npm)
  const report = `works again after ${Math.round(performance.now() - killedAt)} ms`
  process.kill(-(npm.pid as number), 'SIGINT')
  await untilNothingIsLeft()
  return report
}

async function query(text: string): Promise<Record<string, unknown>> {
  const client = new pg.Client({ host: join(dataFolder, 'db/run'), user: 'vitrine', database: 'vitrine' })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(text)).rows[0] ?? {}
  } finally {
    await client.end()
  }
}

async function untilHealthy(npm: ChildProcess): Promise<void> {
  for (const end = Date.now() + 180_000; ; await sleep(100)) {
    assert(npm.exitCode === null && npm.signalCode === null, 'npm start ended before it was ready')
    assert(Date.now() < end, 'npm start was not ready within three minutes')
    try {
      if ((await fetch(`http://127.0.0.1:${port}/api/health`, { headers: { connection: 'close' } })).ok) return
    } catch {
      // Not listening yet.
    }
  }
}

async function untilNothingIsLeft(): Promise<void> {
  for (const end = Date.now() + PATIENCE_MS; own().length > 0; await sleep(50)) {
    assert(
      Date.now() < end,
      `still running:\n${own()
        .map(({ pid, command }) => `  ${pid} ${command}`)
        .join('\n')}`,
    )
  }
}
