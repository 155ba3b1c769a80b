// Owns My Downloads: every template a customer owns, with its licence, its receipt and its file.
import { useInfiniteQuery } from '@tanstack/react-query'
import type { Purchase } from '@vitrine/contract/shelf'
import Search from 'lucide-react/icons/search'
import { useEffect, useState } from 'react'
import { errorText } from '../account/error-text.ts'
import { moneyApi } from '../money/money-api.ts'
import { PurchaseCard } from '../money/purchase-card.tsx'
import { pageMeta } from '../page-meta.ts'
import { Button, LinkButton } from '../ui/button.tsx'
import { controlClass } from '../ui/control-class.ts'
import { EmptyState } from '../ui/empty-state.tsx'
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
  const { data, error, isPending, isFetching, hasNextPage, isFetchingNextPage, isFetchNextPageError, ...library } =
    useInfiniteQuery({
      queryKey: ['purchases'],
      queryFn: ({ pageParam, signal }) => moneyApi.listPurchases(pageParam, signal),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: (page) => page.nextCursor ?? undefined,
    })
  const { fetchNextPage, refetch } = library
  // A search is about everything, not about what happens to be on the screen.
  const isReadingOn = wanted !== '' && hasNextPage && !isFetchNextPageError
  useEffect(() => {
    if (isReadingOn && !isFetching) void fetchNextPage()
  }, [isReadingOn, isFetching, fetchNextPage])
  if (isPending) return <LoadingCards />
  if (!data) {
    return (
      <EmptyState
        isError
        title="Your downloads could not be loaded"
        action={
          <Button isBusy={isFetching} onClick={() => void refetch()}>
            Try again
          </Button>
        }
      >
        {errorText(error, 'What you own is safe. Please try again in a moment.')}
      </EmptyState>
    )
  }
  const purchases = data.pages.flatMap((page) => page.items)
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
      <SearchBox search={search} onSearch={setSearch} />
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

function SearchBox({ search, onSearch }: { search: string; onSearch: (search: string) => void }) {
  return (
    <div className="relative md:max-w-80">
      <Search aria-hidden="true" size={18} className="pointer-events-none absolute top-3.25 left-3 text-muted" />
      <input
        type="search"
        aria-label="Search my downloads"
        placeholder="Name, category or receipt"
        value={search}
        onChange={(event) => onSearch(event.target.value)}
        className={`${controlClass} pl-10`}
      />
    </div>
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
