// A searchable, sortable list in the profile.

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { type ReactElement, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ListControls } from '../../ui/list-controls.tsx'

type SortedListProps<Item, Sort extends string> = {
  items: readonly Item[]
  /** The items that match a search, in this order. */
  find: (items: readonly Item[], search: string, sort: Sort) => readonly Item[]
  /** The texts of each order, by its name. */
  sorts: Record<Sort, string>
  firstSort: NoInfer<Sort>
  texts: { search: string; placeholder: string; sort: string; nothingFound: string }
  children: (found: readonly Item[]) => ReactElement
}

export function SortedList<Item, Sort extends string>(props: SortedListProps<Item, Sort>) {
  const { texts, sorts } = props
  const [search, setSearch] = useState('')
  const [sort, setSort] = useState<Sort>(props.firstSort)
  const found = props.find(props.items, search, sort)
  return (
    <div className="flex flex-col gap-6">
      <ListControls
        searchLabel={texts.search}
        placeholder={texts.placeholder}
        search={search}
        onSearch={setSearch}
        sortLabel={texts.sort}
        sorts={sorts}
        sort={sort}
        onSort={setSort}
      />
      {found.length > 0 ? (
        props.children(found)
      ) : (
        <EmptyState
          title={t`Nothing found`}
          action={
            <Button variant="secondary" onClick={() => setSearch('')}>
              <Trans>Clear search</Trans>
            </Button>
          }
        >
          {texts.nothingFound}
        </EmptyState>
      )}
    </div>
  )
}
