// Audit events: who did what to whom, when, why, and what it changed.
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { AuditEvent } from '@vitrine/contract/admin'
import { type StaffRole, staffRoles } from '@vitrine/contract/permission'
import type { KindRate, SaleKind, TaxProfile } from '@vitrine/contract/tax'
import type { CountryRate } from '@vitrine/contract/tax-place'
import { Link, useSearchParams } from 'react-router'
import { roleInSentence } from '../../api/role-text.ts'
import { countryText, rateText, rowText } from '../../language/format.ts'
import { logPath, paymentsPath, personPath } from '../api/people-api.ts'
import { useMay } from '../api/role.tsx'
import { findSection, settingsPath, staffPath } from '../api/sections.ts'
import { publishingPath } from '../templates/publishing-api.ts'
import { auditActionLabels, momentText, saleKindNames, taxProfileNames } from '../ui/label.ts'
import { paiseText } from '../ui/rupees.ts'
import { fieldName } from './field-name.ts'

const linkClass = 'rounded-control text-plum underline underline-offset-4 hover:no-underline'

export function AuditEventList({ events }: { events: readonly AuditEvent[] }) {
  return (
    <ol aria-label={t`Actions`} className="divide-y divide-line border-y border-line">
      {events.map((event) => (
        <li key={event.id} className="flex flex-col gap-1 py-4">
          <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
            <p className="font-medium">{auditActionLabels()[event.action]}</p>
            <time dateTime={event.happenedAt} className="text-caption text-muted tabular-nums">
              {momentText(event.happenedAt)}
            </time>
          </div>
          {event.reason && (
            <p dir="auto" className="break-words">
              {`“${event.reason}”`}
            </p>
          )}
          <Changes event={event} />
          <p className="text-caption break-words text-muted">
            <ByWhom event={event} />
            <span>{' · '}</span>
            <Subject event={event} />
          </p>
        </li>
      ))}
    </ol>
  )
}

function ByWhom({ event }: { event: AuditEvent }) {
  const { ip } = event
  return ip ? (
    <Trans>
      By <Actor event={event} /> from {ip}
    </Trans>
  ) : (
    <Trans>
      By <Actor event={event} />
    </Trans>
  )
}

/** Names of programs as actors; an import acts for the person who uploaded the files. */
const programNames = (): Readonly<Record<string, string>> => ({
  'command line': t`command line`,
  samples: t({ message: 'samples', context: 'who did it' }),
  import: t({ message: 'import', context: 'who did it' }),
})

/** Links to all events of this actor. */
function Actor({ event: { actorId, actorName } }: { event: AuditEvent }) {
  const [searchParams] = useSearchParams()
  const actor = actorId ?? 'command-line'
  const name = programNames()[actorName] ?? actorName
  if (searchParams.get('actor') === actor) return <span>{name}</span>
  return (
    <Link to={`${logPath}?actor=${actor}`} className={linkClass}>
      {name}
    </Link>
  )
}

/** The name of a settings section's tab; a written page is named by its address. */
function settingsName(section: string): string {
  const names: Readonly<Record<string, string>> = {
    brand: t`Brand`,
    storefront: t`Storefront`,
    search: t`Search`,
    languages: t`Languages`,
    seller: t`Seller`,
    tax: t`Tax`,
    pricing: t`Prices`,
    providers: t`Providers`,
  }
  return names[section] ?? section
}

function Subject({ event: { subjectKind, subjectId, subjectName } }: { event: AuditEvent }) {
  const [kind, fallback, path] = {
    user: [t`Account`, t`Deleted account`, personPath(subjectId)],
    payment: [t`Payment`, t`Payment`, `${paymentsPath}?search=${encodeURIComponent(subjectId)}`],
    template: [t`Template`, t`Deleted template`, `${publishingPath}/${encodeURIComponent(subjectId)}`],
    settings: [t`Settings`, settingsName(subjectId), `${settingsPath}?section=${encodeURIComponent(subjectId)}`],
    gate: [t`Admin sign-in`, t`Admin sign-in`, undefined],
    invitation: [t`Invitation`, t`Invitation`, staffPath],
  }[subjectKind]
  const may = useMay()
  if (path === undefined || !may(...(findSection(path.split('?')[0] ?? '')?.permissions ?? [])))
    return <span>{kind}</span>
  return (
    <>
      {subjectName !== null && <span>{`${kind} `}</span>}
      <Link to={path} className={`${linkClass} break-words`}>
        <bdi translate="no">{subjectName ?? fallback}</bdi>
      </Link>
    </>
  )
}

