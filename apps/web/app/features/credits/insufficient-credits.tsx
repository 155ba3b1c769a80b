// The Insufficient Credits dialog, opened by every 'not-enough-credits' response.
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useLocation } from 'react-router'
import { ApiResponseError } from '../../api/api.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Price } from '../../ui/price.tsx'
import { buyCreditsPath } from './shortage.ts'

export type CreditShortage = { creditsRequired: number; userCredits: number }

/** The two numbers of a 'not-enough-credits' response; undefined for any other error. */
export function findCreditShortage(error: unknown): CreditShortage | undefined {
  if (!(error instanceof ApiResponseError) || error.code !== 'not-enough-credits') return undefined
  const { creditsRequired, userCredits } = error.details
  if (typeof creditsRequired !== 'number' || typeof userCredits !== 'number') return undefined
  return { creditsRequired, userCredits }
}

/** Open while `shortage` is set. After buying credits the user returns to the page it was opened on. */
export function InsufficientCreditsDialog({
  shortage,
  onClose,
  note = t`Nothing was charged.`,
}: {
  shortage: CreditShortage | undefined
  onClose: () => void
  /** What stays unchanged meanwhile. */
  note?: string
}) {
  const { pathname, search } = useLocation()
  return (
    <Dialog
      isOpen={shortage !== undefined}
      onClose={onClose}
      title={t`Insufficient Credits`}
      description={t`You don't have enough credits to download this template. Purchase more credits to continue.`}
    >
      {shortage && (
        <>
          <dl className="divide-y divide-line border-y border-line tabular-nums">
            <Line label={t`Required`} credits={shortage.creditsRequired} />
            <Line label={t`Available`} credits={shortage.userCredits} />
            <Line label={t`Shortage`} credits={shortage.creditsRequired - shortage.userCredits} />
          </dl>
          <p className="text-caption text-muted">{note}</p>
          <div className="flex flex-wrap-reverse justify-end gap-3">
            <Button variant="quiet" onClick={onClose}>
              <Trans>Cancel</Trans>
            </Button>
            <LinkButton to={buyCreditsPath(pathname + search, shortage.creditsRequired)} data-autofocus>
              <Trans>Buy More Credits</Trans>
            </LinkButton>
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
        <Price credits={credits} isBalance />
      </dd>
    </div>
  )
}
