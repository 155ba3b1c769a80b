// Attempts to get credits, templates or downloads without paying for them.
import assert from 'node:assert/strict'
import { createHmac, randomUUID } from 'node:crypto'
import { type Attempt, assertRejected, type Person, type Target } from './attempt.ts'

/** Sends the same request `times` times at once. */
const volley = (times: number, one: (n: number) => Promise<unknown>) =>
  Promise.all(Array.from({ length: times }, (_, n) => one(n)))

function dearest({ templates }: Target) {
  const template = templates
    .filter(({ templatePrice }) => templatePrice > 0)
    .toSorted((a, b) => b.templatePrice - a.templatePrice)[0]
  assert.ok(template, 'the catalogue has a template that costs something')
  return template
}

async function assertNothingGained(person: Person, attack: () => Promise<unknown>): Promise<void> {
  const before = await person.credits()
  await attack()
  const after = await person.credits()
  assert.ok(after <= before, `the balance grew from ${before} to ${after}`)
}

export const moneyAttempts: readonly Attempt[] = [
  {
    name: 'one template is bought thirty times at once: it is paid once',
    run: async (target) => {
      const buyer = await target.newPerson()
      const { templateId } = dearest(target)
      const before = await buyer.credits()
      const answers = await volley(30, () => buyer.call('POST', '/api/purchase-template', { templateId }))
      const prices = new Set(
        (answers as { status: number; body: { charged: number } }[]).flatMap(({ status, body }) =>
          status < 300 && body.charged > 0 ? [body.charged] : [],
        ),
      )
      assert.ok(prices.size <= 1)
      const spent = before - (await buyer.credits())
      assert.ok(spent === 0 || prices.has(spent), `spent ${spent}, charged ${[...prices].join()}`)
    },
  },
  {
    name: 'different templates are bought at once for more than there is: the balance never goes below zero',
    run: async (target) => {
      const buyer = await target.newPerson()
      await Promise.all(
        target.templates.map(({ templateId }) => buyer.call('POST', '/api/purchase-template', { templateId })),
      )
      assert.ok((await buyer.credits()) >= 0)
    },
  },
  {
    name: 'a purchase names its own price',
    run: async (target) => {
      const buyer = await target.newPerson()
      const { templateId } = dearest(target)
      assertRejected(await buyer.call('POST', '/api/purchase-template', { templateId, expectedCredits: 0 }), 402, 409)
      assertRejected(await buyer.call('POST', '/api/purchase-template', { templateId, expectedCredits: -100 }), 400)
    },
  },
  {
    name: 'a purchase claims to come from India',
    run: async (target) => {
      const [one, other] = await Promise.all([target.newPerson(), target.newPerson()])
      const { templateId } = dearest(target)
      const honest = await one.call('POST', '/api/purchase-template', { templateId })
      const claimed = await other.call('POST', '/api/purchase-template', { templateId, isIndianUser: true })
      assert.equal(claimed.body.charged, honest.body.charged)
    },
  },
  {
    name: 'a cart is checked out twenty times at once with twenty keys: it is paid once',
    run: async (target) => {
      const buyer = await target.newPerson()
      const { templateId } = dearest(target)
      await buyer.call('POST', '/api/add-to-cart', { templateId })
      const { body } = await buyer.call('GET', '/api/cart')
      const before = await buyer.credits()
      const total: number = body.totalCredits
      await volley(20, () =>
        buyer.call('POST', '/api/cart/checkout', { idempotencyKey: randomUUID(), expectedCredits: total }),
      )
      assert.ok(total > 0 && before - (await buyer.credits()) <= total)
    },
  },
  {
    name: 'a checkout key is used again for another total',
    run: async ({ newPerson, templates }) => {
      const buyer = await newPerson()
      const idempotencyKey = randomUUID()
      await buyer.call('POST', '/api/cart/checkout', { idempotencyKey, expectedCredits: 0 })
      await buyer.call('POST', '/api/add-to-cart', { templateId: templates[0]?.templateId })
      assertRejected(await buyer.call('POST', '/api/cart/checkout', { idempotencyKey, expectedCredits: 0 }), 400, 409)
    },
  },
  {
    name: 'a payment is claimed with a signature of one’s own',
    run: async ({ attacker }) => {
      const order = await attacker.call('POST', '/api/create-razorpay-order', {
        packId: (await firstPack(attacker)).id,
      })
      const razorpay_order_id = order.body.orderId
      await assertNothingGained(attacker, async () => {
        for (const secret of ['', 'secret', 'rzp_test', order.body.keyId]) {
          const razorpay_payment_id = `pay_${randomUUID().slice(0, 14)}`
          const razorpay_signature = createHmac('sha256', secret)
            .update(`${razorpay_order_id}|${razorpay_payment_id}`)
            .digest('hex')
          assertRejected(
            await attacker.call('POST', '/api/verify-razorpay-payment', {
              razorpay_order_id,
              razorpay_payment_id,
              razorpay_signature,
              credits: 100_000,
            }),
          )
        }
      })
    },
  },
  {
    name: 'a webhook without the secret tells of a payment',
    run: async ({ attacker, call }) => {
      await assertNothingGained(attacker, async () => {
        const event = JSON.stringify({
          event: 'payment.captured',
          payload: { payment: { entity: { id: 'pay_x', order_id: 'order_x', amount: 1, status: 'captured' } } },
        })
        for (const signature of [undefined, '', 'a'.repeat(64), createHmac('sha256', '').update(event).digest('hex')]) {
          assertRejected(
            await call('POST', '/api/webhooks/razorpay', event, {
              'content-type': 'application/json',
              ...(signature !== undefined && { 'x-razorpay-signature': signature }),
            }),
          )
        }
      })
    },
  },
  {
    name: 'an order asks for credits at an amount of one’s own',
    run: async ({ attacker }) => {
      const { packs } = (await attacker.call('GET', '/api/credit-packs')).body
      for (const asked of [
        { amount: 1, credits: 1_000_000 },
        { amount: 0.01, credits: 100 },
        { amount: 1, packId: packs.at(-1).id },
        { packId: 'no-such-pack' },
        { credits: -5 },
        { credits: 1e12 },
      ]) {
        const answer = await attacker.call('POST', '/api/create-razorpay-order', asked)
        if (answer.status >= 300) {
          assertRejected(answer)
          continue
        }
        const pack = packs.find(({ credits }: { credits: number }) => credits === answer.body.credits)
        assert.equal(answer.body.amount, pack?.amountPaise, `an order for ${JSON.stringify(asked)}`)
      }
    },
  },
  {
    name: 'the starter pack is ordered twenty times at once',
    run: async ({ newPerson }) => {
      const buyer = await newPerson()
      const before = await buyer.credits()
      await volley(20, () => buyer.call('POST', '/api/create-razorpay-order', { packId: 'starter' }))
      assert.equal(await buyer.credits(), before)
    },
  },
  {
    name: 'a full render is asked for with one key thirty times at once: it is charged once',
    run: async (target) => {
      const buyer = await target.newPerson()
      const { templateId } = target.loot
      const project = await buyer.call('POST', '/api/projects', { templateId })
      const before = await buyer.credits()
      const request = { projectId: project.body.projectId, kind: 'full', idempotencyKey: randomUUID() }
      const answers = (await volley(30, () => buyer.call('POST', '/api/renders', request))) as {
        status: number
        body: { jobId: string; charged: number }
      }[]
      const good = answers.filter(({ status }) => status === 202)
      assert.ok(new Set(good.map(({ body }) => body.jobId)).size <= 1)
      assert.ok(before - (await buyer.credits()) <= Math.max(0, ...good.map(({ body }) => body.charged)))
      for (const { body } of good.slice(0, 1)) await buyer.call('DELETE', `/api/renders/${body.jobId}`)
    },
  },
  {
    name: 'the previews of all templates are asked for at once: a customer gets a few places',
    run: async (target) => {
      const buyer = await target.newPerson()
      const jobs = await Promise.all(
        target.templates.map(async ({ templateId }) => {
          const { body } = await buyer.call('POST', '/api/projects', { templateId })
          const render = { projectId: body.projectId, kind: 'preview', idempotencyKey: randomUUID() }
          return await buyer.call('POST', '/api/renders', render)
        }),
      )
      const taken = jobs.filter(({ status }) => status === 202)
      await Promise.all(taken.map(({ body }) => buyer.call('DELETE', `/api/renders/${body.jobId}`)))
      assert.ok(taken.length < 15, `${taken.length} of ${jobs.length} renders were taken`)
    },
  },
  {
    name: 'a download of a template that was not bought',
    run: async ({ attacker, loot }) => {
      for (const file of ['full.mp4', 'video.mp4', 'original.mp4', '..%2f..%2ffull.mp4']) {
        assertRejected(await attacker.call('GET', `/api/video-url/${loot.templateId}/${file}`), 400, 402, 403, 404, 302)
      }
    },
  },
  {
    name: 'credits are set through the profile',
    run: async ({ attacker }) => {
      await assertNothingGained(attacker, () =>
        attacker.call('PUT', '/api/profile', {
          actualName: 'Asha',
          credits: 99_999,
          role: 'owner',
          creditsAwarded: true,
          __proto__: { credits: 5 },
        }),
      )
      assert.notEqual((await attacker.call('GET', '/api/profile')).body.role, 'owner')
    },
  },
  {
    name: 'the cart takes negative quantities and prices',
    run: async ({ attacker, templates }) => {
      for (const extra of [
        { quantity: -1 },
        { quantity: 1e9 },
        { quantity: 0.5 },
        { price: -500, templatePrice: -500 },
      ]) {
        const answer = await attacker.call('POST', '/api/add-to-cart', {
          templateId: templates[1]?.templateId,
          ...extra,
        })
        if (answer.status >= 300) assertRejected(answer)
      }
      const { body } = await attacker.call('GET', '/api/cart')
      assert.ok(body.totalCredits >= 0, JSON.stringify(body).slice(0, 200))
    },
  },
]

async function firstPack(person: Person): Promise<{ id: string }> {
  const { body } = await person.call('GET', '/api/credit-packs')
  const [pack] = Array.isArray(body) ? body : body.packs
  return { id: pack.packId ?? pack.id }
}
