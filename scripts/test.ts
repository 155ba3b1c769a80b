// The tests in three tiers: `npm test` before every push, `npm run test:full` after it, `npm run test:nightly` at night.
// `npm test -- unit journeys` runs some of the steps; `npm test -- --changed [base]` what the changes since a commit can break.
// The last line is `N passed, N failed`: the tests that Vitest and Playwright counted, and the steps themselves.
import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { build, isBuilt } from '../apps/launcher/src/build.ts'
import { root } from '../apps/launcher/src/settings.ts'
import { findAffectedFolders } from './module-boundaries.ts'

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
const buildStep: Step = { name: 'build', what: 'the pages and the bundles', run: buildAll }

/** Stages run in sequence; the steps of a stage run in parallel. */
const tiers: Readonly<Record<string, Step[][]>> = {
  test: [
    [
      { name: 'types', what: 'the TypeScript compiler', run: checkTypes },
      {
        name: 'lint',
        what: 'Biome: format, rules, and the imports between packages',
        run: () => command('biome', ['check', '.']),
      },
      buildStep,
    ],
    [
      {
        name: 'unit',
        what: 'unit tests, and integration tests on PostgreSQL',
        run: () => runVitest('unit', ['unit', 'web', 'integration'], { tags: '!full' }),
      },
    ],
    [
      {
        name: 'components',
        what: 'component tests in a browser, at the desk and on the phone',
        run: () => runVitest('components', ['desk', 'phone']),
      },
    ],
    [
      {
        name: 'journeys',
        what: 'the journeys across systems (@smoke), in a browser against npm start',
        run: () => runJourneys('journeys', ['--grep', '@smoke']),
      },
    ],
  ],
  full: [
    [buildStep],
    [
      {
        name: 'full',
        what: 'all goldens, media, lost responses, operations, kills, the package',
        run: () => runVitest('full', ['full']),
      },
    ],
    [
      {
        name: 'tagged',
        what: 'the tests of other files that are tagged `full`',
        run: () => runVitest('tagged', ['unit', 'web', 'integration'], { tags: 'full' }),
      },
    ],
    [
      {
        name: 'other-journeys',
        what: 'the other journeys',
        run: () => runJourneys('other-journeys', ['--grep-invert', '@smoke']),
      },
    ],
  ],
  nightly: [
    [buildStep],
    [
      {
        name: 'random',
        what: 'property tests with samples of their own, and days of trade',
        run: () =>
          runVitest('random', ['unit', 'web', 'integration', 'nightly'], { environment: { VITRINE_SEED: 'random' } }),
      },
    ],
    [program('install', 'the documents of an installation, command by command', 'tests/operations/install.ts')],
    [
      program(
        'kill',
        'a buyer whose store is killed again and again',
        'tests/purchase-flow/kill-purchase-flow.ts',
        '3',
      ),
    ],
    [program('attack', 'attacks from outside on a store of their own', 'tests/attack/attack.ts')],
    [program('browsers', 'the main journeys in each browser engine that is here', 'tests/browsers/browsers.ts')],
    [program('kill-matrix', 'every process ended in every way', 'tests/kill-matrix.ts')],
    [
      program(
        'double-press',
        'every button pressed twice in every way, and every control of the editors once',
        'tests/double-press.ts',
      ),
    ],
    [program('soak', 'long random sequences of edits and accidents', 'tests/soak.ts', 'project')],
    [
      program(
        'books',
        'three financial years of trade with kills, compared with a model',
        'tests/soak.ts',
        'books',
        '10000',
      ),
    ],
    [program('bench', 'ratios against a yardstick', 'tests/bench/bench.ts')],
  ],
}

const [tier = 'test', ...words] = process.argv.slice(2)
const stages = tiers[tier]
if (!stages) throw new Error(`There is no tier ${tier}.`)
/** The folders that changes may have broken; undefined without `--changed`. */
const affected = words[0] === '--changed' ? findChangedFolders(words.splice(0, 2)[1]) : undefined
const unknown = words.filter((name) => !stages.flat().some((step) => step.name === name))
if (unknown.length > 0) {
  console.error(`There is no step ${unknown.join(', ')}. The steps are:`)
  for (const { name, what } of stages.flat()) console.error(`  ${name.padEnd(16)}${what}`)
  process.exit(1)
}

