// Opens an editor: loads the project of the address, creates its model, and closes it with the page.
import { useQuery } from '@tanstack/react-query'
import type { AssetId } from '@vitrine/composition/field'
import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { api } from '../../../store/member-api.ts'
import { preloadParts } from '../../../ui/load-part.ts'
import { createDraftStore } from '../project/draft-store.ts'
import './editor.css'
import { watchAsset } from '../../../store/operation.ts'
import { loadProtocol, sendFile } from '../../../store/send-file.ts'
import { usePageTitle } from '../../../ui/root-data.ts'
import { createEditorModel, type EditorModel, type EditorServices } from '../model/editor-model.ts'
import { type LoadedEditor, loadEditor } from '../model/load-editor.ts'
import { projectApi } from '../project/project-api.ts'
import { findStoredFiles as findLocalFiles, localFiles } from '../project/stored-files.ts'

const drafts = createDraftStore()

/** What the editor of the address needs: the template of the path and `?project=`, or the customer's latest one of it. */
export function useEditorLoading() {
  const templateId = (useParams().templateId ?? '').replace(/-template$/, '')
  const projectId = useSearchParams()[0].get('project') ?? undefined
  const { data, error, isError, isFetching, refetch } = useQuery({
    queryKey: ['editor', templateId, projectId],
    queryFn: ({ signal }) => loadEditor({ api, projectApi, drafts, findLocalFiles }, { templateId, projectId }, signal),
    // An open editor knows more than the server: it is never loaded over, and always loaded again when it is opened.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnMount: 'always',
  })
  return {
    templateId,
    loaded: isFetching ? undefined : data,
    error: isError && !isFetching ? error : undefined,
    retry: () => void refetch(),
  }
}

/** An editor for the loaded project; shows `opening` until it is loaded. */
export function OpenEditor(props: {
  loaded: LoadedEditor
  editor: ComponentType<{ model: EditorModel }>
  opening: ReactNode
  /** Pictures and sound of another kind than the fields'. Must be stable. */
  createMedia?: NonNullable<EditorServices['createMedia']>
}) {
  const { loaded, editor: Editor, opening, createMedia } = props
  const [model, setModel] = useState<EditorModel>()
  const title = usePageTitle(loaded.template.templateName)
  useEffect(() => {
    // Made here and not while rendering: what is closed cannot be opened again, and effects may run twice.
    const forgetLocalFile = (localId: AssetId) => void localFiles.forget(localId)
    const services = { api, projectApi, drafts, sendFile, watchAsset, forgetLocalFile }
    const opened = createEditorModel(loaded, createMedia ? { ...services, createMedia } : services)
    opened.open()
    setModel(opened)
    const stopPreloading = preloadParts([loadProtocol])
    return () => {
      stopPreloading()
      opened.close()
    }
  }, [loaded, createMedia])
  if (!model) return opening
  return (
    <>
      <title>{title}</title>
      <Editor key={loaded.project.projectId} model={model} />
    </>
  )
}
