// Earlier changes of a section, each with a button that restores it.
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { AuditEvent } from '@vitrine/contract/admin'
import { useState } from 'react'
import { errorText } from '../../api/error-text.ts'
import { listFormat } from '../../language/format.ts'
import { i18n } from '../../language/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useAdminQuery } from '../api/admin-query.ts'
import { May } from '../api/role.tsx'
import { fieldName } from '../audit/field-name.ts'
import { momentText } from '../ui/label.ts'

const shownCount = 20

type RestoreProps = {
  /** Restores the fields from before a change, and reloads the history. */
  onRestore: (before: Readonly<Record<string, unknown>>) => Promise<unknown>
}

type HistoryProps = { subjectId: string } & RestoreProps

/** For staff who may read the audit log. `subjectId` is a section, or `page/` and the slug of a written page. */
export function SettingsHistory(props: HistoryProps) {
  return (
    <May permission="audit-log">
      <History {...props} />
    </May>
  )
}

function History({ subjectId, onRestore }: HistoryProps) {
  const { data } = useAdminQuery('GET /api/admin/audit', {
    query: {
      subjectKind: 'settings',
      subjectId,
      limit: shownCount,
    },
  })
  if (!data || data.items.length === 0) return null
  return (
    <section aria-labelledby="history-heading" className="mt-12">
      <h2 id="history-heading" className="mb-3 font-headline text-title">
        <Trans>Changes</Trans>
      </h2>
      <ol className="divide-y divide-line border-y border-line">
        {data.items.map((event) => (
          <Change key={event.id} event={event} onRestore={onRestore} />
        ))}
      </ol>
    </section>
  )
}

function Change({ event, onRestore }: { event: AuditEvent } & RestoreProps) {
  const showToast = useToast()
  const [isBusy, setIsBusy] = useState(false)
  const fields = Object.keys(event.after ?? {})
  const moment = momentText(event.happenedAt)
  const { actorName } = event
  const takeBack = async () => {
    setIsBusy(true)
    try {
      await onRestore(event.before ?? {})
      showToast('success', t`Restored`)
    } catch (error) {
      showToast('error', errorText(error, t`It could not be restored.`))
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 py-3">
      <div className="min-w-0">
        <p className="break-words">{listFormat({ style: 'narrow' }).format(fields.map(fieldText))}</p>
        <p className="text-caption text-muted">
          <Trans>
            {moment} by {actorName}
          </Trans>
        </p>
      </div>
      {isWhole(event) && (
        <Button variant="secondary" size="small" isBusy={isBusy} onClick={() => void takeBack()}>
          <Trans>Restore what was before</Trans>
        </Button>
      )}
    </li>
  )
}

/** For external services the log records only whether they were on, without addresses, accounts and keys. */
function isWhole({ subjectId, before }: AuditEvent): boolean {
  if (subjectId !== 'providers') return true
  return Object.values(before ?? {}).every((fields) => Object.keys(fields as object).every((field) => field === 'mode'))
}

const serviceNames = (): Readonly<Record<string, string>> => ({
  mail: t`Email`,
  sms: t`Text messages`,
  payment: t`Payments`,
  signIn: t`Sign-in with Google`,
  analytics: t`Measuring services`,
})

/** `grievanceOfficer` as 'Grievance officer'. */
function fieldText(field: string): string {
  const service = serviceNames()[field]
  if (service) return service
  const words = fieldName(field)
  return words.charAt(0).toLocaleUpperCase(i18n.locale) + words.slice(1)
}
