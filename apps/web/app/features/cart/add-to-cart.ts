// Adds a template to the cart from any page. A visitor signs in first and returns.
import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { networkErrorMessage } from '../../api/api.ts'
import { loginPath } from '../../api/return-path.ts'
import { awaitSession, useIsOwned, useSessionFact } from '../../api/session.ts'
import { loadChunk } from '../../ui/lazy-screen.ts'
import { useToast } from '../../ui/toast.tsx'
import { savePendingAddition } from './pending-cart-addition.ts'

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
