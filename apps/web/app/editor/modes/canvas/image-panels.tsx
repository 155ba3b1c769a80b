// The few panels of the image editor: the fields with their controls, and the properties of an added layer.
import { Trans } from '@lingui/react/macro'
import ImagePlus from 'lucide-react/icons/image-plus'
import { useEffect, useRef } from 'react'
import { FieldPanel } from '../../fields/field-panel.tsx'
import { hasPhotoField } from '../../fields/media-check.ts'
import { FilePicker } from '../../file-import/file-picker.tsx'
import { HistoryButtons } from '../../shell/top-bar.tsx'
import { useCanvas, useSelection } from './model/canvas-context.tsx'
import { PropertyPanel } from './properties/property-panel.tsx'
import { useTakenFiles } from './stage/canvas-window.ts'
import { LightPanel } from './tools/light-panel.tsx'
import { PhotoTools } from './tools/photo-tools.tsx'

export function ImagePanels() {
  const { editor } = useCanvas()
  return (
    <FieldPanel
      below={(field) => <LightPanel field={field} />}
      more={
        <div className="-mx-4">
          <SelectedLayer />
          {!hasPhotoField(editor) && <PhotoTools />}
        </div>
      }
    />
  )
}

/** Scrolls into view when another layer is selected. */
function SelectedLayer() {
  const ids = useSelection().join()
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (ids !== '') place.current?.scrollIntoView({ block: 'start' })
  }, [ids])
  return (
    ids !== '' && (
      <div ref={place}>
        <PropertyPanel />
      </div>
    )
  )
}

/** Buttons in the bar below the picture; on phones, those that are out of reach elsewhere. */
export function ImageButtons() {
  const canvas = useCanvas()
  const takeFiles = useTakenFiles(canvas)
  // The actions on the selection need the room.
  const hasRoom = useSelection().length === 0
  return (
    <div className="flex shrink-0 items-center md:hidden">
      {hasRoom && !hasPhotoField(canvas.editor) && (
        <FilePicker accept={['image']} size="small" onFiles={takeFiles}>
          <ImagePlus aria-hidden="true" size={16} />
          <Trans>Photo</Trans>
        </FilePicker>
      )}
      <HistoryButtons />
    </div>
  )
}
