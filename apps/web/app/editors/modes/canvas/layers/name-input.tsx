// The input that renames a layer in its row.
import { t } from '@lingui/core/macro'
import { useState } from 'react'
import { LineInput } from '../../../../ui/line-input.tsx'
import { useCanvas } from '../model/canvas-context.tsx'
import type { LayerEntry } from '../model/layer-entry.ts'

export function NameInput({ entry, onEnd }: { entry: LayerEntry; onEnd: () => void }) {
  const canvas = useCanvas()
  const [name, setName] = useState(entry.name)
  const commit = () => {
    const next = name.trim()
    if (next !== entry.name)
      canvas.run([{ op: 'set', layer: entry.id, property: 'name', value: next === '' ? null : next }], {
        label: t`Rename a layer`,
      })
    onEnd()
  }
  return (
    <LineInput
      autoFocus
      aria-label={t`Layer name`}
      value={name}
      maxLength={80}
      onFocus={(event) => event.currentTarget.select()}
      onChange={(event) => setName(event.currentTarget.value)}
      onClick={(event) => event.stopPropagation()}
      onBlur={commit}
      onKeyDown={(event) => {
        event.stopPropagation()
        if (event.key === 'Enter') commit()
        if (event.key === 'Escape') onEnd()
      }}
      className="mx-1 h-8 min-w-0 flex-1 rounded-control border border-edge bg-paper px-1.5 text-caption text-ink"
    />
  )
}
