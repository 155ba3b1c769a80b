// Decides how a child process is started so that the kernel bounds it: how much memory it may ask for, no core dumps, and a
// network namespace of its own without any interface, where the system allows that.
import { execFile } from 'node:child_process'

/** How `fork` starts Node: a command and what stands between it and the module. */
export interface Command {
  readonly execPath: string
  readonly execArgv: string[]
}

/**
 * Writable memory that Node with its native libraries reserves and mostly never touches, measured: 2.8 GB. The kernel's
 * limit counts it, so it cannot be the exact one: it stops what asks for far too much at once, before the watching thread
 * sees the resident memory.
 */
const RESERVED_BYTES = 4 * 2 ** 30

const LIMIT_SCRIPT = 'ulimit -c 0; ulimit -d "$1"; shift; exec "$@"'

/** The command that starts Node within these limits. JavaScript objects get half of the memory. */
export async function commandWithLimits({ memoryBytes }: { readonly memoryBytes: number }): Promise<Command> {
  const heapMegabytes = Math.max(64, Math.floor(memoryBytes / 2 / 2 ** 20))
  const node = [`--max-old-space-size=${heapMegabytes}`]
  if (process.platform !== 'linux') return { execPath: process.execPath, execArgv: node }
  const dataKilobytes = Math.ceil((memoryBytes + RESERVED_BYTES) / 1024)
  const command = [...(await findIsolation()), process.execPath, ...node]
  return { execPath: '/bin/sh', execArgv: ['-c', LIMIT_SCRIPT, 'sh', String(dataKilobytes), ...command] }
}

/** Commands that take the network away from what they start: with a user namespace, or as root without one. */
const ISOLATIONS = [
  ['unshare', '--user', '--map-current-user', '--net'],
  ['unshare', '--net'],
]

let isolation: Promise<readonly string[]> | undefined

/** The first of them that works here; empty where none does, as in containers that forbid namespaces. */
export function findIsolation(): Promise<readonly string[]> {
  isolation ??= (async () => {
    for (const command of ISOLATIONS) if (await works(command)) return command
    return []
  })()
  return isolation
}

function works([file = '', ...args]: readonly string[]): Promise<boolean> {
  return new Promise((resolve) => {
    execFile(file, [...args, 'true'], { timeout: 5000 }, (error) => resolve(error === null))
  })
}
