// Route of the status page. Everything is read on request; an unavailable part is reported as such, and the rest of the response
// is unaffected.

import { adminStatusRoutes } from '@vitrine/contract/routes/admin-status'
import type { ProviderState } from '@vitrine/contract/settings'
import type { StoreStatus } from '@vitrine/contract/status'
import { readOtpFigures } from '@vitrine/store/accounts/otp-ceiling'
import { findAlerts } from '@vitrine/store/monitoring/alert'
import {
  findSlowQueries,
  listProcesses,
  listStuckJobs,
  readDatabase,
  readQueue,
  readRenderFigures,
} from '@vitrine/store/monitoring/figures'
import { findLastMaintenance, type LastMaintenance } from '@vitrine/store/monitoring/maintenance'
import type { AppDeps } from '../../deps/deps.ts'
import { type ApiScope, serve } from '../../http/serve.ts'
import { withTimeout } from '../health.ts'

const MAX_LISTED = 20

export function addAdminStatusRoutes(scope: ApiScope, deps: AppDeps): void {
  serve(scope, adminStatusRoutes, {
    'GET /api/admin/status': async () => {
      const facts = await readFacts(deps)
      return { ...facts, alerts: findAlerts(facts) }
    },
  })
}

async function readFacts(deps: AppDeps): Promise<Omit<StoreStatus, 'alerts'>> {
  const { db, storage, queries, storageSetup, providers, version, otpCeiling } = deps
  const [database, slow, processes, queue, stuckJobs, renders, lastBackup, lastLedgerCheck, codes, stored] =
    await Promise.all([
      readDatabase(db),
      findSlowQueries(db, MAX_LISTED),
      listProcesses(db),
      readQueue(db),
      listStuckJobs(db, MAX_LISTED),
      readRenderFigures(db),
      findLastMaintenance(db, 'backup'),
      findLastMaintenance(db, 'ledger-check'),
      readOtpFigures(db, otpCeiling),
      readStorage(storage),
    ])
  return {
    at: new Date().toISOString(),
    version,
    processes,
    database,
    storage: { kind: storageSetup.kind, ...stored, detail: stored.problem ?? storageSetup.detail },
    queue,
    stuckJobs: stuckJobs.map(({ since, ...job }) => ({ ...job, since: since.toISOString() })),
    renders: { ...renders, reasons: [...renders.reasons] },
    slowQueries: slow
      ? { source: 'pg_stat_statements', queries: slow }
      : { source: 'this-server', queries: queries.listSlowest(MAX_LISTED) },
    providers: SERVICES.map(([service, name]) => describeService(name, providers.get().states[service])),
    ignoredSettings: [...deps.settings.get().ignored],
    codes,
    lastBackup: toWire(lastBackup),
    lastLedgerCheck: toWire(lastLedgerCheck),
  }
}

const SERVICES = [
  ['mail', 'mail'],
  ['sms', 'text messages'],
  ['payment', 'payment'],
  ['sign-in', 'sign-in'],
] as const

function describeService(name: string, { mode, detail, problem }: ProviderState) {
  return { name, isSandbox: mode === 'sandbox', detail: problem ?? detail }
}

async function readStorage(storage: AppDeps['storage']) {
  try {
    await withTimeout(storage.check())
    return { isReachable: true, freeBytes: (await storage.findFreeBytes()) ?? null, problem: undefined }
  } catch (error) {
    return { isReachable: false, freeBytes: null, problem: error instanceof Error ? error.message : String(error) }
  }
}

function toWire(last: LastMaintenance | undefined) {
  return last ? { ...last, endedAt: last.endedAt.toISOString() } : null
}
