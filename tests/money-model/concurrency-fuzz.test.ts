import { connect, disconnect } from '@vitrine/database/connection'
import { beforeAll, expect, it } from 'vitest'
import { checkMoney } from '../../packages/store/src/invariants/ledger-check.ts'
import { addCatalogueFiles } from '../../packages/store/testing/store.ts'
import { useDatabase } from '../database.ts'
import { runConcurrencyFuzz } from './concurrency-fuzz.ts'

/** More by hand: VITRINE_FUZZ_ROUNDS=50 VITRINE_SEED=random npx vitest run tests/money-model/concurrency-fuzz */
const rounds = Number(process.env.VITRINE_FUZZ_ROUNDS || 1)

const database = useDatabase({ max: 10 })
beforeAll(() => addCatalogueFiles(database.db))

it('ten simultaneous customers on two servers never gain or lose a credit', {
  timeout: 240_000 + rounds * 30_000,
}, async () => {
  const second = connect(database.url, { max: 10 })
  try {
    await runConcurrencyFuzz([database.db, second], { rounds })
  } finally {
    await disconnect(second)
  }
  expect((await checkMoney(database.db)).transfers).toBeGreaterThan(0)
})
