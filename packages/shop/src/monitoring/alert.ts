// Alerts for the owner: problems of the store in plain language, and their remedies. The Prometheus rules in
// deploy/ use the same limits.
import type { ShopStatus, StatusAlert } from '@vitrine/contract/status'

type Facts = Omit<ShopStatus, 'alerts'>

const MAX_WAIT_SECONDS = 10 * 60
/** Below that the disk counts as full. */
export const MIN_FREE_BYTES = 5 * 2 ** 30
/** A backup that is older counts as none. */
export const BACKUP_AFTER_MS = 48 * 3_600_000
export const BACKUP_TODO =
  'Run npm run vitrine -- backup FOLDER, and schedule it every night (deploy/systemd/vitrine-backup.timer).'
const LEDGER_CHECK_AFTER_MS = 48 * 3_600_000
/** Fewer failures say nothing about the share. */
const MIN_FAILURES = 3
const FAILING_SHARE = 0.1
const CONNECTION_SHARE = 0.85
const SLOW_MS = 1000
const CODE_SHARE = 0.8

const critical = (code: string, what: string, todo: string): StatusAlert => ({ severity: 'critical', code, what, todo })
const warning = (code: string, what: string, todo: string): StatusAlert => ({ severity: 'warning', code, what, todo })

/** The alerts that these facts call for, the critical ones first. */
export function findAlerts(facts: Facts): StatusAlert[] {
  const found = [
    ...partAlerts(facts),
    ...queueAlerts(facts),
    ...codeAlerts(facts),
    ...maintenanceAlerts(facts),
    ...setupAlerts(facts),
  ]
  return [...found.filter((a) => a.severity === 'critical'), ...found.filter((a) => a.severity === 'warning')]
}

function* partAlerts({ database, storage, slowQueries }: Facts): Generator<StatusAlert> {
  if (database.connections > database.maxConnections * CONNECTION_SHARE) {
    yield warning(
      'connections-scarce',
      `${database.connections} of ${database.maxConnections} database connections are in use.`,
      'Raise max_connections of PostgreSQL, or run fewer servers and workers.',
    )
  }
  if (!storage.isReachable) {
    yield critical(
      'storage-away',
      `Files cannot be stored: ${storage.detail}.`,
      storage.kind === 's3'
        ? 'Check that the bucket responds and its key is valid.'
        : 'Check whether the disk is full or read-only.',
    )
  } else if (storage.freeBytes !== null && storage.freeBytes < MIN_FREE_BYTES) {
    yield critical(
      'disk-full',
      `Only ${(storage.freeBytes / 2 ** 30).toFixed(1)} GB of disk space are free.`,
      'Free up space or enlarge the disk before customers’ uploads are refused.',
    )
  }
  const slowest = slowQueries.queries.filter(({ meanMs }) => meanMs > SLOW_MS)
  if (slowest.length > 0) {
    yield warning(
      'slow-queries',
      `${slowest.length} ${slowest.length === 1 ? 'query takes' : 'queries take'} longer than a second on average.`,
      'See the list of slow queries below; run VACUUM ANALYZE, and report a query that stays slow.',
    )
  }
}

function* queueAlerts({ queue, processes, stuckJobs, renders }: Facts): Generator<StatusAlert> {
  if (!processes.some(({ name }) => name === 'worker')) {
    yield critical(
      'no-worker',
      'No worker is running: no videos are made and no emails are sent.',
      'Start vitrine-worker.',
    )
  }
  const oldest = queue.toSorted((a, b) => b.oldestSeconds - a.oldestSeconds)[0]
  if (oldest && oldest.oldestSeconds > MAX_WAIT_SECONDS) {
    yield warning(
      'queue-slow',
      `Jobs “${oldest.task}” have been waiting for ${Math.round(oldest.oldestSeconds / 60)} minutes.`,
      'Start another worker, on another machine if this one is busy.',
    )
  }
  const long = stuckJobs.filter(({ reason }) => reason === 'running-long')
  if (long.length > 0) {
    yield warning(
      'job-runs-long',
      `${long.length} ${long.length === 1 ? 'job has' : 'jobs have'} been running for more than two hours.`,
      'Restart the worker that runs it; the job resumes immediately.',
    )
  }
  const givenUp = queue.reduce((sum, each) => sum + each.givenUp, 0)
  if (givenUp > 0) {
    yield warning(
      'jobs-given-up',
      `${givenUp} ${givenUp === 1 ? 'job has' : 'jobs have'} failed on the last attempt.`,
      'See the list of stuck jobs below for the reason.',
    )
  }
  const { failed, completed } = renders
  if (failed >= MIN_FAILURES && failed > (failed + completed) * FAILING_SHARE) {
    yield critical(
      'renders-failing',
      `${failed} of ${failed + completed} renders in the last 24 hours failed.`,
      'See below which template they have in common; withdraw it until it is fixed.',
    )
  }
}

