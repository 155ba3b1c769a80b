// Owns the list of films a customer has had made: found by job, template or status, sorted, live while they are made.

import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Render } from '@vitrine/contract/renders'
import { useCallback, useState } from 'react'
import { api } from '../store/member-api.ts'
import { isOver } from '../store/render-progress.ts'
import { Button, LinkButton } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { errorText } from './error-text.ts'
import { GeneratedVideoCard } from './generated-video-card.tsx'
import { ListControls } from './list-controls.tsx'

const queryKey = ['generated-videos']
/** A browser keeps six connections to one server; the films beyond these follow when one of them is done. */
const liveLimit = 3

const sorts = { recent: 'Most recent', oldest: 'Oldest', status: 'Status', template: 'Template' }
type Sort = keyof typeof sorts

const order: Record<Sort, (a: Render, b: Render) => number> = {
  recent: (a, b) => b.createdAt.localeCompare(a.createdAt),
  oldest: (a, b) => a.createdAt.localeCompare(b.createdAt),
  status: (a, b) => a.status.localeCompare(b.status) || b.createdAt.localeCompare(a.createdAt),
  template: (a, b) => a.templateName.localeCompare(b.templateName) || b.createdAt.localeCompare(a.createdAt),
}

export function GeneratedVideos() {
  const client = useQueryClient()
  const { data, error, isPending, refetch, isFetching } = useQuery({
    queryKey,
    queryFn: ({ signal }) => api.listGeneratedVideos(signal),
    // Pictures are kept in My Downloads.
    select: ({ videos }) => ({ videos: videos.filter(({ format }) => format === 'mp4') }),
  })
  const onChange = useCallback(() => void client.invalidateQueries({ queryKey }), [client])
  if (isPending) return <LoadingCards />
  if (!data) {
    return (
      <EmptyState
        isError
        title={errorText(error, 'Failed to load generated videos')}
        action={
          <Button isBusy={isFetching} onClick={() => void refetch()}>
            Try Again
          </Button>
        }
      >
        Your films are safe. Please try again in a moment.
      </EmptyState>
    )
  }
  if (data.videos.length === 0) {
    return (
      <EmptyState
        title="No generated videos yet"
        action={<LinkButton to="/templates-list">Browse Templates</LinkButton>}
      >
        Choose a template, put in your photos and words, and your film appears here.
      </EmptyState>
    )
  }
  return <Films videos={data.videos} onChange={onChange} />
}

function Films({ videos, onChange }: { videos: readonly Render[]; onChange: () => void }) {
  const [search, setSearch] = useState('')
  const [sort, setSort] = useState<Sort>('recent')
  const wanted = search.trim().toLowerCase()
  const found = videos
    .filter(({ jobId, templateId, templateName, status }) =>
      [jobId, templateId, templateName, status].some((text) => text.toLowerCase().includes(wanted)),
    )
    .toSorted(order[sort])
  const live = new Set(
    videos
      .filter((render) => !isOver(render))
      .slice(-liveLimit)
      .map((render) => render.jobId),
  )
  return (
    <div className="flex flex-col gap-6">
      <h2 className="sr-only">Generated Videos</h2>
      <ListControls
        searchLabel="Search by job, template or status"
        placeholder="Job, template or status"
        search={search}
        onSearch={setSearch}
        sortLabel="Sort films by"
        sorts={sorts}
        sort={sort}
        onSort={setSort}
      />
      {found.length === 0 ? (
        <EmptyState
          title="Nothing found"
          action={
            <Button variant="secondary" onClick={() => setSearch('')}>
              Clear search
            </Button>
          }
        >
          No film matches this search.
        </EmptyState>
      ) : (
        <ul className="grid gap-5 md:grid-cols-2">
          {found.map((render) => (
            <GeneratedVideoCard
              key={render.jobId}
              render={render}
              isLive={live.has(render.jobId)}
              onChange={onChange}
            />
          ))}
        </ul>
      )}
    </div>
  )
}

function LoadingCards() {
  return (
    <div role="status" className="grid gap-5 md:grid-cols-2">
      <span className="sr-only">Loading...</span>
      <Skeleton className="h-80" />
      <Skeleton className="h-80" />
    </div>
  )
}
