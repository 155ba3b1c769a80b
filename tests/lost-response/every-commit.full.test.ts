import { afterAll, beforeAll, expect, test } from 'vitest'
import { useDatabase } from '../database.ts'
import { type LossyStore, openLossyStore } from './lossy-store.ts'
import { loseEachCommit, SCENARIOS } from './scenario.ts'

const database = useDatabase()
let store: LossyStore
beforeAll(async () => {
  store = await openLossyStore(database.url)
})
afterAll(() => store.close())

const isLong = process.env.VITRINE_LOSSES === 'all'
/** Of what takes seconds each time. `npm run test:soak` loses every one. */
const MOST_OF_SLOW = isLong ? Number.POSITIVE_INFINITY : 1

test.for(SCENARIOS)(
  '$name: whichever commit is not answered, nothing is lost and nothing happens twice',
  // Ends what hangs.
  { timeout: 1_800_000 },
  async (scenario) => {
    const { commits, lost } = await loseEachCommit(store, scenario, scenario.isSlow ? MOST_OF_SLOW : undefined)
    expect(lost).toBe(scenario.isSlow ? Math.min(MOST_OF_SLOW, commits) : commits)
    if (isLong) console.log(`${scenario.name}: ${commits} commits, ${lost} responses lost`)
  },
)