const CODE_CHANNELS = {
  sms: { what: 'text messages', setting: 'VITRINE_SMS_CODES_PER_DAY', who: 'nobody can register' },
  mail: { what: 'emails', setting: 'VITRINE_MAIL_CODES_PER_DAY', who: 'nobody can register or reset a password' },
} as const

function* codeAlerts({ codes }: Facts): Generator<StatusAlert> {
  for (const { channel, perDay, sent, closedSeconds } of codes) {
    const { what, setting, who } = CODE_CHANNELS[channel]
    const todo = `If these are your customers, raise ${setting}. If not, someone is spending your money: leave it as it is.`
    if (closedSeconds > 0) {
      const minutes = Math.ceil(closedSeconds / 60)
      yield critical(
        `${channel}-codes-stopped`,
        `No ${what} with codes are sent for another ${minutes === 1 ? 'minute' : `${minutes} minutes`}, and ${who}: ${sent} of ${perDay} per day were sent.`,
        todo,
      )
    } else if (sent >= perDay * CODE_SHARE) {
      yield warning(
        `${channel}-codes-scarce`,
        `${sent} ${what} with codes were sent in the last day; the limit is ${perDay}.`,
        todo,
      )
    }
  }
}

function* maintenanceAlerts({ at, lastBackup, lastLedgerCheck, providers }: Facts): Generator<StatusAlert> {
  const now = Date.parse(at)
  const isReal = providers.some(({ isSandbox }) => !isSandbox)
  if (lastBackup && !lastBackup.isGood) {
    yield critical('backup-failed', `The last backup failed: ${lastBackup.summary}`, 'Fix the cause and run it again.')
  } else if (!lastBackup || now - Date.parse(lastBackup.endedAt) > BACKUP_AFTER_MS) {
    // A shop in sandbox mode has less to lose.
    const alert = isReal ? critical : warning
    yield alert(
      'backup-old',
      lastBackup ? 'The last backup is older than two days.' : 'There is no backup yet.',
      BACKUP_TODO,
    )
  }
  if (lastLedgerCheck && !lastLedgerCheck.isGood) {
    yield critical(
      'ledger-fault',
      `The ledger does not add up: ${lastLedgerCheck.summary}`,
      'Run npm run ledger:check for the full list, make a backup, and stop selling until the cause is known.',
    )
  } else if (lastLedgerCheck && now - Date.parse(lastLedgerCheck.endedAt) > LEDGER_CHECK_AFTER_MS) {
    yield warning(
      'ledger-unchecked',
      'The last ledger check was more than two days ago.',
      'Check that a worker is running.',
    )
  }
}

function* setupAlerts({ providers, processes, version }: Facts): Generator<StatusAlert> {
  const sandboxes = providers.filter(({ isSandbox }) => isSandbox).map(({ name }) => name)
  if (sandboxes.length > 0) {
    yield warning(
      'sandbox',
      sandboxes.length < providers.length
        ? `Still in sandbox mode: ${sandboxes.join(', ')}.`
        : 'This store is in sandbox mode: emails and text messages are not delivered, and payments move no money.',
      'Enter live ones under Settings, Providers, before you open the store, or switch them off.',
    )
  }
  const others = new Set(processes.map((each) => each.version).filter((each) => each !== version))
  if (others.size > 0) {
    yield warning(
      'versions-differ',
      `Processes of ${[version, ...others].join(' and ')} run side by side.`,
      'Finish the upgrade: restart the processes of the older version.',
    )
  }
}
