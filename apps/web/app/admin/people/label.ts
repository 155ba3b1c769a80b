// Labels and colours of audit events, payments and renders.
import type { AdminAction, AdminPayment, AdminRender } from '@vitrine/contract/admin'
import type { BadgeTone } from '../../ui/badge.tsx'

type StatusLabel = { label: string; tone: BadgeTone }

/** Such as '21 Nov 2026, 9:30 am'. */
const moments = new Intl.DateTimeFormat('en-IN', { dateStyle: 'medium', timeStyle: 'short' })

export function momentText(moment: string): string {
  return moments.format(new Date(moment))
}

export const auditActionLabels: Readonly<Record<AdminAction, string>> = {
  'gate-opened': 'Admin sign-in',
  'gate-refused': 'Admin sign-in refused',
  'gate-closed': 'Admin sign-out',
  'gate-password-set': 'Admin password set',
  'gate-password-switched': 'Admin password switched on or off',
  'factor-added': 'Second factor added',
  'factor-removed': 'Second factor removed',
  'recovery-codes-made': 'Recovery codes replaced',
  'factors-reset': 'Second factors reset',
  'staff-invited': 'Invited to the staff',
  'invitation-sent-again': 'Invitation sent again',
  'invitation-cancelled': 'Invitation cancelled',
  'staff-joined': 'Joined the staff',
  'staff-role-changed': 'Role changed',
  'staff-removed': 'Removed from the staff',
  'owner-created': 'Owner added',
  'owner-password-reset': 'Owner’s password reset',
  'credits-adjusted': 'Credits adjusted',
  'refund-requested': 'Refund requested',
  'payment-refunded': 'Payment refunded',
  'user-blocked': 'Account blocked',
  'user-unblocked': 'Account unblocked',
  'user-exported': 'Data exported',
  'user-erased': 'Account erased',
  'render-retried': 'Video retried',
  'render-stopped': 'Video stopped',
  'template-edited': 'Template edited',
  'template-published': 'Template published',
  'template-withdrawn': 'Template withdrawn',
  'template-imported': 'Template imported',
  'template-version-added': 'Template version added',
  'template-deleted': 'Template deleted',
  'settings-changed': 'Settings changed',
}

export const paymentStates = {
  granted: 'Bought credits',
  returned: 'Refunded',
  surplus: 'Unapplied',
  none: 'Not captured',
} as const

/** What a payment came to. */
export function describePayment({ outcome, status, amountPaise, returnedPaise }: AdminPayment): StatusLabel {
  if (returnedPaise > 0 && returnedPaise >= amountPaise) return { label: 'Refunded', tone: 'warn' }
  if (returnedPaise > 0) return { label: 'Partly refunded', tone: 'warn' }
  if (outcome === 'granted') return { label: 'Paid', tone: 'good' }
  if (outcome === 'surplus') return { label: 'Unapplied', tone: 'bad' }
  if (status === 'failed') return { label: 'Failed', tone: 'bad' }
  return { label: status === 'authorized' ? 'Authorised' : 'Pending', tone: 'plain' }
}

export const unappliedReasonTexts: Readonly<Record<string, string>> = {
  'order-closed': 'The order was already paid.',
  'amount-differs': 'The amount did not match the price of the pack.',
  'currency-differs': 'It was not paid in rupees.',
  'account-deleted': 'The account was deleted.',
  'starter-pack-used': 'The starter pack was already bought.',
  'refunded-before': 'It was refunded before it was applied.',
}

export const renderStates = {
  failed: 'Failed',
  stuck: 'Stuck or very slow',
  queued: 'Waiting',
  processing: 'Rendering',
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

/** The label of a render's state. */
export function describeRender({ status, isStuck }: AdminRender): StatusLabel {
  return isStuck
    ? { label: renderStates.stuck, tone: 'warn' }
    : { label: renderStates[status], tone: renderTones[status] }
}
