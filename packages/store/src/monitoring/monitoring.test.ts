import type { StoreStatus } from '@vitrine/contract/status'
import { transaction } from '@vitrine/database/connection'
import { enqueue } from '@vitrine/database/jobs'
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { useDatabase } from '../../../../tests/database.ts'
import { findAlerts } from './alert.ts'
import {
  findSlowQueries,
  listProcesses,
  listStuckJobs,
  processName,
  readDatabase,
  readQueue,
  readRenderFigures,
} from './figures.ts'
import { findLastMaintenance, recordMaintenance } from './maintenance.ts'

const database = useDatabase()

describe('the figures of operations', () => {
  it('report how much is waiting and what makes no progress', async () => {
    const { db } = database
    await transaction(db, async (tx) => {
      for (let n = 0; n < 3; n++) await enqueue(tx, 'render', { n }, { maxAttempts: 2 })
      await enqueue(tx, 'clean-up', {}, { runAt: new Date(Date.now() + 3_600_000) })
    })
    await db.execute(sql`
      update graphile_worker._private_jobs set run_at = now() - interval '1 hour', attempts = 2,
             last_error = E'Failed query: select 1\nparams: asha@example.test' where payload->>'n' = '0'`)
    await db.execute(sql`
      update graphile_worker._private_jobs set locked_at = now() - interval '3 hours', locked_by = 'w', attempts = 1
       where payload->>'n' = '1'`)
    await db.execute(
      sql`update graphile_worker._private_jobs set run_at = now() - interval '20 minutes' where payload->>'n' = '2'`,
    )
    const queue = await readQueue(db)
    expect(queue).toEqual([
      { task: 'clean-up', waiting: 0, running: 0, planned: 1, givenUp: 0, oldestSeconds: 0 },
      { task: 'render', waiting: 1, running: 1, planned: 0, givenUp: 1, oldestSeconds: expect.closeTo(1200, -2) },
    ])
    const stuck = await listStuckJobs(db, 10)
    expect(stuck.map(({ reason, error }) => ({ reason, error }))).toEqual([
      { reason: 'running-long', error: '' },
      { reason: 'given-up', error: 'Failed query: select 1' },
      { reason: 'not-taken', error: '' },
    ])
    expect(await listStuckJobs(db, 1)).toHaveLength(1)
  })

  it('report the database and its connections', async () => {
    const { db } = database
    const figures = await readDatabase(db)
    expect(figures.version).toMatch(/^1[5-9]/)
    expect(figures.sizeBytes).toBeGreaterThan(1_000_000)
    expect(figures.migration).toMatch(/^\d+ of 20\d\d-/)
    await db.transaction(async (tx) => {
      const name = processName('worker', '1.2.3', 'machine-with-a-name-far-longer-than-what-postgresql-keeps-of-it')
      expect(name).toHaveLength(63)
      await tx.execute(sql`select set_config('application_name', ${name}, true)`)
      const [worker] = await listProcesses(db)
      expect(worker).toMatchObject({ name: 'worker', version: '1.2.3', count: 1 })
    })
    expect(await listProcesses(db)).toEqual([])
    expect(await findSlowQueries(db, 5)).toBeUndefined()
    expect(await readRenderFigures(db)).toEqual({ completed: 0, failed: 0, reasons: [] })
  })

  it('report the last runs', async () => {
    const { db } = database
    expect(await findLastMaintenance(db, 'backup')).toBeUndefined()
    await recordMaintenance(db, { kind: 'backup', startedAt: new Date(), isGood: true, summary: 'first' })
    await recordMaintenance(db, { kind: 'backup', startedAt: new Date(), isGood: false, summary: 'disk full' })
    expect(await findLastMaintenance(db, 'backup')).toMatchObject({ isGood: false, summary: 'disk full' })
    expect(await findLastMaintenance(db, 'ledger-check')).toBeUndefined()
  })
})

