// The sandbox gateway's records, in the form in which Razorpay's API returns them.
import { randomInt } from 'node:crypto'

export interface OrderEntity {
  id: string
  entity: 'order'
  amount: number
  amount_paid: number
  amount_due: number
  currency: string
  receipt: string | null
  offer_id: null
  status: 'created' | 'attempted' | 'paid'
  attempts: number
  notes: Record<string, string>
  /** Seconds since 1970, like all times in this file. */
  created_at: number
}

export interface PaymentEntity {
  id: string
  entity: 'payment'
  amount: number
  currency: string
  status: 'created' | 'authorized' | 'captured' | 'failed' | 'refunded'
  order_id: string
  invoice_id: null
  international: false
  method: 'upi'
  amount_refunded: number
  refund_status: 'partial' | 'full' | null
  captured: boolean
  description: null
  card_id: null
  bank: null
  wallet: null
  vpa: string
  email: ''
  contact: ''
  notes: Record<string, string>
  fee: number | null
  tax: number | null
  error_code: string | null
  error_description: string | null
  error_source: string | null
  error_step: string | null
  error_reason: string | null
  acquirer_data: Record<string, string>
  created_at: number
}

export interface RefundEntity {
  id: string
  entity: 'refund'
  amount: number
  currency: string
  payment_id: string
  notes: Record<string, string>
  receipt: string | null
  acquirer_data: { arn: string | null }
  created_at: number
  batch_id: null
  status: 'processed'
  speed_processed: 'normal'
  speed_requested: 'normal'
}

export interface DisputeEntity {
  id: string
  entity: 'dispute'
  payment_id: string
  amount: number
  currency: string
  amount_deducted: number
  reason_code: string
  reason_description: string
  respond_by: number
  status: 'open' | 'under_review' | 'won' | 'lost' | 'closed'
  phase: 'chargeback'
  created_at: number
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** An id such as `order_EKwxwAgItmmXdp`: 14 random letters and digits. */
export function createId(kind: 'order' | 'pay' | 'rfnd' | 'disp' | 'evt'): string {
  return `${kind}_${Array.from({ length: 14 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')}`
}