const total = { ...none }
const failures: string[] = []
for (const stage of stages) {
  const steps = stage.filter(({ name }) => words.length === 0 || words.includes(name))
  for (const { passed, failed } of await Promise.all(steps.map(runStep))) {
    total.passed += passed
    total.failed += failed
  }
}
mkdirSync(results, { recursive: true })
writeFileSync(join(results, `${tier}-total.json`), JSON.stringify(total))
for (const failure of failures) console.log(`FAILED  ${failure}\n`)
console.log(`${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed === 0 ? 0 : 1

/** The folders with differences from a commit, committed or not, and their importers. */
function findChangedFolders(base = 'HEAD'): string[] {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean)
  const files = [...git('diff', '--name-only', base), ...git('ls-files', '--others', '--exclude-standard')]
  const folders = findAffectedFolders(files)
  console.log(`${files.length} changed files; tests of: ${folders.join(', ') || 'nothing'}`)
  return folders
}

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

/** Runs a program of node_modules/.bin and shows its output. Throws unless it exits with 0. */
async function command(name: string, args: string[], cwd = root): Promise<Count> {
  const code = await exitCode(name, args, cwd)
  if (code !== 0) throw new Error(`${name} ended with ${code}`)
  return none
}

/** `name` is a program of node_modules/.bin, or a path. */
async function exitCode(
  name: string,
  args: string[],
  cwd = root,
  environment: NodeJS.ProcessEnv = {},
): Promise<number | string> {
  const child = spawn(resolve(root, 'node_modules/.bin', name), args, {
    cwd,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...environment, PATH: `${join(root, 'node_modules/.bin')}:${process.env.PATH}` },
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
  // The second one proves that what runs in browsers and in Node needs neither.
  const projects = ['.', 'packages', 'tests', 'apps/web', 'packages/sandbox-payment/src/browser']
  const codes = await Promise.all(
    projects.map((project) => {
      // Keeps the compiler's incremental state, so that the next check covers only changes.
      const known = join(root, 'node_modules/.cache/tsc', `${project.replaceAll('/', '-')}.tsbuildinfo`)
      return exitCode('tsc', ['--noEmit', '--incremental', '--tsBuildInfoFile', known, '-p', project])
    }),
  )
  const failed = projects.filter((_project, i) => codes[i] !== 0)
  if (failed.length > 0) throw new Error(`types are wrong in: ${failed.join(', ')}`)
  return none
}

/** The used part of Vitest's JSON report; the messages are empty unless a test failed. */
interface VitestReport {
  numPassedTests: number
  numFailedTests: number
  testResults: { name: string; assertionResults: { fullName: string; failureMessages: string[] }[] }[]
}

/** The used part of Playwright's JSON report. */
interface JourneyReport {
  stats: { expected: number; unexpected: number }
  suites: JourneySuite[]
}

interface JourneySuite {
  specs: { title: string; file: string; tests: { results: { error?: { message: string } }[] }[] }[]
  suites?: JourneySuite[]
}

interface VitestChoice {
  /** An expression of tags, such as `!full`; all tests by default. */
  tags?: string
  environment?: NodeJS.ProcessEnv
}

async function runVitest(name: string, projects: string[], choice: VitestChoice = {}): Promise<Count> {
  if (affected?.length === 0) return none
  const report = join(results, `${name}.json`)
  rmSync(report, { force: true })
  const code = await exitCode(
    'vitest',
    [
      'run',
      // A folder may have no tests of this tier.
      ...(affected ? [...affected.map((folder) => `${folder}/`), '--passWithNoTests'] : []),
      ...projects.flatMap((project) => ['--project', project]),
      ...(choice.tags ? ['--tags-filter', choice.tags] : []),
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
    ],
    root,
    choice.environment,
  )
  const counted = readReport<VitestReport>(report)
  for (const { name: file, assertionResults } of counted?.testResults ?? []) {
    for (const { fullName, failureMessages } of assertionResults)
      noteFailure(`${file}: ${fullName}`, failureMessages[0])
  }
  return judge(code, { passed: counted?.numPassedTests ?? 0, failed: counted?.numFailedTests ?? 0 })
}

async function runJourneys(name: string, choice: string[]): Promise<Count> {
  if (affected && !affected.includes('tests')) return none
  const report = join(results, `${name}.json`)
  rmSync(report, { force: true })
  process.env.VITRINE_JOURNEY_DATA = mkdtempSync(join(tmpdir(), 'vitrine-journey-'))
  const code = await exitCode('playwright', ['test', ...choice], root, { VITRINE_JOURNEY_REPORT: report })
  // Ignores files that the store keeps open for a moment longer.
  rmSync(process.env.VITRINE_JOURNEY_DATA, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  const counted = readReport<JourneyReport>(report)
  for (const { title, file, tests } of counted?.suites.flatMap(listJourneys) ?? []) {
    noteFailure(`${file}: ${title}`, tests[0]?.results[0]?.error?.message)
  }
  return judge(code, { passed: counted?.stats.expected ?? 0, failed: counted?.stats.unexpected ?? 0 })
}

function listJourneys({ specs, suites = [] }: JourneySuite): JourneySuite['specs'] {
  return [...specs, ...suites.flatMap(listJourneys)]
}

/** Repeats failures at the end, where a truncated log still has them. */
function noteFailure(test: string, message: string | undefined): void {
  if (message) failures.push(`${test}\n${stripVTControlCharacters(message).split('\n').slice(0, 12).join('\n')}`)
}

/** A program of the repository, which counts as one test. */
function program(name: string, what: string, file: string, ...args: string[]): Step {
  return {
    name,
    what,
    async run() {
      const code = await exitCode(process.execPath, [file, ...args])
      return code === 0 ? none : { passed: 0, failed: 1 }
    },
  }
}

/** A run can fail without a failed test, for example when a file does not load: that counts as one. */
function judge(code: number | string, { passed, failed }: Count): Count {
  return { passed, failed: code === 0 ? failed : Math.max(failed, 1) }
}

/** Undefined when the tests ended before writing it. */
function readReport<T>(file: string): T | undefined {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as T) : undefined
}
