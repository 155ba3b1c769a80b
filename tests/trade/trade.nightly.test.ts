// A day of trade in half a minute. The long version is `npm run test:trade`.
import { expect, it } from 'vitest'
import { tradeForADay } from './trade-day.ts'

it('after a day of trade on two servers everything paid for is there, at a price that was asked', async () => {
  const { came, settlement, owner, faults, failures } = await tradeForADay({
    ...{ visitors: 30, buyers: 4, videos: 4, speed: 8640 },
    owner: { publish: 1, reprice: 3, withdraw: 1, refund: 1 },
    isDurable: false,
  })
  expect(faults).toEqual([])
  expect(Object.keys(failures).filter((kind) => / 5\d\d$/.test(kind))).toEqual([])
  expect(settlement).toMatchObject({ videos: came.videosWanted })
  expect(settlement.charges).toBeGreaterThan(0)
  expect(owner).toMatchObject({ published: 3, repriced: 3, withdrawn: 1, refunded: 1 })
}, 600_000)
