// A tag input: removable tags, and a text input with suggestions.

import { t } from '@lingui/core/macro'
import X from 'lucide-react/icons/x'
import { type KeyboardEvent, useId, useState } from 'react'
import { PlainButton } from '../../ui/button.tsx'
import { controlClass } from '../../ui/control-class.ts'
import { Field } from '../../ui/field.tsx'
import { type FormFieldProps, useFormField } from '../../ui/form/form-field.tsx'
import type { Listing } from './listing.ts'

type TagFieldProps = FormFieldProps<Listing, string[]> & {
  /** Tags of other templates. */
  known: readonly string[]
}

const MAX_TAG_LENGTH = 60
const MAX_TAGS = 20

export function TagField({ known, ...props }: TagFieldProps) {
  const { label } = props
  const { value: tags, onValue: onTags, hint } = useFormField<Listing, string[]>(props)
  const listId = useId()
  const [typed, setTyped] = useState('')
  const add = (text: string) => {
    const added = text
      .split(',')
      .map((tag) => tag.trim().slice(0, MAX_TAG_LENGTH))
      .filter((tag) => tag !== '')
    setTyped('')
    const next = [...new Set([...tags, ...added])].slice(0, MAX_TAGS)
    if (next.length !== tags.length) onTags(next)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter' || event.key === ',') {
      event.preventDefault()
      add(typed)
    }
    if (event.key === 'Backspace' && typed === '' && tags.length > 0) onTags(tags.slice(0, -1))
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
              // Choosing a suggestion adds it at once.
              if (known.includes(target.value) && !tags.includes(target.value)) add(target.value)
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
          .filter((tag) => !tags.includes(tag))
          .map((tag) => (
            <option key={tag} value={tag} />
          ))}
      </datalist>
      {tags.length > 0 && (
        <ul aria-label={label} className="flex flex-wrap gap-2">
          {tags.map((tag) => (
            <li key={tag} className="inline-flex items-center rounded-full bg-well ps-3 text-caption">
              <span>{tag}</span>
              <PlainButton
                aria-label={t`Remove ${tag}`}
                onClick={() => onTags(tags.filter((other) => other !== tag))}
                className="flex size-8 items-center justify-center rounded-full text-muted hover:text-ink"
              >
                <X aria-hidden="true" size={14} />
              </PlainButton>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
