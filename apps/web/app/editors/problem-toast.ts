// What was wrong with several files at once: one sentence on the picture instead of a pile of them.
import type { ShowToast } from '../ui/toast.tsx'

const maxTold = 2

export function showProblems(showToast: ShowToast, problems: readonly string[]): void {
  if (problems.length === 0) return
  const told = problems.slice(0, maxTold).join(' ')
  const more = problems.length - maxTold
  showToast('error', more > 0 ? `${told} There is also a problem with ${more} more.` : told)
}
