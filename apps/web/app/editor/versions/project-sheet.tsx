// The sheet of the open project: name, duplicate, delete, version history, and the link to all projects.
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import ChevronDown from 'lucide-react/icons/chevron-down'
import { type ReactNode, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { errorText } from '../../api/error-text.ts'
import { api } from '../../api/member-api.ts'
import { useObservable } from '../../api/observable.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useEditor } from '../model/editor-context.tsx'
import { drafts } from '../project/device-stores.ts'
import { projectApi } from '../project/project-api.ts'
import { GuestProjectSheet } from './guest-project-sheet.tsx'
import { NameField } from './name-field.tsx'
import { VersionList } from './version-list.tsx'

/** The name in the bar, which opens the sheet. `children` are below the name. */
export function ProjectButton({ children }: { children: ReactNode }) {
  const { template, projectName, isGuest } = useEditor()
  const { templateName } = template
  const isVisitors = useObservable(isGuest)
  const name = useObservable(projectName)
  const [isOpen, setIsOpen] = useState(false)
  return (
    <div className="me-auto min-w-0 md:flex md:items-center md:gap-3">
      <h1 className="min-w-0">
        <button
          type="button"
          aria-haspopup="dialog"
          title={t`Project and version history`}
          onClick={() => setIsOpen(true)}
          className="flex max-w-full min-w-0 items-center gap-1 rounded-control hover:underline max-md:min-h-6 md:min-h-11"
        >
          <span dir="auto" className="truncate font-medium max-md:text-caption">
            {name}
          </span>
          <span className="sr-only">
            {name === templateName
              ? t`: project and version history`
              : t`, made from ${templateName}: project and version history`}{' '}
          </span>
          <ChevronDown aria-hidden="true" size={14} className="shrink-0 text-muted" />
        </button>
      </h1>
      {children}
      <Dialog isOpen={isOpen} onClose={() => setIsOpen(false)} title={t`Project`} shape="sheet">
        {isVisitors ? (
          <GuestProjectSheet onClose={() => setIsOpen(false)} />
        ) : (
          <ProjectSheet onClose={() => setIsOpen(false)} />
        )}
      </Dialog>
    </div>
  )
}

function ProjectSheet({ onClose }: { onClose: () => void }) {
  const { projectId, template, autosave } = useEditor()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const showToast = useToast()
  const [busy, setBusy] = useState<string>()
  const { templateId } = template
  const run = async (what: string, action: () => Promise<void>) => {
    setBusy(what)
    try {
      await autosave.flush()
      await action()
    } catch (error) {
      showToast('error', errorText(error, t`Something went wrong. Please try again.`))
    }
    setBusy(undefined)
  }
  const open = async ({ projectId: opened }: { projectId: string }) => {
    onClose()
    // Opens the project in the same editor.
    await navigate(`${pathname}?project=${opened}`)
  }
  const duplicate = async () => open(await projectApi.duplicate(projectId))
  const begin = async () => open(await api.createProject(templateId))
  const remove = async () => {
    await projectApi.delete(projectId)
    await navigate('/projects')
    // The editor is closed by now, and no longer stores anything.
    void drafts.keepHistory(projectId, undefined)
    const takeBack = () =>
      void projectApi
        .restore(projectId)
        .catch((error: unknown) => showToast('error', errorText(error, t`The project could not be restored.`)))
    showToast('success', t`Project deleted.`, { durationMs: 10_000, action: { label: t`Undo`, run: takeBack } })
  }
  return (
    <div className="flex flex-col gap-6">
      <NameField save={(name) => projectApi.rename(projectId, name)} />
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" isBusy={busy === 'copy'} onClick={() => void run('copy', duplicate)}>
          <Trans>Duplicate</Trans>
        </Button>
        <Button variant="secondary" isBusy={busy === 'new'} onClick={() => void run('new', begin)}>
          <Trans>New from template</Trans>
        </Button>
        <Button variant="danger" isBusy={busy === 'delete'} onClick={() => void run('delete', remove)}>
          <Trans>Delete</Trans>
        </Button>
      </div>
      <VersionList onLook={onClose} />
      <Link to="/projects" className="flex min-h-11 items-center text-plum underline underline-offset-4">
        <Trans>All your projects</Trans>
      </Link>
    </div>
  )
}