describe('alerts', () => {
  const day = 86_400_000
  const at = '2026-06-01T12:00:00.000Z'
  const before = (ms: number) => new Date(Date.parse(at) - ms).toISOString()
  const healthy: Omit<StoreStatus, 'alerts'> = {
    at,
    version: '1.0.0',
    processes: [
      { name: 'server', version: '1.0.0', host: 'a', count: 3 },
      { name: 'worker', version: '1.0.0', host: 'a', count: 3 },
    ],
    database: { version: '18', sizeBytes: 1, connections: 10, maxConnections: 100, migration: '15' },
    storage: { isReachable: true, kind: 'disk', detail: '', freeBytes: 100 * 2 ** 30 },
    queue: [{ task: 'render', waiting: 2, running: 1, planned: 0, givenUp: 0, oldestSeconds: 30 }],
    stuckJobs: [],
    renders: { completed: 100, failed: 2, reasons: [] },
    slowQueries: { source: 'this-server', queries: [] },
    providers: [{ name: 'payment', isSandbox: false, detail: '' }],
    ignoredSettings: [],
    codes: [{ channel: 'sms', perDay: 500, sent: 399, closedSeconds: 0 }],
    lastBackup: { endedAt: before(day), isGood: true, summary: '', sentence: { text: '', values: {} } },
    lastLedgerCheck: { endedAt: before(day), isGood: true, summary: '', sentence: { text: '', values: {} } },
  }
  const listAlertCodes = (change: Partial<typeof healthy>) =>
    findAlerts({ ...healthy, ...change }).map(({ code }) => code)

  it('are empty when there is no problem', () => {
    expect(listAlertCodes({})).toEqual([])
  })

  it('say what is wrong and what to do, the worst first', () => {
    expect(listAlertCodes({ processes: healthy.processes.slice(0, 1) })).toEqual(['no-worker'])
    expect(listAlertCodes({ database: { ...healthy.database, connections: 90 } })).toEqual(['connections-scarce'])
    expect(listAlertCodes({ storage: { ...healthy.storage, isReachable: false } })).toEqual(['storage-away'])
    expect(listAlertCodes({ storage: { ...healthy.storage, freeBytes: 2 ** 30 } })).toEqual(['disk-full'])
    expect(listAlertCodes({ storage: { ...healthy.storage, kind: 's3', freeBytes: null } })).toEqual([])
    expect(listAlertCodes({ renders: { completed: 10, failed: 3, reasons: [] } })).toEqual(['renders-failing'])
    expect(listAlertCodes({ renders: { completed: 0, failed: 2, reasons: [] } })).toEqual([])
    expect(listAlertCodes({ lastBackup: null })).toEqual(['backup-old'])
    expect(
      listAlertCodes({
        lastBackup: { endedAt: before(3 * day), isGood: true, summary: '', sentence: { text: '', values: {} } },
      }),
    ).toEqual(['backup-old'])
    expect(
      listAlertCodes({
        lastLedgerCheck: {
          endedAt: at,
          isGood: false,
          summary: '2 faults',
          sentence: { text: '2 faults', values: {} },
        },
      }),
    ).toEqual(['ledger-fault'])
    const [sms = expect.unreachable()] = healthy.codes
    expect(listAlertCodes({ codes: [{ ...sms, sent: 400 }] })).toEqual(['sms-codes-scarce'])
    expect(listAlertCodes({ codes: [{ ...sms, sent: 125, closedSeconds: 3000 }] })).toEqual(['sms-codes-stopped'])
    expect(listAlertCodes({ codes: [{ ...sms, channel: 'mail', sent: 500, closedSeconds: 60 }] })).toEqual([
      'mail-codes-stopped',
    ])
    const sandbox = { name: 'mail', isSandbox: true, detail: '' }
    // Also where everything is a sandbox nothing is well without a backup.
    const triedOut = findAlerts({ ...healthy, providers: [sandbox], lastBackup: null })
    expect(triedOut.map(({ code, severity }) => [code, severity])).toEqual([
      ['backup-old', 'warning'],
      ['sandbox', 'warning'],
    ])
    expect(triedOut[1]?.what).toContain('sandbox mode')
    expect(listAlertCodes({ providers: [...healthy.providers, sandbox] })).toEqual(['sandbox'])
    const old = { name: 'worker', version: '0.9.0', host: 'b', count: 1 }
    expect(listAlertCodes({ processes: [...healthy.processes, old] })).toEqual(['versions-differ'])
    const slow = { task: 'render', waiting: 9, running: 1, planned: 0, givenUp: 1, oldestSeconds: 900 }
    const failing = { completed: 0, failed: 5, reasons: [] }
    expect(findAlerts({ ...healthy, renders: failing })[0]).toMatchObject({
      what: '5 of 5 renders in the last 24 hours failed.',
      whatText: '{failed} of {all} renders in the last 24 hours failed.',
      values: { failed: 5, all: 5 },
    })
    expect(listAlertCodes({ queue: [slow], renders: failing })).toEqual([
      'renders-failing',
      'queue-slow',
      'jobs-given-up',
    ])
    for (const { what, todo } of findAlerts({ ...healthy, queue: [slow], lastBackup: null })) {
      expect(what).toMatch(/\.$/)
      expect(what + todo).not.toContain('{')
      expect(todo.length).toBeGreaterThan(10)
    }
  })
})
