// Finds the processes that a test started, however deep, by a variable in their environment (Linux only).
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
      // It ended while it was read, or belongs to somebody else.
      return []
    }
  })
}
