// The steps from paying for a ready-made video to its download: confirm the price, pay, ready, processing, complete.
// The video is rendered once in full quality and then delivered to every buyer.
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { Template } from '@vitrine/contract/catalogue'
import { useEffect, useRef, useState } from 'react'
import { useRegion } from '../../api/root-data.ts'
import { setCredits, useSession } from '../../api/session.ts'
import { serverText } from '../../language/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ProgressBar } from '../../ui/indicator.tsx'
import { usePopupPause } from '../../ui/popup-queue.ts'
import { saveFile } from '../../ui/save-file.ts'
import { useToast } from '../../ui/toast.tsx'
import { payForDownload } from '../credits/acquire.ts'
import { ConfirmPrice } from '../credits/confirm-price.tsx'
import { type CreditShortage, InsufficientCreditsDialog } from '../credits/insufficient-credits.tsx'
import { moneyApi } from '../credits/money-api.ts'
import { fetchReadyMadeVideo, RenderFailed } from './ready-made-video.ts'

const shortestProcessingMs = 2000
const completeShownMs = 3000

type FlowProps = { template: Template; expectedCredits: number; isOwned: boolean; onEnd: () => void }
type Step =
  | { name: 'ready' | 'complete' }
  /** `hasChanged`: the price differs from the one shown; nothing was charged. */
  | { name: 'confirming' | 'paying'; credits: number; hasChanged: boolean }
  | { name: 'processing'; percent: number }

export default function DownloadFlow({ template, expectedCredits, isOwned, onEnd }: FlowProps) {
  usePopupPause()
  const { isIndianUser } = useRegion()
  const isSignedIn = useSession().status === 'signed-in'
  const showToast = useToast()
  const [step, setStep] = useState<Step>({
    name: isOwned ? 'paying' : 'confirming',
    credits: expectedCredits,
    hasChanged: false,
  })
  const [shortage, setShortage] = useState<CreditShortage>()
  const hasBegun = useRef(false)
  const leaving = useRef<AbortController>(undefined)
  useEffect(() => () => leaving.current?.abort(), [])

  const pay = async (credits: number, hasChanged = false) => {
    setStep({ name: 'paying', credits, hasChanged })
    const paid = await payForDownload(moneyApi, { template, isIndianUser, expectedCredits: credits, isSignedIn })
    if (paid.outcome === 'price-changed') {
      return setStep({ name: 'confirming', credits: paid.credits, hasChanged: true })
    }
    if (paid.outcome === 'shortage') return setShortage(paid.shortage)
    if (paid.outcome === 'failed') {
      showToast('error', paid.message)
      return onEnd()
    }
    setCredits(paid.answer.remainingCredits)
    showToast('success', serverText(paid.answer.message))
    setStep({ name: 'ready' })
  }
  useEffect(() => {
    // An owned template costs nothing, so there is nothing to confirm. A second run would show two messages.
    if (!isOwned || hasBegun.current) return
    hasBegun.current = true
    void pay(expectedCredits)
  })

  const download = async () => {
    setStep({ name: 'processing', percent: 0 })
    leaving.current = new AbortController()
    const { signal } = leaving.current
    try {
      const onPercent = (percent: number) => setStep({ name: 'processing', percent })
      const [url] = await Promise.all([
        fetchReadyMadeVideo(template.templateId, onPercent, signal),
        pause(shortestProcessingMs),
      ])
      if (signal.aborted) return
      saveFile(url)
      setStep({ name: 'complete' })
    } catch (error) {
      if (signal.aborted) return
      const failed =
        error instanceof RenderFailed
          ? t`Failed to download video with audio. Please try again.`
          : t`Failed to download video. Please try again.`
      showToast('error', failed)
      setStep({ name: 'ready' })
    }
  }

  const { templateName } = template
  const license = serverText(template.license.summary)
  return (
    <>
      <InsufficientCreditsDialog shortage={shortage} onClose={onEnd} />
      {!isOwned && !shortage && (step.name === 'confirming' || step.name === 'paying') && (
        <ConfirmPrice
          title={t`Pay to Download`}
          credits={step.credits}
          hasChanged={step.hasChanged}
          isBusy={step.name === 'paying'}
          onConfirm={() => pay(step.credits, step.hasChanged)}
          onCancel={onEnd}
        >
          <p className="text-muted">
            <Trans>
              {templateName}, in full quality and without a watermark. {license}
            </Trans>
          </p>
        </ConfirmPrice>
      )}
      <Dialog
        isOpen={step.name === 'ready'}
        onClose={onEnd}
        title={t`Your download is ready`}
        description={t`${templateName} is yours, in full quality and without a watermark.`}
      >
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="quiet" onClick={onEnd}>
            <Trans>Later</Trans>
          </Button>
          <Button onClick={() => void download()} data-autofocus>
            <Trans>Download</Trans>
          </Button>
        </div>
      </Dialog>
      <Dialog
        isOpen={step.name === 'processing'}
        onClose={onEnd}
        title={t`Processing your download`}
        description={t`Your video is being prepared. You can close this window: the video will also be in your profile, under Generated Videos.`}
      >
        <ProgressBar label={t`Processing`} percent={step.name === 'processing' ? step.percent : 100} />
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
    <Dialog isOpen onClose={onEnd} title={t`Download Complete`} description={t`The video is in your downloads folder.`}>
      <div className="flex justify-end">
        <Button onClick={() => location.reload()}>
          <Trans>Continue Editing</Trans>
        </Button>
      </div>
    </Dialog>
  )
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
