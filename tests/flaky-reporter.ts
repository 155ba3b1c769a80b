// Names the tests that failed once and then passed, at the end of a run: to be mended, but no verdict on a change.
import type { Reporter, TestModule } from 'vitest/node'

/** For `reporters` of Vitest, beside the default one. */
export default class FlakyReporter implements Reporter {
  onTestRunEnd(modules: ReadonlyArray<TestModule>): void {
    const flaky = modules.flatMap((module) =>
      [...module.children.allTests()].filter((test) => test.diagnostic()?.flaky),
    )
    if (flaky.length === 0) return
    console.log(`\n${flaky.length} flaky:`)
    for (const test of flaky) console.log(`  ${test.module.relativeModuleId} > ${test.fullName}`)
  }
}
