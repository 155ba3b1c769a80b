import { expect, it } from 'vitest'
import { type Run, runWithSecondOpinion } from './second-opinion.ts'

const green: Run = { passed: 100, failed: 0, failedTests: 0, failedFiles: [] }

/** Answers the runs in turn; gives what was asked for, what was said and what it came to. */
async function ask(...runs: Run[]) {
  const asked: string[][] = []
  const said: string[] = []
  const count = await runWithSecondOpinion(
    async (files) => {
      asked.push(files)
      return runs[asked.length - 1] as Run
    },
    (line) => said.push(line),
  )
  return { asked, said: said.join('\n'), count: { passed: count.passed, failed: count.failed } }
}

it('nothing is asked twice when all is well', async () => {
  expect(await ask(green)).toEqual({ asked: [[]], said: '', count: { passed: 100, failed: 0 } })
})

it('what failed is asked once more alone, and named as flaky when it passes', async () => {
  const first = { passed: 97, failed: 3, failedTests: 3, failedFiles: ['a.test.ts', 'b.test.ts'] }
  const { asked, said, count } = await ask(first, { ...green, passed: 20 })
  expect(asked).toEqual([[], ['a.test.ts', 'b.test.ts']])
  expect(said).toContain('flaky: a.test.ts, b.test.ts')
  expect(count).toEqual({ passed: 100, failed: 0 })
})

it('what fails twice has failed, and no test is counted twice', async () => {
  const first = { passed: 98, failed: 2, failedTests: 2, failedFiles: ['a.test.ts'] }
  const { said, count } = await ask(first, { passed: 9, failed: 1, failedTests: 1, failedFiles: ['a.test.ts'] })
  expect(said).not.toContain('flaky')
  expect(count).toEqual({ passed: 99, failed: 1 })
})

it('an error that no test awaited is settled by the file it came from, or else stands', async () => {
  const from = { passed: 100, failed: 1, failedTests: 0, failedFiles: ['a.test.ts'] }
  expect((await ask(from, { ...green, passed: 8 })).count).toEqual({ passed: 100, failed: 0 })
  const nowhere = { ...from, failedFiles: [] }
  expect(await ask(nowhere)).toMatchObject({ asked: [[]], count: { passed: 100, failed: 1 } })
})

it('what fails in many places is broken, and not asked again', async () => {
  const failedFiles = ['a', 'b', 'c', 'd', 'e', 'f']
  const broken = { passed: 60, failed: 40, failedTests: 40, failedFiles }
  expect(await ask(broken)).toMatchObject({ asked: [[]], count: { passed: 60, failed: 40 } })
})

it('when nothing ran, everything is asked again', async () => {
  const nothing = { passed: 0, failed: 1, failedTests: 0, failedFiles: [] }
  expect(await ask(nothing, green)).toMatchObject({ asked: [[], []], count: { passed: 100, failed: 0 } })
  expect(await ask(nothing, nothing)).toMatchObject({ asked: [[], []], count: { passed: 0, failed: 1 } })
})
