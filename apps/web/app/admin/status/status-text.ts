// Formats times, durations and sizes of the status page, and names the server's codes: jobs, database tables and
// failures of videos. The code is shown next to the name for support.
import { plural, t } from '@lingui/core/macro'
import { numberFormat } from '../../language/format.ts'

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** In the largest unit that fits, rounded down: '3 hours'. */
export function span(seconds: number): string {
  if (seconds >= DAY) return plural(Math.floor(seconds / DAY), { one: '# day', other: '# days' })
  if (seconds >= HOUR) return plural(Math.floor(seconds / HOUR), { one: '# hour', other: '# hours' })
  if (seconds >= MINUTE) return plural(Math.floor(seconds / MINUTE), { one: '# minute', other: '# minutes' })
  const whole = Math.floor(seconds)
  return t`${whole} s`
}

/** The time since, as '3 hours ago'; see `span`. */
export function ago(seconds: number): string {
  if (seconds >= DAY) return plural(Math.floor(seconds / DAY), { one: '# day ago', other: '# days ago' })
  if (seconds >= HOUR) return plural(Math.floor(seconds / HOUR), { one: '# hour ago', other: '# hours ago' })
  if (seconds >= MINUTE) return plural(Math.floor(seconds / MINUTE), { one: '# minute ago', other: '# minutes ago' })
  const whole = Math.floor(seconds)
  return t`${whole} s ago`
}

/** With a number of decimals, ungrouped. */
function decimal(value: number, decimals: number): string {
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals }
  return numberFormat({ ...digits, useGrouping: false }).format(Number(value.toFixed(decimals)))
}

/** A size in bytes, in the unit that leaves a few digits: '3.4 GB'. */
export function size(bytes: number): string {
  const count = bytes / 2 ** 30
  const [gigabytes, megabytes] = [decimal(count, count >= 100 ? 0 : 1), decimal(bytes / 2 ** 20, 0)]
  return count >= 1 ? t`${gigabytes} GB` : t`${megabytes} MB`
}

/** A duration in milliseconds: '84 ms', '1.2 s'. */
export function duration(ms: number): string {
  const [seconds, milliseconds] = [decimal(ms / 1000, 1), decimal(ms, 0)]
  return ms >= 1000 ? t`${seconds} s` : t`${milliseconds} ms`
}

/** A description of an SQL statement for people who do not read SQL: 'Reads videos'. */
export function describeStatement(statement: string): string {
  const plain = statement.replaceAll('"', '').toLowerCase()
  const [, verb = ''] = /^\s*([a-z]+)/.exec(plain) ?? []
  const place =
    verb === 'update' ? /update\s+([a-z_]+)/g : verb === 'insert' ? /into\s+([a-z_]+)/g : /from\s+([a-z_]+)/g
  const other = t`Keeps the database in order`
  const names = [...plain.matchAll(place)].map(([, name = '']) => name)
  // Skips names that are aliases within the statement rather than tables.
  const table = names.map(tableTopic).find((topic) => topic !== undefined)
  if (!table) return other
  const texts: Readonly<Record<string, string>> = {
    select: t`Reads ${table}`,
    with: t`Reads ${table}`,
    insert: t`Adds to ${table}`,
    update: t`Changes ${table}`,
    delete: t`Removes from ${table}`,
  }
  return texts[verb] ?? other
}

/** The kind of a job, from the name of its task; undefined for an unknown one. */
export function jobName(task: string): string | undefined {
  const names: Readonly<Record<string, string>> = {
    'reference-render': t`Reference renders`,
    'check-books': t`Ledger check`,
    'clean-up': t`Cleaning up`,
    'compute-shapes': t`Shapes of templates`,
    'erase-files': t`Deletion of files`,
    'install-samples': t`Installing the samples`,
    mail: t`Sending emails`,
    normalise: t`Preparing uploads`,
    'reconcile-disputes': t`Comparing disputes with the payment provider`,
    'reconcile-payments': t`Comparing payments with the payment provider`,
    'reconcile-settlements': t`Comparing settlements with the payment provider`,
    render: t`Videos and images of customers`,
    'template-video': t`Preparing videos of templates`,
    'template-import': t`Template imports`,
    'template-preview': t`Posters and previews`,
  }
  return names[task]
}

/** Why videos failed, from the code of the failure; undefined for an unknown one. */
export function failureName(code: string): string | undefined {
  const names: Readonly<Record<string, string>> = {
    'asset-deleted': t`A photo was deleted`,
    'asset-failed': t`A file could not be used`,
    'gave-up': t`Failed after several attempts`,
    'render-failed': t`Failed after several attempts`,
  }
  return names[code]
}

/** The topic of a database table, by the prefix of its name; undefined for an unknown one. */
function tableTopic(table: string): string | undefined {
  const topics: readonly (readonly [RegExp, string])[] = [
    [/^(users|known_devices)$/, t({ message: 'accounts', context: 'database' })],
    [
      /^(sessions|admin_sessions|admin_password|otps|sign_in_|factor_|second_)/,
      t({ message: 'sign-ins', context: 'database' }),
    ],
    [/^project/, t({ message: 'projects', context: 'database' })],
    [/^(upload|assets)/, t({ message: 'uploads', context: 'database' })],
    [/^(credit_|reward_|buyer_)/, t({ message: 'credits', context: 'database' })],
    [/^(payment|pack_|money_|sandbox_payment|checkouts)/, t({ message: 'payments', context: 'database' })],
    [/^(entitlements|cart_)/, t({ message: 'purchases', context: 'database' })],
    [/^likes$/, t({ message: 'likes', context: 'database' })],
    [/^(visit_|template_view_)/, t({ message: 'visits', context: 'database' })],
    [/^(template|catalogue_|frame_)/, t({ message: 'templates', context: 'database' })],
    [/^(render|prepared_renders|reference_renders)/, t({ message: 'videos', context: 'database' })],
    [/^(operations|upkeep_|graphile_worker)/, t({ message: 'jobs', context: 'database' })],
    [/^(settings|store_setup)/, t({ message: 'settings', context: 'database' })],
    [/^(content_|language_)/, t({ message: 'pages and texts', context: 'database' })],
    [/^admin_acts$/, t({ message: 'the audit log', context: 'database' })],
    [/^staff_/, t({ message: 'the staff', context: 'database' })],
    [/^rate_/, t({ message: 'rate limits', context: 'database' })],
  ]
  return topics.find(([pattern]) => pattern.test(table))?.[1]
}
