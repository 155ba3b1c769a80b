// The list of one kind of templates: filters, an endless grid, and the empty state.

import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { CataloguePage, TemplateKind } from '@vitrine/contract/catalogue'
import { facetNames } from '@vitrine/contract/facet-names'
import Search from 'lucide-react/icons/search'
import {
  type CSSProperties,
  Suspense,
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { Link, useNavigate, useNavigation, useRevalidator, useSearchParams } from 'react-router'
import { visitorApi } from '../../api/api.ts'
import { lazyExtra } from '../../api/load-part.ts'
import { useLanguages } from '../../api/root-data.ts'
import { templateKinds } from '../../api/template-kind.ts'
import { countText } from '../../language/format.ts'
import { serverText } from '../../language/i18n.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { controlClass, Select } from '../../ui/control.tsx'
import { EmptyState, findFetchFailure } from '../../ui/empty-state.tsx'
import { countChosen, type ListRequest, type ListSort, readRequest, requestPath, sorts } from './catalogue-request.ts'
import { pageSize, useEndlessList } from './endless-list.ts'
import { TemplateGrid } from './template-grid.tsx'

const DeveloperHints = lazyExtra(() => import('./developer-hints.tsx'))

/** The chosen filters and, once opened, all of them. */
const Facets = lazyExtra(() => import('./facets.tsx'))

/** For searches without an exact match. */
const SearchOutcome = lazyExtra(() => import('./search-outcome.tsx'))

/** Loaded with the first letter. */
const SearchSuggestions = lazyExtra(() => import('./search-suggestions.tsx'))

const searchFormId = 'template-search'
const typingPauseMs = 250
const listMarginPixels = 20

type List = { kind: TemplateKind; request: ListRequest }

/** `page` is the first page, undefined when it could not be loaded. */
export function CatalogueList({ kind, page }: { kind: TemplateKind; page: CataloguePage | undefined }) {
  const [searchParams] = useSearchParams()
  const request = readRequest(searchParams)
  const listKey = JSON.stringify([kind, request, searchParams.get('cursor')])
  const text = templateKinds[kind]
  return (
    <main className="page-width">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 pt-10 pb-5 md:pt-14">
        <h1 className="font-headline text-headline">{text.title}</h1>
        <p role="status" className="whitespace-nowrap text-muted tabular-nums max-md:text-caption">
          {page && totalText(page)}
        </p>
      </div>
      <FilterBar kind={kind} sections={page?.sections ?? []} />
      {page ? (
        <Results key={listKey} listKey={listKey} kind={kind} request={request} page={page} />
      ) : (
        <Failure kind={kind} />
      )}
    </main>
  )
}

/** The error boundary of a list, for every kind of navigation to it. */
export function ListError({ kind, error }: { kind: TemplateKind; error: unknown }) {
  if (!findFetchFailure(error, navigator.onLine)) throw error
  return <CatalogueList kind={kind} page={undefined} />
}

function totalText({ total, isTotalExact }: CataloguePage): string {
  if (!isTotalExact) return t`${total}+ templates`
  const count = countText(total)
  return plural(total, { one: `${count} template`, other: `${count} templates` })
}

/**
 * The latest request, even while its list is still loading: a filter chosen meanwhile must not undo the previous one.
 * `request` is for display; `latest` reads it in event handlers, when the page may not have rendered again yet.
 */
function useLatestRequest(kind: TemplateKind): { request: ListRequest; latest: () => ListRequest } {
  const [searchParams] = useSearchParams()
  const next = useNavigation().location
  const loading = next?.pathname === templateKinds[kind].listPath ? next.search : undefined
  const search = useRef(loading)
  useLayoutEffect(() => {
    search.current = loading
  }, [loading])
  const latest = useCallback(() => readRequest(new URLSearchParams(search.current ?? window.location.search)), [])
  return { request: readRequest(loading === undefined ? searchParams : new URLSearchParams(loading)), latest }
}

/** Labels for the scroll buttons at the ends of a row, as CSS strings. */
function scrollButtonNames(direction: 'ltr' | 'rtl'): CSSProperties {
  const [before, after] = [t`Earlier`, t`More`].map((name) => JSON.stringify(name))
  const [left, right] = direction === 'rtl' ? [after, before] : [before, after]
  return { '--leftward': left, '--rightward': right } as CSSProperties
}

function FilterBar({ kind, sections }: { kind: TemplateKind; sections: readonly string[] }) {
  const navigate = useNavigate()
  const { request, latest } = useLatestRequest(kind)
  const { language } = useLanguages()
  return (
    <div className="full-bleed sticky top-16 z-30 py-3">
      <div className="flex flex-wrap items-center gap-2 md:gap-3">
        <SearchBox kind={kind} request={request} latest={latest} />
        <nav
          aria-label={t`Sections`}
          style={scrollButtonNames(language.direction)}
          className="flex gap-2 overflow-x-auto py-1 [scrollbar-width:none] scroll-ends max-lg:order-last max-lg:w-full max-md:-mx-4 max-md:w-screen max-md:px-4 lg:flex-1 lg:px-1"
        >
          {sections.map((section) => (
            <SectionChip key={section} kind={kind} section={section} request={request} />
          ))}
        </nav>
        <FacetButton kind={kind} request={request} latest={latest} />
        <Select
          aria-label={t`Sort by`}
          // Part of the search form, so that a search without scripts keeps the chosen sort order.
          name="sort"
          form={searchFormId}
          value={request.sort}
          onChange={(event) =>
            void navigate(requestPath(kind, { ...latest(), sort: event.target.value as ListSort }), {
              preventScrollReset: true,
            })
          }
          className="w-32 md:w-48 lg:w-60"
        >
          {Object.entries(sorts).map(([sort, text]) => (
            <option key={sort} value={sort}>
              {text}
            </option>
          ))}
        </Select>
      </div>
      <Suspense>{countChosen(request) > 0 && <Facets kind={kind} request={request} />}</Suspense>
    </div>
  )
}

/** The filters are fetched when they are opened. */
function FacetButton(props: List & { latest: () => ListRequest }) {
  const [isOpen, setIsOpen] = useState<boolean>()
  return (
    <>
      <Button variant="secondary" aria-haspopup="dialog" onClick={() => setIsOpen(true)} className="max-md:px-3">
        <span aria-hidden="true" className="filter-icon" />
        <span className="max-md:sr-only">
          <Trans>Filters</Trans>
        </span>
        {countChosen(props.request) > 0 && <span>{countChosen(props.request)}</span>}
      </Button>
      <Suspense>
        {isOpen !== undefined && <Facets {...props} isOpen={isOpen} onClose={() => setIsOpen(false)} />}
      </Suspense>
    </>
  )
}

/** Searches a moment after the last keystroke; Enter searches at once, also without scripts. */
function SearchBox({ kind, request, latest }: List & { latest: () => ListRequest }) {
  const navigate = useNavigate()
  const input = useRef<HTMLInputElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [suggestedFor, setSuggestedFor] = useState<HTMLInputElement>()
  useEffect(() => () => clearTimeout(timer.current), [])
  const next = useNavigation().location?.pathname
  const isLeaving = next !== undefined && next !== templateKinds[kind].listPath
  useEffect(() => {
    // A pending search would navigate back here.
    if (isLeaving) clearTimeout(timer.current)
  }, [isLeaving])
  const shown = useRef(request.search)
  useEffect(() => {
    if (shown.current === request.search) return
    shown.current = request.search
    // Updates the input after Back, a chip or the clear button; text that is being typed stays.
    if (input.current && document.activeElement !== input.current) input.current.value = request.search
  }, [request.search])
  const search = (typed: string, delayMs: number) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      const before = latest()
      if (typed.trim() === before.search) return
      void navigate(requestPath(kind, { ...before, search: typed.trim() }), {
        replace: true,
        preventScrollReset: true,
      })
    }, delayMs)
  }
  const searchTyped = useEffectEvent(() => {
    const { value = '', defaultValue = '' } = input.current ?? {}
    if (value !== defaultValue) search(value, typingPauseMs)
  })
  // Handles text typed before hydration.
  useEffect(() => searchTyped(), [])
  return (
    <search className="relative min-w-0 flex-1 lg:max-w-60">
      <form
        id={searchFormId}
        action={templateKinds[kind].listPath}
        onSubmit={(event) => {
          event.preventDefault()
          search(input.current?.value ?? '', 0)
        }}
      >
        <Search aria-hidden="true" size={18} className="pointer-events-none absolute top-3.25 start-3 text-muted" />
        <input
          ref={input}
          type="search"
          name="search"
          aria-label={t`Search templates`}
          // A longer placeholder would be cut off on phones.
          placeholder={t`Search`}
          maxLength={100}
          defaultValue={request.search}
          autoComplete="off"
          onChange={({ target }) => {
            search(target.value, typingPauseMs)
            setSuggestedFor(target)
          }}
          className={classNames(controlClass, 'ps-10 text-ellipsis')}
        />
        {request.section && <input type="hidden" name="section" value={request.section} />}
        {facetNames.map(
          (facet) => request[facet] && <input key={facet} type="hidden" name={facet} value={request[facet]} />,
        )}
      </form>
      <Suspense>
        {suggestedFor && (
          <SearchSuggestions
            kind={kind}
            input={suggestedFor}
            onSearch={(text) => search(text, 0)}
            onLeave={() => clearTimeout(timer.current)}
          />
        )}
      </Suspense>
    </search>
  )
}

