// Owns the list of video templates. Search, section and sort live in the address.
import type { CataloguePage, CatalogueSort } from '@vitrine/contract/catalogue'
import Search from 'lucide-react/icons/search'
import { useEffect, useRef } from 'react'
import { Form, Link, useNavigate, useNavigation, useRevalidator, useSearchParams } from 'react-router'
import { type CatalogueRequest, createApi } from '../api.ts'
import { hostContext } from '../context.ts'
import { pageMeta } from '../page-meta.ts'
import { PageError } from '../shell/page-error.tsx'
import { pageSize, useCataloguePages } from '../store/catalogue-pages.ts'
import { TemplateGrid } from '../store/template-grid.tsx'
import { Button, LinkButton } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { controlClass } from '../ui/control-class.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { Select } from '../ui/select.tsx'
import type { Route } from './+types/template-list'

const sorts: Record<CatalogueSort, string> = {
  popularity: 'Popularity',
  'price-low-high': 'Price: low to high',
  'price-high-low': 'Price: high to low',
}
const typingPauseMs = 250

/** What the address asks for; anything it may not say counts as not said. */
function readRequest(address: URLSearchParams): Required<Pick<CatalogueRequest, 'search' | 'section' | 'sort'>> {
  const sort = address.get('sort')
  return {
    search: (address.get('search') ?? '').trim().slice(0, 100),
    section: (address.get('section') ?? '').trim().slice(0, 60),
    sort: sort !== null && Object.hasOwn(sorts, sort) ? (sort as CatalogueSort) : 'popularity',
  }
}

/** The address of a request; what is as usual is left out. */
function requestPath(request: ReturnType<typeof readRequest>): string {
  const address = new URLSearchParams()
  if (request.search) address.set('search', request.search)
  if (request.section) address.set('section', request.section)
  if (request.sort !== 'popularity') address.set('sort', request.sort)
  return address.size > 0 ? `/templates-list?${address}` : '/templates-list'
}

export async function loader({ context, request }: Route.LoaderArgs) {
  const { transport, publicUrl } = context.get(hostContext)
  const asked = readRequest(new URL(request.url).searchParams)
  const page = await createApi(transport)
    .getVideoPage({ ...asked, limit: pageSize })
    .catch(() => undefined)
  return { page, publicUrl }
}

export function meta({ loaderData }: Route.MetaArgs) {
  return pageMeta({
    title: 'Video templates',
    description:
      'Video templates for weddings, festivals, birthdays, shops and more. See every one move before you choose.',
    publicUrl: loaderData?.publicUrl,
    path: '/templates-list',
    ...(loaderData?.page?.items[0] && { picture: loaderData.page.items[0].thumbnail }),
  })
}

export default function TemplateList({ loaderData: { page } }: Route.ComponentProps) {
  const [address] = useSearchParams()
  const request = readRequest(address)
  return (
    <main className="page-width">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 pt-10 pb-5 md:pt-14">
        <h1 className="font-headline text-headline">Video templates</h1>
        <p role="status" className="text-muted tabular-nums">
          {page && `${page.total} ${page.total === 1 ? 'template' : 'templates'}`}
        </p>
      </div>
      <FilterBar request={request} sections={page?.sections ?? []} />
      {page ? <Results key={JSON.stringify(request)} request={request} page={page} /> : <Failure />}
    </main>
  )
}

type Request = ReturnType<typeof readRequest>

function FilterBar({ request, sections }: { request: Request; sections: readonly string[] }) {
  const navigate = useNavigate()
  return (
    <div className="sticky top-16 z-30 -mx-4 border-b border-line bg-paper px-4 py-3 md:-mx-8 md:px-8">
      <div className="flex flex-wrap items-center gap-3">
        <SearchBox request={request} />
        <nav
          aria-label="Sections"
          className="flex gap-2 overflow-x-auto py-1 [scrollbar-width:none] max-md:order-last max-md:-mx-4 max-md:w-screen max-md:px-4 md:flex-1 md:px-1 md:fade-end"
        >
          {sections.map((section) => (
            <SectionChip key={section} section={section} request={request} />
          ))}
        </nav>
        <Select
          aria-label="Sort by"
          value={request.sort}
          onChange={(event) =>
            void navigate(requestPath({ ...request, sort: event.target.value as CatalogueSort }), {
              preventScrollReset: true,
            })
          }
          className="w-36 md:w-52"
        >
          {Object.entries(sorts).map(([sort, words]) => (
            <option key={sort} value={sort}>
              {words}
            </option>
          ))}
        </Select>
      </div>
    </div>
  )
}

