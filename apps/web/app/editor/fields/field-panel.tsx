// The form of the template's fields, in the designer's order and groups. On phones it is a sheet that can be pulled up.
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { Field } from '@vitrine/document/field'
import { listAspects } from '@vitrine/project/variant'
import ChevronDown from 'lucide-react/icons/chevron-down'
import ChevronUp from 'lucide-react/icons/chevron-up'
import {
  type ComponentProps,
  type PointerEvent,
  type ReactElement,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { useObservable } from '../../api/observable.ts'
import { Chip } from '../../ui/chip.tsx'
import { classNames } from '../../ui/class-names.ts'
import { ratioText, ShapeOutline } from '../../ui/media.tsx'
import { useIsWide } from '../../ui/use-is-wide.ts'
import { ShortcutHelp } from '../actions/shortcut-help.tsx'
import { useEditor } from '../model/editor-context.tsx'
import { groupFields } from '../project/assign-files.ts'
import { AudioControl } from './audio-control.tsx'
import { ChoiceControl, ColorControl, ToggleControl } from './choice-control.tsx'
import { controlId } from './field-frame.tsx'
import { MediaControl } from './media-control.tsx'
import { PointControl, SliderControl } from './number-control.tsx'
import { PhotoStrip } from './photo-strip.tsx'
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

// Parts of the form that fold on phones, where a form is many screens long.

type FoldProps = {
  title: string
  isOpen?: boolean
  /** The classes of the title. */
  className: string
  children: ReactNode
}

function Fold({ title, isOpen = false, className, children }: FoldProps) {
  return (
    <details open={isOpen} className="group/fold min-w-0">
      <summary
        className={classNames(
          'flex min-h-11 cursor-pointer list-none items-center justify-between gap-2 [&::-webkit-details-marker]:hidden',
          className,
        )}
      >
        <span>{title}</span>
        <ChevronDown
          aria-hidden="true"
          size={18}
          className="shrink-0 text-muted transition-transform group-open/fold:rotate-180"
        />
      </summary>
      {children}
    </details>
  )
}

/** Fields under a heading, which folds them on phones. Without a title, only screen readers get a heading. */
function FoldingGroup({ title, children }: { title: string | undefined; children: ReactNode }) {
  const isWide = useIsWide()
  const fields = <div className="flex flex-col gap-5">{children}</div>
  if (isWide || title === undefined)
    return (
      <fieldset className="mb-8 min-w-0">
        <legend className={classNames('mb-3 font-headline text-lead', title === undefined && 'sr-only')}>
          {title ?? t`Fields`}
        </legend>
        {fields}
      </fieldset>
    )
  return (
    <fieldset aria-label={title} className="mb-5 min-w-0">
      <Fold isOpen title={title} className="font-headline text-lead">
        {fields}
      </Fold>
    </fieldset>
  )
}

/**
 * One of several photos: on phones a line that opens. The field inside names itself for screen readers
 * (field-frame.tsx).
 */
function FoldingPhoto({ label, isOpen, children }: { label: string; isOpen: boolean; children: ReactNode }) {
  if (useIsWide()) return children
  return (
    <div className="folding-photo rounded-card border border-line px-3 has-open:pb-3">
      <Fold isOpen={isOpen} title={label} className="text-caption font-medium">
        {children}
      </Fold>
    </div>
  )
}

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

/** The help of editors whose main panel is the form. */
export function FieldHelp(props: Omit<ComponentProps<typeof ShortcutHelp>, 'children'>) {
  const isGuest = useObservable(useEditor().isGuest)
  return (
    <ShortcutHelp {...props}>
      <li>
        <Trans>Click something in the preview to edit it.</Trans>
      </li>
      <li>
        <Trans>Drop files anywhere, several at once, or paste an image or text.</Trans>
      </li>
      <li>
        <Trans>Drag to move a photo in its frame; zoom with the wheel or by pinching.</Trans>
      </li>
      <li>
        {isGuest
          ? t`Changes are saved automatically on this device.`
          : t`Changes are saved automatically. Earlier versions are under the project name.`}
      </li>
    </ShortcutHelp>
  )
}

/**
 * The picker of a template's aspect ratios. Renders nothing for a template with one aspect ratio. A ratio that the owner has disabled is shown only while the
 * project uses it.
 */
export function ShapePicker() {
  const { document, template, store, setAspect } = useEditor()
  const present = useSyncExternalStore(store.subscribe, () => store.getContent().aspect)
  const name = useId()
  // Responses cached before aspect ratios could be disabled lack this list.
  const aspects = listAspects(
    document,
    template.disabledShapes?.filter((aspect) => aspect !== present),
  )
  if (aspects.length < 2) return null
  return (
    <fieldset className="mb-8 min-w-0">
      <legend className="mb-3 font-headline text-lead">
        <Trans>Shape</Trans>
      </legend>
      <div className="flex flex-wrap gap-2">
        {aspects.map((aspect) => (
          <Chip
            key={aspect.aspect ?? ''}
            name={name}
            checked={present === (aspect.aspect ?? null)}
            onChange={() => setAspect(aspect.aspect ?? null)}
            className="h-16 min-w-14 flex-col gap-1.5 px-2 text-caption"
          >
            <ShapeOutline width={aspect.width} height={aspect.height} />
            <span>{ratioText(aspect)}</span>
          </Chip>
        ))}
      </div>
    </fieldset>
  )
}
