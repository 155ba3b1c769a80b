// Finds the processes that a test started, however deep, by a variable in their environment (Linux only), and ends them.
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'

export interface FoundProcess {
  pid: number
  /** Program and arguments, separated by spaces. */
  command: string
}

/** Every living process that has `NAME=value` in the environment it was started with, except this one. */
export function findProcesses(variable: string): FoundProcess[] {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name) || Number(name) === process.pid) return []
    try {
      // Empty for a process that has ended and was not yet reaped.
      const environment = readFileSync(`/proc/${name}/environ`, 'utf8').split('\0')
      if (!environment.includes(variable)) return []
      const command = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()
      return [{ pid: Number(name), command }]
    } catch {
      // It ended while it was read, or belongs to another user.
      return []
    }
  })
}

/** SIGKILL to a process that may have ended by itself a moment ago. */
export function killIfAlive(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/** Sends SIGKILL to a child. Resolves when it has exited, so that it cannot write into folders that are then removed. */
export async function endChild(child: ChildProcess | undefined): Promise<void> {
  if (child?.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}
