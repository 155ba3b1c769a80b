// What is typed into a form survives a reload: small phones discard a page while its visitor reads a code in another app.
import { useEffect, useEffectEvent, useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { fieldsOf, persisted } from '../store/persisted.ts'
import type { FormOf } from './use-form.ts'

type DraftOptions<Values> = {
  /** In the storage of this tab. */
  key: string
  lifeMs: number
  /** Never stored. */
  secrets: readonly (keyof Values)[]
  /** Whether the form has served its purpose. */
  isOver: boolean
}

type Draft = { typed: object; savedAt: number }

/** The server does not know the draft: the page renders without it, then goes on with it. */
export function useDraft<Values extends FieldValues>(form: FormOf<Values>, options: DraftOptions<Values>): void {
  const [stored] = useState(() => persisted(options.key, checkDraft, 'sessionStorage'))
  const restore = useEffectEvent(() => {
    const { typed, savedAt } = stored.read() ?? { typed: {}, savedAt: 0 }
    if (savedAt <= Date.now() - options.lifeMs) return
    const kept = Object.entries(typed).filter(([name, value]) => typeof value === typeof form.values[name])
    form.change(Object.fromEntries(kept) as Partial<Values>)
  })
  useEffect(() => restore(), [])
  useEffect(() => {
    const secrets = options.secrets.map((name) => [name, undefined])
    const typed = { ...form.values, ...Object.fromEntries(secrets) }
    stored.write(form.isChanged && !options.isOver ? { typed, savedAt: Date.now() } : undefined)
  })
}

function checkDraft(value: unknown): Draft | undefined {
  const { typed, savedAt } = fieldsOf<Draft>(value)
  return typed && savedAt !== undefined ? { typed, savedAt } : undefined
}
