// A table filter that is stored in the URL.
import { useSearchParams } from 'react-router'
import { Select } from '../../ui/select.tsx'

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
  address: URLSearchParams,
  name: string,
  values: Readonly<Record<Value, string>>,
): Value | undefined {
  const value = address.get(name)
  return value !== null && Object.hasOwn(values, value) ? (value as Value) : undefined
}

export function FilterSelect<Value extends string>({ label, name, all, values }: FilterSelectProps<Value>) {
  const [address, setAddress] = useSearchParams()
  const choose = (value: string) =>
    setAddress(
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
      value={readFilter(address, name, values) ?? ''}
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
