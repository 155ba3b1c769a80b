// A running export: percent, stage, time left, and buttons to leave or cancel it.
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { stageText } from '../../api/render-stage.ts'
import { roughlyText } from '../../api/time-left.ts'
import { Button } from '../../ui/button.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import type { Export, ExportFlow } from './use-export.ts'

type UnderWay = Extract<ExportFlow, { phase: 'running' | 'rendering' }>
type ExportProgressProps = { exporting: Export; state: UnderWay; onClose: () => void }

export function ExportProgress({ exporting: { job, medium }, state, onClose }: ExportProgressProps) {
  const shown = state.phase === 'running' ? state.render : state.progress
  const isLost = state.phase === 'running' && state.isLost
  if (!shown) return <p role="status">{t`This takes a moment.`}</p>
  const { percent, secondsLeft } = shown
  const time = secondsLeft && secondsLeft > 0 ? roughlyText(secondsLeft) : undefined
  return (
    <>
      <div className="flex flex-col gap-3">
        <p className="flex items-baseline justify-between tabular-nums">
          {/* Announces changes of the stage only; every percent would be too much. */}
          <span role="status">{medium === 'video' && describeStage(state)}</span>
          <span className="font-headline text-title">{`${Math.round(percent)}%`}</span>
        </p>
        <ProgressBar percent={percent} label={t`Export`} />
        <p className="text-caption text-muted tabular-nums">
          {isLost
            ? t`Connection lost. Your export continues, and this updates when you are back online.`
            : time === undefined
              ? t`Estimating time left…`
              : t`${time} left`}
        </p>
      </div>
      <p className="text-caption text-muted">{chooseHint(state, medium)}</p>
      <div className="flex flex-wrap justify-end gap-2">
        <Button
          variant="danger"
          isBusy={state.phase === 'running' && state.isCancelling}
          onClick={() => (state.phase === 'running' ? void job.cancel() : state.cancel())}
        >
          <Trans>Cancel export</Trans>
        </Button>
        <Button variant="secondary" onClick={onClose}>
          <Trans>Keep editing</Trans>
        </Button>
      </div>
    </>
  )
}

function describeStage(state: UnderWay): string | undefined {
  return state.phase === 'running' ? stageText(state.render.stage) : state.progress?.stage
}

/** What the customer can do while waiting. */
function chooseHint({ phase }: UnderWay, medium: Export['medium']): string {
  if (phase === 'rendering')
    return t`You can close this dialog and use other tabs. Keep this page open until the video is ready.`
  return medium === 'video'
    ? t`You can close this, keep editing or leave the page. The video will be here and under Generated Videos in your profile.`
    : t`This image is exported in the cloud, because it needs more memory or files than this device has.`
}
