// The refund rules beside every button that takes credits or money, in one sentence; /refund has all of them.
import { Link } from 'react-router'
import { classNames } from '../ui/class-names.ts'

const sentences = {
  template: 'Bought by mistake? You get the credits back within 14 days, before your first full download.',
  pack: 'A pack you have used nothing of is refunded in full within 14 days, a partly used one for what is left.',
}

export function RefundNote({ of, className }: { of: keyof typeof sentences; className?: string }) {
  return (
    <p className={classNames('text-caption text-muted', className)}>
      {sentences[of]}{' '}
      <Link to="/refund" className="rounded-control text-plum underline underline-offset-4">
        Refund rules
      </Link>
    </p>
  )
}
