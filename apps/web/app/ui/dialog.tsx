// Dialogs on the native <dialog>: it traps focus, restores it, closes on Escape and hides the page behind it from screen
// readers, without scripts or styles that the content security policy would block.
import { t } from '@lingui/core/macro'
import X from 'lucide-react/icons/x'
import { type ReactNode, useEffect, useId, useLayoutEffect, useRef } from 'react'
import { IconButton } from './button.tsx'
import { classNames } from './class-names.ts'
import { useSettling } from './press.ts'
import { raiseToasts } from './toast.tsx'

type DialogProps = {
  isOpen: boolean
  /** Called by Escape, the close button and, unless it contains input, a press outside the dialog. */
  onClose: () => void
  title: string
  description?: string
  /** `sheet` enters from the right edge and is as high as the window. */
  shape?: 'box' | 'sheet'
  children: ReactNode
}

/**
 * A modal dialog. Its children are mounted only while it is open, so their state is reset each time. The element with
 * `data-autofocus` is focused first, else the close button. For a moment after opening it ignores presses: the second
 * half of a double press must not confirm what the user has not read.
 */
export function Dialog({ isOpen, onClose, title, description, shape = 'box', children }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null)
  const id = useId()
  const isTyped = useRef(false)
  const settling = useSettling(isOpen)
  // Unmounting while it is open must restore the focus, too: the browser does so only when a dialog is closed.
  useLayoutEffect(() => {
    const dialog = ref.current
    return () => dialog?.close()
  }, [])
  useEffect(() => {
    if (isOpen && !ref.current?.open) {
      isTyped.current = false
      ref.current?.showModal()
      raiseToasts()
      ref.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus()
    }
    if (!isOpen && ref.current?.open) ref.current.close()
  }, [isOpen])
  return (
    <dialog
      ref={ref}
      {...settling}
      aria-labelledby={`${id}-title`}
      aria-describedby={description ? `${id}-description` : undefined}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      // Handles pointer down instead of click: selecting text in a field and releasing outside must not close it. A
      // press outside does not discard input either; only Escape and the close button do.
      onMouseDown={(event) => {
        if (event.target === ref.current && !isTyped.current) onClose()
      }}
      onInput={() => {
        isTyped.current = true
      }}
      className={classNames(
        'bg-paper text-start shadow-float open:animate-[rise_200ms_ease-out]',
        shape === 'box'
          ? 'm-auto max-h-[min(90dvh,52rem)] w-[min(28rem,calc(100vw-2rem))] rounded-card border border-line'
          : 'me-0 ms-auto h-dvh max-h-none w-[min(22rem,calc(100vw-3rem))] border-s border-line',
      )}
    >
      {isOpen && (
        <div className="flex flex-col gap-5 p-6">
          <div className="flex items-start justify-between gap-4">
            <h2 id={`${id}-title`} className="min-w-0 wrap-anywhere font-headline text-title">
              {title}
            </h2>
            <IconButton label={t`Close`} onClick={onClose} className="-mt-2 -me-3 shrink-0">
              <X aria-hidden="true" size={20} />
            </IconButton>
          </div>
          {description && (
            <p id={`${id}-description`} className="-mt-2 wrap-anywhere text-muted">
              {description}
            </p>
          )}
          {children}
        </div>
      )}
    </dialog>
  )
}
