// The properties of the selected layers, and why some cannot be changed.
import { t } from '@lingui/core/macro'
import Lock from 'lucide-react/icons/lock'
import { useIsWide } from '../../../../ui/use-is-wide.ts'
import { ActionButtons } from '../../../core/actions/action-button.tsx'
import { canvasActions } from '../actions/canvas-actions.tsx'
import { useCanvas } from '../model/canvas-context.tsx'
import { type LayerEntry, layerCountText } from '../model/layer-entry.ts'
import { lockReason, partlyLockedReason } from '../model/layer-placement.ts'
import { NumberBox, Section } from './control.tsx'
import { GeometrySection } from './geometry-section.tsx'
import { EffectSection, OpacitySection } from './look-section.tsx'
import { MediaSections } from './media-section.tsx'
import { type Editing, freeOf, ofType, type Selected, shared, useEditing, useSelected } from './selected.ts'
import { ColorListSection, ShapeSection, SolidSection } from './shape-section.tsx'
import { TextSections } from './text-section.tsx'

/** Fills its slot and scrolls itself. `nothing` is said while nothing is selected. */
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
  const editing = useEditing()
  const entries = selected.map(({ entry }) => entry)
  const allOf = <Type extends Selected['resolved']['type']>(type: Type) => {
    const found = ofType(selected, type)
    return found.length === selected.length ? found : []
  }
  const [texts, media, shapes, solids] = [allOf('text'), allOf('media'), allOf('shape'), allOf('solid')]
  return (
    // Another selection is another form: unfinished input does not apply to it.
    <div key={entries.map(({ id }) => id).join()}>
      <h2 className="flex min-h-12 items-center text-body font-medium">
        {entries.length === 1 ? entries[0]?.name : layerCountText(entries.length)}
      </h2>
      <PlaceButtons />
      <LockNotes entries={entries} />
      {texts.length > 0 && <TextSections texts={texts} editing={editing} />}
      {media.length > 0 && <MediaSections media={media} editing={editing} />}
      {shapes.length > 0 && <ShapeSection shapes={shapes} editing={editing} />}
      {solids.length > 0 && <SolidSection solids={solids} editing={editing} />}
      <ColorListSection selected={selected} editing={editing} />
      <OpacitySection selected={selected} editing={editing} />
      <EffectSection selected={selected} editing={editing} />
      <GeometrySection selected={selected} editing={editing} />
      <TimeSection selected={selected} editing={editing} />
    </div>
  )
}

/** On a phone they are in the bar below the picture. */
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

/** The locked properties, so that nobody looks for them. */
function LockNotes({ entries }: { entries: readonly LayerEntry[] }) {
  const notes = [...new Set(entries.flatMap(noteOf))]
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

function noteOf(entry: LayerEntry): string[] {
  const reason = entry.isLocked ? lockReason(entry, 'change') : partlyLockedReason(entry)
  return reason === undefined ? [] : [reason]
}

/** Nothing for pictures, which have no time. */
function TimeSection({ selected, editing }: { selected: readonly Selected[]; editing: Editing }) {
  const canvas = useCanvas()
  const { duration } = canvas.getDocument().canvas
  const rate = canvas.editor.player.framesPerSecond
  const free = freeOf(selected, 'time')
  if (duration <= 1 || free.length === 0) return null
  const put = (change: (frames: { in: number; out: number }) => { in: number; out: number }) =>
    editing.run(
      t`Change timing`,
      free.map(({ entry }) => ({
        op: 'trim',
        layer: entry.id,
        ...change({ in: entry.layer.in, out: entry.layer.out }),
      })),
    )
  const frames = (seconds: number) => Math.round(seconds * rate)
  return (
    <Section title={t`Timing`}>
      <div className="grid grid-cols-2 gap-2">
        <NumberBox
          label={t`Start`}
          unit={t`s`}
          digits={2}
          step={0.1}
          min={0}
          max={duration / rate}
          value={shared(free, ({ entry }) => entry.layer.in / rate)}
          onValue={(value) => put(({ out }) => ({ in: Math.min(frames(value), out - 1), out }))}
        />
        <NumberBox
          label={t`End`}
          unit={t`s`}
          digits={2}
          step={0.1}
          min={0}
          max={duration / rate}
          value={shared(free, ({ entry }) => entry.layer.out / rate)}
          onValue={(value) => put((present) => ({ in: present.in, out: Math.max(frames(value), present.in + 1) }))}
        />
      </div>
    </Section>
  )
}
