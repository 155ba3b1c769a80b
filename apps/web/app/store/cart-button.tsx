// The cart button on cards: adds the template, then links to the cart.
import { t } from '@lingui/core/macro'
import Check from 'lucide-react/icons/check'
import ShoppingCart from 'lucide-react/icons/shopping-cart'
import { Link } from 'react-router'
import { PlainButton } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { catchFocus } from '../ui/focus.ts'
import { useSettling } from '../ui/press.ts'
import { useAddToCart } from './add-to-cart.ts'

/** With a mouse it overlays the picture, beside the heart; on touch screens it is beside the text below. */
const placeClass =
  'absolute flex size-9 items-center justify-center rounded-full touch-only:-end-2 touch-only:bottom-0 hover-only:top-2 hover-only:end-13 hover-only:bg-tag'

/** Always there for fingers and keyboards; a mouse sees it on hover, or when the template is in the cart. */
export function CartButton({ templateId, name }: { templateId: string; name: string }) {
  const { isOwned, isInCart, isJustAdded, add } = useAddToCart(templateId)
  const settling = useSettling(isInCart && isJustAdded)
  if (isOwned) return null
  if (isInCart) {
    return (
      <Link
        to="/Cart"
        {...(isJustAdded && { ref: catchFocus })}
        {...settling}
        aria-label={t`${name} is in your cart`}
        title={t`In your cart`}
        className={classNames(placeClass, 'touch-only:text-good hover-only:text-marigold-bright')}
      >
        <Check aria-hidden="true" size={18} />
      </Link>
    )
  }
  return (
    <PlainButton
      onClick={add}
      aria-label={t`Add ${name} to cart`}
      title={t`Add to cart`}
      className={classNames(
        placeClass,
        'transition-opacity touch-only:text-muted hover-only:text-on-dark hover-only:opacity-0 group-hover:opacity-100 focus-visible:opacity-100',
      )}
    >
      <ShoppingCart aria-hidden="true" size={17} />
    </PlainButton>
  )
}
