// The list of a customer’s generated videos: searched by job, template or status, sorted, with live progress.
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Render } from '@vitrine/contract/renders'
import { useCallback } from 'react'
import { errorText } from '../../api/error-text.ts'
import { api } from '../../api/member-api.ts'
import { isFinished } from '../../api/operation.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { GeneratedVideoCard } from './generated-video-card.tsx'
import { SortedList } from './sorted-list.tsx'
import { sortVideos, videoSorts } from './video-sort.ts'

const queryKey = ['generated-videos']
/** A browser opens at most six connections to a server. Further videos are followed when one of these is done. */
const liveLimit = 3

const listTexts = () => ({
  search: t`Search by job, template or status`,
  placeholder: t`Job, template or status`,
  sort: t`Sort videos by`,
  nothingFound: t`No videos match your search.`,
})

export function GeneratedVideos() {
  const client = useQueryClient()
  const { data, error, isPending, refetch, isFetching } = useQuery({
    queryKey,
    queryFn: ({ signal }) => api.listGeneratedVideos(signal),
    // Pictures are listed in My Downloads.
    select: ({ videos }) => ({ videos: videos.filter(({ format }) => format === 'mp4') }),
  })
  const onChange = useCallback(() => void client.invalidateQueries({ queryKey }), [client])
  if (isPending) return <LoadingCards />
  if (!data) {
    return (
      <EmptyState
        isError
        title={errorText(error, t`Failed to load generated videos`)}
        action={
          <Button isBusy={isFetching} onClick={() => void refetch()}>
            <Trans>Try Again</Trans>
          </Button>
        }
      >
        <Trans>Your videos are safe. Please try again in a moment.</Trans>
      </EmptyState>
    )
  }
  if (data.videos.length === 0) {
    return (
      <EmptyState
        title={t`No generated videos yet`}
        action={<LinkButton to="/templates-list">{t`Browse Templates`}</LinkButton>}
      >
        <Trans>Choose a template, add your photos and text, and your video appears here.</Trans>
      </EmptyState>
    )
  }
  return <VideoList videos={data.videos} onChange={onChange} />
}

function VideoList({ videos, onChange }: { videos: readonly Render[]; onChange: () => void }) {
  const live = new Set(
    videos
      .filter((render) => !isFinished(render))
      .slice(-liveLimit)
      .map((render) => render.jobId),
  )
  return (
    <>
      <h2 className="sr-only">
        <Trans>Generated Videos</Trans>
      </h2>
      <SortedList items={videos} find={sortVideos} sorts={videoSorts} firstSort="recent" texts={listTexts()}>
        {(found) => (
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
      </SortedList>
    </>
  )
}

function LoadingCards() {
  return (
    <div role="status" className="grid gap-5 md:grid-cols-2">
      <span className="sr-only">
        <Trans>Loading...</Trans>
      </span>
      <Skeleton className="h-80" />
      <Skeleton className="h-80" />
    </div>
  )
}
