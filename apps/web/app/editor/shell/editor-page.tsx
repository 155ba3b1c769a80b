// Opens an editor: loads the project of the address, creates its model, and closes it with the page.

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { AssetId } from '@vitrine/document/field'
import { type ComponentType, type ReactElement, useEffect, useState } from 'react'
import { useLocation, useNavigate, useParams, useSearchParams } from 'react-router'
import { listGuestIds } from '../../api/device-work.ts'
import { isSessionOver } from '../../api/error-text.ts'
import { preloadParts } from '../../api/load-part.ts'
import { api } from '../../api/member-api.ts'
import { Button } from '../../ui/button.tsx'
import { type LoadedEditor, loadEditor, loadGuestEditor } from '../model/load-editor.ts'
import { drafts } from '../project/draft-store.ts'
import { EditorMessage, useHasDocument } from './editor-states.tsx'
import './editor.css'
import { watchAsset } from '../../api/operation.ts'
import { loginPath } from '../../api/return-path.ts'
import { usePageTitle } from '../../api/root-data.ts'
import { loadProtocol, sendFile } from '../../api/send-file.ts'
import { awaitSession, readUserId, useSession } from '../../api/session.ts'
import { useToast } from '../../ui/toast.tsx'
import { createEditorModel, type EditorModel, type EditorServices } from '../model/editor-model.ts'
import { hasFirstPicture } from '../preview/stage-state.ts'
import { claimAsMember, claimRequested, guestProjects, hasOwnWork } from '../project/guest-project.ts'
import { findStoredFiles as findLocalFiles, localFiles } from '../project/local-file-store.ts'
import { projectApi } from '../project/project-api.ts'
import { holdProject } from '../project/project-lock.ts'

const memberServices = {
  api,
  projectApi,
  drafts,
  findLocalFiles,
  claim: (request: { templateId: string; projectId: string | undefined }) => claimRequested(guestProjects, request),
}
const guestServices = { api, drafts, guestProjects, findLocalFiles }

/**
 * Loads what the editor of the address needs: the template of the path and `?project=`, or its latest project.
 * Redirects to the sign-in page when the project is not this visitor's.
 */
export function useEditorLoading() {
  const templateId = (useParams().templateId ?? '').replace(/-template$/, '')
  const projectId = useSearchParams()[0].get('project') ?? undefined
  const hasDocument = useHasDocument()
  const { data, error, isError, isFetching, refetch } = useQuery({
    queryKey: ['editor', templateId, projectId],
    async queryFn({ signal }) {
      const { status } = await awaitSession()
      return status === 'signed-out'
        ? loadGuestEditor(guestServices, { templateId, projectId }, signal)
        : loadEditor(memberServices, { templateId, projectId, hasDocument }, signal)
    },
    // An open editor has newer state than the server: it is never reloaded while open, and always when opened.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnMount: 'always',
  })
  const isAccountsProject = isError && !isFetching && isSessionOver(error)
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  useEffect(() => {
    // A visitor opened the project of an account.
    if (isAccountsProject) void navigate(loginPath(pathname + search), { replace: true })
  }, [isAccountsProject, navigate, pathname, search])
  return {
    templateId,
    loaded: isFetching ? undefined : data,
    error: isError && !isFetching && !isAccountsProject ? error : undefined,
    retry: () => void refetch(),
  }
}

/** An editor for the loaded project; shows `opening` until it is loaded. */
export function OpenEditor(props: {
  loaded: LoadedEditor
  editor: ComponentType<{ model: EditorModel }>
  opening: ReactElement
  /** Replaces the pictures and sound of the fields. Must be stable. */
  createMedia?: NonNullable<EditorServices['createMedia']>
}) {
  const { loaded, editor: Editor, opening, createMedia } = props
  const [model, setModel] = useState<EditorModel>()
  const [isTaken, setIsTaken] = useState(false)
  const showToast = useToast()
  useJoining(model, loaded)
  const title = usePageTitle(loaded.template.templateName)
  useEffect(() => {
    // Created in an effect and not while rendering: a closed model cannot be reopened, and effects may run twice.
    const forgetLocalFile = (localId: AssetId) => void localFiles.forget(localId)
    const onNotStored = (name: string) =>
      showToast('error', t`${name} could not be stored on this device. It is lost when you close this page.`)
    const services = {
      api,
      projectApi,
      drafts,
      sendFile,
      watchAsset,
      forgetLocalFile,
      claim: claimAsMember,
      onNotStored,
    }
    const opened = createEditorModel(loaded, createMedia ? { ...services, createMedia } : services)
    opened.open()
    setModel(opened)
    const release = holdProject(loaded.project.projectId, () => {
      opened.handOver()
      setIsTaken(true)
    })
    let stopPreloading: (() => void) | undefined
    const endWaiting = opened.stage.subscribe(() => {
      if (hasFirstPicture(opened.stage.get())) stopPreloading ??= preloadParts([loadProtocol])
    })
    setIsTaken(false)
    return () => {
      endWaiting()
      stopPreloading?.()
      opened.close()
      release()
    }
  }, [loaded, createMedia, showToast])
  if (isTaken) return <OpenElsewhere />
  if (!model) return opening
  return (
    <>
      <title>{title}</title>
      <Editor key={loaded.project.projectId} model={model} />
    </>
  )
}

/** Replaces an editor whose project was opened in another tab. */
function OpenElsewhere() {
  const client = useQueryClient()
  const goOn = () => void client.resetQueries({ queryKey: ['editor'] })
  return (
    <EditorMessage
      title={t`This project is open in another tab`}
      action={
        <Button onClick={goOn}>
          <Trans>Continue here</Trans>
        </Button>
      }
    >
      <Trans>Everything you did here is there, too.</Trans>
    </EditorMessage>
  )
}

/**
 * Moves a visitor's editor into the account when the visitor signs in, here or in another tab. If nothing was changed,
 * a customer whose session had ended continues with the account's project instead.
 */
function useJoining(model: EditorModel | undefined, loaded: LoadedEditor) {
  const { guest } = loaded
  const session = useSession()
  const client = useQueryClient()
  const isSignedIn = session.status === 'signed-in'
  useEffect(() => {
    const userId = readUserId()
    if (!isSignedIn || userId === undefined || !guest || !model?.isGuest.get()) return
    const openOwn = () => void client.resetQueries({ queryKey: ['editor'] })
    // Another account signed in meanwhile and owns the work: this user starts a new project.
    if (!listGuestIds(userId).includes(guest.guestId)) return openOwn()
    const isUntouched = () => loaded.draft === undefined && model.store.getHistory().past.length === 0
    if (!isUntouched()) return model.join()
    void hasOwnWork(api, guest.templateId).then((isThere) => {
      if (!isThere || !isUntouched()) return model.join()
      void guestProjects.forget(guest.projectId).then(openOwn)
    })
  }, [isSignedIn, guest, loaded, model, client])
}
