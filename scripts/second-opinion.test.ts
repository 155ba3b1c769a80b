import { expect, it } from 'vitest'
import { type Run, runWithSecondOpinion } from './second-opinion.ts'

const counts = { a: { passed: 60, failed: 0 }, b: { passed: 30, failed: 0 }, c: { passed: 10, failed: 0 } }

function runOf(files: Record<string, { passed: number; failed: number }>, more: Partial<Run> = {}): Run {
  return { isGreen: false, files: new Map(Object.entries(files)), failedFiles: [], unfinishedFiles: [], ...more }
}

const green = (files: Record<string, { passed: number; failed: number }>) => runOf(files, { isGreen: true })

/** Answers the runs in turn; gives what was asked for, what was said and what it came to. */
async function ask(...runs: Run[]) {
  const asked: string[][] = []
  const said: string[] = []
  const count = await runWithSecondOpinion(
    async (files) => {
      asked.push([...files])
      return runs[asked.length - 1] as Run
    },
    (line) => said.push(line),
  )
  return { asked, said: said.join('\n'), count }
}

it('nothing is asked twice when all is well', async () => {
  expect(await ask(green(counts))).toEqual({ asked: [[]], said: '', count: { passed: 100, failed: 0 } })
})

it('what failed is asked once more alone, and named as flaky when it passes', async () => {
  const first = runOf({ ...counts, b: { passed: 28, failed: 2 } }, { failedFiles: ['b'] })
  const { asked, said, count } = await ask(first, green({ b: counts.b }))
  expect(asked).toEqual([[], ['b']])
  expect(said).toContain('flaky: b ')
  expect(count).toEqual({ passed: 100, failed: 0 })
})

it('what fails twice has failed, and no test is counted twice', async () => {
  const first = runOf({ ...counts, b: { passed: 28, failed: 2 } }, { failedFiles: ['b'] })
  const { said, count } = await ask(first, runOf({ b: { passed: 29, failed: 1 } }, { failedFiles: ['b'] }))
  expect(said).not.toContain('flaky')
  expect(count).toEqual({ passed: 99, failed: 1 })
})

it('an error that no test awaited is settled by the file it came from, or else stands', async () => {
  expect((await ask(runOf(counts, { failedFiles: ['b'] }), green({ b: counts.b }))).count).toEqual({
    passed: 100,
    failed: 0,
  })
  expect(await ask(runOf(counts))).toMatchObject({ asked: [[]], count: { passed: 100, failed: 1 } })
})

it('whatever did not run to its end because a process ended is run, however much it is', async () => {
  const unfinishedFiles = ['b', 'c', 'd', 'e', 'f', 'g']
  const again = { b: counts.b, c: counts.c, d: counts.c, e: counts.c, f: counts.c, g: counts.c }
  const { asked, count } = await ask(
    runOf({ a: counts.a, b: { passed: 3, failed: 0 } }, { unfinishedFiles }),
    green(again),
  )
  expect(asked).toEqual([[], unfinishedFiles])
  expect(count).toEqual({ passed: 140, failed: 0 })
})

it('what fails in many places is broken, and not asked again', async () => {
  const failedFiles = ['a', 'b', 'c', 'd', 'e', 'f']
  const broken = runOf({ ...counts, a: { passed: 20, failed: 40 } }, { failedFiles })
  expect(await ask(broken)).toMatchObject({ asked: [[]], count: { passed: 60, failed: 40 } })
})

it('when nothing ran, everything is asked again', async () => {
  expect(await ask(runOf({}), green(counts))).toMatchObject({ asked: [[], []], count: { passed: 100, failed: 0 } })
  expect(await ask(runOf({}), runOf({}))).toMatchObject({ asked: [[], []], count: { passed: 0, failed: 1 } })
})
