// The refund rules in one sentence, next to every button that takes credits or money; /refund has all of them.
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Link } from 'react-router'
import { useStorefront } from '../../api/root-data.ts'
import { daysText } from '../../language/format.ts'
import { classNames } from '../../ui/class-names.ts'

const sentences = {
  template: (days: string) =>
    t`Bought by mistake? Get your credits back within ${days}, before your first full download.`,
  pack: (days: string) =>
    t`Within ${days}, an unused pack is refunded in full and a partly used one for the credits left.`,
}

export function RefundNote({ of, className }: { of: keyof typeof sentences; className?: string }) {
  const { refundDays } = useStorefront()
  return (
    <p className={classNames('text-caption text-muted', className)}>
      {refundDays > 0 && <span>{sentences[of](daysText(refundDays))}</span>}{' '}
      <Link to="/refund" className="rounded-control text-plum underline underline-offset-4">
        <Trans>Refund policy</Trans>
      </Link>
    </p>
  )
}
