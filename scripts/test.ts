// `npm test`: everything there is to check, each step on its own. `npm test -- unit journeys` runs some of the steps.
// The last line is `N passed, N failed`: the tests that Vitest and Playwright counted, and the steps themselves.
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build, isBuilt } from '../apps/launcher/src/build.ts'
import { root } from '../apps/launcher/src/settings.ts'
import type { TestTrouble } from '../tests/flaky-reporter.ts'
import { type Count, type Run, runWithSecondOpinion } from './second-opinion.ts'

interface Step {
  name: string
  what: string
  /** Throws, or counts failures, when something is wrong. */
  run(): Promise<Count>
}

const results = join(root, 'test-results')
const none: Count = { passed: 0, failed: 0 }

const steps: Step[] = [
  { name: 'types', what: 'the TypeScript compiler', run: checkTypes },
  {
    name: 'lint',
    what: 'Biome: format, rules, and the doors between packages',
    run: () => command('biome', ['check', '.']),
  },
  { name: 'build', what: 'the pages and the bundles', run: buildAll },
  {
    name: 'unit',
    what: 'unit tests and integration tests on PostgreSQL',
    run: () => runWithSecondOpinion(runVitest, console.log),
  },
  {
    name: 'journeys',
    what: 'journeys in a browser against npm start',
    run: () => runWithSecondOpinion(runJourneys, console.log),
  },
]

const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !steps.some((step) => step.name === name))
if (unknown.length > 0) {
  console.error(`There is no step ${unknown.join(', ')}. The steps are:`)
  for (const { name, what } of steps) console.error(`  ${name.padEnd(10)}${what}`)
  process.exit(1)
}

const total = { ...none }
for (const step of steps) {
  if (wanted.length > 0 && !wanted.includes(step.name)) continue
  const startedAt = performance.now()
  let count: Count
  try {
    count = await step.run()
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    count = { passed: 0, failed: 1 }
  }
  const isGreen = count.failed === 0
  total.passed += count.passed + (isGreen ? 1 : 0)
  total.failed += count.failed
  console.log(`${isGreen ? 'ok' : 'FAILED'}  ${step.name}  ${((performance.now() - startedAt) / 1000).toFixed(1)} s`)
}
console.log(`${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed === 0 ? 0 : 1

/** Runs a program of node_modules/.bin and shows what it says. Throws when it ends with anything but 0. */
async function command(name: string, args: string[], cwd = root): Promise<Count> {
  const code = await exitCode(name, args, cwd)
  if (code !== 0) throw new Error(`${name} ended with ${code}`)
  return none
}

async function exitCode(name: string, args: string[], cwd = root): Promise<number | string> {
  const child = spawn(join(root, 'node_modules/.bin', name), args, {
    cwd,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, PATH: `${join(root, 'node_modules/.bin')}:${process.env.PATH}` },
  })
  return await new Promise((done, fail) => {
    child.once('error', fail)
    child.once('exit', (code, signal) => done(code ?? signal ?? 'unknown'))
  })
}

async function buildAll(): Promise<Count> {
  if (!isBuilt()) await build()
  return none
}

async function checkTypes(): Promise<Count> {
  await command('react-router', ['typegen'], join(root, 'apps/web'))
  // The second one proves that the composition needs neither Node nor a browser.
  const projects = ['.', 'packages/composition', 'tests', 'apps/web', 'apps/gateway/src/browser']
  const codes = await Promise.all(
    projects.map((project) => {
      // What the compiler found out is kept: the next check looks at what has changed since.
      const known = join(root, 'node_modules/.cache/tsc', `${project.replaceAll('/', '-')}.tsbuildinfo`)
      return exitCode('tsc', ['--noEmit', '--incremental', '--tsBuildInfoFile', known, '-p', project])
    }),
  )
  const failed = projects.filter((_project, i) => codes[i] !== 0)
  if (failed.length > 0) throw new Error(`types are wrong in: ${failed.join(', ')}`)
  return none
}

interface VitestReport {
  testResults: { name: string; assertionResults: { status: string }[] }[]
}

async function runVitest(files: readonly string[]): Promise<Run> {
  const report = join(results, 'vitest.json')
  const trouble = join(results, 'vitest-trouble.json')
  for (const file of [report, trouble]) rmSync(file, { force: true })
  process.env.VITRINE_TEST_TROUBLE = trouble
  const code = await exitCode('vitest', [
    'run',
    ...files,
    '--reporter=default',
    '--reporter=./tests/flaky-reporter.ts',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ])
  const { testResults = [] } = readReport<VitestReport>(report) ?? {}
  const { failed = [], unfinished = [] } = readReport<TestTrouble>(trouble) ?? {}
  return {
    isGreen: code === 0,
    files: new Map(
      testResults.map(({ name, assertionResults }) => [name, countBy(assertionResults, 'passed', 'failed')]),
    ),
    failedFiles: failed,
    unfinishedFiles: unfinished,
  }
}

interface JourneySuite {
  /** Below tests/journeys. */
  file: string
  specs: { tests: { status: string }[] }[]
  suites?: JourneySuite[]
}

async function runJourneys(files: readonly string[]): Promise<Run> {
  const report = join(results, 'journeys.json')
  rmSync(report, { force: true })
  process.env.VITRINE_JOURNEY_DATA = mkdtempSync(join(tmpdir(), 'vitrine-journey-'))
  const code = await exitCode('playwright', ['test', ...files])
  // What the shop leaves open for a moment longer is no failure of a journey.
  rmSync(process.env.VITRINE_JOURNEY_DATA, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  const { suites = [] } = readReport<{ suites: JourneySuite[] }>(report) ?? {}
  // With their folder, because they are looked for anywhere in a path, and names of journeys end in those of others.
  const counts = suites.map((suite) => [`journeys/${suite.file}`, countJourneys(suite)] as const)
  return {
    isGreen: code === 0,
    files: new Map(counts),
    failedFiles: counts.filter(([, { failed }]) => failed > 0).map(([file]) => file),
    unfinishedFiles: [],
  }
}

function countJourneys({ specs, suites = [] }: JourneySuite): Count {
  const own = specs.flatMap(({ tests }) => tests)
  const { passed, failed } = countBy(own, 'expected', 'unexpected')
  const total = { passed: passed + countBy(own, 'flaky', '').passed, failed }
  for (const { passed: more, failed: worse } of suites.map(countJourneys)) {
    total.passed += more
    total.failed += worse
  }
  return total
}

function countBy(tests: readonly { status: string }[], good: string, bad: string): Count {
  const count = (wanted: string) => tests.filter(({ status }) => status === wanted).length
  return { passed: count(good), failed: count(bad) }
}

/** Undefined when the tests ended before they wrote it. */
function readReport<T>(file: string): T | undefined {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as T) : undefined
}
