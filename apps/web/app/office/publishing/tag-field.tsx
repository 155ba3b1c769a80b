// Owns a list of words, each of which can be taken away, and a field that adds one: typed, or picked from those in use.
import X from 'lucide-react/icons/x'
import { type KeyboardEvent, useId, useState } from 'react'
import { controlClass } from '../../ui/control-class.ts'
import { Field } from '../../ui/field.tsx'

type TagFieldProps = {
  label: string
  hint: string
  words: readonly string[]
  /** Already in use elsewhere. */
  known: readonly string[]
  onWords: (words: string[]) => void
}

const longest = 60
const most = 20

export function TagField({ label, hint, words, known, onWords }: TagFieldProps) {
  const listId = useId()
  const [typed, setTyped] = useState('')
  const add = (text: string) => {
    const wanted = text
      .split(',')
      .map((word) => word.trim().slice(0, longest))
      .filter((word) => word !== '')
    setTyped('')
    const next = [...new Set([...words, ...wanted])].slice(0, most)
    if (next.length !== words.length) onWords(next)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter' || event.key === ',') {
      event.preventDefault()
      add(typed)
    }
    if (event.key === 'Backspace' && typed === '' && words.length > 0) onWords(words.slice(0, -1))
  }
  return (
    <div className="flex flex-col gap-2">
      <Field label={label} hint={hint}>
        {(ids) => (
          <input
            {...ids}
            list={listId}
            value={typed}
            onChange={({ target }) => {
              // Picking from the list ends the typing.
              if (known.includes(target.value) && !words.includes(target.value)) add(target.value)
              else setTyped(target.value)
            }}
            onKeyDown={onKeyDown}
            onBlur={() => add(typed)}
            className={controlClass}
          />
        )}
      </Field>
      <datalist id={listId}>
        {known
          .filter((word) => !words.includes(word))
          .map((word) => (
            <option key={word} value={word} />
          ))}
      </datalist>
      {words.length > 0 && (
        <ul aria-label={label} className="flex flex-wrap gap-2">
          {words.map((word) => (
            <li key={word} className="inline-flex items-center rounded-full bg-well pl-3 text-caption">
              {word}
              <button
                type="button"
                aria-label={`Remove ${word}`}
                onClick={() => onWords(words.filter((one) => one !== word))}
                className="flex size-8 items-center justify-center rounded-full text-muted hover:text-ink"
              >
                <X aria-hidden="true" size={14} />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
