// The version history of the open project: save, view, rename and delete versions.
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { ProjectVersion } from '@vitrine/contract/projects'
import Eye from 'lucide-react/icons/eye'
import Pencil from 'lucide-react/icons/pencil'
import Trash from 'lucide-react/icons/trash-2'
import { type FormEvent, useState } from 'react'
import { errorText } from '../../api/error-text.ts'
import { useObservable } from '../../api/observable.ts'
import { Button, IconButton, PlainButton } from '../../ui/button.tsx'
import { LineInput } from '../../ui/field.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { controlClass } from '../fields/field-frame.tsx'
import { useEditor } from '../model/editor-context.tsx'
import { knownUpload } from '../project/asset-library.ts'
import { readContent } from '../project/autosave.ts'
import { projectApi } from '../project/project-api.ts'
import { momentText, versionNote, versionTitle } from '../project/version-label.ts'

export function VersionList({ onLook }: { onLook: () => void }) {
  const { projectId, library, autosave } = useEditor()
  const [problem, setProblem] = useState<string>()
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['versions', projectId],
    queryFn: async ({ signal }) => {
      const list = await projectApi.listVersions(projectId, signal)
      for (const asset of Object.values(list.assets)) if (!library.find(asset.assetId)) library.put(knownUpload(asset))
      return list
    },
    staleTime: 0,
  })
  const run = async (action: () => Promise<unknown>) => {
    setProblem(undefined)
    try {
      await action()
      await refetch()
    } catch (failure) {
      setProblem(errorText(failure, t`Something went wrong. Please try again.`))
    }
  }
  const keep = async (name: string) => {
    const saved = await autosave.flush()
    if (saved.status !== 'saved') throw new Error(saved.status)
    await projectApi.saveVersion(projectId, { name })
  }
  return (
    <section aria-label={t`Version history`} className="flex flex-col gap-3">
      <h3 className="font-headline text-lead">
        <Trans>Version history</Trans>
      </h3>
      <p className="text-caption text-muted">
        <Trans>
          Versions are saved while you work, for each export, and before anything is replaced. Named versions stay until
          you delete them.
        </Trans>
      </p>
      <NameForm label={t`Version name`} button={t`Save version`} onName={(name) => run(() => keep(name))} />
      {problem && (
        <p role="alert" className="text-caption text-bad">
          {problem}
        </p>
      )}
      {isPending && <Skeleton className="h-24" />}
      {error && !data && (
        <p role="alert" className="text-caption text-bad">
          <Trans>The version history could not be loaded.</Trans>{' '}
          <PlainButton className="underline" onClick={() => void refetch()}>
            <Trans>Try again</Trans>
          </PlainButton>
        </p>
      )}
      {data?.versions.length === 0 && (
        <p className="text-caption text-muted">
          <Trans>No earlier versions yet.</Trans>
        </p>
      )}
      <ul className="flex flex-col divide-y divide-line">
        {data?.versions.map((version) => (
          <VersionRow
            key={version.versionId}
            version={version}
            onLook={onLook}
            onName={(name) => run(() => projectApi.nameVersion(projectId, version.versionId, name))}
            onDelete={() => run(() => projectApi.deleteVersion(projectId, version.versionId))}
          />
        ))}
      </ul>
    </section>
  )
}

type VersionRowProps = {
  version: ProjectVersion
  onLook: () => void
  onName: (name: string) => Promise<void>
  onDelete: () => Promise<void>
}

function VersionRow({ version, onLook, onName, onDelete }: VersionRowProps) {
  const model = useEditor()
  const [isNaming, setIsNaming] = useState(false)
  const title = versionTitle(version)
  const look = () => {
    model.lookAt({ versionId: version.versionId, content: readContent(version), label: title })
    onLook()
  }
  return (
    <li className="flex flex-col gap-1 py-2">
      <div className="flex items-center gap-1">
        <button
          type="button"
          onClick={look}
          className="flex min-h-11 min-w-0 flex-1 items-center gap-3 rounded-control px-1 text-start hover:bg-well"
        >
          <Eye aria-hidden="true" size={16} className="shrink-0 text-muted" />
          <span className="min-w-0">
            <span className="sr-only">
              <Trans context="look at a version">View</Trans>{' '}
            </span>
            <span dir="auto" className="block truncate font-medium">
              {title}
            </span>
            <span className="block text-caption text-muted">
              {version.name !== null && <span>{`${momentText(version.createdAt)} · `}</span>}
              <span>{versionNote(version, model.store.getContent(), model.document.fields)}</span>
            </span>
          </span>
        </button>
        <IconButton label={t`Rename version ${title}`} onClick={() => setIsNaming(!isNaming)}>
          <Pencil aria-hidden="true" size={16} />
        </IconButton>
        <IconButton isRepeatable={false} label={t`Delete version ${title}`} onClick={onDelete}>
          <Trash aria-hidden="true" size={16} />
        </IconButton>
      </div>
      {isNaming && (
        <NameForm
          label={t`New name for ${title}`}
          button={t`Rename`}
          first={version.name ?? ''}
          onName={async (name) => {
            setIsNaming(false)
            await onName(name)
          }}
        />
      )}
    </li>
  )
}

type NameFormProps = { label: string; button: string; first?: string; onName: (name: string) => Promise<void> }

function NameForm({ label, button, first = '', onName }: NameFormProps) {
  const [name, setName] = useState(first)
  const [isBusy, setIsBusy] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() === '') return
    setIsBusy(true)
    await onName(name.trim())
    setIsBusy(false)
    setName('')
  }
  return (
    <form onSubmit={(event) => void submit(event)} className="flex flex-col gap-2">
      <LineInput
        aria-label={label}
        placeholder={t`For example, Final`}
        value={name}
        maxLength={120}
        onChange={(event) => setName(event.currentTarget.value)}
        className={controlClass}
      />
      <Button type="submit" variant="secondary" className="self-start" isBusy={isBusy} disabled={name.trim() === ''}>
        {button}
      </Button>
    </form>
  )
}

/** The bar over the stage while an earlier version is viewed: restore it, or go back. */
export function VersionBanner() {
  const model = useEditor()
  const version = useObservable(model.shownVersion)
  const [isBusy, setIsBusy] = useState(false)
  if (!version) return null
  const { label } = version
  const restore = async () => {
    setIsBusy(true)
    await model.restoreShown()
    setIsBusy(false)
  }
  return (
    <section
      aria-label={t`Earlier version`}
      className="flex shrink-0 flex-wrap items-center justify-center gap-x-4 gap-y-2 bg-raised border-b border-line px-4 py-2"
    >
      <p className="min-w-0 truncate">
        <Trans>
          <span className="text-muted">You are viewing </span>
          {label}
        </Trans>
      </p>
      <div className="flex gap-2">
        <Button size="small" isBusy={isBusy} onClick={() => void restore()}>
          <Trans>Restore this version</Trans>
        </Button>
        <Button size="small" variant="secondary" onClick={() => model.lookAt(undefined)}>
          <Trans>Back to current version</Trans>
        </Button>
      </div>
    </section>
  )
}
