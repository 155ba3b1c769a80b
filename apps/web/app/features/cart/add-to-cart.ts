// Adds a template to the cart from any page. A visitor signs in first and returns.

import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { networkErrorMessage } from '../../api/api.ts'
import { loadChunk } from '../../api/load-part.ts'
import { pageDraft, readFields } from '../../api/persisted.ts'
import { loginPath } from '../../api/return-path.ts'
import { awaitSession, useIsOwned, useSessionFact } from '../../api/session.ts'
import { useToast } from '../../ui/toast.tsx'

type CartState = {
  /** Owned templates cannot be added to the cart. */
  isOwned: boolean
  isInCart: boolean
  /** Added to the cart here, so that the element that replaces the button takes its focus. */
  isJustAdded: boolean
  /** Never rejects. */
  add: () => Promise<void>
}

export function useAddToCart(templateId: string): CartState {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const showToast = useToast()
  const isOwned = useIsOwned(templateId)
  const isInCart = useSessionFact(
    (session) => session.status === 'signed-in' && session.profile.cart.includes(templateId),
  )
  const [isJustAdded, setIsJustAdded] = useState(false)
  const add = async () => {
    if ((await awaitSession()).status === 'signed-out') {
      savePendingAddition(templateId, 'cart')
      await navigate(loginPath(pathname + search))
      return
    }
    setIsJustAdded(true)
    await loadChunk('put-into-cart', () => import('./put-into-cart.ts')).then(
      ({ putIntoCart }) => putIntoCart(templateId, showToast, navigate),
      () => showToast('error', networkErrorMessage()),
    )
  }
  return { isOwned, isInCart, isJustAdded, add }
}

/** Where it is added after signing in. */
type AdditionTarget = 'cart' | 'liked'

type PendingAddition = { templateId: string; target: AdditionTarget }

/** What a visitor wanted to add before signing in. Stored in this tab, not in the address, which anyone could make up. */
const stored = pageDraft('waiting-addition', {
  version: 1,
  keptIn: 'tab',
  // After this time the visitor has probably moved on.
  lifeMs: 3_600_000,
  check(value): PendingAddition | undefined {
    const { templateId, target } = readFields<PendingAddition>(value)
    return typeof templateId === 'string' ? { templateId, target: target === 'liked' ? 'liked' : 'cart' } : undefined
  },
})

export function savePendingAddition(templateId: string, target: AdditionTarget): void {
  stored.save({ templateId, target })
}

/** Takes the pending template, which also deletes it. */
export function takePendingAddition(): PendingAddition | undefined {
  const addition = stored.find()
  stored.drop()
  return addition
}
