// CPU time of another process: it survives a noisy machine better than wall time does.
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

let ticksPerSecond: number | undefined

/** User + system CPU seconds that a process has used so far (Linux: /proc/PID/stat, fields 14 and 15 of proc(5)). */
export function readCpuSeconds(pid: number): number {
  const { ownTicks } = readStat(pid)
  return ownTicks / readTicksPerSecond()
}

/** The same for a process and all it started and waited for or that still live: PostgreSQL with its sessions. */
export function readFamilyCpuSeconds(pid: number): number {
  const { ownTicks, endedTicks } = readStat(pid)
  let ticks = ownTicks + endedTicks
  for (const name of readdirSync('/proc')) {
    try {
      if (/^\d+$/.test(name) && readStat(Number(name)).parent === pid) ticks += readStat(Number(name)).ownTicks
    } catch {
      // It ended while it was read; then its parent has its time.
    }
  }
  return ticks / readTicksPerSecond()
}

function readTicksPerSecond(): number {
  ticksPerSecond ??= Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }))
  return ticksPerSecond
}

function readStat(pid: number): { parent: number; ownTicks: number; endedTicks: number } {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number)
  const [parent = 0, , , , , , , , , , user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(1)
  return { parent, ownTicks: user + system, endedTicks: endedUser + endedSystem }
}
