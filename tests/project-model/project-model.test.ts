import { beforeAll, describe, it } from 'vitest'
import { useApp } from '../../apps/server/testing/app.ts'
import { addCatalogueFiles } from '../../packages/store/testing/store.ts'
import { runProjectModel } from './run.ts'

const store = useApp()
beforeAll(() => addCatalogueFiles(store.db))

describe('random sequences of edits and accidents: both devices and the server end with the same, and nothing is lost', () => {
  it('four of them', async () => {
    await runProjectModel(store, { runs: 4 })
  })

  /** More by hand: npm run test:soak -- project 1000 */
  const runs = Number(process.env.VITRINE_PROJECT_RUNS || 25)

  it(`${runs} of them`, { tags: ['full'], timeout: 240_000 + runs * 4000 }, async () => {
    await runProjectModel(store, { runs, onRun: (done) => done % 100 === 0 && console.log(`  ${done} sequences`) })
  })
})
