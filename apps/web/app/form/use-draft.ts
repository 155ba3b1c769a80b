// What is typed into a form survives a reload: small phones discard a page while its visitor reads a code in another app.
import { useEffect, useEffectEvent, useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { pageDraft } from '../store/page-draft.ts'
import { fieldsOf } from '../store/persisted.ts'
import type { FormOf } from './use-form.ts'

type DraftOptions<Values> = {
  /** In the storage of this tab, under the key `vitrine-` and this name. */
  name: string
  lifeMs: number
  /** Never stored. */
  secrets: readonly (keyof Values)[]
  /** Whether the form has served its purpose. */
  isOver: boolean
}

/** The server does not know the draft: the page renders without it, then goes on with it. */
export function useDraft<Values extends FieldValues>(form: FormOf<Values>, options: DraftOptions<Values>): void {
  const { name, lifeMs } = options
  const [draft] = useState(() =>
    pageDraft(name, { version: 1, keptIn: 'tab', lifeMs, check: (stored) => fieldsOf<Values>(stored) }),
  )
  const restore = useEffectEvent(() => {
    const typed = Object.entries(draft.find() ?? {})
    const usable = typed.filter(([field, value]) => typeof value === typeof form.values[field])
    form.change(Object.fromEntries(usable) as Partial<Values>)
  })
  useEffect(() => restore(), [])
  useEffect(() => {
    const secrets = options.secrets.map((field) => [field, undefined])
    if (form.isChanged && !options.isOver) draft.save({ ...form.values, ...Object.fromEntries(secrets) })
    else draft.drop()
  })
}
