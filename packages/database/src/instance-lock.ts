// Ensures one launcher per data folder: a socket in the folder identifies the running launcher, and is released however its
// process ends.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

export interface RunningInstance {
  pid: number
  address: string
}

/** A Unix socket's path may have 107 bytes on Linux and 103 on macOS. */
const MAX_SOCKET_BYTES = 100

/**
 * Takes the data folder for this process, or returns the launcher that already has it. `release` releases it, as does the end
 * of the process.
 */
export async function takeInstanceLock(
  dataFolder: string,
  self: RunningInstance,
): Promise<{ isTaken: true; release(): Promise<void> } | { isTaken: false; running: RunningInstance }> {
  makeFolder(dataFolder)
  const path = socketPath(dataFolder)
  for (;;) {
    const release = await listen(path, self)
    if (release) return { isTaken: true, release }
    const running = await ask(path)
    if (running) return { isTaken: false, running }
    // No response: the owner was killed. Another launcher may be removing the socket right now and already listen under the
    // same name, so it is renamed and queried once more before it is deleted.
    const aside = `${path}.${process.pid}`
    try {
      renameSync(path, aside)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') continue
      throw error
    }
    const late = await ask(aside)
    if (late) {
      renameSync(aside, path)
      return { isTaken: false, running: late }
    }
    rmSync(aside, { force: true })
  }
}

/** The launcher that runs on a data folder, even after the folder was moved; undefined without one. */
export function findRunningInstance(dataFolder: string): Promise<RunningInstance | undefined> {
  return ask(socketPath(dataFolder))
}

/** Not Node's own `recursive`, which never returns where the system rejects new folders in unusual ways, as in /proc. */
function makeFolder(path: string): void {
  const parent = dirname(path)
  if (parent !== path && !existsSync(parent)) makeFolder(parent)
  try {
    mkdirSync(path, { mode: 0o700 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST' && statSync(path).isDirectory()) return
    throw error
  }
}

function socketPath(dataFolder: string): string {
  const path = join(dataFolder, 'launcher.sock')
  // Leaves space for the suffix above.
  if (Buffer.byteLength(path) + 10 <= MAX_SOCKET_BYTES) return path
  return join(tmpdir(), `vitrine-${createHash('sha256').update(dataFolder).digest('hex').slice(0, 12)}.sock`)
}

function listen(path: string, self: RunningInstance): Promise<(() => Promise<void>) | undefined> {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.end(JSON.stringify(self))
  })
  server.unref()
  return new Promise((done, fail) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') done(undefined)
      else fail(error)
    })
    server.listen(path, () => done(() => new Promise((closed) => server.close(() => closed()))))
  })
}

function ask(path: string): Promise<RunningInstance | undefined> {
  return new Promise((done) => {
    let answer = ''
    const socket = connect(path)
    socket.setEncoding('utf8').setTimeout(5000, () => socket.destroy())
    socket.on('data', (text) => {
      answer += text
    })
    socket.on('error', () => {})
    socket.on('close', () => done(answer ? (JSON.parse(answer) as RunningInstance) : undefined))
  })
}
