// Owns the click that puts a template into the cart, wherever it stands. A visitor signs in first and comes back to it.
import { useLocation, useNavigate } from 'react-router'
import { loginPath } from '../account/return-path.ts'
import { networkErrorMessage } from '../api.ts'
import { loadChunk } from '../shell/lazy-screen.ts'
import { useToast } from '../ui/toast.tsx'
import { useSession } from './session.ts'
import { rememberAddition } from './waiting-addition.ts'

type CartState = {
  /** Owned templates have nothing to do in the cart. */
  isOwned: boolean
  isInCart: boolean
  add: () => void
}

export function useAddToCart(templateId: string): CartState {
  const session = useSession()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const showToast = useToast()
  const profile = session.status === 'signed-in' ? session.profile : undefined
  const add = () => {
    if (session.status === 'signed-out') {
      rememberAddition(templateId)
      return void navigate(loginPath(pathname + search))
    }
    loadChunk('put-into-cart', () => import('../money/put-into-cart.ts')).then(
      ({ putIntoCart }) => putIntoCart(templateId, showToast, navigate),
      () => showToast('error', networkErrorMessage),
    )
  }
  return {
    isOwned: profile?.purchasedTemplates.includes(templateId) ?? false,
    isInCart: profile?.cart.includes(templateId) ?? false,
    add,
  }
}
