// A server or a worker as on its own machine: the built program, a separate data folder, and its settings. Killing it also kills
// everything it started.
import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { bundleFolder } from '../../apps/launcher/src/build.ts'
import { root } from '../../apps/launcher/src/settings.ts'
import { compileCache } from '../compile-cache.ts'

export interface Machine {
  readonly dataFolder: string
  /** The id of its process; undefined before the first start. */
  readonly pid: () => number | undefined
  /** What it wrote so far. */
  readonly output: () => string
  start(): Promise<void>
  /** True while it has processes of its own at work, such as one that makes a video. */
  isWorking(): boolean
  kill(): Promise<void>
  /** Tells it to stop and waits until it has. Answers the exit code. */
  stop(): Promise<number | null>
}

/** `program`: the name of a bundle, such as `server`. */
export function createMachine(program: string, dataFolder: string, settings: Record<string, string>): Machine {
  let child: ChildProcess | undefined
  let output = ''
  const ended = new WeakMap<ChildProcess, Promise<number | null>>()

  return {
    dataFolder,
    pid: () => child?.pid,
    output: () => output,
    async start() {
      const started = spawn(process.execPath, ['--enable-source-maps', join(bundleFolder, `${program}.js`)], {
        cwd: root,
        stdio: ['ignore', 'pipe', 'pipe'],
        // A group of its own: killing it takes along what it started, as the power cut of a machine would.
        detached: true,
        env: { ...compileCache, PATH: process.env.PATH, VITRINE_ROOT: root, VITRINE_DATA: dataFolder, ...settings },
      })
      child = started
      ended.set(started, new Promise((done) => started.once('exit', done)))
      const ready = Promise.withResolvers<void>()
      const saidBefore = output.length
      for (const stream of [started.stdout, started.stderr]) {
        stream.setEncoding('utf8').on('data', (text: string) => {
          output += text
          if (/listens at|takes jobs/.test(output.slice(saidBefore))) ready.resolve()
        })
      }
      started.once('exit', (code) => ready.reject(new Error(`${program} ended (${code}): ${output.slice(-2000)}`)))
      await ready.promise
    },
    isWorking() {
      const pid = child?.pid
      try {
        return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim() !== ''
      } catch {
        return false
      }
    },
    async kill() {
      if (!child?.pid) return
      try {
        process.kill(-child.pid, 'SIGKILL')
      } catch {
        // It has ended already.
      }
      await ended.get(child)
    },
    async stop() {
      if (!child) return null
      child.kill('SIGTERM')
      return (await ended.get(child)) ?? null
    },
  }
}
