// The undo history of this session, with undo and redo to any step.
import { t } from '@lingui/core/macro'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { classNames } from '../../../ui/class-names.ts'
import type { Step } from '../../project/project-store.ts'
import { useCanvas } from './model/canvas-context.tsx'

export function HistoryPanel() {
  const { editor } = useCanvas()
  const { store } = editor
  const history = useSyncExternalStore(store.subscribe, store.getHistory, store.getHistory)
  const present = useRef<HTMLButtonElement>(null)
  const done = history.past.length
  useEffect(() => {
    if (done >= 0) present.current?.scrollIntoView({ block: 'nearest' })
  }, [done])
  const describeStep = (step: Step) =>
    step.label ?? editor.document.fields.find(({ id }) => id === step.fieldId)?.label ?? t`Change`
  const steps = [
    { label: t`Opened`, count: 0 },
    ...history.past.map((step, n) => ({ label: describeStep(step), count: n + 1 })),
    ...history.future.map((step, n) => ({ label: describeStep(step), count: done + n + 1 })),
  ]
  const go = (count: number, label: string) => {
    store.jump(count)
    editor.announcement.set(t`History: ${label}`)
  }
  return (
    <ol aria-label={t`History`} className="flex min-h-0 flex-1 flex-col overflow-y-auto p-2">
      {steps.map(({ label, count }) => (
        <li key={count}>
          <button
            ref={count === done ? present : undefined}
            type="button"
            aria-current={count === done ? 'step' : undefined}
            onClick={() => go(count, label)}
            className={classNames(
              'flex min-h-9 w-full items-center gap-2 rounded-control px-2 py-1 text-start text-caption hover:bg-well max-md:min-h-11',
              count > done && 'text-muted line-through decoration-line',
              count === done && 'bg-well font-medium',
            )}
          >
            <span
              aria-hidden="true"
              className={classNames('size-2 shrink-0 rounded-full', count === done ? 'bg-marigold' : 'bg-line')}
            />
            <span className="min-w-0 truncate">{label}</span>
          </button>
        </li>
      ))}
    </ol>
  )
}
