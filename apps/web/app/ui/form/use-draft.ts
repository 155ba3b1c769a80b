// What is typed into a form survives a reload: small phones discard a page while its visitor reads a code in another app.
import { useEffect, useEffectEvent } from 'react'
import type { FieldValues } from 'react-hook-form'
import type { PageDraft } from '../../api/page-draft.ts'
import type { FormOf } from './use-form.ts'

type DraftOptions<Values> = {
  /** Never stored. */
  secrets: readonly (keyof Values)[]
  /** Whether the form has served its purpose. */
  isOver: boolean
}

/** The server does not know the draft: the page renders without it, then goes on with it. */
export function useDraft<Values extends FieldValues>(
  form: FormOf<Values>,
  draft: PageDraft<object>,
  { secrets, isOver }: DraftOptions<Values>,
): void {
  const restore = useEffectEvent(() => {
    const typed = Object.entries(draft.find() ?? {})
    const kept = typed.filter(([name, value]) => typeof value === typeof form.values[name])
    form.change(Object.fromEntries(kept) as Partial<Values>)
  })
  useEffect(() => restore(), [])
  useEffect(() => {
    const hidden = Object.fromEntries(secrets.map((name) => [name, undefined]))
    if (form.isChanged && !isOver) draft.save({ ...form.values, ...hidden })
    else draft.drop()
  })
}
