// What was changed in a section before, each with the way back.
import { useQueryClient } from '@tanstack/react-query'
import type { AuditEvent, AuditLogPage } from '@vitrine/contract/admin'
import type { AdminSettings, SettingsSection } from '@vitrine/contract/settings'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { errorText } from '../../store/error-text.ts'
import { Button } from '../../ui/button.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useAdminQuery } from '../admin-query.ts'
import { momentText } from '../people/label.ts'
import { historyKey, settingsApi, settingsKey } from './use-section.ts'

const shownCount = 20

export function SettingsHistory({ section, settings }: { section: SettingsSection; settings: AdminSettings }) {
  const { data } = useAdminQuery<AuditLogPage>('/audit', {
    subjectKind: 'settings',
    subjectId: section,
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
          <Change key={event.id} event={event} section={section} settings={settings} />
        ))}
      </ol>
    </section>
  )
}

type ChangeProps = { event: AuditEvent; section: SettingsSection; settings: AdminSettings }

function Change({ event, section, settings }: ChangeProps) {
  const queries = useQueryClient()
  const { revalidate } = useRevalidator()
  const showToast = useToast()
  const [isBusy, setIsBusy] = useState(false)
  const fields = Object.keys(event.after ?? {})
  const takeBack = async () => {
    setIsBusy(true)
    const { value, revision } = settings[section]
    try {
      queries.setQueryData(settingsKey, await settingsApi.change(section, { ...value, ...event.before }, revision))
      await queries.invalidateQueries({ queryKey: historyKey })
      void revalidate()
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

/** `grievanceOfficer` as 'Grievance officer'. */
function fieldText(field: string): string {
  const words = field.replace(/([a-z])([A-Z0-9])/g, '$1 $2').toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
