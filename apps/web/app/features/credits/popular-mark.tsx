// The badge of the pack that most buyers choose.

import { Trans } from '@lingui/react/macro'

/** Positioned on the upper edge of a card, which must be `relative`. */
export function PopularMark() {
  return (
    <span className="absolute -top-3 end-4 rounded-full bg-marigold px-2.5 py-0.5 text-caption font-medium text-on-marigold">
      <Trans>Popular</Trans>
    </span>
  )
}
