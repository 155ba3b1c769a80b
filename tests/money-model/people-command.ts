// What people do with credits, and the owner with templates: signing up, filling a cart, buying, changing a price.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { transaction } from '@vitrine/database/connection'
import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { deleteMember } from '../../packages/store/src/account-lifecycle/account-lifecycle.ts'
import type { CheckedPassword } from '../../packages/store/src/accounts/accounts.ts'
import type { PasswordHash } from '../../packages/store/src/accounts/password.ts'
import { COMMAND_LINE } from '../../packages/store/src/admin/audit-log.ts'
import { editSettings } from '../../packages/store/src/admin/settings-action.ts'
import { saveBillingDetails } from '../../packages/store/src/billing/quote.ts'
import { withdrawTemplate } from '../../packages/store/src/catalogue/sale.ts'
import { templates } from '../../packages/store/src/catalogue/tables.ts'
import { grantCredits, grantProfileCredits } from '../../packages/store/src/credits/credits.ts'
import { addToCart, changeCartQuantity, checkOutCart } from '../../packages/store/src/library/cart.ts'
import { acquireTemplate } from '../../packages/store/src/library/library.ts'
import { readSettings } from '../../packages/store/src/settings/settings.ts'
import { addMember, addTemplate } from '../../packages/store/testing/store.ts'
import { BilledBuyer, BUYERS, type BuyerName, type ModelProfile, PROFILES } from './billing-model.ts'
import { command, getUserId, hasGoods, number, ofUser, pick, REFUSED } from './command.ts'
import type { MoneyModel } from './model.ts'
import { readOutcome, type StoreUnderTest } from './store.ts'

const region = { isIndianUser: false }

/** A new user with these credits. */
export async function addUser(model: MoneyModel, store: StoreUnderTest, credits: number): Promise<void> {
  store.userIds.push(await addMember(store.db, credits))
  model.users.push({
    billed: new BilledBuyer(credits),
    isProfileRewarded: false,
    isDeleted: false,
    cart: new Map(),
    owned: new Map(),
  })
}

/** A new template at this price. */
export async function addGoods(model: MoneyModel, store: StoreUnderTest, price: number): Promise<void> {
  store.templateIds.push(await addTemplate(store.db, { priceCredits: price }))
  model.templates.push({ price, isOnSale: true })
}

export const signUp = fc.constantFrom(0, 120, 500).map((credits) =>
  command(
    `sign up with ${credits} credits`,
    (model) => model.users.length < 5,
    (model, store) => addUser(model, store, credits),
  ),
)

export const completeProfile = number.map((choice) =>
  ofUser('complete the profile', choice, async (user, model, store) => {
    const booking = await transaction(store.db, (tx) => grantProfileCredits(tx, getUserId(store, user), 500))
    const account = model.user(user)
    assert.equal(booking.isRepeated, account.isProfileRewarded)
    if (!account.isProfileRewarded) account.billed.promotional += 500
    account.isProfileRewarded = true
  }),
)

export const adjust = fc
  .tuple(number, fc.constantFrom('promotional' as const, 'paid' as const), fc.integer({ min: 1, max: 200 }))
  .map(([choice, account, credits]) =>
    ofUser(`adjust by ${credits} ${account}`, choice, async (user, model, store) => {
      await transaction(store.db, (tx) =>
        grantCredits(tx, getUserId(store, user), {
          account,
          credits,
          reason: 'adjustment',
          description: 'With our apologies',
          key: randomUUID(),
        }),
      )
      model.user(user).billed[account] += credits
    }),
  )

export const deleteAccount = number.map((choice) =>
  ofUser('delete the account', choice, async (user, model, store) => {
    const passwordHash = '$argon2id$unused' as PasswordHash
    const checked = { userId: getUserId(store, user), passwordHash } as unknown as CheckedPassword
    await transaction(store.db, (tx) => deleteMember(tx, getUserId(store, user), checked))
    model.deleteUser(user)
  }),
)

export const tellDetails = fc
  .tuple(number, fc.constantFrom(...(Object.keys(BUYERS) as BuyerName[])))
  .map(([choice, who]) =>
    ofUser(`say they are ${who}`, choice, async (user, model, store) => {
      await transaction(store.db, (tx) => saveBillingDetails(tx, getUserId(store, user), BUYERS[who].details))
      model.tellDetails(user, who)
    }),
  )

/** The owner charges another tax. */
export async function chargeTax(model: MoneyModel, { db }: StoreUnderTest, profile: ModelProfile): Promise<void> {
  await transaction(db, async (tx) => {
    const { revisions } = await readSettings(tx)
    await editSettings(tx, COMMAND_LINE, 'tax', { value: profile.settings, revision: revisions.tax })
  })
  model.profile = profile
}

export const changeTax = fc.nat({ max: PROFILES.length - 1 }).map((choice) =>
  command(
    `charge tax by profile ${choice}`,
    () => true,
    (model, store) => chargeTax(model, store, PROFILES[choice] ?? PROFILES[0]),
  ),
)

export const publish = fc.constantFrom(0, 30, 120, 400).map((price) =>
  command(
    `publish a template for ${price}`,
    (model) => model.templates.length < 6,
    (model, store) => addGoods(model, store, price),
  ),
)

export const changePrice = fc.tuple(number, fc.constantFrom(0, 45, 130, 390)).map(([choice, price]) =>
  command(`change the price of template ${choice} to ${price}`, hasGoods, async (model, store) => {
    const template = pick(model.templates.length, choice)
    await store.db
      .update(templates)
      .set({ priceCredits: price })
      .where(eq(templates.id, store.templateIds[template] ?? ''))
    model.template(template).price = price
  }),
)

