// The form of the template's fields, in the designer's order and groups. On phones it is a sheet that can be pulled up.
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { Field } from '@vitrine/document/field'
import { type ReactElement, type ReactNode, useEffect } from 'react'
import { useObservable } from '../../api/observable.ts'
import { useEditor } from '../model/editor-context.tsx'
import { groupFields } from '../project/field-order.ts'
import { AudioControl } from './audio-control.tsx'
import { ChoiceControl, ColorControl, ToggleControl } from './choice-control.tsx'
import { controlId } from './field-frame.tsx'
import { FoldingGroup, FoldingPhoto } from './fold.tsx'
import { MediaControl } from './media-control.tsx'
import { PointControl, SliderControl } from './number-control.tsx'
import { PhotoStrip } from './photo-strip.tsx'
import { ShapePicker } from './shape-picker.tsx'
import { SheetHandle } from './sheet-handle.tsx'
import { TextControl } from './text-control.tsx'

interface Additions {
  /** Extra controls directly below a field's control. */
  below?: (field: Field) => ReactElement
  /** False when the aspect ratio is picked elsewhere. */
  hasShapes?: boolean
  /** Extra content after all fields. */
  more?: ReactElement | false
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

/** The form alone, for editors with a panel of their own. */
export function FieldForm({ below, hasShapes = true, more }: Additions) {
  const model = useEditor()
  // An earlier version on the stage is read-only.
  const isInert = useObservable(model.shownVersion) !== undefined
  const groups = groupFields(model.document.fields)
  useSelectedInView()
  return (
    <form
      inert={isInert}
      className="min-h-0 flex-1 inert:opacity-55 overflow-y-auto overscroll-contain px-4 pt-4 pb-10 max-md:in-[.editor-sheet]:pt-0 md:px-5 md:pt-5"
      onSubmit={(event) => event.preventDefault()}
    >
      {hasShapes && <ShapePicker />}
      <PhotoStrip />
      {groups.map(({ title, fields }) => (
        <FoldingGroup key={title ?? ''} title={title}>
          {fields.map((field) => (
            <FoldingField key={field.id} field={field} photos={fields.filter(({ type }) => type === 'media')}>
              <Control field={field} />
              {below?.(field)}
            </FoldingField>
          ))}
        </FoldingGroup>
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

/** In a group of at most this many photos all are open, in a larger one only the first. */
const OPEN_PHOTOS = 2

function FoldingField({ field, photos, children }: { field: Field; photos: readonly Field[]; children: ReactNode }) {
  if (field.type !== 'media' || photos.length <= OPEN_PHOTOS) return children
  return (
    <FoldingPhoto label={field.label} isOpen={field === photos[0]}>
      {children}
    </FoldingPhoto>
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

/** Scrolls a field that was clicked on the picture into view and focuses it. */
function useSelectedInView() {
  const { selection } = useEditor()
  useEffect(
    () =>
      selection.subscribe(() => {
        const selected = selection.get()
        if (selected?.from !== 'picture') return
        const control = document.getElementById(controlId(selected.fieldId))
        openFolds(control)
        control?.focus({ preventScroll: true })
        const behavior = matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth'
        control?.closest('[data-field]')?.scrollIntoView({ block: 'center', behavior })
      }),
    [selection],
  )
}

/** Folded controls cannot be focused. */
function openFolds(control: Element | null): void {
  const fold = control?.closest('details')
  if (!fold) return
  fold.open = true
  openFolds(fold.parentElement)
}
