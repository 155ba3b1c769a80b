// Edits the text of a layer beside the canvas: in the template's field, if the layer shows one.
import { t } from '@lingui/core/macro'
import type { Field } from '@vitrine/composition/field'
import { fieldValue } from '@vitrine/composition/resolve'
import { useId, useSyncExternalStore } from 'react'
import { classNames } from '../../../../ui/class-names.ts'
import { controlClass } from '../../../core/fields/field-frame.tsx'
import { useCanvas } from '../model/canvas-context.tsx'
import type { LayerEntry } from '../model/layer-entry.ts'
import { writing } from '../model/text-box.ts'
import { TextNotices } from './text-notices.tsx'

export function TextInput({ entry, field }: { entry: LayerEntry; field: Field | undefined }) {
  const canvas = useCanvas()
  const id = useId()
  const { store } = canvas.editor
  const own = 'text' in entry.layer && typeof entry.layer.text === 'string' ? entry.layer.text : ''
  const read = () => (field ? String(fieldValue(field, store.getContent().values) ?? '') : own)
  const text = useSyncExternalStore(store.subscribe, read, read)
  const write = (next: string, group?: string) => {
    const about = { label: t`Edit text`, ...(group !== undefined && { group }) }
    if (field) canvas.fill(field.id, next, about)
    else canvas.run(writing(canvas, entry.id, next), about)
  }
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className={classNames('text-caption text-muted', !field && 'sr-only')}>
        {field ? field.label : t`Text`}
      </label>
      <textarea
        id={id}
        rows={Math.min(5, Math.max(2, text.split('\n').length))}
        dir="auto"
        value={text}
        onChange={(event) => write(event.currentTarget.value, `words:${entry.id}`)}
        className={classNames(controlClass, 'h-auto resize-y py-2.5')}
      />
      <TextNotices
        layerId={entry.id}
        onPlain={(plain) => {
          write(plain)
          document.getElementById(id)?.focus()
        }}
      />
    </div>
  )
}
