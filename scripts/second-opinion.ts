// Owns what becomes of a run of tests in which something failed: a few files are asked once more by themselves, so that one
// unlucky moment of a busy machine is named as such and decides nothing. What fails twice, or in many places, has failed.

export interface Count {
  passed: number
  failed: number
}

export interface Run {
  isGreen: boolean
  /** The tests of each file that ran. */
  files: ReadonlyMap<string, Count>
  /** Files with failed tests, that did not load, or from which an error came that no test awaited; none when unknown. */
  failedFiles: readonly string[]
  /** Files that never ran, or not to their end, because the process that ran them ended. */
  unfinishedFiles: readonly string[]
}

/** With more failed files than this, something is broken: asking again would only take time. */
const MAX_FAILED_FILES = 5

/**
 * Runs all tests (`run([])`), and once more the files that failed or did not run to their end. When nothing ran at all, because
 * what the tests need did not start, everything is asked again. `say` is told of the second run and of how it ended.
 */
export async function runWithSecondOpinion(
  run: (files: readonly string[]) => Promise<Run>,
  say: (line: string) => void,
): Promise<Count> {
  const first = await run([])
  if (first.isGreen) return sum(first)
  if (first.files.size === 0) {
    say('\nNothing ran. Once more:')
    return sum(await run([]))
  }
  const asked = [...first.failedFiles, ...first.unfinishedFiles]
  if (asked.length === 0 || first.failedFiles.length > MAX_FAILED_FILES) return sum(first)
  say(`\nOnce more, by themselves:\n${asked.map((file) => `  ${file}`).join('\n')}`)
  const again = await run(asked)
  if (again.isGreen) say(`flaky: ${asked.join(', ')} failed beside the others (see above) and passed alone`)
  return sum({ isGreen: again.isGreen, files: new Map([...first.files, ...again.files]) })
}

/** A run can fail without a failed test, as when a file does not load: that counts as one. */
function sum({ isGreen, files }: Pick<Run, 'isGreen' | 'files'>): Count {
  const counts = [...files.values()]
  const passed = counts.reduce((total, count) => total + count.passed, 0)
  const failed = counts.reduce((total, count) => total + count.failed, 0)
  return { passed, failed: isGreen ? failed : Math.max(failed, 1) }
}
