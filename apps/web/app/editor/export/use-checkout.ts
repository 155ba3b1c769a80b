// What all exports share: the server's job, the price, whether it is due, and payment.
import type { PictureOutput } from '@vitrine/contract/renders'
import { useEffect, useRef, useState } from 'react'
import { api } from '../../api/member-api.ts'
import { isFinished, watchRender } from '../../api/operation.ts'
import { useRegion } from '../../api/root-data.ts'
import { refreshProfile, setCredits, useSession } from '../../api/session.ts'
import { type Acquired, payForDownload } from '../../features/credits/acquire.ts'
import { type CreditShortage, findCreditShortage } from '../../features/credits/insufficient-credits.tsx'
import { moneyApi } from '../../features/credits/money-api.ts'
import { templateCredits } from '../../ui/money.ts'
import { useEditor } from '../model/editor-context.tsx'
import { createExportJob, type ExportJob, type ExportState } from './export-job.ts'

interface CheckoutOptions {
  /** Receives every state of the job. */
  onState: (state: ExportState) => void
  /** The file settings of a picture; without them the server decides. */
  output?: () => PictureOutput
}

export interface Checkout {
  /** The server's render. It continues when the dialog is closed. */
  job: ExportJob
  isOwned: boolean
  /** The balance, when known. */
  balance: number | undefined
  /** The price of an export in this state; 0 once the template is owned. */
  creditsIn(state: { phase: string; credits?: number }): number
  /** Pays for a file that this browser renders. Missing credits are handled here, any other outcome by the caller. */
  pay(expectedCredits: number): Promise<Acquired>
  shortage: CreditShortage | undefined
  forgetShortage: () => void
}

export function useCheckout(options: CheckoutOptions): Checkout {
  const model = useEditor()
  const session = useSession()
  const region = useRegion()
  const [shortage, setShortage] = useState<CreditShortage>()
  const latest = useRef(options)
  latest.current = options
  const { output } = options
  const [job] = useState(() =>
    createExportJob({
      api,
      projectId: model.projectId,
      flush: model.autosave.flush,
      watch: ({ jobId, onRender, onLost, signal }) => watchRender(jobId, onRender, signal, onLost),
      ...(output && { output: () => (latest.current.output ?? output)() }),
      onCharged: showCharged,
      onShortage: (error) => setShortage(findCreditShortage(error)),
      onState: (state) => latest.current.onState(state),
    }),
  )
  useEffect(() => {
    const running = model.renders.find((render) => !isFinished(render))
    if (running) job.follow(running)
    return job.stop
  }, [job, model])
  const { template } = model
  const profile = session.status === 'signed-in' ? session.profile : undefined
  const isOwned = profile?.purchasedTemplates.includes(template.templateId) ?? false
  return {
    job,
    isOwned,
    balance: profile?.credits,
    creditsIn({ phase, credits }) {
      if (isOwned) return 0
      // The server's price is newer than the page's.
      return phase === 'price-changed' && credits !== undefined ? credits : templateCredits(template, region)
    },
    async pay(expectedCredits) {
      const { aspect } = model.store.getContent()
      const order = { template, isIndianUser: region.isIndianUser, expectedCredits, isSignedIn: true, aspect }
      const paid = await payForDownload(moneyApi, order)
      if (paid.outcome === 'acquired') showCharged(paid.answer.remainingCredits)
      if (paid.outcome === 'shortage') setShortage(paid.shortage)
      return paid
    },
    shortage,
    forgetShortage: () => setShortage(undefined),
  }
}

function showCharged(remainingCredits: number): void {
  setCredits(remainingCredits)
  void refreshProfile()
}
