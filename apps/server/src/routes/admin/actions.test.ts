// The owner's actions: each needs an admin session and leaves an audit event.

import { RazorpayGateway } from '@vitrine/providers/payment/razorpay'
import { clearOldAddresses } from '@vitrine/store/admin/audit-log'
import { checkMoney } from '@vitrine/store/invariants/ledger-check'
import { sql } from 'drizzle-orm'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type AdminForTest, signInAsAdmin } from '../../../testing/admin.ts'
import { useApp } from '../../../testing/app.ts'
import { replaceProviders } from '../../../testing/deps.ts'
import { insertMember, type MemberForTest } from '../../../testing/member.ts'
import { addTemplate } from '../../../testing/template.ts'

const store = useApp()
let admin: AdminForTest
let member: MemberForTest

type Body = Record<string, unknown>
const key = (name: string) => `${name}-${member.userId}`
const readCredits = async ({ token }: MemberForTest) =>
  (await store.call('GET', '/api/user-credits', { token })).body.credits
async function actsOn(subjectId: string): Promise<Body[]> {
  const { body } = await admin.call('GET', `/audit?subjectId=${subjectId}`)
  return (body.items as Body[]).map(({ action, reason, before, after, actorName }) => ({
    action,
    reason,
    before,
    after,
    actorName,
  }))
}

beforeAll(async () => {
  admin = await signInAsAdmin(store)
})
beforeEach(async () => {
  member = await insertMember(store)
})
afterEach(async () => {
  expect((await checkMoney(store.db)).faults).toEqual([])
})

describe('adjusting credits', () => {
  const adjust = (body: Body) => admin.call('POST', `/users/${member.userId}/credits`, body)

  it('adds and removes with a reason, once per request, in the customer’s statement and the audit log', async () => {
    const gift = { credits: 250, reason: 'A video that failed twice', idempotencyKey: key('gift') }
    expect((await adjust(gift)).body).toEqual({ credits: 750 })
    expect((await adjust(gift)).body).toEqual({ credits: 750 })
    const many = await Promise.all(
      Array.from({ length: 5 }, () => adjust({ credits: -100, reason: 'A mistake', idempotencyKey: key('take') })),
    )
    expect(many.map(({ status }) => status)).toEqual(Array(5).fill(200))
    expect(await readCredits(member)).toBe(650)
    const balance = { promotionalCredits: 650, paidCredits: 0 }
    expect((await admin.call('GET', `/users/${member.userId}`)).body).toMatchObject(balance)
    const { items } = (await admin.call('GET', `/users/${member.userId}/statement`)).body as { items: Body[] }
    expect(items.map(({ credits, reason, description, note }) => [credits, reason, description, note])).toEqual([
      [-100, 'adjustment', 'Adjusted by the store', 'A mistake'],
      [250, 'adjustment', 'Adjusted by the store', 'A video that failed twice'],
      [500, 'signup', 'Welcome credits', ''],
    ])
    // The reason is the store's own.
    const own = await store.call('GET', '/api/credits/statement', { token: member.token })
    expect(own.text).not.toContain('A mistake')
    const actorName = admin.owner.username
    expect(await actsOn(member.userId)).toEqual([
      { action: 'credits-adjusted', reason: 'A mistake', before: { credits: 750 }, after: { credits: 650 }, actorName },
      {
        action: 'credits-adjusted',
        reason: 'A video that failed twice',
        before: { credits: 500 },
        after: { credits: 750 },
        actorName,
      },
    ])
  })

  it('never makes a balance negative, needs a reason, and records nothing when rejected', async () => {
    const tooMuch = await adjust({ credits: -501, reason: 'Too much', idempotencyKey: key('much') })
    expect(tooMuch).toMatchObject({ status: 402, body: { code: 'not-enough-credits', userCredits: 500 } })
    for (const wrong of [
      { credits: 0, reason: 'Nothing', idempotencyKey: key('none') },
      { credits: 1.5, reason: 'Half', idempotencyKey: key('half') },
      { credits: 5, reason: '  ', idempotencyKey: key('why') },
      { credits: 5, reason: 'No key' },
    ]) {
      expect([wrong, (await adjust(wrong)).status]).toEqual([wrong, 400])
    }
    for (const unknownId of ['nobody', '00000000-0000-7000-8000-000000000000']) {
      const body = { credits: 5, reason: 'To nobody', idempotencyKey: key('nobody') }
      expect((await admin.call('POST', `/users/${unknownId}/credits`, body)).status).toBe(404)
    }
    expect(await actsOn(member.userId)).toEqual([])
    expect(await readCredits(member)).toBe(500)
  })
})