/** A second click removes the filter. */
function SectionChip({ kind, section, request }: List & { section: string }) {
  const isChosen = section === request.section
  return (
    <Link
      to={requestPath(kind, { ...request, section: isChosen ? '' : section })}
      preventScrollReset
      aria-current={isChosen ? 'true' : undefined}
      className={classNames(
        'flex h-9 shrink-0 items-center rounded-full border px-4 text-caption font-medium transition-colors',
        isChosen ? 'border-ink bg-ink text-paper' : 'border-line bg-raised hover:border-edge',
      )}
    >
      {serverText(section)}
    </Link>
  )
}

function Results({ kind, request, page, listKey }: List & { page: CataloguePage; listKey: string }) {
  const requestKey = JSON.stringify([kind, request])
  const fetchPage = useCallback(
    (cursor: string, signal: AbortSignal) => {
      const [askedKind, filters] = JSON.parse(requestKey) as [TemplateKind, ListRequest]
      return visitorApi.getCataloguePage(askedKind, { ...filters, cursor, limit: pageSize }, signal)
    },
    [requestKey],
  )
  const { items, ahead, hasMore, state, end, retry } = useEndlessList({
    key: listKey,
    first: page,
    fetchPage,
    marginPixels: listMarginPixels,
  })
  const { listPath, listFailed } = templateKinds[kind]
  const count = items.length
  const isSearching = useNavigation().location?.pathname === listPath
  if (items.length === 0) {
    return (
      <Suspense>
        <SearchOutcome kind={kind} request={request} page={page} />
      </Suspense>
    )
  }
  return (
    <div className={classNames('pt-8 transition-opacity', isSearching && 'opacity-55')} aria-busy={isSearching}>
      <h2 className="sr-only">
        <Trans>Templates</Trans>
      </h2>
      <Suspense>{page.correctedSearch && <SearchOutcome kind={kind} request={request} page={page} />}</Suspense>
      <TemplateGrid
        templates={items}
        ahead={hasMore ? ahead : []}
        isLoading={state === 'loading'}
        end={end}
        endText={!hasMore && items.length > pageSize ? t`That’s all ${count}` : undefined}
      />
      {/* A stored list from before `ahead` was added. */}
      {hasMore && ahead.length === 0 && <div ref={end} />}
      {page.nextCursor && <MoreWithoutScripts path={requestPath(kind, request, page.nextCursor)} />}
      {state === 'failed' && (
        <div role="alert" className="flex items-center justify-center gap-4 pt-10">
          <p>{listFailed}</p>
          <Button variant="secondary" size="small" onClick={retry}>
            <Trans>Try again</Trans>
          </Button>
        </div>
      )}
    </div>
  )
}

/** For browsers without scripts: a link to the next page. */
function MoreWithoutScripts({ path }: { path: string }) {
  return (
    <noscript>
      {import.meta.env.SSR && (
        <p className="flex justify-center pt-10">
          <a href={path} className={buttonClass({ variant: 'secondary' })}>
            <Trans>More templates</Trans>
          </a>
        </p>
      )}
    </noscript>
  )
}

function Failure({ kind }: { kind: TemplateKind }) {
  const { revalidate, state } = useRevalidator()
  return (
    <div className="pt-10">
      <EmptyState
        isError
        title={templateKinds[kind].listFailed}
        action={
          <Button isBusy={state === 'loading'} onClick={() => void revalidate()}>
            <Trans>Try again</Trans>
          </Button>
        }
      >
        <Trans>Your search is kept. Please check your connection and try again.</Trans>
      </EmptyState>
      <Suspense>{kind === 'direct-sell' && <DeveloperHints />}</Suspense>
    </div>
  )
}
