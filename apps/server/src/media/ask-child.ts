// Owns asking a process of its own one question about a stranger's file, bounded in time.
import { fork } from 'node:child_process'

/**
 * Runs the module at `path` and answers the one message that it sends; undefined when it crashed, ended without a word, or
 * took longer than `patienceMs`. `signal` ends it at once.
 */
export function askChild<Answer>(
  path: string,
  args: readonly string[],
  patienceMs: number,
  signal?: AbortSignal,
): Promise<Answer | undefined> {
  return new Promise((resolve, reject) => {
    const child = fork(path, [...args], {
      // No secrets, no debugger port, no test runner's loader.
      env: {},
      execArgv: [],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      timeout: patienceMs,
      killSignal: 'SIGKILL',
    })
    let answer: Answer | undefined
    child.once('message', (message) => {
      answer = message as Answer
    })
    const end = () => child.kill('SIGKILL')
    signal?.addEventListener('abort', end, { once: true })
    child.once('error', reject)
    child.once('exit', () => {
      signal?.removeEventListener('abort', end)
      resolve(answer)
    })
  })
}
