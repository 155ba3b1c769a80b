// A thread beside each process that does native work for a worker: it ends the process when its worker is gone or it takes
// too much memory, even while the process is stuck in native code, which no event of its own would reach.
import { writeSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import type { WatchSettings } from './child-request.ts'

const LOOK_EVERY_MS = 50
const STDERR = 2

const { parentPid, memoryLimitBytes } = workerData as WatchSettings

function look(): void {
  if (process.ppid !== parentPid) process.kill(process.pid, 'SIGKILL')
  const memoryBytes = process.memoryUsage.rss()
  if (memoryBytes <= memoryLimitBytes) return
  // Rounded up: what was taken must not read like the limit itself.
  const megabytes = (bytes: number) => `${Math.ceil(bytes / 2 ** 20)} MB`
  writeSync(STDERR, `The work took ${megabytes(memoryBytes)}; it may take ${megabytes(memoryLimitBytes)}.\n`)
  process.kill(process.pid, 'SIGKILL')
}

look()
parentPort?.postMessage('watching')
setInterval(look, LOOK_EVERY_MS)
