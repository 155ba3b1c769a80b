// Owns what is said beside a selected text: characters that no font has, and what does not fit.
import { fieldValue } from '@vitrine/composition/resolve'
import { Notices } from '../../fields/field-frame.tsx'
import { layerTextNotices } from '../../fields/layer-text-check.ts'
import { textNotices } from '../../fields/text-control.tsx'
import { useCanvas, useMeasured } from '../canvas-context.tsx'
import { findShownField } from '../layer-entry.ts'

export function TextNotices({ layerId }: { layerId: string }) {
  const canvas = useCanvas()
  useMeasured(() => canvas.version.get())
  const { preview, store } = canvas.editor
  const state = preview.get()
  const layer = canvas.findLayer(layerId)
  const fitting = state.status === 'ready' ? state.painting.findLayerFitting(layerId) : undefined
  if (!layer || !fitting) return null
  const field = findShownField(layer, canvas.getDocument())
  const notices =
    field?.type === 'text'
      ? textNotices(field, String(fieldValue(field, store.getContent().values) ?? ''), fitting)
      : layerTextNotices(fitting)
  return (
    <div aria-live="polite" className="flex flex-col gap-1 text-caption empty:hidden">
      <Notices notices={notices} />
    </div>
  )
}
