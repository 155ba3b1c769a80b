// The payment of the open page: its script, its state, and an unfinished payment of an earlier visit.
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useStoreBrand } from '../../api/root-data.ts'
import { moneyApi } from './money-api.ts'
import { findOpenPayment, forgetPayment, type OpenPayment, rememberPayment } from './open-payment.ts'
import { createPayment, type Payment, type PaymentState } from './payment.ts'
import { findPaymentLibrary, loadPaymentLibrary, needsWholeWindow, openCheckout } from './payment-library.ts'
import { readAndClearPaymentReturn } from './payment-return.ts'

const pauseMs = 3000

export function usePayment(userId: string) {
  const [state, setState] = useState<PaymentState>({ step: 'choosing' })
  const { name, accent } = useStoreBrand()
  const payment = useRef<Payment>(undefined)
  const script = useQuery({
    queryKey: ['payment-script'],
    queryFn: ({ signal }) => loadPaymentLibrary(signal),
    staleTime: Number.POSITIVE_INFINITY,
    retry: 1,
  })
  useEffect(() => {
    const present = createPayment({
      userId,
      api: moneyApi,
      findCheckout() {
        const library = findPaymentLibrary()
        const callbackUrl = needsWholeWindow(navigator.userAgent) ? location.href : undefined
        return (
          library && ((order, events) => openCheckout(library, order, events, { store: { name, accent }, callbackUrl }))
        )
      },
      remember: rememberPayment,
      forget: forgetPayment,
      onState: setState,
      pause: () => new Promise((resolve) => setTimeout(resolve, pauseMs)),
    })
    payment.current = present
    const open = findReturned(userId) ?? findOpenPayment(userId)
    if (open) void present.resume(open)
    return present.stop
  }, [userId, name, accent])
  return { state, payment, isScriptLoading: script.isPending, isSandbox: script.data?.isSandbox ?? false }
}

/** The payment that has just returned from the whole window: stores it, and removes it from the address. */
function findReturned(userId: string): OpenPayment | undefined {
  const address = new URL(location.href)
  const answer = readAndClearPaymentReturn(address.searchParams)
  if (!answer) return undefined
  history.replaceState(history.state, '', address)
  const payment = { userId, orderId: answer.razorpay_order_id, answer }
  rememberPayment(payment)
  return payment
}
