// `npm run test:trade [-- --speed 10 --minutes 20 --visitors 10000 --buyers 500 --videos 2000 --out FILE.json]`: a simulated day
// of trade on two servers and two workers. `--speed` simulated minutes pass in a real one; `--minutes` real minutes are
// traded, the busiest part of the day that fits, with the share of the day's people who come then. Without it a whole day is
// traded: 144 minutes at ten times real speed, 24 at sixty. Exits with 1 when a promise was broken.
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { describeDay, writeDayReport } from './report.ts'
import { tradeForADay } from './trade-day.ts'

const root = resolve(import.meta.dirname, '../..')
const { values } = parseArgs({
  options: {
    speed: { type: 'string', default: '10' },
    minutes: { type: 'string' },
    visitors: { type: 'string', default: '10000' },
    buyers: { type: 'string', default: '500' },
    videos: { type: 'string', default: '2000' },
    out: { type: 'string' },
  },
})

const began = performance.now()
const report = await tradeForADay({
  visitors: Number(values.visitors),
  buyers: Number(values.buyers),
  videos: Number(values.videos),
  speed: Number(values.speed),
  minutes: values.minutes === undefined ? undefined : Number(values.minutes),
  owner: { publish: 6, reprice: 48, withdraw: 4, refund: 12 },
  onProgress: (line) => console.log(`${((performance.now() - began) / 60_000).toFixed(1).padStart(5)} min  ${line}`),
})
const out = values.out ?? join(root, 'var/trade', `${new Date().toISOString().replaceAll(/[:.]/g, '-')}.json`)
writeDayReport(out, root, report)
console.log(`\n${describeDay(report)}\nwritten to ${out} and beside it as Markdown`)
process.exitCode = report.faults.length === 0 ? 0 : 1
