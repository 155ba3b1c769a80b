// The funnel from the first visit to a full video.
import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { AdminFunnel } from '@vitrine/contract/admin'
import { numberFormat } from '../../language/format.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useAdminQuery } from '../api/admin-query.ts'
import { AdminData } from '../ui/admin-data.tsx'
import { periodQuery, usePeriod } from '../ui/period.ts'
import { countText } from '../ui/rupees.ts'
import { BarList, type ListedBar } from './bar-list.tsx'
import { VisitsNote } from './visit-text.tsx'

function stepLabel(step: AdminFunnel['steps'][number]['step']): string {
  return {
    visited: t`Visited`,
    'signed-up': t`Signed up`,
    project: t`Started a project`,
    preview: t`Made a preview`,
    purchase: t`Bought a template`,
    'full-video': t`Downloaded the full video`,
  }[step]
}

export function Funnel() {
  const [period] = usePeriod()
  const query = useAdminQuery('GET /api/admin/funnel', { query: periodQuery(period) })
  return (
    <section aria-labelledby="funnel-heading" className="rounded-card border border-line bg-raised p-5 md:p-6">
      <h2 id="funnel-heading" className="font-headline text-title">
        <Trans>From visit to download</Trans>
      </h2>
      <p className="mt-1 text-caption text-muted">
        <Trans>Daily visitors, and how far the people who signed up in this period have come.</Trans>
      </p>
      <AdminData query={query} loadingText={t`Loading...`} skeleton={<Skeleton className="mt-5 h-64" />}>
        {(funnel) => (
          <>
            <VisitsNote visits={funnel.visits} />
            <SeparateVisitors funnel={funnel} />
            <div className="mt-5">
              <BarList bars={listBars(funnel)} />
            </div>
          </>
        )}
      </AdminData>
    </section>
  )
}

/** Visitors who do not include everyone who signed up are shown next to the funnel instead of as its first step. */
function SeparateVisitors({ funnel }: { funnel: AdminFunnel }) {
  const visitors = countUsersAt(funnel, 'visited')
  if (isLedByVisits(funnel) || visitors === 0) return null
  const count = countText(visitors)
  return (
    <p className="text-caption text-muted">
      {plural(visitors, {
        one: `${count} visitor was counted, which doesn’t include everyone.`,
        other: `${count} visitors were counted, which doesn’t include everyone.`,
      })}
    </p>
  )
}

type Counted = Pick<AdminFunnel, 'steps' | 'visits'>

const countUsersAt = ({ steps }: Counted, name: string) => steps.find(({ step }) => step === name)?.users ?? 0
const isLedByVisits = (funnel: Counted) =>
  funnel.visits.covers === 'all' && countUsersAt(funnel, 'visited') >= countUsersAt(funnel, 'signed-up')

/**
 * The funnel starts with the visitors if all of them are known, and shares are relative to them. Otherwise it starts
 * with the accounts, which can outnumber the visitors: visits may not have been counted yet, and people can opt out.
 */
export function listBars(funnel: Counted): ListedBar[] {
  const isLed = isLedByVisits(funnel)
  const whole = countUsersAt(funnel, isLed ? 'visited' : 'signed-up')
  return (
    funnel.steps
      // Visitors of a part of the period cannot be compared with accounts of all of it.
      .filter(({ step }) => step !== 'visited' || isLed)
      .map(({ step, users }) => {
        const share =
          whole > 0 ? ` · ${numberFormat({ style: 'percent' }).format(Math.round((users / whole) * 100) / 100)}` : ''
        return { key: step, label: stepLabel(step), value: users, text: `${countText(users)}${share}` }
      })
  )
}
