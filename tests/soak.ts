// `npm run test:soak [-- kills]`: the long versions of the money tests in `npm test`. The races again, 3000 runs of the model and
// 60 rounds of the concurrency fuzz; every kind of work with each response of the server and of the database lost in turn; then a
// store whose server and database are killed while people buy (60 times by default). `npm run test:soak -- media [files]
// [first]`: the long version of the tests of broken files. `npm run test:soak -- brand [brands]`: 200 random brands on every kind
// of page, mails, receipts and watermarks. `npm run test:soak -- project [sequences]`: 1,000 random sequences of edits, photos,
// sign-ins, lost networks, killed pages and servers on two devices, after which devices and server agree, no edit is lost and
// nothing is charged twice. `npm run test:soak -- settings [changes]`: 1,000 changes on two servers, of which no page shows half
// of one. `npm run test:soak -- books [orders]`: 200,000 orders in three financial years, with purchases, refunds, disputes and
// changes of the tax, on two servers that are killed, as are their connections; every document and sum is what a plain model says.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { crashStore } from './money/crash.ts'
import { soakMedia } from './untrusted-media/soak.ts'

const root = resolve(import.meta.dirname, '..')
const kills = Number(process.argv[2] ?? 60)

let failed = 0
const printResult = (isGreen: boolean, line: string) => {
  if (!isGreen) failed++
  console.log(`${isGreen ? 'ok' : 'FAILED'}  ${line}`)
}

if (process.argv[2] === 'media') {
  const [files, from] = process.argv.slice(3).map(Number)
  await soakMedia(printResult, files, from)
  process.exit(failed > 0 ? 1 : 0)
}

/** Runs a program of node_modules; whether it succeeded. */
async function run(program: string, words: readonly string[], environment: NodeJS.ProcessEnv): Promise<boolean> {
  const child = spawn(resolve(root, 'node_modules/.bin', program), words, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...environment },
  })
  const [code] = await once(child, 'exit')
  return code === 0
}

if (process.argv[2] === 'brand') {
  const brands = process.argv[3] ?? '200'
  const environment = { VITRINE_BRANDS: brands }
  const areGreen = await run('vitest', ['run', 'tests/brand'], environment)
  printResult(areGreen, `${brands} brands through mails, text messages, receipts and marks`)
  const isGreen = await run('playwright', ['test', 'brand.journey'], environment)
  printResult(isGreen, `${brands} brands through pages, editors and the admin area`)
  process.exit(failed > 0 ? 1 : 0)
}

if (process.argv[2] === 'settings') {
  const changes = process.argv[3] ?? '1000'
  const words = ['run', 'tests/operations/many-machines.full.test.ts', '-t', 'half of a change']
  printResult(await run('vitest', words, { VITRINE_SETTING_CHANGES: changes }), `${changes} changes on two servers`)
  process.exit(failed > 0 ? 1 : 0)
}

if (process.argv[2] === 'project') {
  const sequences = process.argv[3] ?? '1000'
  const environment = { VITRINE_PROJECT_RUNS: sequences, VITRINE_SEED: 'random' }
  const isGreen = await run('vitest', ['run', 'tests/project-model'], environment)
  printResult(isGreen, `${sequences} sequences on two devices`)
  process.exit(failed > 0 ? 1 : 0)
}

if (process.argv[2] === 'books') {
  const orders = Number(process.argv[3] ?? 200_000)
  // Each part has a database of its own.
  const part = Math.min(orders, 10_000)
  const first = Math.floor(Math.random() * 1_000_000)
  for (let done = 0; done < orders; done += part) {
    const seed = String(first + done)
    const environment = { VITRINE_ORDERS: String(part), VITRINE_ORDERS_SEED: seed }
    const isGreen = await run('vitest', ['run', 'tests/money-model/three-years'], environment)
    printResult(isGreen, `${part} orders in three financial years, seed ${seed}`)
  }
  process.exit(failed > 0 ? 1 : 0)
}

const areas = [
  ...['credits', 'library', 'payments'].map((area) => `packages/store/src/${area}`),
  'tests/money-model',
  'tests/lost-response',
]
const limits = { VITRINE_MODEL_RUNS: '3000', VITRINE_FUZZ_ROUNDS: '60', VITRINE_LOSSES: 'all' }
const isGreen = await run('vitest', ['run', ...areas], limits)
printResult(isGreen, 'races, thousands of model runs, the concurrency fuzz, and lost responses')

const began = performance.now()
const report = await crashStore({
  buyers: 20,
  victims: Array.from({ length: kills }, () => (Math.random() < 0.5 ? 'server' : 'database')),
  calmAnswers: 400,
  onProgress: (line) => console.log(`  ${line}`),
})
for (const fault of report.faults) console.error(`  ${fault}`)
const minutes = ((performance.now() - began) / 60_000).toFixed(1)
printResult(
  report.faults.length === 0,
  `${kills} kills in ${minutes} min: ${report.answers} answers, ${report.unanswered} requests unanswered, ` +
    `${report.purchases} purchases, ${report.payments} payments, ${report.transfers} transfers`,
)
process.exit(failed > 0 ? 1 : 0)
