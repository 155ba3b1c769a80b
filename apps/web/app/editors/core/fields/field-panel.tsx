// The form of the template's fields, in the designer's order and groups. On phones it is a sheet that can be pulled up.
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { Field } from '@vitrine/composition/field'
import ChevronUp from 'lucide-react/icons/chevron-up'
import { Fragment, type PointerEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { classNames } from '../../../ui/class-names.ts'
import { useObservable } from '../../../ui/observable.ts'
import { useEditor } from '../model/editor-context.tsx'
import { AudioControl } from './audio-control.tsx'
import { ChoiceControl, ColorControl, ToggleControl } from './choice-control.tsx'
import { controlId } from './field-frame.tsx'
import { MediaControl } from './media-control.tsx'
import { PointControl, SliderControl } from './number-control.tsx'
import { ShapePicker } from './shape-picker.tsx'
import { TextControl } from './text-control.tsx'

export interface FieldGroup {
  /** Undefined for fields without a heading. */
  title: string | undefined
  fields: Field[]
}

/** Fields by ascending order (those without one keep their place), under their headings in order of first appearance. */
export function groupFields(fields: readonly Field[]): FieldGroup[] {
  const placed = fields.map((field, place) => ({ field, place, order: field.order ?? place }))
  const sorted = placed.toSorted((a, b) => a.order - b.order || a.place - b.place)
  const groups = new Map<string | undefined, Field[]>()
  for (const { field } of sorted) groups.set(field.group, [...(groups.get(field.group) ?? []), field])
  return [...groups].map(([title, members]) => ({ title, fields: members }))
}

interface Additions {
  /** What an editor offers beyond filling a field, directly below its control. */
  below?: (field: Field) => ReactNode
  /** What it offers beside the fields, after all of them. */
  more?: ReactNode
}

export function FieldPanel(additions: Additions) {
  return (
    <section
      aria-label={t`Customise`}
      className="editor-sheet flex min-h-0 flex-col border-line bg-raised [grid-area:fields] max-md:rounded-t-card max-md:border-t md:border-e"
    >
      <SheetHandle />
      <FieldForm {...additions} />
    </section>
  )
}

/** The form itself, for editors that have a panel of their own around it. */
export function FieldForm({ below, more }: Additions) {
  const model = useEditor()
  // While something else than the present version is on the stage nothing is changed.
  const isInert = useObservable(model.shownVersion) !== undefined
  const groups = groupFields(model.document.fields)
  useSelectedInView()
  return (
    <form
      inert={isInert}
      className="min-h-0 flex-1 inert:opacity-55 overflow-y-auto overscroll-contain px-4 pt-4 pb-10 max-md:in-[.editor-sheet]:pt-0 md:px-5 md:pt-5"
      onSubmit={(event) => event.preventDefault()}
    >
      <ShapePicker />
      {groups.map(({ title, fields }) => (
        <fieldset key={title ?? ''} className="mb-8 min-w-0">
          <legend className={classNames('mb-3 font-headline text-lead', !title && 'sr-only')}>
            {title ?? t`Fields`}
          </legend>
          <div className="flex flex-col gap-5">
            {fields.map((field) => (
              <Fragment key={field.id}>
                <Control field={field} />
                {below?.(field)}
              </Fragment>
            ))}
          </div>
        </fieldset>
      ))}
      {more}
      {groups.length === 0 && more === undefined && (
        <p className="text-muted">
          <Trans>This template has nothing to customise. It is ready to export.</Trans>
        </p>
      )}
    </form>
  )
}

function Control({ field }: { field: Field }) {
  switch (field.type) {
    case 'text':
      return <TextControl field={field} />
    case 'media':
      return <MediaControl field={field} />
    case 'color':
      return <ColorControl field={field} />
    case 'toggle':
      return <ToggleControl field={field} />
    case 'choice':
      return <ChoiceControl field={field} />
    case 'slider':
      return <SliderControl field={field} />
    case 'point':
      return <PointControl field={field} />
    case 'audio':
      return <AudioControl field={field} />
  }
}

/** A field that was clicked on the picture scrolls into view and gets the focus. */
function useSelectedInView() {
  const { selection } = useEditor()
  useEffect(
    () =>
      selection.subscribe(() => {
        const selected = selection.get()
        if (selected?.from !== 'picture') return
        const control = document.getElementById(controlId(selected.fieldId))
        control?.focus({ preventScroll: true })
        const behavior = matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth'
        control?.closest('[data-field]')?.scrollIntoView({ block: 'center', behavior })
      }),
    [selection],
  )
}

/** Shares of the editor's height that the sheet snaps to. */
const rests = [0.12, 0.44, 0.62]

/** The bar with which the sheet is pulled up and down on phones: dragged, or pressed to go to the next height. */
function SheetHandle() {
  const [share, setShare] = useState(0.44)
  const drag = useRef<{ startY: number; startShare: number; hasMoved: boolean } | undefined>(undefined)
  const editor = (event: PointerEvent<HTMLElement>) => event.currentTarget.closest<HTMLElement>('.editor-grid')
  const put = (grid: HTMLElement | null, next: number) => grid?.style.setProperty('--sheet-share', String(next))
  const settle = (grid: HTMLElement | null, next: number) => {
    put(grid, next)
    setShare(next)
  }
  const isTall = share >= 0.62
  return (
    <button
      type="button"
      aria-expanded={share > 0.2}
      aria-label={isTall ? t`Show more of the preview` : t`Show more fields`}
      className="gives-way flex h-11 w-full shrink-0 touch-none items-center justify-center gap-2 text-muted md:hidden"
      onClick={(event) => {
        // A press by keyboard or screen reader has no pointer before it.
        if (event.detail !== 0) return
        settle(event.currentTarget.closest<HTMLElement>('.editor-grid'), isTall ? 0.44 : 0.62)
      }}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        drag.current = { startY: event.clientY, startShare: share, hasMoved: false }
      }}
      onPointerMove={(event) => {
        const grid = editor(event)
        if (!drag.current || !grid) return
        const moved = drag.current.startY - event.clientY
        if (Math.abs(moved) > 4) drag.current.hasMoved = true
        put(grid, Math.min(0.8, Math.max(0.1, drag.current.startShare + moved / grid.clientHeight)))
      }}
      onPointerUp={(event) => {
        const grid = editor(event)
        const { startY, startShare, hasMoved } = drag.current ?? { startY: 0, startShare: share, hasMoved: false }
        drag.current = undefined
        if (!hasMoved) return settle(grid, isTall ? 0.44 : 0.62)
        const reached = startShare + (startY - event.clientY) / (grid?.clientHeight ?? 1)
        settle(grid, rests.toSorted((a, b) => Math.abs(a - reached) - Math.abs(b - reached))[0] ?? 0.44)
      }}
      onPointerCancel={(event) => {
        if (drag.current) put(editor(event), drag.current.startShare)
        drag.current = undefined
      }}
    >
      <span aria-hidden="true" className="h-1 w-10 rounded-full bg-edge" />
      <ChevronUp aria-hidden="true" size={16} className={classNames('transition-transform', isTall && 'rotate-180')} />
    </button>
  )
}
