// Owns how a render under way looks: percent, stage, time left, and the ways to leave or stop it.
import type { Render } from '@vitrine/contract/renders'
import { roughlyText } from '../../store/duration-text.ts'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import type { ExportJob, ExportState } from './export-job.ts'
import { RunningButtons } from './running-buttons.tsx'

const stages: Record<Render['stage'], string> = {
  waiting: 'Waiting for its turn',
  preparing: 'Preparing your photos and words',
  drawing: 'Drawing the frames',
  finishing: 'Finishing the film',
  checking: 'Checking the film',
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
            ? 'The connection is lost. The work goes on in the shop; this catches up by itself.'
            : secondsLeft !== null && secondsLeft > 0
              ? `${roughlyText(secondsLeft)} left`
              : 'The time left is not known yet'}
        </p>
      </div>
      <p className="text-caption text-muted">
        You can close this, go on editing or leave the page. The film will be here and under Generated Videos in your
        profile.
      </p>
      <RunningButtons isCancelling={isCancelling} onCancel={() => void job.cancel()} onClose={onClose} />
    </>
  )
}
