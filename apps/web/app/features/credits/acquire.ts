// Buys one template, or pays for its download: the request, and the specified message for each error.
import { t } from '@lingui/core/macro'
import type { Template } from '@vitrine/contract/catalogue'
import type { AcquireTemplateRequest, AcquireTemplateResponse } from '@vitrine/contract/library'
import { ApiResponseError } from '../../api/api.ts'
import { type CreditShortage, findCreditShortage } from './insufficient-credits.tsx'
import type { MoneyApi } from './money-api.ts'

export type Acquired =
  /** `answer.message` says what was charged, or that the template was already owned. */
  | { outcome: 'acquired'; answer: AcquireTemplateResponse }
  /** Opens the Insufficient Credits dialog. */
  | { outcome: 'shortage'; shortage: CreditShortage }
  /** Nothing was charged; `credits` is the new price. */
  | { outcome: 'price-changed'; credits: number }
  | { outcome: 'failed'; message: string }

type Order = {
  template: Template
  isIndianUser: boolean
  expectedCredits: number
  isSignedIn: boolean
  /** The aspect ratio of the download, if it is not the template's own. */
  aspect?: string | null
}
type Ask = (request: AcquireTemplateRequest) => Promise<AcquireTemplateResponse>

/** Buys a template for later. Rejects only for a bug. */
export function purchaseTemplate(api: Pick<MoneyApi, 'purchaseTemplate'>, order: Order): Promise<Acquired> {
  return acquire(api.purchaseTemplate, order, t`User must be authenticated to purchase templates`, purchaseFailure)
}

/** Pays for a download that follows; free for owned templates. Rejects only for a bug. */
export function payForDownload(api: Pick<MoneyApi, 'downloadTemplate'>, order: Order): Promise<Acquired> {
  return acquire(api.downloadTemplate, order, t`User must be authenticated to download templates`, downloadFailure)
}

async function acquire(
  ask: Ask,
  { template, isIndianUser, expectedCredits, isSignedIn, aspect }: Order,
  signedOutMessage: string,
  failureMessage: (error: ApiResponseError) => string,
): Promise<Acquired> {
  if (!isSignedIn) return { outcome: 'failed', message: signedOutMessage }
  try {
    const { templateId, kind } = template
    const shape = aspect ? { aspect } : {}
    const answer = await ask({ templateId, templateType: kind, isIndianUser, expectedCredits, ...shape })
    return { outcome: 'acquired', answer }
  } catch (error) {
    const shortage = findCreditShortage(error)
    if (shortage) return { outcome: 'shortage', shortage }
    if (!(error instanceof ApiResponseError)) throw error
    if (error.code === 'price-changed' && typeof error.details.credits === 'number') {
      return { outcome: 'price-changed', credits: error.details.credits }
    }
    return { outcome: 'failed', message: failureMessage(error) }
  }
}

function purchaseFailure(error: ApiResponseError): string {
  return error.code === 'template-not-found' ? t`Template not found` : t`Failed to purchase template`
}

function downloadFailure(error: ApiResponseError): string {
  if (error.status === 0) return t`Failed to process payment due to a network error`
  if (error.status === 401) return t`Please log in to download this template`
  if (error.code === 'template-not-found') return t`Template not found`
  const { message } = error
  if (error.code === 'shape-not-offered') return message
  return message ? t`Failed to process payment: ${message}` : t`Failed to process payment for download`
}
