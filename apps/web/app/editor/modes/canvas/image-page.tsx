// The page /template/{templateId}/direct-upload-image: the canvas editor of an image template with few panels. The
// design is fixed: fields are filled in, and photos are moved inside their frames, or placed freely if there are none.

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { Field } from '@vitrine/document/field'
import { isSameJson } from '@vitrine/document/same-json'
import ImagePlus from 'lucide-react/icons/image-plus'
import { useEffect, useId, useRef, useSyncExternalStore } from 'react'
import { Navigate } from 'react-router'
import { i18n } from '../../../language/i18n.ts'
import { PlainButton } from '../../../ui/button.tsx'
import { Chip } from '../../../ui/chip.tsx'
import { type MetaMatches, pageMeta } from '../../../ui/page-meta.ts'
import { photoActions } from '../../cropper/use-crop-area.ts'
import { FieldHelp, FieldPanel } from '../../fields/field-panel.tsx'
import {
  canLight,
  createLightEdits,
  daylight,
  filters,
  findFieldLight,
  type Light,
  lightParts,
} from '../../fields/light.ts'
import { hasPhotoField } from '../../fields/media-check.ts'
import { FilePicker } from '../../file-import/file-picker.tsx'
import { useEditor } from '../../model/editor-context.tsx'
import type { EditorModel } from '../../model/editor-model.ts'
import { applyCommand } from '../../project/command.ts'
import { OpenEditor, useEditorLoading } from '../../shell/editor-page.tsx'
import { EditorFailed, EditorNotFound, editorLinks, FormOpening, loadPoster } from '../../shell/editor-states.tsx'
import { HistoryButtons } from '../../shell/top-bar.tsx'
import { canvasActions } from './actions/canvas-actions.tsx'
import { CanvasEditor } from './canvas-editor.tsx'
import { useCanvas, useSelection } from './model/canvas-context.tsx'
import { type Property, useDrag } from './properties/property.ts'
import { PropertyPanel, PropertyRows } from './properties/property-panel.tsx'
import { useTakenFiles } from './stage/canvas-window.ts'
import { PhotoTools } from './tools/photo-tools.tsx'

export function meta({ matches }: MetaMatches) {
  return pageMeta({
    matches,
    title: t`Edit your image`,
    description: t`Put your own photo and text into a template.`,
    isPrivate: true,
  })
}

export const loader = loadPoster
export const links = editorLinks

const helpActions = [...canvasActions, ...photoActions]

const opening = <FormOpening className="aspect-[4/5] h-full max-h-[40rem] max-w-full" />

export default function ImagePage() {
  const { templateId, loaded, error, retry } = useEditorLoading()
  if (!loaded) return error ? <EditorFailed error={error} kind="image" onRetry={retry} /> : opening
  const { kind } = loaded.template
  if (kind === 'video') return <Navigate replace to={`/template/${templateId}/server-render`} />
  if (kind !== 'image') return <EditorNotFound kind="image" />
  return <OpenEditor loaded={loaded} editor={ImageEditor} opening={opening} />
}

function ImageEditor({ model }: { model: EditorModel }) {
  return (
    <CanvasEditor
      model={model}
      keepsDesign
      grid="editor-grid"
      Panels={ImagePanels}
      Help={ImageHelp}
      buttons={<ImageButtons />}
    />
  )
}

function ImageHelp(props: { isOpen: boolean; onClose: () => void }) {
  return <FieldHelp actions={helpActions} hasTime={false} {...props} />
}

function ImagePanels() {
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
function ImageButtons() {
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

const rows = lightParts.map(
  ({ part, ...row }): Property<Light, undefined, Light> => ({
    control: 'slider',
    ...row,
    read: (light) => light[part],
    write: (light, value) => ({ ...light, [part]: value }),
  }),
)

/** The adjustments of a photo: filters, and a slider for each value. */
function LightPanel({ field }: { field: Field }) {
  const { document, store } = useEditor()
  const drags = useDrag(store)
  const id = useId()
  const getDifference = () => store.getContent().difference
  const difference = useSyncExternalStore(store.subscribe, getDifference, getDifference)
  if (field.type !== 'media' || !canLight(document, field.id)) return null
  const light = findFieldLight(document, difference, field.id)
  const put = (next: Light, group?: string) => {
    const edits = createLightEdits(document, field.id, next)
    const result = applyCommand(document, store.getContent(), { type: 'editLayers', edits })
    if ('content' in result) store.edit(result.content, { fieldId: field.id, ...(group !== undefined && { group }) })
  }
  const filter = filters.find((filter) => isSameJson(filter.light, light))
  return (
    <section aria-labelledby={`${id}-title`} className="flex flex-col gap-3">
      <div className="flex items-center justify-between">
        <h2 id={`${id}-title`} className="text-caption font-medium">
          <Trans>Filter</Trans>
        </h2>
        {!isSameJson(light, daylight) && (
          <PlainButton
            onClick={() => put(daylight)}
            className="-my-3 h-11 rounded-control px-2 text-caption text-muted underline hover:text-ink"
          >
            <Trans>Reset adjustments</Trans>
          </PlainButton>
        )}
      </div>
      <div role="radiogroup" aria-labelledby={`${id}-title`} className="flex flex-wrap gap-2">
        {filters.map((one) => (
          <Chip
            key={one.name.id}
            name={`${id}-filter`}
            value={one.name.id}
            checked={one === filter}
            onChange={() => put(one.light)}
            className="h-11 px-3.5 text-caption"
          >
            {i18n._(one.name)}
          </Chip>
        ))}
      </div>
      <details className="rounded-card border border-line px-3 open:pb-2">
        <summary className="flex h-11 cursor-pointer items-center text-caption font-medium">
          <Trans>Adjust</Trans>
        </summary>
        <PropertyRows
          rows={rows}
          items={[light]}
          context={undefined}
          editing={{ ...drags, put: (_, [next], group) => next && put(next, group) }}
        />
      </details>
    </section>
  )
}
