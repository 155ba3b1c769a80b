// A running render: percent, stage, time left, and the ways to leave or cancel it.
import type { Render } from '@vitrine/contract/renders'
import { roughlyText } from '../../../store/duration-text.ts'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import type { ExportJob, ExportState } from './export-job.ts'
import { RunningButtons } from './running-buttons.tsx'

const stages: Record<Render['stage'], string> = {
  waiting: 'Waiting in the queue',
  preparing: 'Preparing your photos and text',
  drawing: 'Rendering frames',
  finishing: 'Finishing the video',
  checking: 'Checking the video',
  done: 'Done',
}

type RunningRenderProps = {
  state: Extract<ExportState, { phase: 'running' }>
  job: ExportJob
  onClose: () => void
}

export function RunningRender({ state: { render, isLost, isCancelling }, job, onClose }: RunningRenderProps) {
  const { percent, stage, secondsLeft } = render
  return (
    <>
      <div className="flex flex-col gap-3">
        <p className="flex items-baseline justify-between tabular-nums">
          {/* The stage is told when it changes; every percent would be chatter. */}
          <span role="status">{stages[stage]}</span>
          <span className="font-headline text-title">{percent}%</span>
        </p>
        <ProgressBar percent={percent} label="Export" />
        <p className="text-caption text-muted tabular-nums">
          {isLost
            ? 'Connection lost. Your export continues, and this updates when you are back online.'
            : secondsLeft !== null && secondsLeft > 0
              ? `${roughlyText(secondsLeft)} left`
              : 'Estimating time left…'}
        </p>
      </div>
      <p className="text-caption text-muted">
        You can close this, keep editing or leave the page. The video will be here and under Generated Videos in your
        profile.
      </p>
      <RunningButtons isCancelling={isCancelling} onCancel={() => void job.cancel()} onClose={onClose} />
    </>
  )
}
