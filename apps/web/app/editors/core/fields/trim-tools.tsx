// Which part of a customer's video or song is used, and whether its sound is heard.
import type { Trim } from '@vitrine/composition/document'
import { CheckboxField } from '../../../ui/field.tsx'
import { useEditor } from '../model/editor-context.tsx'
import { gesturePrefix } from '../project/project-store.ts'
import { useSliderHold } from '../slider/slider-hold.ts'
import { usedSeconds } from './length-check.ts'

interface TrimToolsProps {
  fieldId: string
  label: string
  value: { trim?: Trim; mute?: boolean }
  durationSeconds: number | undefined
  canTrim: boolean
  canMute: boolean
  onChange: (change: { trim?: Trim; mute?: boolean }, group?: string) => void
}

/** The shortest part that can be used. */
const minSeconds = 0.5

export function TrimTools({ fieldId, label, value, durationSeconds = 0, canTrim, canMute, onChange }: TrimToolsProps) {
  const start = Math.min(value.trim?.startSeconds ?? 0, durationSeconds)
  const end = Math.min(value.trim?.endSeconds ?? durationSeconds, durationSeconds)
  const group = `${gesturePrefix}trim:${fieldId}`
  const trim = (startSeconds: number, endSeconds: number) =>
    // Open at the end, so that the whole rest is meant and not a number that was measured once.
    onChange({ trim: { startSeconds, ...(endSeconds < durationSeconds - 0.05 && { endSeconds }) } }, group)
  return (
    <div className="flex flex-col gap-1">
      {canTrim && durationSeconds > 2 * minSeconds && (
        <>
          <Slider
            label="Start"
            name={`${label}: start`}
            value={start}
            max={durationSeconds}
            onValue={(next) => {
              const limited = Math.min(next, durationSeconds - minSeconds)
              trim(limited, Math.max(end, limited + minSeconds))
            }}
          />
          <Slider
            label="End"
            name={`${label}: end`}
            value={end}
            max={durationSeconds}
            onValue={(next) => {
              const limited = Math.max(next, minSeconds)
              trim(Math.min(start, limited - minSeconds), limited)
            }}
          />
          <p className="text-caption text-muted tabular-nums">
            {usedSeconds(durationSeconds, value.trim).toFixed(1)} of {durationSeconds.toFixed(1)} seconds used.
          </p>
        </>
      )}
      {canMute && (
        <CheckboxField
          label="Mute"
          checked={value.mute ?? false}
          onChange={(event) => onChange({ mute: event.currentTarget.checked })}
          className="min-h-11"
        />
      )}
    </div>
  )
}

type SliderProps = { label: string; name: string; value: number; max: number; onValue: (seconds: number) => void }

function Slider({ label, name, value, max, onValue }: SliderProps) {
  const { store } = useEditor()
  const hold = useSliderHold(value, onValue, store.endGroup)
  return (
    <label className="flex items-center gap-3 text-caption">
      <span className="w-14 shrink-0">{label}</span>
      <input
        type="range"
        min={0}
        max={max}
        step={0.1}
        value={value}
        aria-label={name}
        aria-valuetext={`${value.toFixed(1)} seconds`}
        onChange={(event) => onValue(event.currentTarget.valueAsNumber)}
        onPointerDown={hold.take}
        onPointerUp={store.endGroup}
        onPointerCancel={hold.cancel}
        onBlur={store.endGroup}
        className="editor-range h-11 min-w-0 flex-1"
        style={{ '--done': `${(value / max) * 100}%` } as React.CSSProperties}
      />
      <span className="w-12 text-right text-muted tabular-nums">{value.toFixed(1)} s</span>
    </label>
  )
}
