// Owns the small cart on cards: it puts the template into the cart, and leads there once it is in it.
import Check from 'lucide-react/icons/check'
import ShoppingCart from 'lucide-react/icons/shopping-cart'
import { Link } from 'react-router'
import { classNames } from '../ui/class-names.ts'
import { useAddToCart } from './add-to-cart.ts'

const lookClass = 'absolute top-2 right-13 flex size-9 items-center justify-center rounded-full bg-tag'

/** Always there for fingers and keyboards; a mouse sees it on hover, or when the template is in the cart. */
export function CartButton({ templateId, name }: { templateId: string; name: string }) {
  const { isOwned, isInCart, add } = useAddToCart(templateId)
  if (isOwned) return null
  if (isInCart) {
    return (
      <Link
        to="/Cart"
        aria-label={`${name} is in your cart`}
        title="In your cart"
        className={classNames(lookClass, 'text-marigold')}
      >
        <Check aria-hidden="true" size={18} />
      </Link>
    )
  }
  return (
    <button
      type="button"
      onClick={add}
      aria-label={`Add ${name} to cart`}
      title="Add to cart"
      className={classNames(
        lookClass,
        'text-on-film transition-opacity hover-only:opacity-0 group-hover:opacity-100 focus-visible:opacity-100',
      )}
    >
      <ShoppingCart aria-hidden="true" size={17} />
    </button>
  )
}