/** Searches a moment after the last keystroke; Enter searches at once, also without a script. */
function SearchBox({ request }: { request: Request }) {
  const navigate = useNavigate()
  const input = useRef<HTMLInputElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  useEffect(() => {
    // Back, a chip or the clear button changed the search from outside; what is being typed stays.
    if (input.current && document.activeElement !== input.current) input.current.value = request.search
  }, [request.search])
  const search = (typed: string) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      if (typed.trim() === request.search) return
      void navigate(requestPath({ ...request, search: typed.trim() }), { replace: true, preventScrollReset: true })
    }, typingPauseMs)
  }
  return (
    <Form
      role="search"
      action="/templates-list"
      replace
      preventScrollReset
      className="relative min-w-0 flex-1 md:max-w-72"
    >
      <Search aria-hidden="true" size={18} className="pointer-events-none absolute top-3.25 left-3 text-muted" />
      <input
        ref={input}
        type="search"
        name="search"
        aria-label="Search templates"
        placeholder="Search templates"
        maxLength={100}
        defaultValue={request.search}
        onChange={(event) => search(event.target.value)}
        className={classNames(controlClass, 'pl-10')}
      />
      {request.section && <input type="hidden" name="section" value={request.section} />}
      {request.sort !== 'popularity' && <input type="hidden" name="sort" value={request.sort} />}
    </Form>
  )
}

/** A second click takes the filter off again. */
function SectionChip({ section, request }: { section: string; request: Request }) {
  const isChosen = section === request.section
  return (
    <Link
      to={requestPath({ ...request, section: isChosen ? '' : section })}
      preventScrollReset
      aria-current={isChosen ? 'true' : undefined}
      className={classNames(
        'flex h-9 shrink-0 items-center rounded-full border px-4 text-caption font-medium transition-colors',
        isChosen ? 'border-ink bg-ink text-paper' : 'border-line bg-raised hover:border-edge',
      )}
    >
      {section}
    </Link>
  )
}

function Results({ request, page }: { request: Request; page: CataloguePage }) {
  const { items, hasMore, state, end, retry } = useCataloguePages(request, page)
  const isSearching = useNavigation().location?.pathname === '/templates-list'
  if (items.length === 0) {
    return (
      <div className="pt-10">
        <EmptyState
          title="No templates found matching your criteria."
          action={
            (request.search || request.section) && (
              <LinkButton to="/templates-list" variant="secondary">
                Clear search and filters
              </LinkButton>
            )
          }
        />
      </div>
    )
  }
  return (
    <div className={classNames('pt-8 transition-opacity', isSearching && 'opacity-55')} aria-busy={isSearching}>
      <h2 className="sr-only">Templates</h2>
      <TemplateGrid templates={items} isLoading={hasMore && state === 'loading'} />
      <div ref={end} />
      {state === 'failed' && (
        <div role="alert" className="flex items-center justify-center gap-4 pt-10">
          <p>Failed to load templates</p>
          <Button variant="secondary" size="small" onClick={retry}>
            Try again
          </Button>
        </div>
      )}
    </div>
  )
}

function Failure() {
  const { revalidate, state } = useRevalidator()
  return (
    <div className="pt-10">
      <EmptyState
        isError
        title="Failed to load templates"
        action={
          <Button isBusy={state === 'loading'} onClick={() => void revalidate()}>
            Try again
          </Button>
        }
      >
        Your search is kept. Please check your connection and try again.
      </EmptyState>
    </div>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <PageError error={error} />
}