export const withdraw = number.map((choice) =>
  command(`withdraw template ${choice}`, hasGoods, async (model, store) => {
    const template = pick(model.templates.length, choice)
    await transaction(store.db, (tx) => withdrawTemplate(tx, store.templateIds[template] ?? ''))
    model.template(template).isOnSale = false
  }),
)

export const putIntoCart = fc.tuple(number, number, fc.constantFrom(1, 1, 2, 60)).map(([choice, goods, quantity]) =>
  ofUser(`put ${quantity} of template ${goods} into the cart`, choice, async (user, model, store) => {
    if (model.templates.length === 0) return
    const template = pick(model.templates.length, goods)
    const templateId = store.templateIds[template] ?? ''
    const outcome = await readOutcome(
      transaction(store.db, (tx) => addToCart(tx, getUserId(store, user), { templateId, quantity })),
    )
    if (!model.template(template).isOnSale) return assert.deepEqual(outcome, REFUSED('template-not-found'))
    const { cart } = model.user(user)
    cart.set(template, Math.min(99, (cart.get(template) ?? 0) + quantity))
  }),
)

export const changeQuantity = fc.tuple(number, number, fc.constantFrom(-60, -1, 1, 50)).map(([choice, line, delta]) =>
  ofUser(`change line ${line} of the cart by ${delta}`, choice, async (user, model, store) => {
    const { cart } = model.user(user)
    if (cart.size === 0) return
    const [template, quantity] = [...cart][pick(cart.size, line)] ?? [0, 0]
    const templateId = store.templateIds[template] ?? ''
    await transaction(store.db, (tx) => changeCartQuantity(tx, getUserId(store, user), { templateId, delta }))
    if (quantity + delta <= 0) cart.delete(template)
    else cart.set(template, Math.min(99, quantity + delta))
  }),
)

/** `offset` makes the expectation wrong; a wrong one changes nothing. */
export const checkOut = fc.tuple(number, fc.constantFrom(0, 0, 0, 1)).map(([choice, offset]) =>
  ofUser(`check out${offset ? ', expecting another total' : ''}`, choice, async (user, model, store) => {
    const account = model.user(user)
    const { lines, credits } = model.buyable(user)
    const key = randomUUID()
    const outcome = await readOutcome(
      transaction(store.db, (tx) =>
        checkOutCart(tx, {
          userId: getUserId(store, user),
          idempotencyKey: key,
          expectedCredits: credits + offset,
          region,
        }),
      ),
    )
    if (account.cart.size === 0) return assert.deepEqual(outcome, REFUSED('cart-empty'))
    if (offset) return assert.deepEqual(outcome, REFUSED('price-changed'))
    if (model.total(user) < credits) return assert.deepEqual(outcome, REFUSED('not-enough-credits'))
    assert('value' in outcome, JSON.stringify(outcome))
    const byId = lines.toSorted(([one], [other]) =>
      (store.templateIds[one] ?? '') < (store.templateIds[other] ?? '') ? -1 : 1,
    )
    model.spend(
      user,
      byId.map(([template, licences]) => ({ kind: 'video', credits: model.template(template).price * licences })),
    )
    for (const [template, licences] of lines) {
      account.owned.set(template, { credits: model.template(template).price * licences, licences })
    }
    assert.equal(outcome.value.charged, credits)
    assert.equal(outcome.value.remainingCredits, model.total(user))
    assert.equal(outcome.value.purchased.length, lines.length)
    for (const template of [...account.cart.keys()]) if (account.owned.has(template)) account.cart.delete(template)
    store.checkouts.set(user, { key, credits, result: outcome.value })
  }),
)

/** `offset` makes it another request under the same key. */
export const repeatCheckout = fc.tuple(number, fc.constantFrom(0, 0, 1)).map(([choice, offset]) =>
  ofUser(
    `send the last checkout again${offset ? ', about another total' : ''}`,
    choice,
    async (user, _model, store) => {
      const last = store.checkouts.get(user)
      if (!last) return
      const request = {
        userId: getUserId(store, user),
        idempotencyKey: last.key,
        expectedCredits: last.credits + offset,
        region,
      }
      const again = await readOutcome(transaction(store.db, (tx) => checkOutCart(tx, request)))
      assert.deepEqual(again, offset ? REFUSED('idempotency-key-reused') : { value: last.result })
    },
  ),
)

export const buyOrDownload = fc.tuple(number, number, fc.constantFrom(0, 0, 0, 1)).map(([choice, goods, offset]) =>
  ofUser(`buy or download template ${goods}`, choice, async (user, model, store) => {
    if (model.templates.length === 0) return
    const index = pick(model.templates.length, goods)
    const template = model.template(index)
    const account = model.user(user)
    const request = {
      userId: getUserId(store, user),
      templateId: store.templateIds[index] ?? '',
      region,
      expectedCredits: template.price + offset,
    }
    const outcome = await readOutcome(transaction(store.db, (tx) => acquireTemplate(tx, request)))
    if (account.owned.has(index)) {
      assert('value' in outcome && outcome.value.alreadyPurchased && outcome.value.charged === 0)
      return assert.equal(outcome.value.remainingCredits, model.total(user))
    }
    if (!template.isOnSale) return assert.deepEqual(outcome, REFUSED('template-not-found'))
    if (offset) return assert.deepEqual(outcome, REFUSED('price-changed'))
    if (model.total(user) < template.price) return assert.deepEqual(outcome, REFUSED('not-enough-credits'))
    assert('value' in outcome && outcome.value.charged === template.price)
    model.spend(user, [{ kind: 'video', credits: template.price }])
    account.owned.set(index, { credits: template.price, licences: 1 })
  }),
)
