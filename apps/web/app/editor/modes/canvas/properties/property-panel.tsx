// The properties of the selected layers, and why some cannot be changed.
import { t } from '@lingui/core/macro'
import Lock from 'lucide-react/icons/lock'
import { useIsWide } from '../../../../ui/use-is-wide.ts'
import { ActionButtons } from '../../../actions/action-button.tsx'
import { canvasActions } from '../actions/canvas-actions.tsx'
import { useCanvas } from '../model/canvas-context.tsx'
import { type LayerEntry, layerCountText } from '../model/layer-entry.ts'
import { lockReason, partlyLockedReason } from '../model/layer-placement.ts'
import { layerSections } from './layer-properties.ts'
import { PropertySections } from './property-sections.tsx'
import { type Selected, useEditing, useSelected } from './selected.ts'

/** Fills its slot and scrolls itself. `nothing` is shown without a selection. */
export function PropertyPanel({
  nothing = t`Select a layer on the canvas or in the Layers panel to edit it. Hold Shift to select several.`,
}: {
  nothing?: string
}) {
  const selected = useSelected()
  return (
    <section
      aria-label={t`Properties`}
      className="flex h-full min-h-0 flex-col overflow-y-auto overscroll-contain px-4 pb-8"
    >
      {selected.length === 0 ? (
        <p className="py-6 text-caption text-muted">{nothing}</p>
      ) : (
        <Properties selected={selected} />
      )}
    </section>
  )
}

function Properties({ selected }: { selected: readonly Selected[] }) {
  const canvas = useCanvas()
  const editing = useEditing()
  const entries = selected.map(({ entry }) => entry)
  return (
    // A key per selection, so that unfinished input does not move to other layers.
    <div key={entries.map(({ id }) => id).join()}>
      <h2 className="flex min-h-12 items-center text-body font-medium">
        {entries.length === 1 ? entries[0]?.name : layerCountText(entries.length)}
      </h2>
      <PlaceButtons />
      <LockNotes entries={entries} />
      <PropertySections sections={layerSections} selected={selected} context={canvas} editing={editing} />
    </div>
  )
}

/** On phones they are in the bar below the picture. */
function PlaceButtons() {
  const canvas = useCanvas()
  if (!useIsWide()) return null
  return (
    <div role="toolbar" aria-label={t`Align and distribute`} className="-mx-2 mb-2 flex flex-wrap">
      {['align', 'distribute'].map((group) => (
        <ActionButtons
          key={group}
          actions={canvasActions}
          of={group}
          model={canvas}
          className="size-9 max-md:size-11"
        />
      ))}
    </div>
  )
}

/** The locked properties, so that customers do not look for them. */
function LockNotes({ entries }: { entries: readonly LayerEntry[] }) {
  const notes = [...new Set(entries.flatMap(listLockNotes))]
  if (notes.length === 0) return null
  return (
    <ul className="mb-3 flex flex-col gap-1 rounded-card bg-well p-3 text-caption text-muted">
      {notes.map((note) => (
        <li key={note} className="flex gap-2">
          <Lock aria-hidden="true" size={14} className="mt-0.5 shrink-0" />
          <span>{note}</span>
        </li>
      ))}
    </ul>
  )
}

function listLockNotes(entry: LayerEntry): string[] {
  const reason = entry.isLocked ? lockReason(entry, 'change') : partlyLockedReason(entry)
  return reason === undefined ? [] : [reason]
}
