import { transaction } from '@vitrine/database/connection'
import { enqueue } from '@vitrine/database/jobs'
import { StorageUnavailable } from '@vitrine/providers/storage'
import { recordMaintenance } from '@vitrine/store/monitoring/maintenance'
import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { type AdminForTest, signInAsAdmin } from '../../../testing/admin.ts'
import { useApp } from '../../../testing/app.ts'
import { replaceProviders } from '../../../testing/deps.ts'

let isUnavailable = false
const store = useApp(({ storage, ...deps }) => ({
  storage: {
    ...storage,
    check: async () => {
      if (isUnavailable) throw new StorageUnavailable('the bucket media cannot be reached at store: ECONNREFUSED')
    },
    findFreeBytes: async () => undefined,
  },
  storageSetup: { kind: 's3' as const, detail: 'media at https://s3.example.com' },
  ...replaceProviders(
    { storage, ...deps },
    {
      states: {
        mail: { mode: 'sandbox', detail: '/sandbox', problem: null },
        sms: { mode: 'off', detail: 'off', problem: null },
        payment: { mode: 'live', detail: 'razorpay', problem: null },
        'sign-in': { mode: 'off', detail: 'off', problem: null },
      },
    },
  ),
}))
let admin: AdminForTest
beforeAll(async () => {
  admin = await signInAsAdmin(store)
})

describe('the status of the store', () => {
  it('is for an admin session only', async () => {
    expect((await store.call('GET', '/api/admin/status')).status).toBe(401)
  })

  it('names every part, what is wrong and what to do', async () => {
    const { status, body } = await admin.call('GET', '/status')
    expect(status).toBe(200)
    expect(body).toMatchObject({
      version: '1.2.3',
      database: { version: expect.stringMatching(/^\d+/), connections: expect.any(Number) },
      storage: { isReachable: true, kind: 's3', detail: 'media at https://s3.example.com' },
      lastBackup: null,
      renders: { completed: 0, failed: 0 },
    })
    const codes = (body.alerts as { code: string }[]).map(({ code }) => code)
    expect(codes).toEqual(['no-worker', 'backup-old', 'sandbox'])
  })

  it('reports that no more codes are sent, and until when', async () => {
    Object.assign(store.deps, { otpCeiling: { mail: 5000, sms: 4 } })
    // A network has a share of the codes; each of these comes from its own.
    const send = (n: number) =>
      store.call('POST', '/api/send-phone-otp', { body: { phoneNumber: `+1415555010${n}` }, ip: `203.0.${n}.1` })
    expect((await send(1)).status).toBe(200)
    expect((await send(2)).status).toBe(503)
    const { body } = await admin.call('GET', '/status')
    expect(body.codes).toMatchObject([
      { channel: 'mail', perDay: 5000, closedSeconds: 0 },
      { channel: 'sms', perDay: 4, sent: 1, closedSeconds: expect.closeTo(3600, -2) },
    ])
    const alerts = body.alerts as { code: string; severity: string; what: string }[]
    expect(alerts.find(({ code }) => code === 'sms-codes-stopped')).toMatchObject({
      severity: 'critical',
      what: expect.stringMatching(/another 60 min.*1 of 4 per day/),
    })
    Object.assign(store.deps, { otpCeiling: { mail: 5000, sms: 500 } })
  })

  it('shows a job that no worker runs, an unreachable bucket, and the last runs', async () => {
    await transaction(store.db, (tx) => enqueue(tx, 'render', { renderId: 'x' }))
    await store.db.execute(sql`update graphile_worker._private_jobs set run_at = now() - interval '1 hour'`)
    await recordMaintenance(store.db, { kind: 'backup', startedAt: new Date(), isGood: true, summary: '12 rows' })
    isUnavailable = true
    const { body } = await admin.call('GET', '/status')
    isUnavailable = false
    expect(body.storage).toMatchObject({ isReachable: false, detail: expect.stringContaining('ECONNREFUSED') })
    expect(body.lastBackup).toMatchObject({ isGood: true, summary: '12 rows' })
    expect(body.stuckJobs).toMatchObject([{ task: 'render', reason: 'not-taken' }])
    const alerts = body.alerts as { code: string; severity: string; todo: string }[]
    expect(alerts.map(({ code }) => code)).toEqual(['storage-away', 'no-worker', 'queue-slow', 'sandbox'])
    for (const { todo } of alerts) expect(todo).toMatch(/\w/)
  })
})
