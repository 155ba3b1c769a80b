// Owns what becomes of a run of tests in which something failed: a few files are asked once more by themselves, so that one
// unlucky moment of a busy machine is named as such and decides nothing. What fails twice, or in many places, has failed.

export interface Count {
  passed: number
  failed: number
}

export interface Run extends Count {
  /** The tests among `failed`; the others are files that did not load and errors that no test awaited. */
  failedTests: number
  /** Files to be asked again; none when it is unknown where something failed. */
  failedFiles: string[]
}

/** With more than this, something is broken: asking again would only take time. */
const FILES_MOST = 5

/**
 * Runs all tests (`run([])`), and the files that failed once more. When nothing ran at all, because what the tests need did not
 * start, everything is asked again. `say` is told of the second run and of how it ended.
 */
export async function runWithSecondOpinion(
  run: (files: string[]) => Promise<Run>,
  say: (line: string) => void,
): Promise<Count> {
  const first = await run([])
  if (first.failed === 0) return first
  if (first.passed + first.failedTests === 0) {
    say('\nNothing ran. Once more:')
    return await run([])
  }
  const { failedFiles } = first
  if (failedFiles.length === 0 || failedFiles.length > FILES_MOST) return first
  say(`\nOnce more, by themselves:\n${failedFiles.map((file) => `  ${file}`).join('\n')}`)
  const again = await run(failedFiles)
  const passed = first.passed + first.failedTests - again.failedTests
  if (again.failed > 0) return { passed, failed: again.failed }
  say(`flaky: ${failedFiles.join(', ')} failed beside the others (see above) and passed alone`)
  return { passed, failed: 0 }
}
