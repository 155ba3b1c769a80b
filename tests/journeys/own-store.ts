// A separate store for one journey, started by `npm start`, with a temporary data folder.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { findFreePort } from '../free-port.ts'

const root = resolve(import.meta.dirname, '../..')

export interface OwnStore {
  readonly address: string
  /** Where commands find it. */
  readonly environment: Readonly<Record<string, string>>
  /** Starts it and answers what it has printed, once it runs. */
  start(...words: string[]): Promise<string>
  stop(): Promise<void>
  /** Stops it and deletes its data. */
  remove(): Promise<void>
}

/** `environment` is added to that of the test. */
export async function createOwnStore(
  environment: Readonly<Record<string, string>> = {},
  port?: number,
): Promise<OwnStore> {
  port ??= await findFreePort()
  const dataFolder = mkdtempSync(join(tmpdir(), 'vitrine-own-'))
  let stop = async () => {}
  return {
    address: `http://localhost:${port}`,
    environment: { PORT: String(port), VITRINE_DATA: dataFolder },
    async start(...words) {
      const child = spawn(process.execPath, ['scripts/start.mjs', ...words], {
        cwd: root,
        stdio: ['ignore', 'pipe', 'pipe'],
        env: { ...process.env, PORT: String(port), VITRINE_DATA: dataFolder, ...environment },
      })
      const ended = once(child, 'exit')
      stop = async () => {
        child.kill('SIGTERM')
        await ended
      }
      let output = ''
      for (const stream of [child.stdout, child.stderr]) {
        stream.setEncoding('utf8').on('data', (text: string) => {
          output += text
        })
      }
      const isRunning = async () => (await fetch(`http://localhost:${port}/api/health`).catch(() => undefined))?.ok
      for (;;) {
        if (child.exitCode !== null) throw new Error(`it ended (${child.exitCode}): ${output}`)
        // The last line of its output, for a trial store and for one with a setup.
        if (/act as the bank|setup\?key=/.test(output) && (await isRunning())) return output
        await new Promise((done) => setTimeout(done, 100))
      }
    },
    stop: () => stop(),
    async remove() {
      await stop()
      rmSync(dataFolder, { recursive: true, force: true, maxRetries: 10 })
    },
  }
}
