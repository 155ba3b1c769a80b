// The billing details of the open page: stored on the server, and asked for in a dialog that is fetched when it is needed.

import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { BillingDetails } from '@vitrine/contract/billing'
import type { PackTax } from '@vitrine/contract/payments'
import { type ComponentProps, useState } from 'react'
import { networkErrorMessage } from '../../api/api.ts'
import { errorText } from '../../api/error-text.ts'
import { loadPart } from '../../api/load-part.ts'
import { useToast } from '../../ui/toast.tsx'
import type BillingDialog from './billing-dialog.tsx'
import { moneyApi } from './money-api.ts'

type Billing = {
  /** Undefined while the store has to ask, and where it never asks. */
  details: BillingDetails | undefined
  ask: () => Promise<void>
  /** Reads prices, tax and details again, after they have changed, perhaps in another tab. */
  reload: () => Promise<void>
  /** The dialog while it is open. */
  Dialog: typeof BillingDialog | undefined
  dialogProps: ComponentProps<typeof BillingDialog>
}

export function useBilling({ profile, missing }: PackTax): Billing {
  const queries = useQueryClient()
  const showToast = useToast()
  const [Dialog, setDialog] = useState<typeof BillingDialog>()
  const { data } = useQuery({
    queryKey: ['billing-details'],
    queryFn: ({ signal }) => moneyApi.getBillingDetails(signal),
    enabled: profile === 'gst' || profile === 'eu',
  })
  const reloadPacks = () => queries.invalidateQueries({ queryKey: ['credit-packs'] })
  const reload = async () => {
    await Promise.all([reloadPacks(), queries.invalidateQueries({ queryKey: ['billing-details'] })])
  }
  const close = () => setDialog(undefined)
  const save = async (details: BillingDetails) => {
    queries.setQueryData(['billing-details'], await moneyApi.saveBillingDetails(details))
    await reloadPacks()
    close()
  }
  return {
    details: missing === null ? (data?.details ?? undefined) : undefined,
    async ask() {
      try {
        const { default: loaded } = await loadPart(() => import('./billing-dialog.tsx'))
        setDialog(() => loaded)
      } catch (error) {
        showToast('error', errorText(error, networkErrorMessage()))
      }
    },
    reload,
    Dialog,
    dialogProps: { details: data?.details ?? undefined, onSave: save, onClose: close },
  }
}