describe('blocking', () => {
  const block = (userId = member.userId) => admin.call('POST', `/users/${userId}/block`, { reason: 'Stolen cards' })
  const signIn = () =>
    store.call('POST', '/api/login', { body: { email: member.email, password: member.password }, ip: '8.8.1.1' })

  it('ends all sessions and rejects sign-in with its own code, until it is undone', async () => {
    const second = String((await signIn()).body.token)
    expect((await block()).body).toEqual({ isBlocked: true })
    await block()
    for (const token of [member.token, second]) {
      // An open tab learns the reason at its next request, and that it is signed out.
      expect(await store.call('GET', '/api/profile', { token })).toMatchObject({
        status: 401,
        body: { code: 'session-blocked', error: 'This account has been blocked. Please contact support.' },
      })
    }
    expect(await signIn()).toMatchObject({
      status: 403,
      body: { code: 'account-blocked', error: 'This account has been blocked. Please contact support.' },
    })
    // Without the password the block is not revealed.
    const guess = await store.call('POST', '/api/login', { body: { email: member.email, password: 'wrong' } })
    expect(guess.body.code).toBe('invalid-credentials')
    expect((await admin.call('GET', `/users/${member.userId}`)).body).toMatchObject({
      isBlocked: true,
      sessions: 0,
      credits: 500,
      email: member.email,
    })
    const body = { reason: 'It was not them' }
    expect((await admin.call('POST', `/users/${member.userId}/unblock`, body)).body).toEqual({ isBlocked: false })
    expect((await signIn()).status).toBe(200)
    // Taking the block back brings no session back.
    for (const token of [member.token, second]) {
      expect((await store.call('GET', '/api/profile', { token })).body.code).toBe('session-expired')
    }
    expect((await actsOn(member.userId)).map(({ action, reason }) => [action, reason])).toEqual([
      ['user-unblocked', 'It was not them'],
      ['user-blocked', 'Stolen cards'],
    ])
  })

  it('at the same time as sign-ins leaves no active session', async () => {
    await Promise.all([signIn(), signIn(), block(), signIn(), signIn()])
    const { rows } = await store.db.execute<{ count: number }>(
      sql`select count(*)::int as count from sessions where user_id = ${member.userId} and expires_at > now()`,
    )
    expect(rows).toEqual([{ count: 0 }])
  })

  it('is not for owners', async () => {
    expect((await block(admin.owner.userId)).status).toBe(403)
    expect((await admin.call('GET', '/session')).status).toBe(200)
  })
})

