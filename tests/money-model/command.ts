// What a command of the money model is: it does one thing to the shop, says it to the model, and holds the answer
// against the model's. After each of them every balance must be what the model says.
import fc from 'fast-check'
import type { MoneyModel } from './model.ts'
import { assertBalances, type ShopUnderTest } from './shop.ts'

export type Command = fc.AsyncCommand<MoneyModel, ShopUnderTest>
export type Play = (model: MoneyModel, shop: ShopUnderTest) => Promise<void>

export function command(name: string, isPossible: (model: MoneyModel) => boolean, play: Play): Command {
  return {
    // `Readonly` of a class leaves its private members out; it is the model all the same.
    check: (model) => isPossible(model as MoneyModel),
    async run(model, shop) {
      await play(model, shop)
      await assertBalances(model, shop)
    },
    toString: () => name,
  }
}

export const REFUSED = (code: string) => ({ code })
export const number = fc.nat({ max: 1000 })
export const pick = (count: number, choice: number) => choice % count
const hasUsers = (model: MoneyModel) => model.users.length > 0
export const hasGoods = (model: MoneyModel) => hasUsers(model) && model.templates.length > 0
export const hasOrders = (model: MoneyModel) => model.orders.length > 0

/** A command of a user who has not deleted the account; for one who has, nothing happens. */
export function ofUser(
  name: string,
  choice: number,
  play: (user: number, ...world: Parameters<Play>) => Promise<void>,
): Command {
  return command(`${name} (user ${choice})`, hasUsers, async (model, shop) => {
    const user = pick(model.users.length, choice)
    if (!model.user(user).isDeleted) await play(user, model, shop)
  })
}

export const getUserId = (shop: ShopUnderTest, user: number) => shop.userIds[user] ?? ''

/** A command about a payment that the gateway knows; without any, nothing happens. */
export function ofPayment(
  name: string,
  choice: number,
  play: (paymentId: string, ...world: Parameters<Play>) => Promise<void>,
) {
  return command(`${name} (payment ${choice})`, hasOrders, async (model, shop) => {
    const paymentId = shop.paymentIds[pick(Math.max(shop.paymentIds.length, 1), choice)]
    if (paymentId) await play(paymentId, model, shop)
  })
}
