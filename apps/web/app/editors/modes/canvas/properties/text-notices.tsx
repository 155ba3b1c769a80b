// Warnings about a selected text: characters without a font, and text that does not fit.
import { fieldValue } from '@vitrine/composition/resolve'
import { Notices } from '../../../core/fields/field-frame.tsx'
import { isTouched, layerTextNotices } from '../../../core/fields/layer-text-check.ts'
import { textNotices } from '../../../core/fields/text-control.tsx'
import { useCanvas, useMeasured } from '../model/canvas-context.tsx'
import { findShownField } from '../model/layer-entry.ts'

export function TextNotices({ layerId, onPlain }: { layerId: string; onPlain: (text: string) => void }) {
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
