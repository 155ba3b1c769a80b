// The sheet of a visitor's project on this device: name, new project, delete, and the benefits of an account.
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { templatePath } from '../../api/template-kind.ts'
import { askForAccount } from '../../features/sign-in/account-request.ts'
import { Button, PlainButton } from '../../ui/button.tsx'
import { useEditor } from '../model/editor-context.tsx'
import { drafts, guestProjects } from '../project/device-stores.ts'
import { forgetOnDevice } from '../project/forget-on-device.ts'
import { beginGuestProject, type GuestProject, listOwnGuestProjects } from '../project/guest-project.ts'
import { localFiles } from '../project/stored-files.ts'
import { NameField } from './name-field.tsx'

export function GuestProjectSheet({ onClose }: { onClose: () => void }) {
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
    await forgetOnDevice({ drafts, localFiles, guestProjects }, projectId)
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
