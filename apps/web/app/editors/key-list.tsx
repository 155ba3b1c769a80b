// A list of keyboard shortcuts, and the switch for single-key shortcuts.
import { useState } from 'react'
import { CheckboxField } from '../ui/field.tsx'
import { hasLetterKeys, setLetterKeys } from './keys.ts'

export function KeyList({ keys }: { keys: readonly { shown: string; label: string }[] }) {
  return (
    <dl className="grid grid-cols-[auto_1fr] items-baseline gap-x-4 gap-y-1.5">
      {keys.map(({ shown, label }) => (
        <div key={shown} className="contents">
          <dt>
            <kbd className="rounded-control border border-line bg-well px-2 py-0.5 font-sans text-caption whitespace-nowrap">
              {shown}
            </kbd>
          </dt>
          <dd className="text-muted">{label}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Whether keys that are a single letter do something: speech input types letters. */
export function LetterSwitch({ label }: { label: string }) {
  const [hasLetters, setHasLetters] = useState(hasLetterKeys)
  return (
    <CheckboxField
      label={label}
      checked={hasLetters}
      onChange={(event) => {
        setLetterKeys(event.currentTarget.checked)
        setHasLetters(event.currentTarget.checked)
      }}
    />
  )
}
