// The handle of the sheet that holds the fields on phones.
import { t } from '@lingui/core/macro'
import ChevronUp from 'lucide-react/icons/chevron-up'
import { type PointerEvent, useRef, useState } from 'react'
import { classNames } from '../../ui/class-names.ts'

/** Shares of the editor's height: a large preview, or fields as large as the preview allows (editor.css). */
const rests = { preview: 0.24, fields: 0.62 } as const

/** The handle moves the sheet up and down on phones: by dragging, or by a press that toggles the height. */
export function SheetHandle() {
  const [rest, setRest] = useState<keyof typeof rests>('fields')
  const drag = useRef({ isDown: false, startY: 0, startShare: 0, hasMoved: false })
  const put = (handle: HTMLElement, share: number) =>
    handle.closest<HTMLElement>('.editor-grid')?.style.setProperty('--sheet-share', String(share))
  const settle = (handle: HTMLElement, next: keyof typeof rests) => {
    put(handle, rests[next])
    setRest(next)
  }
  const reached = ({ currentTarget, clientY }: PointerEvent<HTMLElement>) => {
    const height = currentTarget.closest('.editor-grid')?.clientHeight ?? 1
    return drag.current.startShare + (drag.current.startY - clientY) / height
  }
  const isTall = rest === 'fields'
  return (
    <button
      type="button"
      aria-expanded={isTall}
      aria-label={isTall ? t`Show more of the preview` : t`Show more fields`}
      className="gives-way flex h-11 w-full shrink-0 touch-none items-center justify-center gap-2 text-muted md:hidden"
      onClick={(event) => {
        // The click is the last event of a tap. An element that slides under the finger earlier would receive the mouse
        // events that follow.
        if (event.detail !== 0 && drag.current.hasMoved) return
        settle(event.currentTarget, isTall ? 'preview' : 'fields')
      }}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        const height = event.currentTarget.closest('.editor-grid')?.clientHeight ?? 1
        const sheet = event.currentTarget.closest('.editor-sheet')?.clientHeight ?? 0
        drag.current = { isDown: true, startY: event.clientY, startShare: sheet / height, hasMoved: false }
      }}
      onPointerMove={(event) => {
        if (!drag.current.isDown) return
        if (Math.abs(drag.current.startY - event.clientY) > 4) drag.current.hasMoved = true
        if (drag.current.hasMoved) put(event.currentTarget, Math.min(0.8, Math.max(0.1, reached(event))))
      }}
      onPointerUp={(event) => {
        drag.current.isDown = false
        if (!drag.current.hasMoved) return
        // With two heights, the direction picks one.
        const way = drag.current.startY - event.clientY
        settle(event.currentTarget, Math.abs(way) < 24 ? rest : way > 0 ? 'fields' : 'preview')
      }}
      onPointerCancel={(event) => {
        drag.current.isDown = false
        settle(event.currentTarget, rest)
      }}
    >
      <span aria-hidden="true" className="h-1 w-10 rounded-full bg-edge" />
      <ChevronUp aria-hidden="true" size={16} className={classNames('transition-transform', isTall && 'rotate-180')} />
    </button>
  )
}
