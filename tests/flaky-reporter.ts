// Names the tests that failed once and then passed, at the end of a run: to be mended, but no verdict on a change.
// What a run could not settle is written down, so that `npm test` can ask those files once more.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Reporter, TestModule, TestRunEndReason } from 'vitest/node'

type UnhandledErrors = Parameters<NonNullable<Reporter['onTestRunEnd']>>[1]

/** For `reporters` of Vitest, beside the default one. `VITRINE_FAILED_FILES` names where the files that failed go. */
export default class FlakyReporter implements Reporter {
  onTestRunEnd(modules: ReadonlyArray<TestModule>, errors: UnhandledErrors, reason: TestRunEndReason): void {
    const into = process.env.VITRINE_FAILED_FILES
    if (into) writeFailedFiles(into, reason === 'interrupted' ? [] : failedFiles(modules, errors))
    const flaky = modules.flatMap((module) =>
      [...module.children.allTests()].filter((test) => test.diagnostic()?.flaky),
    )
    if (flaky.length === 0) return
    console.log(`\n${flaky.length} flaky:`)
    for (const test of flaky) console.log(`  ${test.module.relativeModuleId} > ${test.fullName}`)
  }
}

/** The files with failed tests and those in which something was thrown that no test awaited. None when that is unknown. */
function failedFiles(modules: ReadonlyArray<TestModule>, errors: UnhandledErrors): string[] {
  const origins = errors.map((error) => error.VITEST_TEST_PATH)
  if (!origins.every((path) => typeof path === 'string')) return []
  const failed = modules.filter((module) => module.state() === 'failed').map((module) => module.moduleId)
  return [...new Set([...failed, ...origins])]
}

function writeFailedFiles(into: string, files: string[]): void {
  rmSync(into, { force: true })
  if (files.length === 0) return
  mkdirSync(dirname(into), { recursive: true })
  writeFileSync(into, JSON.stringify(files))
}
