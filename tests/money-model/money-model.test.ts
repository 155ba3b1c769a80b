import { beforeAll, expect, it } from 'vitest'
import { checkMoney } from '../../packages/store/src/invariants/ledger-check.ts'
import { addCatalogueFiles } from '../../packages/store/testing/store.ts'
import { useDatabase } from '../database.ts'
import { runMoneyModel } from './run.ts'

/** More by hand: VITRINE_MODEL_RUNS=2000 npx vitest run tests/money-model */
const runs = Number(process.env.VITRINE_MODEL_RUNS || 25)

const database = useDatabase()
beforeAll(() => addCatalogueFiles(database.db))

it(`in ${runs} random runs the store does with money what a plain model does`, {
  timeout: 240_000 + runs * 2000,
}, async () => {
  await runMoneyModel(database.db, { runs, checkEvery: Math.ceil(runs / 50) })
  expect((await checkMoney(database.db)).transfers).toBeGreaterThan(0)
})
