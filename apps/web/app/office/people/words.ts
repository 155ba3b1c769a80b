// Owns the words and colours of acts, payments and films in the office.
import type { AdminAction, AdminPayment, AdminRender } from '@vitrine/contract/admin'
import type { BadgeTone } from '../../ui/badge.tsx'

type Words = { words: string; tone: BadgeTone }

/** Such as '21 Nov 2026, 9:30 am'. */
const moments = new Intl.DateTimeFormat('en-IN', { dateStyle: 'medium', timeStyle: 'short' })

export function momentText(moment: string): string {
  return moments.format(new Date(moment))
}

export const actionWords: Readonly<Record<AdminAction, string>> = {
  'gate-opened': 'Office opened',
  'gate-refused': 'Office refused',
  'gate-closed': 'Office closed',
  'gate-password-set': 'Office password set',
  'owner-created': 'Owner added',
  'owner-password-reset': 'Owner’s password reset',
  'credits-adjusted': 'Credits adjusted',
  'refund-requested': 'Refund asked for',
  'payment-refunded': 'Payment refunded',
  'user-blocked': 'Account blocked',
  'user-unblocked': 'Account unblocked',
  'user-exported': 'Data handed out',
  'user-erased': 'Account erased',
  'render-retried': 'Film tried again',
  'render-stopped': 'Film stopped',
  'template-edited': 'Template edited',
  'template-published': 'Template published',
  'template-withdrawn': 'Template withdrawn',
  'template-imported': 'Template imported',
  'template-version-added': 'Template version added',
  'template-deleted': 'Template deleted',
}

export const paymentStates = {
  granted: 'Bought credits',
  returned: 'Money went back',
  surplus: 'Bought nothing',
  none: 'Not captured',
} as const

/** What a payment came to. */
export function paymentWords({ outcome, status, amountPaise, returnedPaise }: AdminPayment): Words {
  if (returnedPaise > 0 && returnedPaise >= amountPaise) return { words: 'Refunded', tone: 'warn' }
  if (returnedPaise > 0) return { words: 'Partly refunded', tone: 'warn' }
  if (outcome === 'granted') return { words: 'Paid', tone: 'good' }
  if (outcome === 'surplus') return { words: 'Bought nothing', tone: 'bad' }
  if (status === 'failed') return { words: 'Failed', tone: 'bad' }
  return { words: status === 'authorized' ? 'Authorised' : 'Begun', tone: 'plain' }
}

export const surplusWords: Readonly<Record<string, string>> = {
  'order-closed': 'The order was paid before.',
  'amount-differs': 'The amount was not the price of the pack.',
  'currency-differs': 'It was not paid in rupees.',
  'account-deleted': 'The account was deleted.',
  'starter-pack-used': 'The starter pack was bought before.',
  'refunded-before': 'It went back before it could buy anything.',
}

export const renderStates = {
  failed: 'Failed',
  stuck: 'Stuck or very slow',
  queued: 'Waiting',
  processing: 'Being made',
  completed: 'Finished',
  cancelled: 'Stopped',
} as const

const renderTones: Readonly<Record<AdminRender['status'], BadgeTone>> = {
  failed: 'bad',
  queued: 'plain',
  processing: 'plain',
  completed: 'good',
  cancelled: 'plain',
}

/** How a film stands. */
export function renderWords({ status, isStuck }: AdminRender): Words {
  return isStuck
    ? { words: renderStates.stuck, tone: 'warn' }
    : { words: renderStates[status], tone: renderTones[status] }
}
