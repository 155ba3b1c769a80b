// `npm run test:soak [-- kills]`: the long versions of what `npm test` asks of money. The races again, 3000 runs of the
// model and 60 rounds of the concurrency fuzz; every kind of work with each response of the server and of the database lost in turn; then a shop
// whose server and database are killed so many times while people buy (60 unless said otherwise).
// `npm run test:soak -- media [files] [first]`: the long version of what it asks of broken files.
// `npm run test:soak -- brand [brands]`: 200 random brands through every kind of page, mails, receipts and the mark on videos.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { crashTheShop } from './money/crash.ts'
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

if (process.argv[2] === 'brand') {
  const brands = process.argv[3] ?? '200'
  for (const [program, words, what] of [
    ['vitest', ['run', 'tests/brand'], 'mails, text messages, receipts and marks'],
    ['playwright', ['test', 'brand.journey'], 'pages, editors and the admin area'],
  ] as const) {
    const env = { ...process.env, VITRINE_BRANDS: brands }
    const child = spawn(resolve(root, 'node_modules/.bin', program), words, { cwd: root, stdio: 'inherit', env })
    const [code] = await once(child, 'exit')
    printResult(code === 0, `${brands} brands through ${what}`)
  }
  process.exit(failed > 0 ? 1 : 0)
}

const areas = [
  ...['credits', 'library', 'payments'].map((area) => `packages/shop/src/${area}`),
  'tests/money-model',
  'tests/lost-response',
]
const vitest = spawn(resolve(root, 'node_modules/.bin/vitest'), ['run', ...areas], {
  cwd: root,
  stdio: ['ignore', 'inherit', 'inherit'],
  env: { VITRINE_MODEL_RUNS: '3000', VITRINE_FUZZ_ROUNDS: '60', VITRINE_LOSSES: 'all', ...process.env },
})
const [code] = await once(vitest, 'exit')
printResult(code === 0, 'races, thousands of model runs, the concurrency fuzz, and lost responses')

const began = performance.now()
const report = await crashTheShop({
  buyers: 20,
  victims: Array.from({ length: kills }, () => (Math.random() < 0.5 ? 'server' : 'database')),
  calmMs: 4000,
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
