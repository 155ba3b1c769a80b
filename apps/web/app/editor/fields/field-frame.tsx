// The frame of every field: label, hint, reset button and notices.

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { Field } from '@vitrine/document/field'
import RotateCcw from 'lucide-react/icons/rotate-ccw'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { Fragment, type ReactElement, type ReactNode } from 'react'
import { PlainButton } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { useEditor, useIsChanged } from '../model/editor-context.tsx'

/** A sentence below a control. `warn` does not prevent an export; `note` is for information. */
export interface FieldNotice {
  tone: 'note' | 'warn' | 'bad'
  text: string
  /** The project cannot be exported until this is fixed. */
  blocks?: boolean
  /** The same text in characters that can be shown. */
  plain?: string
}

/** The classes of the editor's inputs. */
export const controlClass =
  'h-11 w-full rounded-control border border-edge bg-paper px-3 text-ink transition-colors placeholder:text-muted hover:border-ink aria-invalid:border-bad'

/** The DOM id of a field's main control. */
export const controlId = (fieldId: string) => `field-${fieldId}`
/** The DOM id of its description. */
export const descriptionId = (fieldId: string) => `field-${fieldId}-description`

type FieldFrameProps = {
  field: Field
  /** A control that is not one labelable element is named by the label's id. */
  isGroup?: boolean
  /** Shown at the end of the label's line, such as a counter. */
  aside?: ReactElement | false
  notices?: readonly FieldNotice[]
  /** Replaces a decorated text with plain letters. */
  onPlain?: ((text: string) => void) | undefined
  /** False when the control has its own reset. */
  hasReset?: boolean
  children: ReactNode
}

const tones = { note: 'text-muted', warn: 'text-warn', bad: 'text-bad' }

export function FieldFrame({
  field,
  isGroup,
  aside,
  notices = [],
  onPlain,
  hasReset = true,
  children,
}: FieldFrameProps) {
  const name = field.label
  const model = useEditor()
  const isChanged = useIsChanged(field.id)
  const label = (
    <>
      <span>{field.label}</span>
      {field.required && (
        <span className="text-muted">
          {' '}
          <Trans>(required)</Trans>
        </span>
      )}
    </>
  )
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: listens to the focus of the controls inside; it is none itself.
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: the label is only there together with the role.
    <div
      data-field={field.id}
      role={isGroup ? 'group' : undefined}
      aria-labelledby={isGroup ? `${controlId(field.id)}-label` : undefined}
      onFocus={() => {
        if (model.selection.get()?.fieldId !== field.id) model.select(field.id, 'control')
      }}
      className="relative flex min-w-0 flex-col gap-2"
    >
      <div className="flex items-center gap-2">
        {isGroup ? (
          <p id={`${controlId(field.id)}-label`} className="text-caption font-medium in-[.folding-photo]:sr-only">
            {label}
          </p>
        ) : (
          <label htmlFor={controlId(field.id)} className="text-caption font-medium">
            {label}
          </label>
        )}
        <div className="ms-auto flex items-center gap-1 text-caption text-muted tabular-nums">
          {aside}
          {hasReset && isChanged && (
            <PlainButton
              aria-label={t`Reset ${name}`}
              title={t`Reset`}
              onClick={() => model.change(field.id, undefined)}
              className="-my-3 inline-flex size-11 items-center justify-center rounded-control hover:bg-well hover:text-ink"
            >
              <RotateCcw aria-hidden="true" size={15} />
            </PlainButton>
          )}
        </div>
      </div>
      {children}
      <div id={descriptionId(field.id)} aria-live="polite" className="flex flex-col gap-1 text-caption empty:-mt-2">
        {field.hint && <p className="text-muted">{field.hint}</p>}
        <Notices notices={notices} onPlain={onPlain} />
      </div>
    </div>
  )
}

export function Notices({ notices, onPlain }: Pick<FieldFrameProps, 'onPlain'> & { notices: readonly FieldNotice[] }) {
  return notices.map(({ tone, text, plain }) => (
    <Fragment key={text}>
      <p className={classNames('flex gap-1.5', tones[tone])}>
        {tone !== 'note' && <TriangleAlert aria-hidden="true" size={14} className="mt-0.5 shrink-0" />}
        <span>{text}</span>
      </p>
      {plain !== undefined && onPlain && (
        <PlainButton
          onClick={() => onPlain(plain)}
          className="-my-1 min-h-11 self-start rounded-control text-start wrap-anywhere text-plum underline underline-offset-4 hover:no-underline"
        >
          <Trans>Use plain letters: {plain}</Trans>
        </PlainButton>
      )}
    </Fragment>
  ))
}
