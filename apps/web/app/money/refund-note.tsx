// The refund rules beside every button that takes credits or money, in one sentence; /refund has all of them.
import { Link } from 'react-router'
import { classNames } from '../ui/class-names.ts'

const sentences = {
  template: 'Bought by mistake? Get your credits back within 14 days, before your first full download.',
  pack: 'Within 14 days, an unused pack is refunded in full and a partly used one for the credits left.',
}

export function RefundNote({ of, className }: { of: keyof typeof sentences; className?: string }) {
  return (
    <p className={classNames('text-caption text-muted', className)}>
      {sentences[of]}{' '}
      <Link to="/refund" className="rounded-control text-plum underline underline-offset-4">
        Refund policy
      </Link>
    </p>
  )
}
