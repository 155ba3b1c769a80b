// Chooses the used part of a customer's video or song, and whether its sound is audible.
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { Trim } from '@vitrine/document/field'
import { numberFormat } from '../../language/format.ts'
import { CheckboxField } from '../../ui/field.tsx'
import { useEditor } from '../model/editor-context.tsx'
import { gesturePrefix } from '../project/project-store.ts'
import { Slider } from '../slider/slider.tsx'
import { usedSeconds } from './media-check.ts'

interface TrimToolsProps {
  fieldId: string
  label: string
  value: { trim?: Trim; mute?: boolean }
  durationSeconds: number | undefined
  canTrim: boolean
  canMute: boolean
  onChange: (change: { trim?: Trim; mute?: boolean }, group?: string) => void
}

const tenths = () => numberFormat({ minimumFractionDigits: 1, maximumFractionDigits: 1, useGrouping: false })

/** The shortest allowed part. */
const minSeconds = 0.5

export function TrimTools({ fieldId, label, value, durationSeconds = 0, canTrim, canMute, onChange }: TrimToolsProps) {
  const start = Math.min(value.trim?.startSeconds ?? 0, durationSeconds)
  const end = Math.min(value.trim?.endSeconds ?? durationSeconds, durationSeconds)
  const group = `${gesturePrefix}trim:${fieldId}`
  const [used, total] = [usedSeconds(durationSeconds, value.trim), durationSeconds].map((item) => tenths().format(item))
  const trim = (startSeconds: number, endSeconds: number) =>
    // Without an end it means the whole rest, not a length that was measured once.
    onChange({ trim: { startSeconds, ...(endSeconds < durationSeconds - 0.05 && { endSeconds }) } }, group)
  return (
    <div className="flex flex-col gap-1">
      {canTrim && durationSeconds > 2 * minSeconds && (
        <>
          <EdgeSlider
            label={t`Start`}
            name={t`${label}: start`}
            value={start}
            max={durationSeconds}
            onValue={(next) => {
              const limited = Math.min(next, durationSeconds - minSeconds)
              trim(limited, Math.max(end, limited + minSeconds))
            }}
          />
          <EdgeSlider
            label={t`End`}
            name={t`${label}: end`}
            value={end}
            max={durationSeconds}
            onValue={(next) => {
              const limited = Math.max(next, minSeconds)
              trim(Math.min(start, limited - minSeconds), limited)
            }}
          />
          <p className="text-caption text-muted tabular-nums">
            <Trans>
              {used} of {total} seconds used.
            </Trans>
          </p>
        </>
      )}
      {canMute && (
        <CheckboxField
          label={t`Mute`}
          checked={value.mute ?? false}
          onChange={(event) => onChange({ mute: event.currentTarget.checked })}
          className="min-h-11"
        />
      )}
    </div>
  )
}

type EdgeSliderProps = { label: string; name: string; value: number; max: number; onValue: (seconds: number) => void }

/** Moves the start or the end of the used part. */
function EdgeSlider({ label, name, ...range }: EdgeSliderProps) {
  const { store } = useEditor()
  const seconds = tenths().format(range.value)
  return (
    <Slider
      layout="row"
      label={name}
      min={0}
      step={0.1}
      text={t`${seconds} s`}
      onEnd={store.endGroup}
      before={
        <span aria-hidden="true" className="w-18 shrink-0 text-caption">
          {label}
        </span>
      }
      {...range}
    />
  )
}
