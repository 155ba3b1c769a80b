// The search input of a table; it updates the URL when typing pauses.
import { useEffect, useState } from 'react'
import { SearchBox } from '../../ui/list-controls.tsx'

const pauseMs = 250

type SearchFieldProps = { label: string; placeholder: string; search: string; onSearch: (search: string) => void }

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
    const timer = setTimeout(() => onSearch(typed.trim()), pauseMs)
    return () => clearTimeout(timer)
  })
  return <SearchBox label={label} placeholder={placeholder} search={typed} onSearch={setTyped} />
}
