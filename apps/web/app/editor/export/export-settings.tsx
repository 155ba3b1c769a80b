// The settings of a file, such as format, quality and size. Each mode lists its own.
import { useId } from 'react'
import { Chip } from '../../ui/chip.tsx'
import { Slider } from '../slider/slider.tsx'

export type ExportSetting =
  | {
      kind: 'choice'
      label: string
      options: readonly { name: string; isChosen: boolean; isDisabled?: boolean; choose: () => void }[]
      note?: string | undefined
    }
  | { kind: 'amount'; label: string; min: number; max: number; value: number; onValue: (value: number) => void }

export function ExportSettings({ settings }: { settings: readonly ExportSetting[] }) {
  return (
    <div className="flex flex-col gap-4">
      {settings.map((setting) =>
        setting.kind === 'choice' ? (
          <Choice key={setting.label} {...setting} />
        ) : (
          <div key={setting.label}>
            <span aria-hidden="true" className="text-caption font-medium">
              {setting.label}
            </span>
            <Slider {...setting} layout="row" step={1} text={String(setting.value)} onEnd={() => undefined} />
          </div>
        ),
      )}
    </div>
  )
}

function Choice({ label, options, note }: Extract<ExportSetting, { kind: 'choice' }>) {
  const group = useId()
  return (
    <fieldset>
      <legend className="mb-2 text-caption font-medium">{label}</legend>
      <div className="flex gap-2">
        {options.map(({ name, isChosen, isDisabled, choose }) => (
          <Chip
            key={name}
            name={group}
            checked={isChosen}
            disabled={isDisabled}
            onChange={choose}
            className="h-11 flex-1 px-2 text-caption"
          >
            <bdi translate="no" dir="ltr">
              {name}
            </bdi>
          </Chip>
        ))}
      </div>
      {note && <p className="mt-2 text-caption text-muted">{note}</p>}
    </fieldset>
  )
}
