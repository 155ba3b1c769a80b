// What stands around a table: the heading of its page, search, filters, the download, and the pages.
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import Download from 'lucide-react/icons/download'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Select } from '../../ui/control.tsx'
import { SearchBox } from '../../ui/list-controls.tsx'
import { adminApiPath } from '../api/admin-api.ts'
import { useMay } from '../api/role.tsx'
import { countText } from './rupees.ts'

/** `count`, the number of items, is undefined until it is known. */
export function PageHeading({ text, count }: { text: string; count: number | undefined }) {
  return (
    <h1 className="font-headline text-headline">
      <span>{text}</span>
      {count !== undefined && (
        <span className="ms-3 font-sans text-body text-muted tabular-nums">{countText(count)}</span>
      )}
    </h1>
  )
}

type FilterSelectProps<Value extends string> = {
  label: string
  /** The URL parameter. */
  name: string
  /** The label for no filter. */
  all: string
  /** The label of each value. */
  values: Readonly<Record<Value, string>>
}

/** The value in the address; undefined if it is missing or not allowed. */
export function readFilter<Value extends string>(
  searchParams: URLSearchParams,
  name: string,
  values: Readonly<Record<Value, string>>,
): Value | undefined {
  const value = searchParams.get(name)
  return value !== null && Object.hasOwn(values, value) ? (value as Value) : undefined
}

/** A filter that is stored in the URL. */
export function FilterSelect<Value extends string>({ label, name, all, values }: FilterSelectProps<Value>) {
  const [searchParams, setSearchParams] = useSearchParams()
  const choose = (value: string) =>
    setSearchParams(
      (present) => {
        const next = new URLSearchParams(present)
        next.delete('page')
        if (value === '') next.delete(name)
        else next.set(name, value)
        return next
      },
      { preventScrollReset: true },
    )
  return (
    <Select
      aria-label={label}
      value={readFilter(searchParams, name, values) ?? ''}
      onChange={({ target }) => choose(target.value)}
      className="sm:min-w-36"
    >
      <option value="">{all}</option>
      {Object.entries<string>(values).map(([value, text]) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </Select>
  )
}

const searchPauseMs = 250

type SearchFieldProps = { label: string; placeholder: string; search: string; onSearch: (search: string) => void }

/** Updates the URL when typing pauses. */
export function SearchField({ label, placeholder, search, onSearch }: SearchFieldProps) {
  const [typed, setTyped] = useState(search)
  const [sent, setSent] = useState(search)
  // Navigation has changed the search in the address.
  if (search !== sent) {
    setSent(search)
    if (search !== typed.trim()) setTyped(search)
  }
  useEffect(() => {
    if (typed.trim() === search) return
    const timer = setTimeout(() => onSearch(typed.trim()), searchPauseMs)
    return () => clearTimeout(timer)
  })
  return <SearchBox label={label} placeholder={placeholder} search={typed} onSearch={setTyped} />
}

type DownloadLinkProps = {
  path: `/${string}`
  /** Query parameters. */
  parts: Record<string, string | number | undefined>
  label?: string
}

/** Downloads what a path of the admin API answers, by default CSV, for those who may export. */
export function DownloadLink({ path, parts, label = t`Download CSV` }: DownloadLinkProps) {
  if (!useMay()('exports')) return null
  return (
    <a
      href={adminApiPath(path, parts)}
      download
      className={`${buttonClass({ variant: 'secondary' })} max-sm:col-span-full`}
    >
      <Download aria-hidden="true" size={17} />
      <span>{label}</span>
    </a>
  )
}

type PagerProps = { page: number; pageSize: number; total: number; onPage: (page: number) => void }

/** Renders only the count when everything is on one page. */
export function Pager({ page, pageSize, total, onPage }: PagerProps) {
  const lastPage = Math.max(1, Math.ceil(total / pageSize))
  const first = countText(Math.min((page - 1) * pageSize + 1, total))
  const last = countText(Math.min(page * pageSize, total))
  const all = countText(total)
  const [pageText, lastText] = [countText(page), countText(lastPage)]
  return (
    <nav aria-label={t`Pages`} className="flex flex-wrap items-center justify-between gap-3 pt-4">
      <p role="status" className="text-caption text-muted tabular-nums">
        <Trans>
          {first}–{last} of {all}
        </Trans>
      </p>
      {lastPage > 1 && (
        <div className="flex items-center gap-2">
          <Button isRepeatable variant="secondary" size="small" disabled={page <= 1} onClick={() => onPage(page - 1)}>
            <ChevronLeft aria-hidden="true" size={16} />
            <Trans>Previous</Trans>
          </Button>
          <span className="px-1 text-caption text-muted tabular-nums">
            <Trans>
              Page {pageText} of {lastText}
            </Trans>
          </span>
          <Button
            isRepeatable
            variant="secondary"
            size="small"
            disabled={page >= lastPage}
            onClick={() => onPage(page + 1)}
          >
            <Trans>Next</Trans>
            <ChevronRight aria-hidden="true" size={16} />
          </Button>
        </div>
      )}
    </nav>
  )
}