describe('a refund', () => {
  async function pay(credits = 500): Promise<string> {
    const { token } = member
    const { body } = await store.call('POST', '/api/create-razorpay-order', { token, body: { credits } })
    const { response } = await store.gateway.pay(String(body.orderId), { webhooks: 'never' })
    const verified = await store.call('POST', '/api/verify-razorpay-payment', { token, body: response })
    expect(verified.status).toBe(200)
    return String(response?.razorpay_payment_id)
  }
  const refund = (paymentId: string, body: Body) => admin.call('POST', `/payments/${paymentId}/refund`, body)

  it('goes through the gateway once per request, removes its share of the credits, and has two audit events: requested and done', async () => {
    const paymentId = await pay()
    const part = { amountPaise: 19_950, reason: 'Half of it', idempotencyKey: key('half') }
    const answers = await Promise.all([refund(paymentId, part), refund(paymentId, part), refund(paymentId, part)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(new Set(answers.map(({ body }) => body.refundId)).size).toBe(1)
    expect((await refund(paymentId, part)).body).toMatchObject({
      amountPaise: 19_950,
      payment: { returnedPaise: 19_950, creditsClawedBack: 250, creditsShort: 0 },
    })
    expect(await readCredits(member)).toBe(750)
    const rest = await refund(paymentId, { reason: 'And the rest', idempotencyKey: key('rest') })
    expect(rest.body).toMatchObject({ amountPaise: 19_950, payment: { returnedPaise: 39_900 } })
    expect(await readCredits(member)).toBe(500)
    const acts = await actsOn(paymentId)
    expect(acts.map(({ action, reason }) => [action, reason])).toEqual([
      ['payment-refunded', 'And the rest'],
      ['refund-requested', 'And the rest'],
      ['payment-refunded', 'Half of it'],
      ['refund-requested', 'Half of it'],
    ])
    expect(acts[0]?.after).toMatchObject({
      returnedPaise: 39_900,
      creditsClawedBack: 500,
      refundId: rest.body.refundId,
    })
  })

  it('is refused for more than is left, and for a payment that is not ours', async () => {
    const paymentId = await pay()
    const request = { reason: 'Too much', idempotencyKey: key('much') }
    expect(await refund(paymentId, { ...request, amountPaise: 39_901 })).toMatchObject({
      status: 409,
      body: { code: 'payment-not-refundable', leftPaise: 39_900 },
    })
    expect((await refund('pay_unknown', request)).body.code).toBe('payment-not-found')
    expect((await refund(paymentId, { ...request, amountPaise: 0 })).status).toBe(400)
    expect(await actsOn(paymentId)).toEqual([])
    expect(await readCredits(member)).toBe(1000)
    expect((await refund(paymentId, { ...request, amountPaise: 39_900 })).body).toMatchObject({ amountPaise: 39_900 })
  })

  it('may have a reason longer than a note at the gateway, of letters outside the basic plane', async () => {
    const paymentId = await pay()
    const request = { amountPaise: 100, reason: `a${'🎉'.repeat(200)}`, idempotencyKey: key('long') }
    expect(await refund(paymentId, request)).toMatchObject({ status: 200, body: { amountPaise: 100 } })
  })

  it('that the gateway rejects changes nothing and shows the gateway’s message', async () => {
    const paymentId = await pay()
    // Everything was refunded on the gateway's own pages, and its message has not arrived.
    await store.gateway.payments.refund({ paymentId, idempotencyKey: 'by-hand-at-the-gateway' })
    const answer = await refund(paymentId, { reason: 'A second time', idempotencyKey: key('twice') })
    expect(answer).toMatchObject({ status: 409, body: { code: 'refund-refused' } })
    expect(String(answer.body.error).length).toBeGreaterThan(10)
    expect((await actsOn(paymentId)).map(({ action }) => action)).toEqual(['refund-requested'])
  })
})

describe('a refund while the gateway is unreachable', () => {
  const away = useApp((deps) =>
    replaceProviders(deps, {
      payments: new RazorpayGateway({
        keyId: 'rzp_test_x',
        keySecret: 'x',
        webhookSecrets: ['x'],
        apiUrl: 'http://127.0.0.1:1',
        scriptUrl: '/checkout.js',
        isSandbox: true,
        pauseMs: 1,
      }),
    }),
  )

  it('is recorded as requested, and can be requested again', async () => {
    const inside = await signInAsAdmin(away)
    const buyer = await insertMember(away)
    await away.db.execute(sql`with ordered as (
        insert into pack_orders (user_id, pack_id, is_starter, credits, amount_paise, currency, gateway_order_id)
        values (${buyer.userId}, 'popular', false, 500, 39900, 'INR', 'order_1') returning id)
      insert into payments (payment_id, order_id, amount_paise, currency, method, status, outcome, unapplied_reason, settled_at)
      select 'pay_1', id, 39900, 'INR', 'upi', 'captured', 'unapplied', 'order-closed', now() from ordered`)
    const body = { reason: 'It bought nothing', idempotencyKey: 'the same key' }
    for (let round = 0; round < 2; round++) {
      const answer = await inside.call('POST', '/payments/pay_1/refund', body)
      expect(answer).toMatchObject({ status: 503, body: { code: 'payment-unavailable' } })
    }
    const { items } = (await inside.call('GET', '/audit?subjectKind=payment')).body as { items: Body[] }
    expect(items.map(({ action }) => action)).toEqual(['refund-requested'])
    expect(items.map(({ subjectName }) => subjectName)).toEqual(['₹399.00 · A Member'])
  })
})

describe('the log', () => {
  it('names action and subject, is searchable by name and address, and drops the name of a deleted account', async () => {
    const templateId = await addTemplate(store.db)
    const edit = { templateName: 'Lanterns at dusk', templatePrice: 77, reason: 'Season' }
    await admin.call('PATCH', `/templates/${templateId}`, edit)
    await admin.call('POST', `/users/${member.userId}/block`, { reason: 'Spam' })
    const listNames = async (search: string) => {
      const { items } = (await admin.call('GET', `/audit?search=${encodeURIComponent(search)}`)).body
      return (items as Body[]).map(({ subjectName }) => subjectName)
    }
    expect(await listNames('LANTERNS at')).toEqual(['Lanterns at dusk'])
    expect(await listNames(templateId)).toEqual(['Lanterns at dusk'])
    expect(await listNames(member.email)).toEqual(['A Member'])
    expect(await listNames('100%_')).toEqual([])
    await admin.call('POST', `/users/${member.userId}/unblock`, { reason: 'It was not them' })
    const { email, password } = member
    const { body } = await store.call('POST', '/api/login', { body: { email, password } })
    const left = await store.call('DELETE', '/api/profile', { token: String(body.token), body: { password } })
    expect(left.status).toBe(200)
    expect(new Set(await listNames(member.userId))).toEqual(new Set([null]))
  })
})

describe('a template', () => {
  it('is edited field by field, and the log has what changed and nothing else', async () => {
    const templateId = await addTemplate(store.db, { priceCredits: 120 })
    const edited = await admin.call('PATCH', `/templates/${templateId}`, {
      templateName: 'Lamps of Diwali',
      templatePrice: 90,
      templateSection: ['Festivals'],
      license: { name: 'Extended', summary: 'Also on television' },
      reason: 'Season',
    })
    expect(edited.body).toMatchObject({
      templateName: 'Lamps of Diwali',
      templatePrice: 90,
      templateSection: ['Festivals'],
      license: { name: 'Extended', summary: 'Also on television' },
    })
    expect((edited.body.versions as Body[]).map(({ isCurrent, projects }) => [isCurrent, projects])).toEqual([
      [true, 0],
    ])
    const shown = await store.call('GET', `/api/template/${templateId}`)
    expect(shown.body).toMatchObject({ templateName: 'Lamps of Diwali', templatePrice: 90 })
    expect((await admin.call('PATCH', `/templates/${templateId}`, { templatePrice: 90 })).status).toBe(200)
    const [act, ...others] = await actsOn(templateId)
    expect(others).toEqual([])
    expect(act).toMatchObject({ action: 'template-edited', reason: 'Season', after: { priceCredits: 90 } })
    expect(Object.keys(act?.before as Body).toSorted()).toEqual(
      ['licenseName', 'licenseSummary', 'name', 'priceCredits', 'sections'].toSorted(),
    )
    for (const wrong of [{ templatePrice: -1 }, { templatePriceIND: 1.5 }, { templateName: ' ' }]) {
      expect((await admin.call('PATCH', `/templates/${templateId}`, wrong)).status).toBe(400)
    }
    expect((await admin.call('PATCH', '/templates/none', { templatePrice: 1 })).status).toBe(404)
  })

  it('is offered in fewer shapes at once, with what was and is in the log', async () => {
    const templateId = await addTemplate(store.db)
    const edited = await admin.call('PATCH', `/templates/${templateId}`, { disabledShapes: ['9:16', '1:1'] })
    expect(edited.body.disabledShapes).toEqual(['1:1', '9:16'])
    const shown = (await store.call('GET', `/api/template/${templateId}`)).body as Body
    expect((shown.shapes as Body[]).map(({ aspect }) => aspect)).toEqual([null, '4:5'])
    await admin.call('PATCH', `/templates/${templateId}`, { disabledShapes: ['1:1', '9:16'] })
    expect((await actsOn(templateId)).map(({ before, after }) => [before, after])).toEqual([
      [{ disabledShapes: [] }, { disabledShapes: ['1:1', '9:16'] }],
    ])
    expect((await admin.call('PATCH', `/templates/${templateId}`, { disabledShapes: [''] })).status).toBe(400)
  })

  it('is free from a day to a day, with what was and is in the log', async () => {
    const templateId = await addTemplate(store.db, { priceCredits: 120 })
    const priceShown = async () => {
      const { templatePrice, freeUntil } = (await store.call('GET', `/api/template/${templateId}`)).body as Body
      return [templatePrice, freeUntil]
    }
    const freePeriod = { from: '2020-01-01', until: '2999-12-31' }
    const edited = await admin.call('PATCH', `/templates/${templateId}`, { freePeriod, reason: 'Season' })
    expect(edited.body).toMatchObject({ freePeriod, templatePrice: 120 })
    expect(await priceShown()).toEqual([0, '2999-12-31'])
    await admin.call('PATCH', `/templates/${templateId}`, { freePeriod })
    await admin.call('PATCH', `/templates/${templateId}`, { freePeriod: null })
    expect(await priceShown()).toEqual([120, undefined])
    const days = { freeFrom: '2020-01-01', freeUntil: '2999-12-31' }
    const never = { freeFrom: null, freeUntil: null }
    expect((await actsOn(templateId)).map(({ before, after }) => [before, after])).toEqual([
      [days, never],
      [never, days],
    ])
    for (const wrong of [{ from: '2026-11-24', until: '2026-11-23' }, { from: '2026-11-24' }, { from: '', until: '' }])
      expect((await admin.call('PATCH', `/templates/${templateId}`, { freePeriod: wrong })).status).toBe(400)
  })

  it('is withdrawn and published again, and stays with customers who own it', async () => {
    const templateId = await addTemplate(store.db, { priceCredits: 100 })
    const { token } = member
    await store.call('POST', '/api/purchase-template', { token, body: { templateId } })
    expect((await admin.call('POST', `/templates/${templateId}/withdraw`, {})).body).toMatchObject({
      status: 'withdrawn',
    })
    expect((await store.call('GET', `/api/template/${templateId}`)).status).toBe(404)
    const owned = (await admin.call('GET', `/users/${member.userId}/purchases`)).body.items as Body[]
    expect(owned).toMatchObject([{ templateId, creditsCharged: 100, licences: 1 }])
    expect((await store.call('GET', '/api/purchases', { token })).body.items).toHaveLength(1)
    await admin.call('POST', `/templates/${templateId}/publish`, { reason: 'Back again' })
    await admin.call('POST', `/templates/${templateId}/publish`, {})
    expect((await store.call('GET', `/api/template/${templateId}`)).status).toBe(200)
    expect((await actsOn(templateId)).map(({ action, before, after }) => [action, before, after])).toEqual([
      ['template-published', { status: 'withdrawn' }, { status: 'published' }],
      ['template-withdrawn', { status: 'published' }, { status: 'withdrawn' }],
    ])
  })

  it('without a document cannot be put on sale', async () => {
    const model = await addTemplate(store.db)
    await store.db.execute(sql`insert into templates (id, kind, status, name, description, categories, sections, compatibility,
        price_credits, price_credits_india, license_name, license_summary, poster_asset_id, preview_asset_id, dominant_color)
      select 'bare', kind, 'draft', name, description, categories, sections, compatibility, price_credits,
        price_credits_india, license_name, license_summary, poster_asset_id, preview_asset_id, dominant_color
      from templates where id = ${model}`)
    const answer = await admin.call('POST', '/templates/bare/publish', {})
    expect(answer).toMatchObject({ status: 409, body: { code: 'template-incomplete' } })
    expect((await admin.call('GET', '/templates?search=bare')).body.templates).toMatchObject([
      { templateId: 'bare', videoLayout: '', status: 'draft' },
    ])
  })
})

describe('one customer', () => {
  it('is shown with everything but secrets, and 404 for anybody else', async () => {
    const { body } = await admin.call('GET', `/users/${member.userId}`)
    expect(body).toMatchObject({
      userId: member.userId,
      phoneNumber: '+919876543210',
      EmpFeild: 'Individual',
      promotionalCredits: 500,
      paidCredits: 0,
      sessions: 1,
      isBlocked: false,
    })
    expect(JSON.stringify(body)).not.toMatch(/argon2|token|hash/i)
    for (const path of ['', '/statement', '/purchases', '/renders']) {
      expect((await admin.call('GET', `/users/${member.userId}${path}`)).status).toBe(200)
      expect((await admin.call('GET', `/users/${member.userId.replace(/.$/, 'z')}${path}`)).status).toBe(404)
    }
  })
})

describe('the log', () => {
  it('is read newest first, in pages, by subject and by action', async () => {
    for (let round = 0; round < 5; round++) {
      const body = { credits: 1, reason: `Turn ${round}`, idempotencyKey: key(`round-${round}`) }
      await admin.call('POST', `/users/${member.userId}/credits`, body)
    }
    const reasons: unknown[] = []
    let cursor = ''
    do {
      const path = `/audit?action=credits-adjusted&subjectId=${member.userId}&limit=2${cursor}`
      const { items, nextCursor } = (await admin.call('GET', path)).body
      reasons.push(...(items as Body[]).map(({ reason }) => reason))
      cursor = nextCursor ? `&cursor=${nextCursor}` : ''
    } while (cursor)
    expect(reasons).toEqual(['Turn 4', 'Turn 3', 'Turn 2', 'Turn 1', 'Turn 0'])
    expect((await admin.call('GET', '/audit?cursor=nonsense')).status).toBe(400)
    // No call can write into it or remove from it.
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      expect((await admin.call(method, '/audit', method === 'DELETE' ? undefined : {})).status).toBe(404)
    }
  })

  it('is searchable by actor, and drops the IP address after 90 days, and nothing else', async () => {
    const body = { credits: 1, reason: 'By this owner', idempotencyKey: key('owner') }
    await admin.call('POST', `/users/${member.userId}/credits`, body)
    const by = async (actor: string) => {
      const { items } = (await admin.call('GET', `/audit?actor=${actor}`)).body
      return (items as Body[]).map(({ actorId, ip }) => ({ actorId, ip }))
    }
    expect((await by(admin.owner.userId))[0]).toEqual({ actorId: admin.owner.userId, ip: expect.stringMatching(/./) })
    expect(await by(member.userId)).toEqual([])
    expect(new Set((await by('command-line')).map(({ actorId }) => actorId))).toEqual(new Set([null]))
    expect((await admin.call('GET', '/audit?actor=nobody')).status).toBe(400)

    const { rows } = await store.db.execute<{ id: string }>(sql`
      insert into admin_acts (action, subject_kind, subject_id, actor_name, ip, happened_at)
      select 'gate-closed', 'gate', 'x', 'owner', '203.0.113.7', now() - make_interval(days => days)
        from unnest(array[89, 91]) days returning id::text`)
    expect(await clearOldAddresses(store.db)).toBe(1)
    const ids = sql.param(rows.map(({ id }) => id))
    const left = await store.db.execute(sql`select ip from admin_acts where id = any(${ids}::bigint[]) order by id`)
    expect(left.rows).toEqual([{ ip: '203.0.113.7' }, { ip: '' }])
    for (const change of [sql`ip = ''`, sql`ip = '', reason = 'another' `, sql`ip = '192.0.2.1'`]) {
      const statement = sql`update admin_acts set ${change} where id = ${rows[0]?.id}`
      await expect(store.db.execute(statement)).rejects.toThrow()
    }
    await expect(
      store.db.execute(sql`update admin_acts set ip = '192.0.2.1' where id = ${rows[1]?.id}`),
    ).rejects.toThrow()
  })
})
