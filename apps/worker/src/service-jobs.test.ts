import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { readPdf } from '@vitrine/billing-pdf/testing/pdf-reader'
import { transaction } from '@vitrine/database/connection'
import { enqueue, startJobRunner } from '@vitrine/database/jobs'
import { createSandboxMailer } from '@vitrine/providers/mail'
import { createOutbox } from '@vitrine/providers/outbox'
import { createLocalDiskStorage } from '@vitrine/providers/storage/local-disk'
import { createSignedLinks } from '@vitrine/providers/storage/signed-link'
import { seedUser } from '@vitrine/store/account-lifecycle'
import { insertUser } from '@vitrine/store/accounts'
import { EMAIL_TASK, queueEmail } from '@vitrine/store/accounts/notification-email'
import { hashPassword } from '@vitrine/store/accounts/password'
import { getPayment } from '@vitrine/store/analytics/payment-list'
import { getBalance } from '@vitrine/store/credits'
import { checkMoney } from '@vitrine/store/invariants/ledger-check'
import { registerCatalogueAsset } from '@vitrine/store/media'
import { ERASE_TASK } from '@vitrine/store/media/stored-file'
import { getCreditPurchase, openOrder } from '@vitrine/store/payments/order'
import { reconcilePayments } from '@vitrine/store/payments/reconcile'
import { changeSettings, readSettings } from '@vitrine/store/settings'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { useDatabase } from '../../../tests/database.ts'
import { startTestGateway, type TestGateway } from '../../../tests/payment-gateway.ts'
import { useFolder } from '../testing/video.ts'
import {
  DISPUTES_TASK,
  emailTasks,
  openWorkerProviders,
  RECONCILE_TASK,
  runDisputes,
  runReconciliation,
  runSettlements,
  SETTLEMENTS_TASK,
  scheduleReconciliation,
} from './service-jobs.ts'

const database = useDatabase()
const folder = useFolder()
let gateway: TestGateway
beforeAll(async () => {
  gateway = await startTestGateway({ db: database.db })
})
afterAll(() => gateway.close())

const warnings: string[] = []
const warn = (message: string) => warnings.push(message)

async function addBuyer(): Promise<string> {
  const username = `buyer-${randomUUID().slice(0, 8)}`
  const passwordHash = await hashPassword('rangoli & lamps')
  const person = { username, email: `${username}@example.test`, actualName: 'Asha', phoneNumber: '' }
  return transaction(database.db, (tx) => seedUser(tx, { ...person, passwordHash, employmentField: '' }))
}
const providers = { readGateway: async () => gateway.payments }
const pass = () => runReconciliation({ db: database.db, providers, warn })
const makeDue = () =>
  database.db.execute(sql`
    with orders as (update pack_orders set next_check_at = now() - interval '1 second' where next_check_at is not null)
    update payments set next_return_at = now() - interval '1 second' where next_return_at is not null`)
const plannedRuns = async (task = RECONCILE_TASK) => {
  const { rows } = await database.db.execute<{ seconds: number }>(sql`
    select extract(epoch from run_at - now())::float as seconds
      from graphile_worker._private_jobs jobs join graphile_worker._private_tasks tasks on tasks.id = jobs.task_id
     where tasks.identifier = ${task}`)
  return rows.map(({ seconds }) => seconds)
}

