// Labels and colours of audit events, payments and renders.
import { t } from '@lingui/core/macro'
import type { AdminAction, AdminPayment, AdminRender } from '@vitrine/contract/admin'
import type { SaleKind, TaxProfile } from '@vitrine/contract/tax'
import { dateFormat } from '../../language/format.ts'
import type { BadgeTone } from '../../ui/indicator.tsx'

type StatusLabel = { label: string; tone: BadgeTone }

/** Such as '21 Nov 2026, 9:30 am'. */
export function momentText(moment: string): string {
  return dateFormat({ dateStyle: 'medium', timeStyle: 'short' }, 'en-IN').format(new Date(moment))
}

/** To whose days documents and the periods of the books belong. */
export const INDIAN_TIME = 'Asia/Kolkata'

/** Like `momentText`, in Indian time. */
export function momentInIndiaText(moment: string): string {
  const options = { dateStyle: 'medium', timeStyle: 'short', timeZone: INDIAN_TIME } as const
  return dateFormat(options, 'en-IN').format(new Date(moment))
}

export const taxProfileNames = (): Readonly<Record<TaxProfile['profile'], string>> => ({
  none: t({ message: 'None', context: 'tax' }),
  gst: t`India (GST)`,
  flat: t`Flat percentage`,
  eu: t`European Union`,
})

/** In the plural; the form of the settings shows them in this order. */
export const saleKindNames = (): Readonly<Record<SaleKind, string>> => ({
  credits: t`Credits`,
  video: t`Videos`,
  image: t`Images`,
  'direct-sell': t`Ready-made templates`,
})

export function auditActionLabels(): Readonly<Record<AdminAction, string>> {
  return {
    'gate-opened': t`Admin sign-in`,
    'gate-refused': t`Admin sign-in refused`,
    'gate-closed': t`Admin sign-out`,
    'gate-password-set': t`Admin password set`,
    'gate-password-switched': t`Admin password switched on or off`,
    'factor-added': t`Second factor added`,
    'factor-removed': t`Second factor removed`,
    'recovery-codes-made': t`Recovery codes replaced`,
    'factors-reset': t`Second factors reset`,
    'staff-invited': t`Invited to the staff`,
    'invitation-sent-again': t`Invitation sent again`,
    'invitation-cancelled': t`Invitation cancelled`,
    'staff-joined': t`Joined the staff`,
    'staff-role-changed': t`Role changed`,
    'staff-removed': t`Removed from the staff`,
    'owner-created': t`Owner added`,
    'owner-password-reset': t`Owner’s password reset`,
    'credits-adjusted': t`Credits adjusted`,
    'refund-requested': t`Refund requested`,
    'payment-refunded': t`Payment refunded`,
    'user-blocked': t`Account blocked`,
    'user-unblocked': t`Account unblocked`,
    'user-exported': t`Data exported`,
    'user-erased': t`Account erased`,
    'render-retried': t`Video retried`,
    'render-stopped': t`Video stopped`,
    'template-edited': t`Template edited`,
    'template-published': t`Template published`,
    'template-withdrawn': t`Template withdrawn`,
    'template-imported': t`Template imported`,
    'template-version-added': t`Template version added`,
    'template-difference-accepted': t`Difference of an import accepted`,
    'template-deleted': t`Template deleted`,
    'settings-changed': t`Settings changed`,
  }
}

export function paymentStates() {
  return {
    granted: t`Bought credits`,
    returned: t`Refunded`,
    unapplied: t`Unapplied`,
    none: t`Not captured`,
  }
}

/** The payment method in the words of the gateway. */
export function methodText(method: string): string {
  const texts: Readonly<Record<string, string>> = {
    upi: 'UPI',
    card: t`Card`,
    netbanking: t`Net banking`,
    wallet: t`Wallet`,
    emi: 'EMI',
  }
  return texts[method] ?? method
}

/** The result of a payment. */
export function describePayment({ outcome, status, amountPaise, returnedPaise }: AdminPayment): StatusLabel {
  if (returnedPaise > 0 && returnedPaise >= amountPaise) return { label: t`Refunded`, tone: 'warn' }
  if (returnedPaise > 0) return { label: t`Partly refunded`, tone: 'warn' }
  if (outcome === 'granted') return { label: t`Paid`, tone: 'good' }
  if (outcome === 'unapplied') return { label: t`Unapplied`, tone: 'bad' }
  if (status === 'failed') return { label: t`Failed`, tone: 'bad' }
  return { label: status === 'authorized' ? t`Authorised` : t`Pending`, tone: 'plain' }
}

/** Why a payment gave no credits; undefined for an unknown reason. */
export function unappliedReasonText(reason: string): string | undefined {
  const texts: Readonly<Record<string, string>> = {
    'order-closed': t`The order was already paid.`,
    'amount-differs': t`The amount did not match the price of the pack.`,
    'currency-differs': t`It was not paid in rupees.`,
    'account-deleted': t`The account was deleted.`,
    'starter-pack-used': t`The starter pack was already bought.`,
    'refunded-before': t`It was refunded before it was applied.`,
  }
  return texts[reason]
}

export function renderStates() {
  return {
    failed: t`Failed`,
    stuck: t`Stuck or very slow`,
    queued: t`Waiting`,
    processing: t`Rendering`,
    completed: t`Finished`,
    cancelled: t`Stopped`,
  }
}

const renderTones: Readonly<Record<AdminRender['status'], BadgeTone>> = {
  failed: 'bad',
  queued: 'plain',
  processing: 'plain',
  completed: 'good',
  cancelled: 'plain',
}

/** The label of a render's state. */
export function describeRender({ status, isStuck }: AdminRender): StatusLabel {
  return isStuck
    ? { label: renderStates().stuck, tone: 'warn' }
    : { label: renderStates()[status], tone: renderTones[status] }
}
