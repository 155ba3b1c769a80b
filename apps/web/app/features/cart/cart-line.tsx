// One line of the cart: template, licences, price, remove.

import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { MAX_LICENCES } from '@vitrine/contract/cart-limit'
import type { CartItem } from '@vitrine/contract/library'
import Minus from 'lucide-react/icons/minus'
import Plus from 'lucide-react/icons/plus'
import Trash from 'lucide-react/icons/trash-2'
import { Link } from 'react-router'
import { serverText } from '../../language/server-text.ts'
import { Badge } from '../../ui/badge.tsx'
import { IconButton } from '../../ui/button.tsx'
import { Price } from '../../ui/price.tsx'
import { licencesText } from '../credits/licences-text.ts'
import { BoxedPoster } from './boxed-poster.tsx'
import { categoryTags, isCharged } from './cart-change.ts'

type CartLineProps = {
  item: CartItem
  isLocked: boolean
  onQuantity: (delta: number) => void
  onRemove: () => void
}

export function CartLine({ item, isLocked, onQuantity, onRemove }: CartLineProps) {
  const { template, creditsTotal, creditsEach, quantity } = item
  const { templateId, templateName } = template
  return (
    <li className="grid grid-cols-[5.5rem_minmax(0,1fr)] gap-x-4 gap-y-1 py-5 md:grid-cols-[8rem_minmax(0,1fr)_auto] md:gap-x-6">
      <BoxedPoster template={template} sizes="8rem" />
      <div className="flex min-w-0 flex-col gap-2">
        <h2 dir="auto" translate="no" className="font-medium">
          <Link to={`/${templateId}-template`} className="rounded-control hover:underline">
            {templateName}
          </Link>
        </h2>
        <ul aria-label={t`Categories`} className="flex flex-wrap gap-1.5">
          {categoryTags(template.templateCategory).map((tag) => (
            <li key={tag}>
              <Badge>{serverText(tag)}</Badge>
            </li>
          ))}
        </ul>
        <LineStatus item={item} />
        {isCharged(item) && (
          <Quantity name={templateName} quantity={quantity} isLocked={isLocked} onQuantity={onQuantity} />
        )}
      </div>
      <div className="col-span-2 flex items-center justify-between gap-2 md:col-span-1 md:flex-col md:items-end">
        {isCharged(item) ? (
          <div className="flex flex-col md:items-end">
            <Price credits={creditsTotal} />
            {quantity > 1 && (
              <span className="text-caption text-muted tabular-nums">{`${quantity} × ${creditsEach}`}</span>
            )}
          </div>
        ) : (
          <span className="text-caption text-muted">
            <Trans>Not charged</Trans>
          </span>
        )}
        <IconButton
          isRepeatable={false}
          label={t`Remove ${templateName}`}
          onClick={onRemove}
          disabled={isLocked}
          className="-me-2.5"
        >
          <Trash aria-hidden="true" size={18} />
        </IconButton>
      </div>
    </li>
  )
}

/** Why a line costs nothing. */
function LineStatus({ item }: { item: CartItem }) {
  if (item.alreadyPurchased) {
    return (
      <p className="text-caption font-medium text-good">
        <Trans>You own this, so you won’t be charged.</Trans>
      </p>
    )
  }
  if (!item.isOnSale) {
    return (
      <p className="text-caption font-medium text-warn">
        <Trans>No longer for sale: it will be left out of the checkout.</Trans>
      </p>
    )
  }
  return null
}

type QuantityProps = { name: string; quantity: number; isLocked: boolean; onQuantity: (delta: number) => void }

function Quantity({ name, quantity, isLocked, onQuantity }: QuantityProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would want a legend on the screen.
    <div role="group" aria-label={t`Licences of ${name}`} className="flex items-center gap-1">
      <IconButton
        label={t`Decrease quantity of ${name}`}
        disabled={isLocked || quantity <= 1}
        onClick={() => onQuantity(-1)}
        className="border border-line"
      >
        <Minus aria-hidden="true" size={16} />
      </IconButton>
      <output aria-label={licencesText(quantity)} className="w-10 text-center tabular-nums">
        {quantity}
      </output>
      <IconButton
        label={t`Increase quantity of ${name}`}
        disabled={isLocked || quantity >= MAX_LICENCES}
        onClick={() => onQuantity(1)}
        className="border border-line"
      >
        <Plus aria-hidden="true" size={16} />
      </IconButton>
      <span className="ms-1 text-caption text-muted">{plural(quantity, { one: 'licence', other: 'licences' })}</span>
    </div>
  )
}
