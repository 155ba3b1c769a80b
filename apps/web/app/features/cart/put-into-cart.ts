// Adds one licence of a template to the cart, with a toast.
import { t } from '@lingui/core/macro'
import type { NavigateFunction } from 'react-router'
import { errorText } from '../../api/error-text.ts'
import { refreshProfile } from '../../api/session.ts'
import type { ShowToast } from '../../ui/toast.tsx'
import { moneyApi } from '../credits/money-api.ts'

/** Never rejects. */
export async function putIntoCart(templateId: string, showToast: ShowToast, navigate: NavigateFunction): Promise<void> {
  try {
    await moneyApi.addToCart(templateId, 1)
    await refreshProfile()
    showToast('success', t`Added to cart`, { action: { label: t`View cart`, run: () => void navigate('/Cart') } })
  } catch (error) {
    showToast('error', errorText(error, t`This could not be added to your cart. Please try again.`))
  }
}
