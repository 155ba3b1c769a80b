// The title of the export dialog in each state, and the labels of its buttons.
import { t } from '@lingui/core/macro'
import type { Render } from '@vitrine/contract/renders'
import { creditsText } from '../../ui/money.ts'
import type { Export } from './use-export.ts'

type Terms = Pick<Export, 'isOwned' | 'balance' | 'credits'>

/** Whether the customer must buy credits before the full export. The server checks unknown balances. */
function isShortOfCredits({ isOwned, balance, credits }: Terms): boolean {
  return !isOwned && balance !== undefined && balance < credits
}

interface ExportLabels {
  owned: string
  /** The label when credits must be bought first. */
  short?: string
  priced?: (price: string) => string
}

/** The label of a full export: what a press does first, and what it costs. */
export function exportLabel(terms: Terms, labels: ExportLabels): string {
  const { owned, short = t`Buy credits and export`, priced = (price) => t`Export for ${price}` } = labels
  if (terms.isOwned) return owned
  return isShortOfCredits(terms) ? short : priced(creditsText(terms.credits))
}

/** 'Export · 120 credits', 'Export · already yours' */
export function offerLabel({ credits, isOwned }: Terms): string {
  if (isOwned) return t`Export · already yours`
  const price = creditsText(credits)
  return credits === 0 ? t`Export · free` : t`Export · ${price}`
}

/** '42%'; undefined while nothing is rendering, or when rendering takes only a moment. */
export function percentLabel({ state }: Export): string | undefined {
  if (state.phase === 'running') return `${state.render.percent}%`
  return state.phase === 'rendering' && state.progress ? `${Math.round(state.progress.percent)}%` : undefined
}

/** The title of the dialog. */
export function chooseTitle({ state, medium, hasDevice }: Export): string {
  const isVideo = medium === 'video'
  const isFull = findRenderKind(state) === 'full'
  if (state.phase === 'running' && isVideo && hasDevice) return t`Rendering in the cloud`
  if (state.phase === 'running' || state.phase === 'rendering') {
    if (!isFull) return t`Making your preview`
    return isVideo ? t`Making your video` : t`Making your image`
  }
  if (state.phase === 'rendered' || (state.phase === 'finished' && state.render.status === 'completed')) {
    if (!isFull) return t`Your preview is ready`
    return isVideo ? t`Your video is ready` : t`Your image is ready`
  }
  if (state.phase !== 'finished') return t`Export`
  if (state.render.status !== 'failed') return t`Cancelled`
  return isVideo ? t`Generation Failed` : t`Export failed`
}

function findRenderKind(state: Export['state']) {
  if ('render' in state) return state.render.kind
  return 'kind' in state ? state.kind : undefined
}

/** Display names of the formats. */
export const formatNames: Record<Render['format'], string> = { mp4: 'MP4', png: 'PNG', jpeg: 'JPEG', webp: 'WebP' }
