// Owns which part of a customer's film is used, and whether it is heard.
import type { MediaField, MediaValue } from '@vitrine/composition/document'
import { CheckboxField } from '../../ui/field.tsx'
import type { KnownAsset } from '../asset-library.ts'
import { useEditor } from '../editor-context.tsx'

interface TrimToolsProps {
  field: MediaField
  value: MediaValue
  asset: KnownAsset
  onChange: (change: Partial<MediaValue>, group?: string) => void
}

export function TrimTools({ field, value, asset, onChange }: TrimToolsProps) {
  const { store } = useEditor()
  const allows = (tool: 'trim' | 'mute') => field.edit === undefined || field.edit.includes(tool)
  const start = value.trim?.startSeconds ?? 0
  const most = Math.max(0, (asset.durationSeconds ?? 0) - 0.5)
  return (
    <div className="flex flex-col gap-1">
      {allows('trim') && most > 0 && (
        <label className="flex items-center gap-3 text-caption">
          Start at
          <input
            type="range"
            min={0}
            max={most}
            step={0.1}
            value={start}
            aria-valuetext={`${start.toFixed(1)} seconds`}
            onChange={(event) =>
              onChange({ trim: { startSeconds: event.currentTarget.valueAsNumber } }, `trim:${field.id}`)
            }
            onPointerUp={store.endGroup}
            onBlur={store.endGroup}
            className="editor-range h-11 min-w-0 flex-1"
            style={{ '--done': `${(start / most) * 100}%` } as React.CSSProperties}
          />
          <span className="w-12 text-right text-muted tabular-nums">{start.toFixed(1)} s</span>
        </label>
      )}
      {allows('mute') && (
        <CheckboxField
          label="Without its sound"
          checked={value.mute ?? false}
          onChange={(event) => onChange({ mute: event.currentTarget.checked })}
          className="min-h-11"
        />
      )}
    </div>
  )
}
