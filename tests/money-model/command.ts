// A command of the money model: it performs one action on the store and on the model, and compares the results. After each of
// them every balance must equal the model's.
import fc from 'fast-check'
import type { MoneyModel } from './model.ts'
import { assertBalances, type StoreUnderTest } from './store.ts'

export type Command = fc.AsyncCommand<MoneyModel, StoreUnderTest>
export type Play = (model: MoneyModel, store: StoreUnderTest) => Promise<void>

export function command(name: string, isPossible: (model: MoneyModel) => boolean, play: Play): Command {
  return {
    // `Readonly` of a class leaves its private members out; it is the model all the same.
    check: (model) => isPossible(model as MoneyModel),
    async run(model, store) {
      await play(model, store)
      await assertBalances(model, store)
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
  return command(`${name} (user ${choice})`, hasUsers, async (model, store) => {
    const user = pick(model.users.length, choice)
    if (!model.user(user).isDeleted) await play(user, model, store)
  })
}

export const getUserId = (store: StoreUnderTest, user: number) => store.userIds[user] ?? ''

/** A command about a payment that the gateway knows; without any, nothing happens. */
export function ofPayment(
  name: string,
  choice: number,
  play: (paymentId: string, ...world: Parameters<Play>) => Promise<void>,
) {
  return command(`${name} (payment ${choice})`, hasOrders, async (model, store) => {
    const paymentId = store.paymentIds[pick(Math.max(store.paymentIds.length, 1), choice)]
    if (paymentId) await play(paymentId, model, store)
  })
}
