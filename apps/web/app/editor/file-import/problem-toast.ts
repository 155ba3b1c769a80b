// The problems of several files as one toast.
import { t } from '@lingui/core/macro'
import type { ShowToast, ToastOptions } from '../../ui/toast.tsx'

const maxShown = 2

export function showProblems(showToast: ShowToast, problems: readonly string[], options?: ToastOptions): void {
  if (problems.length === 0) return
  const shown = problems.slice(0, maxShown).join(' ')
  const more = problems.length - maxShown
  showToast('error', more > 0 ? t`${shown} There is also a problem with ${more} more.` : shown, options)
}
