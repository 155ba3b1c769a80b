// The job after the setup of a shop: puts the chosen samples on sale. Their importer is a program of its own, above this one.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

// In a bundle the program is a file beside this one.
const PROGRAM = fileURLToPath(
  new URL(
    import.meta.url.endsWith('.ts') ? '../../template/src/samples-process.ts' : './samples-process.js',
    import.meta.url,
  ),
)

/** Runs the program to its end, in the environment of this process. Rejects when it fails, so that the queue runs it again. */
export async function runInstallSamples(databaseUrl: string, signal: AbortSignal): Promise<void> {
  const child = fork(PROGRAM, [], {
    env: { ...process.env, DATABASE_URL: databaseUrl },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    signal,
  })
  const [code, by] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null]
  if (code !== 0) throw new Error(`installing the samples ended with ${code ?? by}`)
}
