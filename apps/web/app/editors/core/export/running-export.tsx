// A running export of a video: percent, stage, time left, and the ways to leave or cancel it.
import { t } from '@lingui/core/macro'
import { stageText } from '../../../store/render-stage.ts'
import { roughlyText } from '../../../store/time-left.ts'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import type { ExportJob, ExportState } from './export-job.ts'
import { RunningButtons } from './running-buttons.tsx'

interface RunningExportProps {
  stage: string
  percent: number
  /** Null or undefined while it is unknown. */
  secondsLeft: number | null | undefined
  isLost?: boolean
  isCancelling?: boolean
  /** What may be done meanwhile. */
  hint: string
  onCancel: () => void
  onClose: () => void
}

export function RunningExport(props: RunningExportProps) {
  const { stage, percent, secondsLeft, isLost = false, isCancelling = false, hint, onCancel, onClose } = props
  const time = secondsLeft && secondsLeft > 0 ? roughlyText(secondsLeft) : undefined
  return (
    <>
      <div className="flex flex-col gap-3">
        <p className="flex items-baseline justify-between tabular-nums">
          {/* Announces changes of the stage only; every percent would be too much. */}
          <span role="status">{stage}</span>
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
      <p className="text-caption text-muted">{hint}</p>
      <RunningButtons isCancelling={isCancelling} onCancel={onCancel} onClose={onClose} />
    </>
  )
}

type RunningRenderProps = {
  state: Extract<ExportState, { phase: 'running' }>
  job: ExportJob
  onClose: () => void
}

/** A render on the server. */
export function RunningRender({ state: { render, isLost, isCancelling }, job, onClose }: RunningRenderProps) {
  return (
    <RunningExport
      stage={stageText(render.stage)}
      percent={render.percent}
      secondsLeft={render.secondsLeft}
      isLost={isLost}
      isCancelling={isCancelling}
      hint={t`You can close this, keep editing or leave the page. The video will be here and under Generated Videos in your profile.`}
      onCancel={() => void job.cancel()}
      onClose={onClose}
    />
  )
}
