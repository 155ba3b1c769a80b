// Toasts: one short sentence about what just happened, which disappears after five seconds.
import { t } from '@lingui/core/macro'
import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleCheck from 'lucide-react/icons/circle-check'
import X from 'lucide-react/icons/x'
import { createContext, type ReactNode, use, useCallback, useEffect, useRef, useState } from 'react'
import { PlainButton } from './button.tsx'
import { classNames } from './class-names.ts'
import { usePopupHold } from './popup-queue.ts'

const shownMs = 5000
const fadeMs = 300

export type ToastOptions = {
  /** How long it stays before it fades, 5000 by default. */
  durationMs?: number
  /** A single action, such as undo. */
  action?: { label: string; run: () => void }
  /** Replaces the toast with the same name. */
  replaces?: string
}
type Toast = ToastOptions & { id: number; type: 'success' | 'error'; message: string }
export type ShowToast = (type: Toast['type'], message: string, options?: ToastOptions) => void

const ToastContext = createContext<ShowToast>(() => undefined)

export const useToast = (): ShowToast => use(ToastContext)

export function ToastProvider({ children }: { children: ReactNode }) {
  const [toasts, setToasts] = useState<Toast[]>([])
  const lastId = useRef(0)
  const show = useCallback<ShowToast>((type, message, options) => {
    lastId.current += 1
    const toast = { id: lastId.current, type, message, ...options }
    const isSame = (other: Toast) =>
      other.message === message || (options?.replaces !== undefined && other.replaces === options.replaces)
    // The same sentence twice is one event clicked twice; more than three at a time would not be read.
    setToasts((present) => [...present.filter((other) => !isSame(other)), toast].slice(-3))
  }, [])
  // The region is shown even while empty, so that screen readers notice what is added to it.
  useEffect(raiseToasts, [toasts.length])
  usePopupHold(toasts.length > 0)
  const remove = useCallback((id: number) => setToasts((present) => present.filter((toast) => toast.id !== id)), [])
  return (
    <ToastContext value={show}>
      {children}
      <div
        {...toastRegion}
        popover="manual"
        aria-live="polite"
        className="pointer-events-none inset-x-0 top-auto bottom-0 m-0 w-full flex-col items-center gap-2 bg-transparent p-4 open:flex max-md:pb-24 max-md:*:not-last:hidden"
      >
        {/* On phones several would cover the page: only the newest is shown. */}
        {toasts.map((toast) => (
          <ToastCard key={toast.id} toast={toast} onGone={remove} />
        ))}
      </div>
    </ToastContext>
  )
}

function ToastCard({ toast, onGone }: { toast: Toast; onGone: (id: number) => void }) {
  const { durationMs = shownMs, action } = toast
  const [isFading, setIsFading] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsFading(true), durationMs)
    return () => clearTimeout(timer)
  }, [durationMs])
  useEffect(() => {
    if (!isFading) return
    const timer = setTimeout(() => onGone(toast.id), fadeMs)
    return () => clearTimeout(timer)
  }, [isFading, onGone, toast.id])
  const Mark = toast.type === 'success' ? CircleCheck : CircleAlert
  return (
    <div
      className={classNames(
        'pointer-events-auto flex max-w-[32rem] items-start gap-3 rounded-card border border-line bg-raised py-3 pe-2 ps-4 shadow-float transition-opacity duration-300',
        isFading && 'opacity-0',
      )}
    >
      <Mark
        aria-hidden="true"
        size={20}
        className={classNames('mt-0.5 shrink-0', toast.type === 'success' ? 'text-good' : 'text-bad')}
      />
      <p className="flex-1">{toast.message}</p>
      {action && (
        <PlainButton
          onClick={() => {
            setIsFading(true)
            action.run()
          }}
          className="-my-1 h-8 shrink-0 rounded-control px-2 font-medium text-plum underline underline-offset-4 hover:no-underline"
        >
          {action.label}
        </PlainButton>
      )}
      <button
        type="button"
        aria-label={t`Close message`}
        onClick={() => setIsFading(true)}
        className="-my-1 flex size-8 shrink-0 items-center justify-center rounded-control text-muted hover:text-ink"
      >
        <X aria-hidden="true" size={16} />
      </button>
    </div>
  )
}

/** Props of the element that contains the toasts, in the browser's top layer: the only place above an open dialog. */
const toastRegion = { 'data-toasts': true } as const

/** The last element in the top layer is on top, so this is called when a toast appears and when a dialog has opened. */
export function raiseToasts(): void {
  const region = document.querySelector<HTMLElement>('[data-toasts]')
  if (region?.matches(':popover-open')) region.hidePopover()
  region?.showPopover()
}
