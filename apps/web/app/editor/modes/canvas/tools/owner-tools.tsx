// Tools for staff who create templates: editing a template without locks, and saving it as a new draft.
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { may } from '@vitrine/contract/permission'
import LockOpen from 'lucide-react/icons/lock-open'
import { type FormEvent, useState } from 'react'
import { Link } from 'react-router'
import { ApiResponseError } from '../../../../api/api.ts'
import { useSession } from '../../../../api/session.ts'
import { Button } from '../../../../ui/button.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { TextField } from '../../../../ui/field.tsx'
import { projectApi } from '../../../project/project-api.ts'
import { useCanvas, useMeasured } from '../model/canvas-context.tsx'

/** Renders nothing for other users, whom the server rejects, too. */
export function OwnerTools() {
  const session = useSession()
  const canvas = useCanvas()
  const isUnlocked = useMeasured(() => canvas.getDocument().unlocked === true)
  const [isNaming, setIsNaming] = useState(false)
  if (session.status !== 'signed-in' || !may(session.profile.role, 'templates')) return null
  return (
    <section
      aria-label={t`Owner tools`}
      className="flex shrink-0 flex-wrap items-center gap-2 border-b border-line p-3"
    >
      {isUnlocked ? (
        <p className="flex items-center gap-2 text-caption text-muted">
          <LockOpen aria-hidden="true" size={14} />
          <Trans>Locks are off. Undo turns them back on.</Trans>
        </p>
      ) : (
        <Button
          variant="secondary"
          size="small"
          onClick={() => canvas.run([{ op: 'unlock' }], { label: t`Remove locks` })}
        >
          <LockOpen aria-hidden="true" size={14} />
          <Trans>Remove locks</Trans>
        </Button>
      )}
      <Button variant="secondary" size="small" onClick={() => setIsNaming(true)}>
        <Trans>Save as new draft template</Trans>
      </Button>
      <Dialog
        isOpen={isNaming}
        onClose={() => setIsNaming(false)}
        title={t`Save as new draft template`}
        description={t`Fields stay editable and start with what you filled in. Nobody sees the draft until you publish it.`}
      >
        <DraftForm />
      </Dialog>
    </section>
  )
}

type Saving =
  | { status: 'naming' }
  | { status: 'saving' }
  | { status: 'saved'; templateId: string }
  | { status: 'failed'; message: string }

function DraftForm() {
  const { editor } = useCanvas()
  const [name, setName] = useState(`${editor.template.templateName} 2`)
  const [saving, setSaving] = useState<Saving>({ status: 'naming' })
  const save = async (event: FormEvent) => {
    event.preventDefault()
    setSaving({ status: 'saving' })
    try {
      // The draft is created from the server's content.
      const state = await editor.autosave.flush()
      if (state.status !== 'saved')
        throw new ApiResponseError(0, 'network', t`Your last changes are not saved yet. Please try again.`)
      const { templateId } = await projectApi.saveAsDraft(editor.projectId, name.trim())
      setSaving({ status: 'saved', templateId })
    } catch (error) {
      if (!(error instanceof ApiResponseError)) throw error
      setSaving({ status: 'failed', message: error.message })
    }
  }
  if (saving.status === 'saved') {
    return (
      <p role="status">
        <Trans>
          The draft is saved.{' '}
          <Link to={`/internal-dashboard-admin/publishing/${saving.templateId}`} className="text-plum underline">
            Open in admin
          </Link>
        </Trans>
      </p>
    )
  }
  return (
    <form onSubmit={(event) => void save(event)} className="flex flex-col gap-4">
      <TextField
        label={t`Template name`}
        value={name}
        maxLength={120}
        required
        data-autofocus
        onChange={(event) => setName(event.currentTarget.value)}
        error={saving.status === 'failed' ? saving.message : undefined}
      />
      <Button type="submit" isBusy={saving.status === 'saving'} disabled={name.trim() === ''}>
        <Trans>Save draft</Trans>
      </Button>
    </form>
  )
}
