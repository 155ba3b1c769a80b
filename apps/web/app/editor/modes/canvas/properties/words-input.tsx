// The text input next to the canvas, with notices about the text.
import { t } from '@lingui/core/macro'
import { fieldValue } from '@vitrine/project/resolve'
import { useId, useSyncExternalStore } from 'react'
import { classNames } from '../../../../ui/class-names.ts'
import { controlClass, Notices } from '../../../fields/field-frame.tsx'
import { isTouched, layerTextNotices } from '../../../fields/layer-check.ts'
import { textNotices } from '../../../fields/text-control.tsx'
import { useCanvas, useMeasured } from '../model/canvas-context.tsx'
import { findShownField } from '../model/layer-entry.ts'
import { writing } from '../model/text-box.ts'
import type { Selected } from './selected.ts'

/** The text of a layer, or the field that it shows. */
export function WordsInput({ item: { entry } }: { item: Selected }) {
  const canvas = useCanvas()
  const id = useId()
  const field = findShownField(entry.layer, canvas.getDocument())
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

function TextNotices({ layerId, onPlain }: { layerId: string; onPlain: (text: string) => void }) {
  const canvas = useCanvas()
  useMeasured(() => canvas.version.get())
  const { preview, store } = canvas.editor
  const state = preview.get()
  const layer = canvas.findLayer(layerId)
  const resolved = canvas.findResolvedLayer(layerId)
  const isShown = resolved?.type === 'text' && state.status === 'ready'
  const fitting = isShown ? state.painting.findLayerFitting(resolved) : undefined
  const field = layer && findShownField(layer, canvas.getDocument())
  if (!fitting || (!field && !isTouched(canvas.editor, layerId))) return null
  const notices =
    field?.type === 'text'
      ? textNotices(field, String(fieldValue(field, store.getContent().values) ?? ''), fitting)
      : layerTextNotices(fitting)
  return (
    <div aria-live="polite" className="flex flex-col gap-1 text-caption empty:hidden">
      <Notices notices={notices} onPlain={onPlain} />
    </div>
  )
}
