// Owns the lines of the log: who did what to whom, when, why, and what it changed.
import type { AdminAct } from '@vitrine/contract/admin'
import { Link, useSearchParams } from 'react-router'
import { publishingPath } from '../publishing/publishing-api.ts'
import { logPath, paymentsPath, personPath } from './people-api.ts'
import { actionWords, momentText } from './words.ts'

const linkClass = 'rounded-control text-plum underline underline-offset-4 hover:no-underline'

export function ActList({ acts }: { acts: readonly AdminAct[] }) {
  return (
    <ol aria-label="Acts" className="divide-y divide-line border-y border-line">
      {acts.map((act) => (
        <li key={act.id} className="flex flex-col gap-1 py-4">
          <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
            <p className="font-medium">{actionWords[act.action]}</p>
            <time dateTime={act.happenedAt} className="text-caption text-muted tabular-nums">
              {momentText(act.happenedAt)}
            </time>
          </div>
          {act.reason && <p className="break-words">“{act.reason}”</p>}
          <Changes act={act} />
          <p className="text-caption break-words text-muted">
            By <Actor act={act} />
            {act.ip && ` from ${act.ip}`} · <Subject act={act} />
          </p>
        </li>
      ))}
    </ol>
  )
}

/** Leads to everything this one did. */
function Actor({ act: { actorId, actorName } }: { act: AdminAct }) {
  const [address] = useSearchParams()
  const actor = actorId ?? 'command-line'
  if (address.get('actor') === actor) return actorName
  return (
    <Link to={`${logPath}?actor=${actor}`} className={linkClass}>
      {actorName}
    </Link>
  )
}

function Subject({ act: { subjectKind, subjectId } }: { act: AdminAct }) {
  const [name, path] = {
    user: ['Account', personPath(subjectId)],
    payment: ['Payment', `${paymentsPath}?search=${encodeURIComponent(subjectId)}`],
    template: ['Template', `${publishingPath}/${encodeURIComponent(subjectId)}`],
    gate: ['The office', undefined],
  }[subjectKind]
  if (path === undefined) return name
  return (
    <>
      {name}{' '}
      <Link to={path} className={`${linkClass} break-all`}>
        {subjectId}
      </Link>
    </>
  )
}

/** Every value that is another one afterwards, or was not there before. */
function Changes({ act: { before, after } }: { act: AdminAct }) {
  const names = Object.keys({ ...before, ...after }).filter((name) => textOf(before?.[name]) !== textOf(after?.[name]))
  if (names.length === 0) return null
  return (
    <dl className="flex flex-wrap gap-x-5 gap-y-1 text-caption text-muted">
      {names.map((name) => (
        <div key={name} className="flex min-w-0 gap-1.5">
          <dt>{nameOf(name)}</dt>
          <dd className="min-w-0 break-words tabular-nums text-ink">
            {before && Object.hasOwn(before, name) && <>{textOf(before[name])} → </>}
            {after && Object.hasOwn(after, name) ? textOf(after[name]) : 'none'}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** `creditsClawedBack` as 'credits clawed back'. */
function nameOf(name: string): string {
  return name.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()
}

function textOf(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'string') return value === '' ? 'empty' : value
  return value === null || value === undefined ? 'none' : JSON.stringify(value)
}
