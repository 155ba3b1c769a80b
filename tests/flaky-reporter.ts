// Names the tests that failed once and then passed, at the end of a run: to be mended, but no verdict on a change.
// What a run could not settle is written down, so that `npm test` can ask those files once more.
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Reporter, TestModule, TestRunEndReason, TestSpecification } from 'vitest/node'

type UnhandledErrors = Parameters<NonNullable<Reporter['onTestRunEnd']>>[1]

/** Paths of files, as `VITRINE_TEST_TROUBLE` names where they are written. */
export interface TestTrouble {
  /** With failed tests, or the origin of an error that no test awaited; none when the origin of an error is unknown. */
  failed: string[]
  /** Not run to their end, because their process ended: native code crashed, or the machine had no room for it. */
  unfinished: string[]
}

/** For `reporters` of Vitest, beside the default one. */
export default class FlakyReporter implements Reporter {
  #planned: string[] = []

  onTestRunStart(specifications: ReadonlyArray<TestSpecification>): void {
    this.#planned = specifications.map(({ moduleId }) => moduleId)
  }

  onTestRunEnd(modules: ReadonlyArray<TestModule>, errors: UnhandledErrors, reason: TestRunEndReason): void {
    const into = process.env.VITRINE_TEST_TROUBLE
    if (into && reason !== 'interrupted') {
      mkdirSync(dirname(into), { recursive: true })
      writeFileSync(into, JSON.stringify(findTrouble(this.#planned, modules, errors)))
    }
    const flaky = modules.flatMap((module) =>
      [...module.children.allTests()].filter((test) => test.diagnostic()?.flaky),
    )
    if (flaky.length === 0) return
    console.log(`\n${flaky.length} flaky:`)
    for (const test of flaky) console.log(`  ${test.module.relativeModuleId} > ${test.fullName}`)
  }
}

function findTrouble(
  planned: readonly string[],
  modules: ReadonlyArray<TestModule>,
  errors: UnhandledErrors,
): TestTrouble {
  const finished = new Set(
    modules.filter((module) => !['queued', 'pending'].includes(module.state())).map(({ moduleId }) => moduleId),
  )
  const unfinished = planned.filter((moduleId) => !finished.has(moduleId))
  // Vitest's own word about a process that ended is settled by what that process did not finish.
  const isSettled = ({ message = '' }: UnhandledErrors[number]) =>
    unfinished.length > 0 && message.startsWith('[vitest-pool]')
  const origins = errors.filter((error) => !isSettled(error)).map((error) => error.VITEST_TEST_PATH)
  if (!origins.every((path) => typeof path === 'string')) return { failed: [], unfinished: [] }
  const failed = modules.filter((module) => module.state() === 'failed').map(({ moduleId }) => moduleId)
  return { failed: [...new Set([...failed, ...origins])].filter((file) => !unfinished.includes(file)), unfinished }
}
