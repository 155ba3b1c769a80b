// What was changed in a section before, each with the way back.
import { useQueryClient } from '@tanstack/react-query'
import type { AuditEvent, AuditLogPage } from '@vitrine/contract/admin'
import { useState } from 'react'
import { errorText } from '../../store/error-text.ts'
import { Button } from '../../ui/button.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useAdminQuery } from '../admin-query.ts'
import { momentText } from '../people/label.ts'
import { May } from '../role.tsx'
import { historyKey } from './use-section.ts'

const shownCount = 20

type RestoreProps = {
  /** Saves the fields as they were before a change. */
  onRestore: (before: Readonly<Record<string, unknown>>) => Promise<unknown>
}

type HistoryProps = { subjectId: string } & RestoreProps

/** For those who may read the audit log. `subjectId` is a section, or `page/` and the slug of a written page. */
export function SettingsHistory(props: HistoryProps) {
  return (
    <May permission="audit-log">
      <History {...props} />
    </May>
  )
}

function History({ subjectId, onRestore }: HistoryProps) {
  const { data } = useAdminQuery<AuditLogPage>('/audit', {
    subjectKind: 'settings',
    subjectId,
    limit: shownCount,
  })
  if (!data || data.items.length === 0) return null
  return (
    <section aria-labelledby="history-heading" className="mt-12">
      <h2 id="history-heading" className="mb-3 font-headline text-title">
        Changes
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
  const queries = useQueryClient()
  const showToast = useToast()
  const [isBusy, setIsBusy] = useState(false)
  const fields = Object.keys(event.after ?? {})
  const takeBack = async () => {
    setIsBusy(true)
    try {
      await onRestore(event.before ?? {})
      await queries.invalidateQueries({ queryKey: historyKey })
      showToast('success', 'Restored')
    } catch (error) {
      showToast('error', errorText(error, 'It could not be restored.'))
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 py-3">
      <div className="min-w-0">
        <p className="break-words">{fields.map(fieldText).join(', ')}</p>
        <p className="text-caption text-muted">
          {momentText(event.happenedAt)} by {event.actorName}
        </p>
      </div>
      <Button variant="secondary" size="small" isBusy={isBusy} onClick={() => void takeBack()}>
        Restore what was before
      </Button>
    </li>
  )
}

const fieldTexts: Readonly<Record<string, string>> = {
  mail: 'Email',
  sms: 'Text messages',
  payment: 'Payments',
  signIn: 'Sign-in with Google',
  analytics: 'Measuring services',
}

/** `grievanceOfficer` as 'Grievance officer'. */
function fieldText(field: string): string {
  const known = fieldTexts[field]
  if (known) return known
  const words = field.replace(/([a-z])([A-Z0-9])/g, '$1 $2').toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