/** Values that were changed or added. Ids are omitted, because they mean nothing to an owner. */
function Changes({ event: { before, after } }: { event: AuditEvent }) {
  const names = Object.keys({ ...before, ...after }).filter((name) => {
    const [was, is] = [formatValue(name, before?.[name]), formatValue(name, after?.[name])]
    return was !== is && !isId(before?.[name]) && !isId(after?.[name])
  })
  if (names.length === 0) return null
  return (
    <dl className="flex flex-wrap gap-x-5 gap-y-1 text-caption text-muted">
      {names.map((name) => (
        <div key={name} className="flex min-w-0 gap-1.5">
          <dt>{fieldName(name)}</dt>
          <dd className="min-w-0 break-words tabular-nums text-ink">
            {before && Object.hasOwn(before, name) && (
              <>
                <bdi translate="no">{formatValue(name, before[name], after?.[name])}</bdi>{' '}
                <span className="inline-block rtl:-scale-x-100">→</span>{' '}
              </>
            )}
            <bdi translate="no">
              {after && Object.hasOwn(after, name) ? formatValue(name, after[name], before?.[name]) : t`none`}
            </bdi>
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

const statusNames = (): Readonly<Record<string, string>> => ({
  draft: t({ message: 'draft', context: 'status' }),
  published: t({ message: 'published', context: 'status' }),
  withdrawn: t({ message: 'withdrawn', context: 'status' }),
  pending: t({ message: 'pending', context: 'status of a refund' }),
  processed: t({ message: 'processed', context: 'status of a refund' }),
  failed: t({ message: 'failed', context: 'status of a refund' }),
})

/** `other`: the value on the other side of the change, of which long lists show only the difference. */
function formatValue(name: string, value: unknown, other?: unknown): string {
  const tax = formatTaxValue(name, value, other)
  if (tax !== undefined) return tax
  if (isAmount(name) && typeof value === 'number') return paiseText(value)
  if (typeof value === 'boolean') return value ? t`yes` : t`no`
  if (name === 'role' && staffRoles.includes(value as StaffRole)) return roleInSentence(value as StaffRole)
  if (name === 'status' && typeof value === 'string') return statusNames()[value] ?? value
  if (typeof value === 'string') return value === '' ? t`empty` : value
  if (Array.isArray(value) && value.every((one) => typeof one === 'string')) return value.join(', ') || t`none`
  return value === null || value === undefined ? t`none` : JSON.stringify(value)
}

// Values of the tax settings in the audit log.

/** Undefined for a field that is none of the tax settings. Of rates only those that differ from `other`. */
export function formatTaxValue(name: string, value: unknown, other: unknown): string | undefined {
  if (name === 'profile') return taxProfileNames()[value as TaxProfile['profile']]
  if (name === 'taxedWhen')
    return value === 'sold' ? t`when credits are sold` : value === 'spent' ? t`when credits are spent` : t`by rule`
  if (name === 'flatRateBp' && typeof value === 'number') return rateText(value)
  if (name === 'rates' || name === 'euRates') {
    const others = listRates(other)
    return rowText(listRates(value).filter((rate) => !others.includes(rate))) || t`none`
  }
  return undefined
}

/** 'Videos 18% (998439)' of each kind of sale, 'Germany 19%' of each country. */
function listRates(value: unknown): string[] {
  if (Array.isArray(value))
    return (value as CountryRate[]).map(({ country, rateBp }) => `${countryText(country)} ${rateText(rateBp)}`)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value as Record<SaleKind, KindRate>).map(
    ([kind, { sac, rateBp }]) => `${saleKindNames()[kind as SaleKind]} ${rateText(rateBp)} (${sac})`,
  )
}
