// The page My Projects: all projects of the customer.

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { ProjectSummary } from '@vitrine/contract/projects'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { errorText } from '../../api/error-text.ts'
import { drafts } from '../../editor/project/draft-store.ts'
import { projectApi, projectChanges } from '../../editor/project/project-api.ts'
import { projectPath, useCutHere } from '../../editor/project/project-link.tsx'
import { momentText } from '../../editor/project/version-label.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { EmptyState, LoadFailed } from '../../ui/empty-state.tsx'
import { SearchBox } from '../../ui/list-controls.tsx'
import { type MetaMatches, pageMeta } from '../../ui/page-meta.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useToast } from '../../ui/toast.tsx'

export function meta({ matches }: MetaMatches) {
  return pageMeta({
    matches,
    title: t`My Projects`,
    description: t`Your saved projects, ready to continue.`,
    isPrivate: true,
  })
}

export default function ProjectListPage() {
  return (
    <main className="page-width pt-10 md:pt-14">
      <h1 className="mb-6 font-headline text-headline">
        <Trans>My Projects</Trans>
      </h1>
      <ProjectList />
    </main>
  )
}

function ProjectList() {
  const [search, setSearch] = useState('')
  const { data, error, isPending, isFetching, refetch } = useQuery({
    queryKey: ['projects'],
    queryFn: ({ signal }) => projectApi.listAll(signal),
    // Another device, or the editor a moment ago, may have changed it.
    refetchOnMount: 'always',
  })
  useEffect(() => projectChanges.subscribe(() => void refetch()), [refetch])
  if (isPending) return <LoadingCards />
  if (!data) {
    return (
      <LoadFailed title={t`Your projects could not be loaded`} isRetrying={isFetching} onRetry={() => void refetch()}>
        {errorText(error, t`Your projects are safe. Please try again in a moment.`)}
      </LoadFailed>
    )
  }
  // Projects that were only opened have no content.
  const begun = data.projects.filter(({ revision, name, templateName }) => revision > 0 || name !== templateName)
  if (begun.length === 0) {
    return (
      <EmptyState
        title={t`No projects yet`}
        action={<LinkButton to="/templates-list">{t`Browse Templates`}</LinkButton>}
      >
        <Trans>
          Open a template and add your text and photos. Your project is saved here and available on every device.
        </Trans>
      </EmptyState>
    )
  }
  const searched = search.trim().toLowerCase()
  const found = begun.filter(({ name, templateName }) =>
    [name, templateName].some((text) => text.toLowerCase().includes(searched)),
  )
  return (
    <div className="flex flex-col gap-6">
      <SearchBox
        label={t`Search your projects`}
        placeholder={t`Project or template`}
        search={search}
        onSearch={setSearch}
      />
      {found.length === 0 && (
        <EmptyState
          title={t`Nothing found`}
          action={
            <Button variant="secondary" onClick={() => setSearch('')}>
              <Trans>Clear search</Trans>
            </Button>
          }
        >
          <Trans>No project matches this search.</Trans>
        </EmptyState>
      )}
      <ul className="grid gap-4 lg:grid-cols-2">
        {found.map((project) => (
          <ProjectCard key={project.projectId} project={project} />
        ))}
      </ul>
    </div>
  )
}

function ProjectCard({ project }: { project: ProjectSummary }) {
  const { projectId, name, templateName, thumbnail, updatedAt } = project
  const edited = momentText(updatedAt)
  const showToast = useToast()
  const [isBusy, setIsBusy] = useState(false)
  const path = projectPath(project, useCutHere())
  const run = async (action: () => Promise<unknown>, done: () => void) => {
    setIsBusy(true)
    try {
      await action()
      done()
    } catch (error) {
      showToast('error', errorText(error, t`Something went wrong. Please try again.`))
    }
    setIsBusy(false)
  }
  const takeBack = () =>
    void run(
      () => projectApi.restore(projectId),
      () => showToast('success', t`Project restored.`),
    )
  const remove = () =>
    run(
      () => projectApi.delete(projectId).then(() => drafts.keepHistory(projectId, undefined)),
      () =>
        showToast('success', t`${name} was deleted.`, {
          durationMs: 10_000,
          action: { label: t`Undo`, run: takeBack },
        }),
    )
  return (
    <li className="flex min-w-0 gap-4 rounded-card border border-line bg-raised p-3">
      <Link to={path} tabIndex={-1} aria-hidden="true" className="shrink-0">
        <img
          src={thumbnail}
          alt=""
          loading="lazy"
          decoding="async"
          className="h-28 w-24 rounded-control bg-well object-cover"
        />
      </Link>
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <h2 dir="auto" translate="no" className="truncate font-medium">
          {name}
        </h2>
        <p className="text-caption text-muted">
          {name !== templateName && (
            <span dir="auto" translate="no" className="block truncate">
              {templateName}
            </span>
          )}
          <Trans>Last edited: {edited}</Trans>
        </p>
        <div className="mt-auto flex flex-wrap gap-2">
          <LinkButton to={path} size="small" aria-label={t`Continue ${name}`}>
            <Trans>Continue</Trans>
          </LinkButton>
          <Button
            size="small"
            variant="secondary"
            disabled={isBusy}
            aria-label={t`Duplicate ${name}`}
            onClick={() =>
              void run(
                () => projectApi.duplicate(projectId),
                () => showToast('success', t`Copied.`),
              )
            }
          >
            <Trans>Duplicate</Trans>
          </Button>
          <Button
            size="small"
            variant="quiet"
            disabled={isBusy}
            aria-label={t`Delete ${name}`}
            onClick={() => void remove()}
          >
            <Trans>Delete</Trans>
          </Button>
        </div>
      </div>
    </li>
  )
}

function LoadingCards() {
  return (
    <div role="status" className="grid gap-4 lg:grid-cols-2">
      <span className="sr-only">
        <Trans>Loading...</Trans>
      </span>
      <Skeleton className="h-34" />
      <Skeleton className="h-34" />
    </div>
  )
}
