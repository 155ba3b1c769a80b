// The cart button on a template page: with text beside the price, as an icon in a phone’s bar.
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import Check from 'lucide-react/icons/check'
import ShoppingCart from 'lucide-react/icons/shopping-cart'
import { Link } from 'react-router'
import { Button, IconButton, LinkButton } from '../ui/button.tsx'
import { catchFocus } from '../ui/focus.ts'
import { useSettling } from '../ui/press.ts'
import { useAddToCart } from './add-to-cart.ts'

export function DetailCartButton({ templateId }: { templateId: string }) {
  const { isOwned, isInCart, isJustAdded, add } = useAddToCart(templateId)
  const settling = useSettling(isInCart && isJustAdded)
  if (isOwned) return null
  return isInCart ? (
    <LinkButton
      to="/Cart"
      variant="secondary"
      className="max-md:hidden"
      {...(isJustAdded && { ref: catchFocus })}
      {...settling}
    >
      <Check aria-hidden="true" size={18} className="text-good" />
      <Trans>In your cart</Trans>
    </LinkButton>
  ) : (
    <Button variant="secondary" onClick={add} className="max-md:hidden">
      <ShoppingCart aria-hidden="true" size={18} />
      <Trans>Add to cart</Trans>
    </Button>
  )
}

export function DetailCartMark({ templateId }: { templateId: string }) {
  const { isOwned, isInCart, isJustAdded, add } = useAddToCart(templateId)
  const settling = useSettling(isInCart && isJustAdded)
  if (isOwned) return null
  return isInCart ? (
    <Link
      to="/Cart"
      aria-label={t`In your cart`}
      {...(isJustAdded && { ref: catchFocus })}
      {...settling}
      className="inline-flex size-11 items-center justify-center rounded-control text-good md:hidden"
    >
      <Check aria-hidden="true" size={21} />
    </Link>
  ) : (
    <IconButton isRepeatable={false} label={t`Add to cart`} onClick={add} className="md:hidden">
      <ShoppingCart aria-hidden="true" size={21} />
    </IconButton>
  )
}
