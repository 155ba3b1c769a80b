// The properties of the selected timeline items: a clip, a sound, or several of them.
import { plural, t } from '@lingui/core/macro'
import { useObservable } from '../../../../api/observable.ts'
import { listButtons } from '../../../actions/action.ts'
import { NamedActionButton } from '../../../actions/action-button.tsx'
import type { Editing } from '../../canvas/properties/property.ts'
import { PropertySections } from '../../canvas/properties/property-sections.tsx'
import { useDrag } from '../../canvas/properties/use-drag.ts'
import { timelineActions } from '../actions/timeline-actions.ts'
import { rulerText } from '../drawing/time-scale.ts'
import { useTimeline, useVideo } from '../model/video-context.tsx'
import { MissingFile, useMissingFiles } from './missing-files.tsx'
import { type Part, type PartEdit, partSections } from './part-properties.ts'

export function PartPanel() {
  const services = useVideo()
  const { model } = services
  const timeline = useTimeline()
  const chosen = useObservable(model.selection)
  const allMissing = useMissingFiles()
  const editing = usePartEditing()
  const parts = [...timeline.clips, ...timeline.sounds].filter(({ id }) => chosen.has(id))
  const [first, ...others] = parts
  if (!first) return null
  const missing = others.length === 0 && allMissing.find(({ assetId }) => assetId === first.asset)
  return (
    <section aria-label={t`Selected on the timeline`} className="flex flex-col gap-5 p-4">
      <PartHead parts={parts} />
      {missing && <MissingFile asset={missing} />}
      <div key={[...chosen].join()}>
        <PropertySections sections={partSections} selected={parts} context={services} editing={editing} />
      </div>
      <div className="flex flex-wrap gap-2">
        {listButtons(timelineActions, 'part').map((action) => (
          <NamedActionButton
            key={action.id}
            action={action}
            model={model}
            variant={action.isDanger ? 'danger' : 'secondary'}
            size="small"
          />
        ))}
      </div>
    </section>
  )
}

function usePartEditing(): Editing<PartEdit> {
  const { model } = useVideo()
  return {
    ...useDrag(model.editor.store),
    put(label, edits, group) {
      const timeline = edits.reduce((edited, edit) => edit.apply(edited), model.getTimeline())
      model.change(timeline, { label, ...(group !== undefined && { group }) })
      const shown = edits.find(({ reveals }) => reveals)?.reveals
      if (shown !== undefined) model.reveal(shown)
    },
  }
}

function PartHead({ parts }: { parts: readonly Part[] }) {
  const { model } = useVideo()
  const [first] = parts
  const { library, player } = model.editor
  if (!first) return null
  const count = parts.length
  const frames = parts.reduce((sum, part) => sum + part.frames, 0)
  const name = library.find(first.asset)?.fileName ?? t`File`
  return (
    <header className="flex flex-col gap-0.5">
      <h2 className="truncate font-medium">
        {parts.length === 1 ? name : t`${plural(count, { one: '# item', other: '# items' })}`}
      </h2>
      <p className="text-caption text-muted tabular-nums">{rulerText(frames, player.framesPerSecond, true)}</p>
    </header>
  )
}
