// The end of a template's free period: a badge on its card, a line below its price.
import { t } from '@lingui/core/macro'
import { dateFormat } from '../../language/format.ts'
import { classNames } from '../../ui/class-names.ts'

/** `date` is a calendar day such as `2026-11-30`. */
export default function FreeUntil({ date, isBadge }: { date: string; isBadge?: boolean }) {
  return (
    <p
      className={classNames(
        'text-caption font-medium',
        isBadge ? 'absolute bottom-2 start-2 me-2 rounded-card bg-good-wash px-3 py-1 text-good' : 'text-good',
      )}
    >
      {freeUntilText(date)}
    </p>
  )
}

function freeUntilText(date: string): string {
  const day = dateFormat({ day: 'numeric', month: 'short', timeZone: 'UTC' }).format(new Date(`${date}T00:00:00Z`))
  return t`Free until ${day}`
}
