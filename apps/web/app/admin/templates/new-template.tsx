// Imports a template: method, files, settings, progress.
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { LinkButton } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { AdminError } from '../ui/admin-data.tsx'
import { ImportCard } from './import-list.tsx'
import { PackageForm } from './package-form.tsx'
import {
  importKey,
  newTemplatePath,
  publishingApi,
  publishingPath,
  templateKey,
  templatePagePath,
} from './publishing-api.ts'

export default function NewTemplate() {
  const [searchParams, setSearchParams] = useSearchParams()
  const importId = searchParams.get('import')
  const templateId = searchParams.get('for') ?? undefined
  return (
    <div className="mx-auto flex max-w-[52rem] flex-col gap-8">
      <div>
        <Link
          to={templateId ? templatePagePath(templateId) : publishingPath}
          className="rounded-control text-caption text-plum underline underline-offset-4"
        >
          {templateId ? t`Back to ${templateId}` : t`All templates`}
        </Link>
        <h1 className="mt-2 font-headline text-headline">{templateId ? t`New version` : t`New template`}</h1>
        <p className="mt-1 text-muted">
          {templateId
            ? t`The version on sale stays as it is until you publish the new one. Existing projects keep theirs.`
            : t`It becomes a draft. Nothing is on sale until you publish it.`}
        </p>
      </div>
      {importId ? (
        <RunningImport importId={importId} />
      ) : (
        <PackageForm
          templateId={templateId}
          onRequested={(id) => {
            const next = new URLSearchParams(searchParams)
            next.set('import', id)
            setSearchParams(next, { replace: true })
          }}
        />
      )}
    </div>
  )
}

/** The import's id is in the URL, so that a reload shows it again; redirects to the template once there is one. */
function RunningImport({ importId }: { importId: string }) {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: importKey(importId),
    queryFn: ({ signal }) => publishingApi.getImport(importId, signal),
  })
  const isDone = data?.status === 'succeeded'
  useEffect(() => {
    if (!isDone || !data?.templateId) return
    // The user has seen its end, so it is dismissed automatically.
    void publishingApi.discardSeenImport(importId).catch(() => undefined)
    // The cached template lacks the new version.
    void queries.invalidateQueries({ queryKey: templateKey(data.templateId), exact: true })
    void navigate(`${templatePagePath(data.templateId)}?version=${data.versionId}`, { replace: true })
  }, [isDone, data, importId, navigate, queries])
  if (error && !data) return <AdminError error={error} isRetrying={isFetching} onRetry={refetch} />
  if (!data) return <Skeleton className="h-32" />
  return (
    <>
      <ImportCard item={data} />
      {data.status === 'failed' && (
        <LinkButton variant="secondary" to={newTemplatePath} className="self-start">
          <Trans>Choose other files</Trans>
        </LinkButton>
      )}
    </>
  )
}
