// Owns how far people come: from their first look at the shop to the full film.
import type { AdminFunnel } from '@vitrine/contract/admin'
import { Skeleton } from '../../ui/skeleton.tsx'
import { OfficeData } from '../office-data.tsx'
import { useOfficeQuery } from '../office-query.ts'
import { periodQuery, usePeriod } from '../period.ts'
import { countText } from '../rupees.ts'
import { BarList, type ListedBar } from './bar-list.tsx'
import { VisitsNote } from './visit-words.tsx'

const stepWords: Readonly<Record<AdminFunnel['steps'][number]['step'], string>> = {
  visited: 'Visited',
  'signed-up': 'Signed up',
  project: 'Began a project',
  preview: 'Made a preview',
  purchase: 'Bought a template',
  'full-film': 'Downloaded the full film',
}

export function Funnel() {
  const [period] = usePeriod()
  const query = useOfficeQuery<AdminFunnel>('/funnel', periodQuery(period))
  return (
    <section aria-labelledby="funnel-heading" className="rounded-card border border-line bg-raised p-5 md:p-6">
      <h2 id="funnel-heading" className="font-headline text-title">
        From visit to download
      </h2>
      <p className="mt-1 text-caption text-muted">
        The visitors of each day, and how far those have come by now who signed up in the period.
      </p>
      <OfficeData query={query} loadingText="Loading..." skeleton={<Skeleton className="mt-5 h-64" />}>
        {(funnel) => (
          <>
            <VisitsNote visits={funnel.visits} />
            <div className="mt-5">
              <BarList bars={listBars(funnel)} />
            </div>
          </>
        )}
      </OfficeData>
    </section>
  )
}

/**
 * Shares are those of the visitors where all of these are known. Otherwise of the accounts: there can be more of them than
 * visitors, before visits were counted and when people ask not to be.
 */
export function listBars({ steps, visits: { covers } }: Pick<AdminFunnel, 'steps' | 'visits'>): ListedBar[] {
  const countOf = (wanted: string) => steps.find(({ step }) => step === wanted)?.users ?? 0
  const isLedByVisits = covers === 'all' && countOf('visited') >= countOf('signed-up')
  const whole = countOf(isLedByVisits ? 'visited' : 'signed-up')
  return steps
    .filter(({ step }) => step !== 'visited' || covers !== 'none')
    .map(({ step, users }) => {
      const hasShare = whole > 0 && (step !== 'visited' || isLedByVisits)
      const share = hasShare ? ` · ${Math.round((users / whole) * 100)}%` : ''
      return { key: step, label: stepWords[step], value: users, text: `${countText(users)}${share}` }
    })
}