it('queued mails are sent once, with links to the store, and only for what was committed; files are removed', async () => {
  const dataFolder = folder.path('data')
  const storage = createLocalDiskStorage({ directory: folder.path('files'), links: createSignedLinks('x'.repeat(32)) })
  const passwordHash = await hashPassword('rangoli & lamps')
  const { db } = database
  const providers = openWorkerProviders({
    db,
    environment: { environment: { tags: {} }, unchosen: 'sandbox', serverUrl: 'http://127.0.0.1:1' },
    secrets: ['x'.repeat(32)],
    outbox: createOutbox(join(dataFolder, 'outbox')),
  })
  const userId = await transaction(db, (tx) =>
    insertUser(tx, {
      username: 'asha',
      email: 'asha@example.test',
      passwordHash,
      actualName: 'Asha',
      phoneNumber: '',
      employmentField: '',
    }),
  )
  const video = { kind: 'video-ready', userId, renderId: 'r1', templateName: 'Lamps & <Light>' } as const
  await transaction(db, (tx) => queueEmail(tx, video, { key: 'video-ready:r1' }))
  await transaction(db, (tx) => queueEmail(tx, video, { key: 'video-ready:r1' }))
  const rolledBack = transaction(db, async (tx) => {
    await queueEmail(tx, { kind: 'google-linked', userId })
    throw new Error('rolled back')
  })
  await expect(rolledBack).rejects.toThrow('rolled back')

  const key = 'private/assets/gone.webp'
  await storage.put(key, Buffer.from('picture'), { contentType: 'image/webp' })
  await transaction(db, (tx) => enqueue(tx, ERASE_TASK, { keys: [key, 'private/assets/never.webp'] }))

  const done = Promise.withResolvers<void>()
  const tasks = emailTasks({ db, storage, providers, publicUrl: 'https://store.example.com', warn })
  const runner = await startJobRunner(database.url, {
    ...tasks,
    // One job at a time, and this one after all others.
    'all-sent': async () => done.resolve(),
  })
  await transaction(db, (tx) => enqueue(tx, 'all-sent', {}, { priority: 100 }))
  await done.promise
  await runner.stop()

  const messages = await createOutbox(`${dataFolder}/outbox`).list()
  expect(messages.map(({ to, subject }) => ({ to, subject }))).toEqual([
    { to: 'asha@example.test', subject: 'Your video “Lamps & <Light>” is ready' },
  ])
  expect(messages[0]?.text).toContain('https://store.example.com/profile')
  expect(messages[0]?.html).not.toContain('<Light>')
  expect(await storage.exists(key)).toBe(false)
})

it('the mails of a payment and its refund have receipt and credit note attached, and go without what cannot be drawn', async () => {
  const { db } = database
  const disk = createLocalDiskStorage({ directory: folder.path('files'), links: createSignedLinks('x'.repeat(32)) })
  const broken = {
    ...disk,
    async exists() {
      throw new Error('the disk is gone')
    },
  }
  const logo = `sha256:${'a'.repeat(64)}`
  await transaction(db, async (tx) => {
    const file = { kind: 'image', mime: 'image/png', sizeBytes: 9, width: 4, height: 4 } as const
    await registerCatalogueAsset(tx, { ...file, id: logo, storageKey: 'public/missing.png' })
    const { values, revisions } = await readSettings(tx)
    await changeSettings(tx, 'brand', { value: { ...values.brand, logo }, revision: revisions.brand })
  })
  const userId = await addBuyer()
  const { orderId } = await openOrder(db, gateway.payments, userId, { packId: 'popular' })
  const { paymentId } = await gateway.pay(orderId)
  await makeDue()
  await pass()
  await gateway.act('refund', paymentId)
  await makeDue()
  await pass()
  const { rows } = await db.execute<{ payload: { kind: string } }>(sql`
    select jobs.payload from graphile_worker._private_jobs jobs
      join graphile_worker._private_tasks tasks on tasks.id = jobs.task_id
     where tasks.identifier = 'mail' and jobs.payload ->> 'userId' = ${userId} order by jobs.id`)
  expect(rows.map(({ payload }) => payload.kind)).toEqual(['pack-paid', 'pack-refunded'])
  const outbox = createOutbox(folder.path('documents'))
  const mailer = createSandboxMailer(outbox)
  const deliver = async (storage: typeof disk) => {
    const jobs = {
      db,
      storage,
      warn,
      providers: { readMailer: async () => mailer },
      publicUrl: 'https://store.example.com',
    }
    for (const { payload } of rows) await emailTasks(jobs)[EMAIL_TASK]?.(payload, {} as never)
    return (await outbox.list()).slice(0, 2).reverse()
  }
  // The file of the logo is missing: the name of the store stands in its place.
  const sent = await deliver(disk)
  expect(sent.map(({ attachments }) => attachments)).toEqual([
    [{ name: expect.stringMatching(/^receipt-.+\.pdf$/), contentType: 'application/pdf' }],
    [{ name: expect.stringMatching(/^credit-note-.+\.pdf$/), contentType: 'application/pdf' }],
  ])
  const note = await outbox.findAttachment(sent[1]?.id ?? '', 0)
  expect(readPdf(note?.content ?? Buffer.alloc(0)).texts).toContain('₹399.00')
  warnings.length = 0
  expect((await deliver(broken)).map(({ attachments }) => attachments)).toEqual([[], []])
  expect(warnings).toHaveLength(2)
  expect(warnings[0]).toMatch(/^the PDF of R-.* could not be drawn, so its email goes without it: .*the disk is gone/)
})

