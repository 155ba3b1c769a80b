// Owns the Insufficient Credits dialog, opened by every 'not-enough-credits' answer.
import { ApiError } from '../api.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Price } from '../ui/price.tsx'

export type CreditShortage = { creditsRequired: number; userCredits: number }

/** The two numbers of a 'not-enough-credits' answer; undefined for any other error. */
export function findCreditShortage(error: unknown): CreditShortage | undefined {
  if (!(error instanceof ApiError) || error.code !== 'not-enough-credits') return undefined
  const { creditsRequired, userCredits } = error.details
  if (typeof creditsRequired !== 'number' || typeof userCredits !== 'number') return undefined
  return { creditsRequired, userCredits }
}

/** Open while `shortage` is there. */
export function InsufficientCreditsDialog({
  shortage,
  onClose,
}: {
  shortage: CreditShortage | undefined
  onClose: () => void
}) {
  return (
    <Dialog
      isOpen={shortage !== undefined}
      onClose={onClose}
      title="Insufficient Credits"
      description="You don't have enough credits to download this template. Purchase more credits to continue."
    >
      {shortage && (
        <>
          <dl className="divide-y divide-line border-y border-line tabular-nums">
            <Line label="Required" credits={shortage.creditsRequired} />
            <Line label="Available" credits={shortage.userCredits} />
            <Line label="Shortage" credits={shortage.creditsRequired - shortage.userCredits} />
          </dl>
          <p className="text-caption text-muted">
            Your project is saved and nothing was charged. Credits cannot be bought in this shop yet.
          </p>
          <div className="flex justify-end">
            <Button variant="secondary" onClick={onClose}>
              Cancel
            </Button>
          </div>
        </>
      )}
    </Dialog>
  )
}

function Line({ label, credits }: { label: string; credits: number }) {
  return (
    <div className="flex items-baseline justify-between py-3">
      <dt className="text-muted">{label}</dt>
      <dd>
        <Price credits={credits} />
      </dd>
    </div>
  )
}
