// The sheet of the open project: name, duplicate, delete, version history, and the link to all projects.
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import ChevronDown from 'lucide-react/icons/chevron-down'
import { type ReactNode, useEffect, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { errorText } from '../../api/error-text.ts'
import { api } from '../../api/member-api.ts'
import { useObservable } from '../../api/observable.ts'
import { templatePath } from '../../api/template-kind.ts'
import { askForAccount } from '../../features/sign-in/account-request.tsx'
import { Button, PlainButton } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { LineInput } from '../../ui/field.tsx'
import { useToast } from '../../ui/toast.tsx'
import { controlClass } from '../fields/field-frame.tsx'
import { useEditor } from '../model/editor-context.tsx'
import { drafts } from '../project/draft-store.ts'
import { beginGuestProject, type GuestProject, guestProjects, listOwnGuestProjects } from '../project/guest-project.ts'
import { localFiles } from '../project/local-file-store.ts'
import { projectApi } from '../project/project-api.ts'
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

/** The name of the open project, which is saved on blur or Enter. */
function NameField({ save }: { save: (name: string) => Promise<unknown> }) {
  const { projectName } = useEditor()
  const showToast = useToast()
  const known = useObservable(projectName)
  const [name, setName] = useState(known)
  const commit = async () => {
    const next = name.trim()
    if (next === '' || next === known) return setName(known)
    try {
      await save(next)
      projectName.set(next)
    } catch (error) {
      setName(known)
      showToast('error', errorText(error, t`The name could not be saved.`))
    }
  }
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the input stands in the component.
    <label className="flex flex-col gap-2 text-caption font-medium">
      <Trans>Project name</Trans>
      <LineInput
        value={name}
        maxLength={120}
        onChange={(event) => setName(event.currentTarget.value)}
        onBlur={() => void commit()}
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.currentTarget.blur()
        }}
        className={controlClass}
      />
    </label>
  )
}

/** The sheet of a visitor's project on this device: name, new project, delete, and the benefits of an account. */
function GuestProjectSheet({ onClose }: { onClose: () => void }) {
  const { projectId, template, autosave } = useEditor()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const others = useOthers(projectId, template.templateId)
  const [isConfirming, setIsConfirming] = useState(false)
  const open = async (opened: string) => {
    await autosave.flush()
    onClose()
    await navigate(`${pathname}?project=${opened}`)
  }
  const begin = async () => {
    const here = await guestProjects.find(projectId)
    if (!here) return
    const { templateId, document } = here
    await open(
      (await beginGuestProject(guestProjects, { templateId, name: template.templateName, document })).projectId,
    )
  }
  const rename = async (name: string) => {
    const here = await guestProjects.find(projectId)
    if (here) await guestProjects.keep({ ...here, name })
  }
  const remove = async () => {
    await navigate(templatePath(template))
    // The editor is closed by now, and no longer stores anything.
    await forgetOnDevice(projectId)
  }
  return (
    <div className="flex flex-col gap-6">
      <NameField save={rename} />
      <p className="text-muted">
        <Trans>
          This project is on this device only. With an account you have it on every device, with its version history.
        </Trans>
      </p>
      <Button
        onClick={() => {
          onClose()
          void askForAccount(t`Your project moves to your account as it is.`)
        }}
      >
        <Trans>Sign in or create an account</Trans>
      </Button>
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" onClick={() => void begin()}>
          <Trans>New from template</Trans>
        </Button>
        {isConfirming ? (
          <Button variant="danger" onClick={() => void remove()}>
            <Trans>Delete for good</Trans>
          </Button>
        ) : (
          <Button variant="danger" onClick={() => setIsConfirming(true)}>
            <Trans>Delete</Trans>
          </Button>
        )}
      </div>
      {others.length > 0 && (
        <section className="flex flex-col gap-2">
          <h3 className="font-medium">
            <Trans>Other projects of this template</Trans>
          </h3>
          <ul>
            {others.map((project) => (
              <li key={project.projectId}>
                <PlainButton
                  onClick={() => open(project.projectId)}
                  className="flex min-h-11 items-center text-start text-plum underline underline-offset-4"
                >
                  {project.name}
                </PlainButton>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}

/** The visitor's other projects of the same template on this device. */
function useOthers(projectId: string, templateId: string): readonly GuestProject[] {
  const [found, setFound] = useState<readonly GuestProject[]>([])
  useEffect(() => {
    let isUnmounted = false
    void listOwnGuestProjects(guestProjects).then((own) => {
      if (isUnmounted) return
      setFound(own.filter((project) => project.templateId === templateId && project.projectId !== projectId))
    })
    return () => {
      isUnmounted = true
    }
  }, [projectId, templateId])
  return found
}

/** Deletes everything that this device stores of one project. */
async function forgetOnDevice(projectId: string) {
  await guestProjects.forget(projectId)
  await drafts.keepDraft(projectId, undefined)
  await drafts.keepHistory(projectId, undefined)
  for (const { localId } of await drafts.listFiles(projectId)) await drafts.forgetFile(localId)
  for (const { localId } of await localFiles.list((file) => file.projectId === projectId))
    await localFiles.forget(localId)
}