it('a pass grants payments whose events were lost, once, and schedules the next pass a minute later', async () => {
  const { db } = database
  const userId = await addBuyer()
  const before = (await getBalance(db, userId)).paid
  const { orderId } = await openOrder(db, gateway.payments, userId, { credits: 500 })
  await gateway.pay(orderId)
  for (let turn = 0; turn < 3; turn++) {
    await makeDue()
    await pass()
    expect((await getBalance(db, userId)).paid).toBe(before + 500)
  }
  const [seconds, ...others] = await plannedRuns()
  expect(others).toEqual([])
  expect(seconds).toBeGreaterThan(30)
  expect(seconds).toBeLessThanOrEqual(60)
  expect((await checkMoney(db)).faults).toEqual([])
})

it('a second payment of the same order is refunded in full, once', async () => {
  const { db } = database
  const userId = await addBuyer()
  const [first, second] = await Promise.all([
    openOrder(db, gateway.payments, userId, { packId: 'starter' }),
    openOrder(db, gateway.payments, userId, { packId: 'starter' }),
  ])
  const paid = await Promise.all([first, second].map(({ orderId }) => gateway.pay(orderId)))
  for (let turn = 0; turn < 3; turn++) {
    await makeDue()
    await pass()
  }
  const payments = await Promise.all(paid.map(({ paymentId }) => gateway.payments.findPayment(paymentId)))
  expect(payments.map((payment) => payment?.refundedPaise).sort()).toEqual([0, 100])
  const states = await Promise.all([first, second].map(({ orderId }) => getCreditPurchase(db, userId, orderId)))
  expect(states.map(({ status }) => status).sort()).toEqual(['paid', 'refunded'])
  expect((await getBalance(db, userId)).paid).toBe(100)
  expect((await checkMoney(db)).faults).toEqual([])
})

it('an outage is reported, and the next pass is scheduled all the same', async () => {
  const { db } = database
  const userId = await addBuyer()
  await openOrder(db, gateway.payments, userId, { credits: 500 })
  await makeDue()
  const away = await startTestGateway({ db })
  await away.close()
  warnings.length = 0
  await runReconciliation({ db, providers: { readGateway: async () => away.payments }, warn })
  expect(warnings).toEqual(['the payment gateway cannot be reached; open orders are asked about later'])
  expect(await plannedRuns()).toHaveLength(1)
})

it('a pass that could not even plan the next one is tried for days', async () => {
  const { db } = database
  await scheduleReconciliation(db, new Date())
  const attempted = sql`select max_attempts as "maxAttempts" from graphile_worker.jobs where task_identifier = ${RECONCILE_TASK}`
  const { rows } = await db.execute<{ maxAttempts: number }>(attempted)
  // graphile-worker waits for exp(attempt) seconds, at most exp(10).
  const pauses = Array.from({ length: (rows[0]?.maxAttempts ?? 0) - 1 }, (_, n) => Math.exp(Math.min(n + 1, 10)))
  expect(pauses.reduce((sum, seconds) => sum + seconds, 0)).toBeGreaterThan(3 * 24 * 3600)
})

