import { expect, it } from 'vitest'
import { crashStore } from './crash.ts'

// The long version is `npm run test:soak`.
it('after any process is killed during purchases, confirmed results hold and nothing happens twice', async () => {
  const report = await crashStore({
    buyers: 6,
    victims: ['server', 'database', 'server', 'database'],
    calmAnswers: 100,
  })
  expect(report.faults).toEqual([])
  expect(report.unanswered).toBeGreaterThan(0)
  expect(report.purchases).toBeGreaterThan(20)
  expect(report.payments).toBeGreaterThan(0)
}, 600_000)
