// Alerts for the owner: problems of the store in plain language, and their remedies. The Prometheus rules in deploy/ use the same
// limits.
import { createSentence, fillSentence, type Sentence } from '@vitrine/contract/sentence'
import type { StatusAlert, StoreStatus } from '@vitrine/contract/status'
import { msg } from '@vitrine/language/texts'

type Facts = Omit<StoreStatus, 'alerts'>

const MAX_WAIT_SECONDS = 10 * 60
/** With less free space the disk counts as full. */
export const MIN_FREE_BYTES = 5 * 2 ** 30
/** An older backup counts as none. */
export const BACKUP_AFTER_MS = 48 * 3_600_000
export const BACKUP_TODO = msg(
  'Run vitrine backup FOLDER, and schedule it every night (deploy/systemd/vitrine-backup.timer).',
)
const LEDGER_CHECK_AFTER_MS = 48 * 3_600_000
/** With fewer failures the failure rate is not significant. */
const MIN_FAILURES = 3
const FAILING_SHARE = 0.1
const CONNECTION_SHARE = 0.85
const SLOW_MS = 1000
const CODE_SHARE = 0.8

/** Selects the singular or plural text. */
const counted = (count: number, one: string, several: string) => createSentence(count === 1 ? one : several, { count })
const asSentence = (input: Sentence | string) => (typeof input === 'string' ? createSentence(input) : input)

const alert =
  (severity: StatusAlert['severity']) =>
  (code: string, what: Sentence | string, todo: Sentence | string): StatusAlert => {
    const { text: whatText, values: figuresOfWhat } = asSentence(what)
    const { text: todoText, values: figuresOfTodo } = asSentence(todo)
    const values = { ...figuresOfWhat, ...figuresOfTodo }
    const sentences = {
      what: fillSentence({ text: whatText, values }),
      todo: fillSentence({ text: todoText, values }),
    }
    return { severity, code, ...sentences, whatText, todoText, values }
  }
const critical = alert('critical')
const warning = alert('warning')

/** The alerts for these facts, critical ones first. */
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
      createSentence(msg('{used} of {most} database connections are in use.'), {
        ...{ used: database.connections, most: database.maxConnections },
      }),
      msg('Raise max_connections of PostgreSQL, or run fewer servers and workers.'),
    )
  }
  if (!storage.isReachable) {
    yield critical(
      'storage-away',
      createSentence(msg('Files cannot be stored: {detail}.'), { detail: storage.detail }),
      storage.kind === 's3'
        ? msg('Check that the bucket responds and its key is valid.')
        : msg('Check whether the disk is full or read-only.'),
    )
  } else if (storage.freeBytes !== null && storage.freeBytes < MIN_FREE_BYTES) {
    yield critical(
      'disk-full',
      createSentence(msg('Only {free} GB of disk space are free.'), { free: (storage.freeBytes / 2 ** 30).toFixed(1) }),
      msg('Free up space or enlarge the disk before customers’ uploads are refused.'),
    )
  }
  const slowest = slowQueries.queries.filter(({ meanMs }) => meanMs > SLOW_MS)
  if (slowest.length > 0) {
    yield warning(
      'slow-queries',
      counted(
        slowest.length,
        msg('One query takes longer than a second on average.'),
        msg('{count} queries take longer than a second on average.'),
      ),
      msg('See the list of slow queries below; run VACUUM ANALYZE, and report a query that stays slow.'),
    )
  }
}

function* queueAlerts({ queue, processes, stuckJobs, renders }: Facts): Generator<StatusAlert> {
  if (!processes.some(({ name }) => name === 'worker')) {
    yield critical(
      'no-worker',
      msg('No worker is running: no videos are made and no emails are sent.'),
      msg('Start vitrine-worker.'),
    )
  }
  const oldest = queue.toSorted((a, b) => b.oldestSeconds - a.oldestSeconds)[0]
  if (oldest && oldest.oldestSeconds > MAX_WAIT_SECONDS) {
    yield warning(
      'queue-slow',
      createSentence(msg('Jobs “{task}” have been waiting for {minutes} minutes.'), {
        ...{ task: oldest.task, minutes: Math.round(oldest.oldestSeconds / 60) },
      }),
      msg('Start another worker, on another machine if this one is busy.'),
    )
  }
  const long = stuckJobs.filter(({ reason }) => reason === 'running-long')
  if (long.length > 0) {
    yield warning(
      'job-runs-long',
      counted(
        long.length,
        msg('One job has been running for more than two hours.'),
        msg('{count} jobs have been running for more than two hours.'),
      ),
      msg('Restart the worker that runs it; the job resumes immediately.'),
    )
  }
  const givenUp = queue.reduce((sum, each) => sum + each.givenUp, 0)
  if (givenUp > 0) {
    yield warning(
      'jobs-given-up',
      counted(
        givenUp,
        msg('One job has failed on the last attempt.'),
        msg('{count} jobs have failed on the last attempt.'),
      ),
      msg('See the list of stuck jobs below for the reason.'),
    )
  }
  const { failed, completed } = renders
  if (failed >= MIN_FAILURES && failed > (failed + completed) * FAILING_SHARE) {
    yield critical(
      'renders-failing',
      createSentence(msg('{failed} of {all} renders in the last 24 hours failed.'), {
        failed,
        all: failed + completed,
      }),
      msg('See below which template they have in common; withdraw it until it is fixed.'),
    )
  }
}

