// The export of the open editor by the server: its state, and the price.
import { t } from '@lingui/core/macro'
import { useState } from 'react'
import { creditsText } from '../../../ui/money.ts'
import { useEditor } from '../model/editor-context.tsx'
import type { ExportState } from './export-job.ts'
import { type Checkout, useCheckout } from './use-checkout.ts'

export interface Export extends Checkout {
  state: ExportState
  /** What the video costs now; 0 once the template is owned. */
  credits: number
}

export function useExport(): Export {
  const model = useEditor()
  const [state, setState] = useState<ExportState>({ phase: 'idle' })
  const checkout = useCheckout({
    onState(next) {
      setState(next)
      if (next.phase === 'over')
        model.announcement.set(
          next.render.status === 'completed' ? t`Your video is ready.` : t`Your video could not be made.`,
        )
    },
  })
  return { ...checkout, state, credits: checkout.creditsIn(state) }
}

/** Whether credits have to be bought before the full export; unknown balances are found out by the server. */
export function isShortOfCredits({
  isOwned,
  balance,
  credits,
}: Pick<Export, 'isOwned' | 'balance' | 'credits'>): boolean {
  return !isOwned && balance !== undefined && balance < credits
}

/** What the button of the full export says: what a press does first, and what it costs. */
export function fullExportLabel(terms: Pick<Export, 'isOwned' | 'balance' | 'credits'>, free: string): string {
  if (terms.isOwned) return free
  const price = creditsText(terms.credits)
  return isShortOfCredits(terms) ? t`Buy credits and export` : t`Export for ${price}`
}

/** 'Export · 120 credits', 'Export · already yours', '42%' */
export function exportLabel({ state, credits, isOwned }: Pick<Export, 'state' | 'credits' | 'isOwned'>): string {
  if (state.phase === 'running') return `${state.render.percent}%`
  if (isOwned) return t`Export · already yours`
  const price = creditsText(credits)
  return credits === 0 ? t`Export · free` : t`Export · ${price}`
}
