// `npm test`: all checks. `npm test -- unit journeys` runs some of the steps.
// The last line is `N passed, N failed`: the tests that Vitest and Playwright counted, and the steps themselves.
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build, isBuilt } from '../apps/launcher/src/build.ts'
import { root } from '../apps/launcher/src/settings.ts'

interface Count {
  passed: number
  failed: number
}

interface Step {
  name: string
  what: string
  /** Throws, or counts failures, when something is wrong. */
  run(): Promise<Count>
}

const results = join(root, 'test-results')
const none: Count = { passed: 0, failed: 0 }

/** Stages follow each other; the steps of a stage run side by side. */
const stages: Step[][] = [
  [
    { name: 'types', what: 'the TypeScript compiler', run: checkTypes },
    {
      name: 'lint',
      what: 'Biome: format, rules, and the imports between packages',
      run: () => command('biome', ['check', '.']),
    },
    { name: 'build', what: 'the pages and the bundles', run: buildAll },
  ],
  [{ name: 'unit', what: 'unit tests and integration tests on PostgreSQL', run: runVitest }],
  [{ name: 'journeys', what: 'journeys in a browser against npm start', run: runJourneys }],
]

const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !stages.flat().some((step) => step.name === name))
if (unknown.length > 0) {
  console.error(`There is no step ${unknown.join(', ')}. The steps are:`)
  for (const { name, what } of stages.flat()) console.error(`  ${name.padEnd(10)}${what}`)
  process.exit(1)
}

const total = { ...none }
for (const stage of stages) {
  const steps = stage.filter(({ name }) => wanted.length === 0 || wanted.includes(name))
  for (const { passed, failed } of await Promise.all(steps.map(runStep))) {
    total.passed += passed
    total.failed += failed
  }
}
console.log(`${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed === 0 ? 0 : 1

/** The step itself counts as passed when nothing in it failed. */
async function runStep({ name, run }: Step): Promise<Count> {
  const startedAt = performance.now()
  let count: Count
  try {
    count = await run()
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    count = { passed: 0, failed: 1 }
  }
  const isGreen = count.failed === 0
  console.log(`${isGreen ? 'ok' : 'FAILED'}  ${name}  ${((performance.now() - startedAt) / 1000).toFixed(1)} s`)
  return isGreen ? { ...count, passed: count.passed + 1 } : count
}

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
  const projects = ['.', 'packages/composition', 'tests', 'apps/web', 'packages/sandbox-payment/src/browser']
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

async function runVitest(): Promise<Count> {
  const report = join(results, 'vitest.json')
  rmSync(report, { force: true })
  const code = await exitCode('vitest', ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`])
  const counted = readReport<{ numPassedTests: number; numFailedTests: number }>(report)
  return judge(code, { passed: counted?.numPassedTests ?? 0, failed: counted?.numFailedTests ?? 0 })
}

async function runJourneys(): Promise<Count> {
  const report = join(results, 'journeys.json')
  rmSync(report, { force: true })
  process.env.VITRINE_JOURNEY_DATA = mkdtempSync(join(tmpdir(), 'vitrine-journey-'))
  const code = await exitCode('playwright', ['test'])
  // What the shop leaves open for a moment longer is no failure of a journey.
  rmSync(process.env.VITRINE_JOURNEY_DATA, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  const counted = readReport<{ stats: { expected: number; unexpected: number } }>(report)?.stats
  return judge(code, { passed: counted?.expected ?? 0, failed: counted?.unexpected ?? 0 })
}

/** A run can fail without a failed test, as when a file does not load: that counts as one. */
function judge(code: number | string, { passed, failed }: Count): Count {
  return { passed, failed: code === 0 ? failed : Math.max(failed, 1) }
}

/** Undefined when the tests ended before they wrote it. */
function readReport<T>(file: string): T | undefined {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as T) : undefined
}
