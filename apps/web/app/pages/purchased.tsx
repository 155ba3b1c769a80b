// Owns My Downloads: every template a customer owns, with its licence, its receipt and its file.
import type { Purchase } from '@vitrine/contract/shelf'
import { useEffect, useState } from 'react'
import { errorText } from '../account/error-text.ts'
import { SearchBox } from '../account/list-controls.tsx'
import { moneyApi } from '../money/money-api.ts'
import { PurchaseCard } from '../money/purchase-card.tsx'
import { pageMeta } from '../page-meta.ts'
import { usePages } from '../store/pages.ts'
import { Button, LinkButton } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { LoadFailed } from '../ui/load-failed.tsx'
import { Skeleton } from '../ui/skeleton.tsx'

export function meta() {
  return pageMeta({ title: 'My Downloads', description: 'The templates you own.', isPrivate: true })
}

export default function Purchased() {
  return (
    <main className="page-width pt-10 md:pt-14">
      <div className="mb-6 flex flex-wrap items-end justify-between gap-4">
        <h1 className="font-headline text-headline">My Downloads</h1>
        <LinkButton to="/payment-history" variant="secondary" size="small">
          Payment history
        </LinkButton>
      </div>
      <Library />
    </main>
  )
}

function Library() {
  const [search, setSearch] = useState('')
  const wanted = search.trim().toLowerCase()
  const {
    items: purchases,
    error,
    isPending,
    isFetching,
    hasNextPage,
    isFetchNextPageError,
    ...library
  } = usePages(['purchases'], moneyApi.listPurchases)
  const { isFetchingNextPage, fetchNextPage, refetch } = library
  // A search is about everything, not about what happens to be on the screen.
  const isReadingOn = wanted !== '' && hasNextPage && !isFetchNextPageError
  useEffect(() => {
    if (isReadingOn && !isFetching) void fetchNextPage()
  }, [isReadingOn, isFetching, fetchNextPage])
  if (isPending) return <LoadingCards />
  if (!purchases) {
    return (
      <LoadFailed title="Your downloads could not be loaded" isRetrying={isFetching} onRetry={refetch}>
        {errorText(error, 'What you own is safe. Please try again in a moment.')}
      </LoadFailed>
    )
  }
  if (purchases.length === 0) {
    return (
      <EmptyState title="Nothing bought yet" action={<LinkButton to="/templates-list">Browse Templates</LinkButton>}>
        What you buy stays here for good, with its licence and its receipt.
      </EmptyState>
    )
  }
  const found = purchases.filter((purchase) => matches(purchase, wanted))
  return (
    <div className="flex flex-col gap-6">
      <SearchBox
        label="Search my downloads"
        placeholder="Name, category or receipt"
        search={search}
        onSearch={setSearch}
      />
      {found.length > 0 ? (
        <ul className="grid gap-4 lg:grid-cols-2">
          {found.map((purchase) => (
            <PurchaseCard key={purchase.templateId} purchase={purchase} />
          ))}
        </ul>
      ) : isReadingOn ? (
        <LoadingCards />
      ) : (
        <EmptyState
          title="Nothing found"
          action={
            <Button variant="secondary" onClick={() => setSearch('')}>
              Clear search
            </Button>
          }
        >
          Nothing you own matches this search.
        </EmptyState>
      )}
      {hasNextPage && wanted === '' && (
        <Button
          variant="secondary"
          className="self-center"
          isBusy={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          Show earlier
        </Button>
      )}
    </div>
  )
}

function matches({ templateName, templateId, receiptNumber, template }: Purchase, wanted: string): boolean {
  return [templateName, templateId, receiptNumber, ...template.templateCategory].some((text) =>
    text.toLowerCase().includes(wanted),
  )
}

function LoadingCards() {
  return (
    <div role="status" className="grid gap-4 lg:grid-cols-2">
      <span className="sr-only">Loading...</span>
      <Skeleton className="h-44" />
      <Skeleton className="h-44" />
    </div>
  )
}
