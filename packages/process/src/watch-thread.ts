// A thread in each process that does native work for a worker: it ends the process when its worker has ended or it uses too
// much memory, even while native code blocks the main thread.
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
  // Rounded up, so that the used memory does not look like the limit itself.
  const megabytes = (bytes: number) => `${Math.ceil(bytes / 2 ** 20)} MB`
  writeSync(STDERR, `The work took ${megabytes(memoryBytes)}; it may take ${megabytes(memoryLimitBytes)}.\n`)
  process.kill(process.pid, 'SIGKILL')
}

look()
parentPort?.postMessage('watching')
setInterval(look, LOOK_EVERY_MS)
