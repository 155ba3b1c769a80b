// The whole product as a user starts it (`npm start`), with its processes in reach so that a test can kill them.
import { type ChildProcess, spawn } from 'node:child_process'
import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findFreePort } from '../free-port.ts'
import { findProcesses, killIfAlive } from '../process-list.ts'

const root = resolve(import.meta.dirname, '../..')

export type Role = 'launcher' | 'server' | 'worker' | 'postgres' | 'other'

export interface Stack {
  readonly baseUrl: string
  readonly port: number
  start(): Promise<void>
  /** Process ids by role, of everything that descends from this `npm start`. */
  processes(): Map<Role, number[]>
  /** Waits until nothing that `npm start` began is left; gives what is still there after the time is up. */
  waitUntilGone(timeoutMs: number): Promise<number[]>
  stop(): Promise<void>
}

function detectRole(command: string): Role {
  if (/postgres/.test(command)) return 'postgres'
  if (/server\.(js|ts)/.test(command)) return 'server'
  if (/worker\.(js|ts)/.test(command)) return 'worker'
  if (/scripts\/start\.mjs|launcher/.test(command)) return 'launcher'
  return 'other'
}

/** A stack on a free port with its own data folder. Its processes are recognised by that folder in their environment. */
export async function createStack(dataFolder: string, onLine: (line: string) => void = () => {}): Promise<Stack> {
  const port = await findFreePort()
  const baseUrl = `http://127.0.0.1:${port}`
  const mark = `VITRINE_DATA=${dataFolder}`
  let child: ChildProcess | undefined

  const own = () => findProcesses(mark)

  const isHealthy = async () => {
    try {
      return (await fetch(`${baseUrl}/api/health`, { signal: AbortSignal.timeout(2000) })).ok
    } catch {
      return false
    }
  }

  const waitUntilGone = async (timeoutMs: number) => {
    for (const end = Date.now() + timeoutMs; ; await sleep(100)) {
      const left = own().map((p) => p.pid)
      if (left.length === 0 || Date.now() > end) return left
    }
  }

  return {
    baseUrl,
    port,
    async start() {
      child = spawn('npm', ['start'], {
        cwd: root,
        stdio: ['ignore', 'pipe', 'pipe'],
        detached: true,
        env: {
          ...process.env,
          PORT: String(port),
          VITRINE_DATA: dataFolder,
          // Each buyer of a test comes from an address of their own: one address gets twenty codes an hour.
          VITRINE_TRUSTED_PROXIES: '127.0.0.1',
        },
      })
      for (const stream of [child.stdout, child.stderr]) {
        stream?.setEncoding('utf8').on('data', (text: string) => {
          for (const line of text.trimEnd().split('\n')) onLine(line)
        })
      }
      let ended: string | undefined
      child.once('exit', (code, signal) => {
        ended = String(code ?? signal)
      })
      const end = Date.now() + 300_000
      while (!(await isHealthy())) {
        if (ended !== undefined) throw new Error(`npm start ended (${ended}) before it was ready`)
        if (Date.now() > end) throw new Error('npm start was not ready within 300 s')
        await sleep(150)
      }
    },
    processes() {
      const roles = new Map<Role, number[]>()
      for (const { pid, command } of own()) {
        const role = detectRole(command)
        roles.set(role, [...(roles.get(role) ?? []), pid])
      }
      return roles
    },
    waitUntilGone,
    async stop() {
      if (child?.pid && child.exitCode === null && child.signalCode === null) process.kill(-child.pid, 'SIGINT')
      const left = await waitUntilGone(20_000)
      for (const pid of left) killIfAlive(pid)
      if (left.length > 0) throw new Error(`these processes outlived npm start: ${left.join(', ')}`)
    },
  }
}
