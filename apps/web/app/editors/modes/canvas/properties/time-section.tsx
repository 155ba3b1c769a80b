// When a layer of a video starts and ends.
import { t } from '@lingui/core/macro'
import { useCanvas } from '../model/canvas-context.tsx'
import { NumberBox, Section } from './control.tsx'
import { type Editing, freeOf, type Selected, shared } from './selected.ts'

/** Nothing for pictures, which have no time. */
export function TimeSection({ selected, editing }: { selected: readonly Selected[]; editing: Editing }) {
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
