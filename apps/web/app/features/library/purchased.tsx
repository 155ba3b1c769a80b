// My Downloads: every template a customer owns, with its licence, its receipt and its file.
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { errorText } from '../../api/error-text.ts'
import { usePages } from '../../api/pages.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { SearchBox } from '../../ui/list-controls.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { type MetaMatches, pageMeta } from '../../ui/page-meta.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { moneyApi } from '../credits/money-api.ts'
import { PurchaseCard } from './purchase-card.tsx'

export function meta({ matches }: MetaMatches) {
  return pageMeta({ matches, title: t`My Downloads`, description: t`The templates you own.`, isPrivate: true })
}

export default function Purchased() {
  return (
    <main className="page-width pt-10 md:pt-14">
      <div className="mb-6 flex flex-wrap items-end justify-between gap-4">
        <h1 className="font-headline text-headline">
          <Trans>My Downloads</Trans>
        </h1>
        <LinkButton to="/payment-history" variant="secondary" size="small">
          <Trans>Payment history</Trans>
        </LinkButton>
      </div>
      <Library />
    </main>
  )
}

/** Delay after typing before the library is searched. */
const restMs = 300

function Library() {
  const [search, setSearch] = useState('')
  const query = useRested(search.trim())
  const isEmpty = usePurchases('').items?.length === 0
  return (
    <div className="flex flex-col gap-6">
      {!isEmpty && (
        <SearchBox
          label={t`Search my downloads`}
          placeholder={t`Name, category or receipt`}
          search={search}
          onSearch={setSearch}
        />
      )}
      <PurchaseList search={query} onClear={() => setSearch('')} />
    </div>
  )
}

function useRested(value: string): string {
  const [rested, setRested] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), restMs)
    return () => clearTimeout(timer)
  }, [value])
  return rested
}

function usePurchases(search: string) {
  return usePages(['purchases', { search }], (cursor, signal) => moneyApi.listPurchases(cursor, signal, search))
}

function PurchaseList({ search, onClear }: { search: string; onClear: () => void }) {
  const {
    items: purchases,
    error,
    isPending,
    isFetching,
    hasNextPage,
    isFetchingNextPage,
    fetchNextPage,
    refetch,
  } = usePurchases(search)
  if (isPending) return <LoadingCards />
  if (!purchases) {
    return (
      <LoadFailed title={t`Your downloads could not be loaded`} isRetrying={isFetching} onRetry={refetch}>
        {errorText(error, t`What you own is safe. Please try again in a moment.`)}
      </LoadFailed>
    )
  }
  if (purchases.length === 0 && search === '') {
    return (
      <EmptyState
        title={t`No purchases yet`}
        action={<LinkButton to="/templates-list">{t`Browse Templates`}</LinkButton>}
      >
        <Trans>Everything you buy stays here, with its licence and receipt.</Trans>
      </EmptyState>
    )
  }
  if (purchases.length === 0) {
    return (
      <EmptyState
        title={t`Nothing found`}
        action={
          <Button variant="secondary" onClick={onClear}>
            <Trans>Clear search</Trans>
          </Button>
        }
      >
        <Trans>None of your downloads match your search.</Trans>
      </EmptyState>
    )
  }
  return (
    <>
      <ul className="grid gap-4 lg:grid-cols-2">
        {purchases.map((purchase) => (
          <PurchaseCard key={purchase.templateId} purchase={purchase} />
        ))}
      </ul>
      {hasNextPage && (
        <Button
          variant="secondary"
          className="self-center"
          isBusy={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          <Trans>Show earlier</Trans>
        </Button>
      )}
    </>
  )
}

function LoadingCards() {
  return (
    <div role="status" className="grid gap-4 lg:grid-cols-2">
      <span className="sr-only">
        <Trans>Loading...</Trans>
      </span>
      <Skeleton className="h-44" />
      <Skeleton className="h-44" />
    </div>
  )
}
