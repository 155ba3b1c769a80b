// Warnings about an added photo with too few pixels.
import { Notices } from '../../../core/fields/field-frame.tsx'
import { ownPhotoNotices, ownPhotoOf } from '../../../core/fields/own-photo-check.ts'
import { useCanvas } from '../model/canvas-context.tsx'

/** Whether a photo of the customer's own has pixels enough for its place; of the template's photos their fields say so. */
export function SizeNotices({ layerId }: { layerId: string }) {
  const canvas = useCanvas()
  const layer = canvas.findLayer(layerId)
  const photo = layer?.type === 'media' ? ownPhotoOf(canvas.editor, layer) : undefined
  return (
    <div aria-live="polite" className="text-caption empty:hidden">
      <Notices notices={photo ? ownPhotoNotices(photo) : []} />
    </div>
  )
}
