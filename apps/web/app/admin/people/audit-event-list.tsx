// Audit events: who did what to whom, when, why, and what it changed.
import type { AuditEvent } from '@vitrine/contract/admin'
import { writeRupees } from '@vitrine/contract/money'
import { Link, useSearchParams } from 'react-router'
import { publishingPath } from '../publishing/publishing-api.ts'
import { useMay } from '../role.tsx'
import { findSection, settingsPath, staffPath } from '../sections.ts'
import { auditActionLabels, momentText } from './label.ts'
import { logPath, paymentsPath, personPath } from './people-api.ts'

const linkClass = 'rounded-control text-plum underline underline-offset-4 hover:no-underline'

export function AuditEventList({ events }: { events: readonly AuditEvent[] }) {
  return (
    <ol aria-label="Actions" className="divide-y divide-line border-y border-line">
      {events.map((event) => (
        <li key={event.id} className="flex flex-col gap-1 py-4">
          <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
            <p className="font-medium">{auditActionLabels[event.action]}</p>
            <time dateTime={event.happenedAt} className="text-caption text-muted tabular-nums">
              {momentText(event.happenedAt)}
            </time>
          </div>
          {event.reason && <p className="break-words">“{event.reason}”</p>}
          <Changes event={event} />
          <p className="text-caption break-words text-muted">
            By <Actor event={event} />
            {event.ip && ` from ${event.ip}`} · <Subject event={event} />
          </p>
        </li>
      ))}
    </ol>
  )
}

/** Leads to everything this one did. */
function Actor({ event: { actorId, actorName } }: { event: AuditEvent }) {
  const [address] = useSearchParams()
  const actor = actorId ?? 'command-line'
  if (address.get('actor') === actor) return actorName
  return (
    <Link to={`${logPath}?actor=${actor}`} className={linkClass}>
      {actorName}
    </Link>
  )
}

function Subject({ event: { subjectKind, subjectId, subjectName } }: { event: AuditEvent }) {
  const [kind, gone, path] = {
    user: ['Account', 'Deleted account', personPath(subjectId)],
    payment: ['Payment', 'Payment', `${paymentsPath}?search=${encodeURIComponent(subjectId)}`],
    template: ['Template', 'Deleted template', `${publishingPath}/${encodeURIComponent(subjectId)}`],
    settings: ['Settings', subjectId, `${settingsPath}?section=${encodeURIComponent(subjectId)}`],
    gate: ['Admin sign-in', 'Admin sign-in', undefined],
    invitation: ['Invitation', 'Invitation', staffPath],
  }[subjectKind]
  const may = useMay()
  if (path === undefined || !may(...(findSection(path.split('?')[0] ?? '')?.permissions ?? []))) return kind
  return (
    <>
      {subjectName !== null && `${kind} `}
      <Link to={path} className={`${linkClass} break-words`}>
        {subjectName ?? gone}
      </Link>
    </>
  )
}

/** Every value that is another one afterwards, or was not there before. Ids say nothing to an owner. */
function Changes({ event: { before, after } }: { event: AuditEvent }) {
  const names = Object.keys({ ...before, ...after }).filter((name) => {
    const [was, is] = [textOf(name, before?.[name]), textOf(name, after?.[name])]
    return was !== is && !isId(before?.[name]) && !isId(after?.[name])
  })
  if (names.length === 0) return null
  return (
    <dl className="flex flex-wrap gap-x-5 gap-y-1 text-caption text-muted">
      {names.map((name) => (
        <div key={name} className="flex min-w-0 gap-1.5">
          <dt>{nameOf(name)}</dt>
          <dd className="min-w-0 break-words tabular-nums text-ink">
            {before && Object.hasOwn(before, name) && <>{textOf(name, before[name])} → </>}
            {after && Object.hasOwn(after, name) ? textOf(name, after[name]) : 'none'}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** In older audit events `asked` is an amount in paise. */
const isAmount = (name: string) => name.endsWith('Paise') || name === 'asked'

function isId(value: unknown): boolean {
  return typeof value === 'string' && /^([0-9a-f]{8}-[0-9a-f-]{27}|(rfnd|pay|order)_\w+)$/.test(value)
}

/** `creditsClawedBack` as 'credits clawed back'. */
function nameOf(name: string): string {
  if (name === 'asked') return 'amount'
  return name
    .replace(/Paise$/, '')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
}

function textOf(name: string, value: unknown): string {
  if (isAmount(name) && typeof value === 'number') return writeRupees(value)
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'string') return value === '' ? 'empty' : value
  return value === null || value === undefined ? 'none' : JSON.stringify(value)
}
