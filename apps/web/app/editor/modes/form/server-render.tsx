// The page /template/{templateId}/server-render: the form editor of a video template.
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useEffect, useMemo } from 'react'
import { ApiResponseError } from '../../../api/api.ts'
import { LinkButton } from '../../../ui/button.tsx'
import { type MetaMatches, pageMeta } from '../../../ui/page-meta.ts'
import { findRun, useShortcuts } from '../../actions/shortcut.ts'
import { VideoExport } from '../../export/video-export.tsx'
import { FieldHelp, FieldPanel } from '../../fields/field-panel.tsx'
import { DropOverlay, useFileDrop } from '../../file-import/file-drop.tsx'
import { useClipboard } from '../../file-import/use-clipboard.ts'
import { findDroppedField, pasteIntoFields, useAttachFiles } from '../../file-import/use-field-files.ts'
import { EditorContext } from '../../model/editor-context.tsx'
import type { EditorModel } from '../../model/editor-model.ts'
import { hasFirstPicture } from '../../preview/stage-state.ts'
import { OpenEditor, useEditorLoading } from '../../shell/editor-page.tsx'
import { EditorGrid, useEditorShell } from '../../shell/editor-shell.tsx'
import { EditorMessage, editorLinks, FormOpening, loadPoster, TryAgain } from '../../shell/editor-states.tsx'
import { Stage } from '../../stage/stage.tsx'
import { TransportBar } from '../../stage/transport-bar.tsx'
import { formActions } from './form-actions.ts'

export function meta({ matches }: MetaMatches) {
  return pageMeta({
    matches,
    title: t`Edit your video`,
    description: t`Put your own photos and text into a template.`,
    isPrivate: true,
  })
}

export const loader = loadPoster
export const links = editorLinks

const opening = <FormOpening className="aspect-video max-h-full w-full max-w-3xl" />

export default function ServerRender() {
  const { loaded, error, retry } = useEditorLoading()
  if (loaded) return <OpenEditor loaded={loaded} editor={FormEditor} opening={opening} />
  return error ? <Failed error={error} onRetry={retry} /> : opening
}

function Failed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  if (error instanceof ApiResponseError && error.status === 404)
    return (
      <EditorMessage
        title={t`Template not found`}
        action={<LinkButton to="/templates-list">{t`Browse the templates`}</LinkButton>}
      >
        <Trans>It may no longer be available. What you made with it before is still in your profile.</Trans>
      </EditorMessage>
    )
  return (
    <EditorMessage title={t`The editor could not be opened`} action={<TryAgain onRetry={onRetry} />}>
      <span>{error.message || t`Something went wrong on our side.`}</span> <Trans>Everything you saved is safe.</Trans>
    </EditorMessage>
  )
}

function FormEditor({ model }: { model: EditorModel }) {
  const shell = useEditorShell(model)
  const attachFiles = useAttachFiles(model)
  const { isDragging, ...dragging } = useFileDrop({
    onDrop: (event) => attachFiles(event.dataTransfer.files, findDroppedField(model, event)),
  })
  const actionModel = useMemo(() => ({ editor: model }), [model])
  // Keys that the focused element uses stay there; commands such as undo work everywhere.
  useShortcuts((event) => findRun(formActions, actionModel, event))
  useClipboard({ paste: (pasted) => pasteIntoFields(model, attachFiles, pasted) })
  useAutoplay(model)
  return (
    <EditorContext value={model}>
      <EditorGrid shell={shell} className="editor-grid" Export={VideoExport} Help={FormHelp} {...dragging}>
        <Stage />
        <TransportBar actions={formActions} model={actionModel} />
        <FieldPanel />
        {isDragging && (
          <DropOverlay>
            <Trans>Drop your files here</Trans>
          </DropOverlay>
        )}
      </EditorGrid>
    </EditorContext>
  )
}

/** Starts playback after the first picture, unless the visitor prefers reduced motion or has started to work. */
function useAutoplay(model: EditorModel) {
  useEffect(() => {
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
    const { preview, stage, player } = model
    const begin = () => {
      if (preview.get().status !== 'ready') return
      const hasBegun = model.selection.get() !== undefined
      // The stage waits for the photos of the start.
      if (stage.get() === 'poster') return hasBegun || player.getFrame() === 0 ? undefined : player.seek(0)
      if (!hasFirstPicture(stage.get())) return
      for (const end of ends) end()
      if (!hasBegun) player.play()
    }
    const ends = [preview.subscribe(begin), stage.subscribe(begin)]
    return () => {
      for (const end of ends) end()
    }
  }, [model])
}

function FormHelp(props: { isOpen: boolean; onClose: () => void }) {
  return <FieldHelp actions={formActions} {...props} />
}
