// Search and sort controls of a list in the profile.

import Search from 'lucide-react/icons/search'
import { controlClass, Select } from './control.tsx'
import { LineInput } from './field.tsx'

type ListControlsProps<Sort extends string> = {
  searchLabel: string
  placeholder: string
  search: string
  onSearch: (search: string) => void
  sortLabel: string
  /** The label of each sort order. */
  sorts: Record<Sort, string>
  sort: Sort
  onSort: (sort: Sort) => void
}

export function ListControls<Sort extends string>(props: ListControlsProps<Sort>) {
  return (
    // Stacked on phones: next to the sort order, the placeholder would be cut off.
    <div className="flex gap-3 max-sm:flex-col">
      <SearchBox
        label={props.searchLabel}
        placeholder={props.placeholder}
        search={props.search}
        onSearch={props.onSearch}
      />
      <Select
        aria-label={props.sortLabel}
        value={props.sort}
        onChange={(event) => props.onSort(event.target.value as Sort)}
        className="sm:w-36 md:w-48 lg:w-60"
      >
        {(Object.keys(props.sorts) as Sort[]).map((name) => (
          <option key={name} value={name}>
            {props.sorts[name]}
          </option>
        ))}
      </Select>
    </div>
  )
}

type SearchBoxProps = { label: string; placeholder: string; search: string; onSearch: (search: string) => void }

export function SearchBox({ label, placeholder, search, onSearch }: SearchBoxProps) {
  return (
    <div className="relative min-w-0 flex-1 md:max-w-80">
      <Search aria-hidden="true" size={18} className="pointer-events-none absolute top-3.25 start-3 text-muted" />
      <LineInput
        type="search"
        aria-label={label}
        placeholder={placeholder}
        value={search}
        onChange={(event) => onSearch(event.target.value)}
        className={`${controlClass} ps-10`}
      />
    </div>
  )
}
