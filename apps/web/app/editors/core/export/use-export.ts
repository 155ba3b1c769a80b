// The export of the open editor: a job that outlives its dialog, the price, and whether it is still to be paid.

import { useEffect, useState } from 'react'
import { type CreditShortage, findCreditShortage } from '../../../money/insufficient-credits.tsx'
import { api } from '../../../store/member-api.ts'
import { isOver, watchRender } from '../../../store/render-progress.ts'
import { refreshProfile, setCredits, useSession } from '../../../store/session.ts'
import { creditsText, templateCredits } from '../../../ui/money.ts'
import { useRegion } from '../../../ui/region.ts'
import { useEditor } from '../model/editor-context.tsx'
import { createExportJob, type ExportJob, type ExportState } from './export-job.ts'

export interface Export {
  state: ExportState
  job: ExportJob
  /** What the video costs now; 0 once the template is owned. */
  credits: number
  isOwned: boolean
  /** The balance as far as it is known. */
  balance: number | undefined
  shortage: CreditShortage | undefined
  forgetShortage: () => void
}

export function useExport(): Export {
  const model = useEditor()
  const session = useSession()
  const region = useRegion()
  const [state, setState] = useState<ExportState>({ phase: 'idle' })
  const [shortage, setShortage] = useState<CreditShortage>()
  const [job] = useState(() =>
    createExportJob({
      api,
      projectId: model.projectId,
      flush: model.autosave.flush,
      watch: ({ jobId, onRender, onLost, signal }) => watchRender(jobId, onRender, signal, onLost),
      onCharged(remaining) {
        setCredits(remaining)
        void refreshProfile()
      },
      onShortage: (error) => setShortage(findCreditShortage(error)),
      onState(next) {
        setState(next)
        if (next.phase === 'over')
          model.announcement.set(
            next.render.status === 'completed' ? 'Your video is ready.' : 'Your video could not be made.',
          )
      },
    }),
  )
  useEffect(() => {
    const running = model.renders.find((render) => !isOver(render))
    if (running) job.follow(running)
    return job.stop
  }, [job, model])
  const profile = session.status === 'signed-in' ? session.profile : undefined
  const isOwned = profile?.purchasedTemplates.includes(model.template.templateId) ?? false
  // The server's word on the price is newer than the page's.
  const price = state.phase === 'price-changed' ? state.credits : templateCredits(model.template, region)
  return {
    state,
    job,
    credits: isOwned ? 0 : price,
    isOwned,
    balance: profile?.credits,
    shortage,
    forgetShortage: () => setShortage(undefined),
  }
}

/** 'Export · 120 credits', 'Export · already yours', '42%' */
export function exportLabel({ state, credits, isOwned }: Pick<Export, 'state' | 'credits' | 'isOwned'>): string {
  if (state.phase === 'running') return `${state.render.percent}%`
  if (isOwned) return 'Export · already yours'
  return credits === 0 ? 'Export · free' : `Export · ${creditsText(credits)}`
}