const CODE_CHANNELS = {
  sms: {
    setting: 'VITRINE_SMS_CODES_PER_DAY',
    stopped: msg(
      'No text messages with codes are sent for another {minutes} min, and nobody can register: {sent} of {perDay} per day were sent.',
    ),
    scarce: msg('{sent} text messages with codes were sent in the last day; the limit is {perDay}.'),
  },
  mail: {
    setting: 'VITRINE_MAIL_CODES_PER_DAY',
    stopped: msg(
      'No emails with codes are sent for another {minutes} min, and nobody can register or reset a password: {sent} of {perDay} per day were sent.',
    ),
    scarce: msg('{sent} emails with codes were sent in the last day; the limit is {perDay}.'),
  },
} as const

function* codeAlerts({ codes }: Facts): Generator<StatusAlert> {
  for (const { channel, perDay, sent, closedSeconds } of codes) {
    const { setting, stopped, scarce } = CODE_CHANNELS[channel]
    const todo = createSentence(
      msg('If these are your customers, raise {setting}. If not, someone is spending your money: leave it as it is.'),
      { setting },
    )
    if (closedSeconds > 0) {
      const minutes = Math.ceil(closedSeconds / 60)
      yield critical(`${channel}-codes-stopped`, createSentence(stopped, { minutes, sent, perDay }), todo)
    } else if (sent >= perDay * CODE_SHARE) {
      yield warning(`${channel}-codes-scarce`, createSentence(scarce, { sent, perDay }), todo)
    }
  }
}

function* maintenanceAlerts({ at, lastBackup, lastLedgerCheck, providers }: Facts): Generator<StatusAlert> {
  const now = Date.parse(at)
  const isReal = providers.some(({ isSandbox }) => !isSandbox)
  if (lastBackup && !lastBackup.isGood) {
    yield critical(
      'backup-failed',
      createSentence(msg('The last backup failed: {reason}'), { reason: lastBackup.summary }),
      msg('Fix the cause and run it again.'),
    )
  } else if (!lastBackup || now - Date.parse(lastBackup.endedAt) > BACKUP_AFTER_MS) {
    // A store in sandbox mode has less to lose.
    const missing = isReal ? critical : warning
    yield missing(
      'backup-old',
      lastBackup ? msg('The last backup is older than two days.') : msg('There is no backup yet.'),
      BACKUP_TODO,
    )
  }
  if (lastLedgerCheck && !lastLedgerCheck.isGood) {
    yield critical(
      'ledger-fault',
      createSentence(msg('The ledger does not add up: {reason}'), { reason: lastLedgerCheck.summary }),
      msg('Run npm run ledger:check for the full list, make a backup, and stop selling until the cause is known.'),
    )
  } else if (lastLedgerCheck && now - Date.parse(lastLedgerCheck.endedAt) > LEDGER_CHECK_AFTER_MS) {
    yield warning(
      'ledger-unchecked',
      msg('The last ledger check was more than two days ago.'),
      msg('Check that a worker is running.'),
    )
  }
}

function* setupAlerts({ providers, processes, version, ignoredSettings }: Facts): Generator<StatusAlert> {
  if (ignoredSettings.length > 0) {
    yield critical(
      'settings-ignored',
      createSentence(msg('Some settings cannot be used, and their defaults are in effect: {names}.'), {
        names: ignoredSettings.join(', '),
      }),
      msg('Open Settings, check these, and save them.'),
    )
  }
  const sandboxes = providers.filter(({ isSandbox }) => isSandbox).map(({ name }) => name)
  if (sandboxes.length > 0) {
    yield warning(
      'sandbox',
      sandboxes.length < providers.length
        ? createSentence(msg('Still in sandbox mode: {names}.'), { names: sandboxes.join(', ') })
        : msg('This store is in sandbox mode: emails and text messages are not delivered, and payments move no money.'),
      msg('Enter live ones under Settings, Providers, before you open the store, or switch them off.'),
    )
  }
  const others = new Set(processes.map((each) => each.version).filter((each) => each !== version))
  if (others.size > 0) {
    yield warning(
      'versions-differ',
      createSentence(msg('Processes of versions {versions} run side by side.'), {
        versions: [version, ...others].join(', '),
      }),
      msg('Finish the upgrade: restart the processes of the older version.'),
    )
  }
}