it('orders that the gateway has forgotten raise no alarm: open ones expire, paid ones stay paid', async () => {
  const { db } = database
  const userId = await addBuyer()
  const paid = await openOrder(db, gateway.payments, userId, { credits: 500 })
  await gateway.pay(paid.orderId)
  await makeDue()
  await pass()
  const open = await openOrder(db, gateway.payments, userId, { credits: 500 })
  await db.execute(sql`delete from sandbox_payment.orders`)
  const inSixDays = new Date(Date.now() + 6 * 24 * 60 * 60 * 1000)
  expect(await reconcilePayments(db, gateway.payments, inSixDays)).toMatchObject({
    refused: [],
    isGatewayUnavailable: false,
  })
  const states = await Promise.all([paid, open].map(({ orderId }) => getCreditPurchase(db, userId, orderId)))
  expect(states).toMatchObject([
    { status: 'paid' },
    { status: 'failed', failure: 'No payment arrived for this order.' },
  ])
  expect((await getBalance(db, userId)).paid).toBe(500)
  expect((await checkMoney(db)).faults).toEqual([])
})

it('a dispute whose events were lost is found and reported, and the next check follows six hours later', async () => {
  const { db } = database
  const userId = await addBuyer()
  const { orderId } = await openOrder(db, gateway.payments, userId, { credits: 500 })
  const { paymentId } = await gateway.pay(orderId)
  await makeDue()
  await pass()
  const before = (await getBalance(db, userId)).paid
  await gateway.act('open-dispute', paymentId)
  const { orders } = await gateway.overview()
  const disputeId = orders.flatMap(({ payments }) => payments.flatMap(({ disputes }) => disputes))[0]?.id ?? ''
  await gateway.act('lose-dispute', disputeId)
  warnings.length = 0
  for (let turn = 0; turn < 2; turn++) await runDisputes({ db, providers, warn })
  expect(warnings).toEqual([`dispute ${disputeId} of payment ${paymentId} is lost, and no webhook told of it`])
  expect((await getBalance(db, userId)).paid).toBe(before - 500)
  const [seconds, ...others] = await plannedRuns(DISPUTES_TASK)
  expect(others).toEqual([])
  expect(seconds).toBeGreaterThan(5.9 * 3600)
  expect((await checkMoney(db)).faults).toEqual([])
})

it('settlements are recorded and logged once, and the next check follows six hours later', async () => {
  const { db } = database
  const { orderId } = await openOrder(db, gateway.payments, await addBuyer(), { credits: 500 })
  const { paymentId } = await gateway.pay(orderId)
  await makeDue()
  await pass()
  await gateway.act('settle', '')
  const notes: string[] = []
  for (let turn = 0; turn < 2; turn++) {
    await runSettlements({ db, providers, warn, note: (message) => notes.push(message) })
  }
  expect(notes).toEqual([expect.stringMatching(/^the settlements of \d+ payments and refunds were recorded$/)])
  expect(await getPayment(db, paymentId)).toMatchObject({
    feePaise: 942,
    feeTaxPaise: 144,
    settlementId: expect.stringMatching(/^setl_\w{14}$/),
  })
  const [seconds, ...others] = await plannedRuns(SETTLEMENTS_TASK)
  expect(others).toEqual([])
  expect(seconds).toBeGreaterThan(5.9 * 3600)
})

it('one pass runs, however many workers schedule it', async () => {
  const { db, url } = database
  let passes = 0
  const once = Promise.withResolvers<void>()
  await Promise.all([1, 2, 3].map(() => scheduleReconciliation(db, new Date())))
  const runners = await Promise.all(
    [1, 2].map(() =>
      startJobRunner(url, {
        [RECONCILE_TASK]: async () => {
          passes++
          await pass()
          once.resolve()
        },
      }),
    ),
  )
  await once.promise
  await Promise.all(runners.map((runner) => runner.stop()))
  expect(passes).toBe(1)
})
