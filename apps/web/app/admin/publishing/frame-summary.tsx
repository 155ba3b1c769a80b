// Whether a version's frames look the same in this browser as on the server, in one line of the sale panel.
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { errorText } from '../../store/error-text.ts'
import { Button } from '../../ui/button.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { PixelsHidden } from './compare-frames.ts'
import type { FrameWork } from './use-frame-comparison.ts'

export function FrameSummary({ work, onShow }: { work: FrameWork; onShow: () => void }) {
  const { comparison, isComparing, done, error, compare } = work
  const { status, frames } = comparison
  if (status === 'none' || status === 'outdated') return null
  const count = frames.length
  return (
    <div className="flex flex-col gap-2 border-t border-line pt-4" data-frames={isComparing ? 'comparing' : status}>
      <p aria-live="polite" className={status === 'refused' && !isComparing ? 'font-medium text-bad' : 'text-muted'}>
        {isComparing ? t`Comparing its frames in this browser: ${done} of ${count}` : summaryText(status)}
      </p>
      {isComparing && <ProgressBar percent={(100 * done) / count} label={t`Comparing frames`} />}
      {!isComparing && error && (
        <div role="alert" className="flex flex-col items-start gap-2">
          <p className="text-caption text-bad">{problemText(error)}</p>
          <Button size="small" variant="secondary" onClick={compare}>
            <Trans>Compare again</Trans>
          </Button>
        </div>
      )}
      {!isComparing && status !== 'waiting' && (
        <button
          type="button"
          onClick={onShow}
          className="self-start rounded-control text-caption text-plum underline underline-offset-4"
        >
          <Trans>View frames</Trans>
        </button>
      )}
    </div>
  )
}

function summaryText(status: FrameWork['comparison']['status']): string {
  if (status === 'passed') return t`Its frames look the same in the browser and on the server.`
  if (status === 'accepted') return t`Some of its frames look different in the browser, which was accepted.`
  if (status === 'refused') return t`Some of its frames look different in the browser.`
  return t`Its frames have not been compared yet.`
}

export function problemText(error: Error): string {
  if (error instanceof PixelsHidden)
    return t`A privacy setting of this browser hides what it draws from pages. Please open this page in another browser.`
  return errorText(error, t`The frames could not be compared here. Please try again.`)
}
