// Names for codes of the server on the status page: jobs, database tables and failures of videos. The code is shown
// next to the name for support.
import { t } from '@lingui/core/macro'

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
export function tableTopic(table: string): string | undefined {
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
