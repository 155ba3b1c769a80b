// The funnel from the first visit to a full video.
import type { AdminFunnel } from '@vitrine/contract/admin'
import { Skeleton } from '../../ui/skeleton.tsx'
import { AdminData } from '../admin-data.tsx'
import { useAdminQuery } from '../admin-query.ts'
import { periodQuery, usePeriod } from '../period.ts'
import { countText } from '../rupees.ts'
import { BarList, type ListedBar } from './bar-list.tsx'
import { VisitsNote } from './visit-text.tsx'

const stepLabels: Readonly<Record<AdminFunnel['steps'][number]['step'], string>> = {
  visited: 'Visited',
  'signed-up': 'Signed up',
  project: 'Started a project',
  preview: 'Made a preview',
  purchase: 'Bought a template',
  'full-film': 'Downloaded the full video',
}

export function Funnel() {
  const [period] = usePeriod()
  const query = useAdminQuery<AdminFunnel>('/funnel', periodQuery(period))
  return (
    <section aria-labelledby="funnel-heading" className="rounded-card border border-line bg-raised p-5 md:p-6">
      <h2 id="funnel-heading" className="font-headline text-title">
        From visit to download
      </h2>
      <p className="mt-1 text-caption text-muted">
        Daily visitors, and how far the people who signed up in this period have come.
      </p>
      <AdminData query={query} loadingText="Loading..." skeleton={<Skeleton className="mt-5 h-64" />}>
        {(funnel) => (
          <>
            <VisitsNote visits={funnel.visits} />
            <VisitorsBeside funnel={funnel} />
            <div className="mt-5">
              <BarList bars={listBars(funnel)} />
            </div>
          </>
        )}
      </AdminData>
    </section>
  )
}

/** Visitors who do not include everyone who signed up are shown beside the funnel instead of as its first step. */
function VisitorsBeside({ funnel }: { funnel: AdminFunnel }) {
  const visitors = countOf(funnel, 'visited')
  if (isLedByVisits(funnel) || visitors === 0) return null
  const counted = visitors === 1 ? '1 visitor was' : `${countText(visitors)} visitors were`
  return <p className="text-caption text-muted">{counted} counted, which doesn’t include everyone.</p>
}

type Counted = Pick<AdminFunnel, 'steps' | 'visits'>

const countOf = ({ steps }: Counted, wanted: string) => steps.find(({ step }) => step === wanted)?.users ?? 0
const isLedByVisits = (funnel: Counted) =>
  funnel.visits.covers === 'all' && countOf(funnel, 'visited') >= countOf(funnel, 'signed-up')

/**
 * Begins with the visitors where all of these are known, and shares are of them. Otherwise it begins with the accounts: there
 * can be more of them than visitors, before visits were counted and when people ask not to be.
 */
export function listBars(funnel: Counted): ListedBar[] {
  const isLed = isLedByVisits(funnel)
  const whole = countOf(funnel, isLed ? 'visited' : 'signed-up')
  return (
    funnel.steps
      // Visitors of a part of the period cannot be compared with accounts of all of it.
      .filter(({ step }) => step !== 'visited' || isLed)
      .map(({ step, users }) => {
        const share = whole > 0 ? ` · ${Math.round((users / whole) * 100)}%` : ''
        return { key: step, label: stepLabels[step], value: users, text: `${countText(users)}${share}` }
      })
  )
}
