// Keeps typed values of a form across a reload: small phones discard a page while its visitor reads a code in another
// app.
import { useEffect, useEffectEvent } from 'react'
import type { FieldValues } from 'react-hook-form'
import type { PageDraft } from '../../api/page-draft.ts'
import type { FormOf } from './use-form.ts'

type DraftOptions<Values> = {
  /** Never stored. */
  secrets: readonly (keyof Values)[]
  /** Ends the draft: the form has served its purpose. */
  isOver: boolean
}

/** The server does not know the draft: the page renders without it, then restores it. */
export function useDraft<Values extends FieldValues>(
  form: FormOf<Values>,
  draft: PageDraft<object>,
  { secrets, isOver }: DraftOptions<Values>,
): void {
  const restore = useEffectEvent(() => {
    const typed = Object.entries(draft.find() ?? {})
    const restored = typed.filter(([name, value]) => typeof value === typeof form.values[name])
    form.change(Object.fromEntries(restored) as Partial<Values>)
  })
  useEffect(() => restore(), [])
  useEffect(() => {
    const hidden = Object.fromEntries(secrets.map((name) => [name, undefined]))
    if (form.isChanged && !isOver) draft.save({ ...form.values, ...hidden })
    else draft.drop()
  })
}
