// Owns the steps from paying for a ready-made film to having it: pay, ready, processing, complete. The film is made once in
// full quality and then handed to every buyer.
import type { Template } from '@vitrine/contract/catalogue'
import { useEffect, useRef, useState } from 'react'
import { type CreditShortage, findCreditShortage, InsufficientCreditsDialog } from '../account/insufficient-credits.tsx'
import { ApiError } from '../api.ts'
import { usePopupPause } from '../shell/popup-queue.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { ProgressBar } from '../ui/progress-bar.tsx'
import { useToast } from '../ui/toast.tsx'
import { api } from './browser-api.ts'
import { fetchFinishedFilm } from './finished-film.ts'
import { useRegion } from './region.ts'
import { setCredits } from './session.ts'

const shortestProcessingMs = 2000
const completeShownMs = 3000

type FlowProps = { template: Template; expectedCredits: number; onEnd: () => void }
type Step = { name: 'paying' | 'ready' | 'complete' } | { name: 'processing'; percent: number }

export default function DownloadFlow({ template, expectedCredits, onEnd }: FlowProps) {
  usePopupPause()
  const { isIndianUser } = useRegion()
  const showToast = useToast()
  const [step, setStep] = useState<Step>({ name: 'paying' })
  const [shortage, setShortage] = useState<CreditShortage>()
  const hasBegun = useRef(false)
  const leaving = useRef<AbortController>(undefined)
  useEffect(() => () => leaving.current?.abort(), [])

  useEffect(() => {
    // Paying twice would be harmless (the second is free) but would show two messages.
    if (hasBegun.current) return
    hasBegun.current = true
    api
      .downloadTemplate({ templateId: template.templateId, templateType: 'direct-sell', isIndianUser, expectedCredits })
      .then((paid) => {
        setCredits(paid.remainingCredits)
        showToast('success', paid.message)
        setStep({ name: 'ready' })
      })
      .catch((error: unknown) => {
        const short = findCreditShortage(error)
        if (short) return setShortage(short)
        showToast('error', paymentFailure(error))
        onEnd()
      })
  }, [template.templateId, isIndianUser, expectedCredits, showToast, onEnd])

  const download = async () => {
    setStep({ name: 'processing', percent: 0 })
    leaving.current = new AbortController()
    const { signal } = leaving.current
    try {
      const onPercent = (percent: number) => setStep({ name: 'processing', percent })
      const [url] = await Promise.all([
        fetchFinishedFilm(template.templateId, onPercent, signal),
        pause(shortestProcessingMs),
      ])
      if (signal.aborted) return
      save(url)
      setStep({ name: 'complete' })
    } catch {
      if (signal.aborted) return
      showToast('error', 'Failed to download video with audio. Please try again.')
      setStep({ name: 'ready' })
    }
  }

  return (
    <>
      <InsufficientCreditsDialog shortage={shortage} onClose={onEnd} />
      <Dialog
        isOpen={step.name === 'ready'}
        onClose={onEnd}
        title="Your download is ready"
        description={`${template.templateName} is yours, in full quality and without a watermark.`}
      >
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="quiet" onClick={onEnd}>
            Later
          </Button>
          <Button onClick={() => void download()}>Download</Button>
        </div>
      </Dialog>
      <Dialog
        isOpen={step.name === 'processing'}
        onClose={onEnd}
        title="Processing your download"
        description="The film is being put together. You may close this: it will also be in your profile, under Generated Videos."
      >
        <ProgressBar label="Processing" percent={step.name === 'processing' ? step.percent : 100} />
      </Dialog>
      {step.name === 'complete' && <Complete onEnd={onEnd} />}
    </>
  )
}

function Complete({ onEnd }: { onEnd: () => void }) {
  useEffect(() => {
    const timer = setTimeout(onEnd, completeShownMs)
    return () => clearTimeout(timer)
  }, [onEnd])
  return (
    <Dialog isOpen onClose={onEnd} title="Download Complete" description="The film is in your downloads folder.">
      <div className="flex justify-end">
        <Button onClick={() => location.reload()}>Continue Editing</Button>
      </div>
    </Dialog>
  )
}

function paymentFailure(error: unknown): string {
  if (!(error instanceof ApiError) || error.status === 0) return 'Failed to process payment due to a network error'
  if (error.status === 401) return 'Please log in to download this template'
  return `Failed to process payment: ${error.message}`
}

/** The link says that it is a download, so the page stays where it is. */
function save(url: string): void {
  const link = document.createElement('a')
  link.href = url
  link.download = ''
  link.click()
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
