// Tools for the transition into a clip: why there is none, and the same one at every cut.
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { Clip } from '@vitrine/document/clip'
import { Button } from '../../../../ui/button.tsx'
import { setTransitions } from '../../../project/timeline-edit.ts'
import { useVideo } from '../model/video-context.tsx'

export function NoTransition() {
  return (
    <p className="text-caption text-muted">
      <Trans>The clips are too short for a transition.</Trans>
    </p>
  )
}

export function TransitionButton({ item: { transition } }: { item: Clip }) {
  const { model } = useVideo()
  return (
    <Button
      variant="secondary"
      size="small"
      onClick={() => {
        model.change(setTransitions(model.getTimeline(), transition), { label: t`Transitions` })
        model.editor.announcement.set(transition ? t`Applied to all cuts.` : t`All transitions removed.`)
      }}
    >
      {transition ? t`Apply to all` : t`Remove all`}
    </Button>
  )
}
