// Filters and sorts generated videos.
import { select, t } from '@lingui/core/macro'
import type { Render } from '@vitrine/contract/renders'

export const videoSorts = {
  get recent() {
    return t`Most recent`
  },
  get oldest() {
    return t`Oldest`
  },
  get status() {
    return t`Status`
  },
  get template() {
    return t`Template`
  },
}
export type VideoSort = keyof typeof videoSorts

type Listed = Pick<Render, 'jobId' | 'templateId' | 'templateName' | 'status' | 'createdAt'>

const newestFirst = (a: Listed, b: Listed) => b.createdAt.localeCompare(a.createdAt)
const orders: Record<VideoSort, (a: Listed, b: Listed) => number> = {
  recent: newestFirst,
  oldest: (a, b) => newestFirst(b, a),
  status: (a, b) => a.status.localeCompare(b.status) || newestFirst(a, b),
  template: (a, b) => a.templateName.localeCompare(b.templateName) || newestFirst(a, b),
}

/** The state of a video, such as 'queued'. */
export function statusText(status: Render['status']): string {
  return select(status, {
    queued: 'queued',
    processing: 'processing',
    completed: 'completed',
    failed: 'failed',
    cancelled: 'cancelled',
    other: `${status}`,
  })
}

/** Those whose job, template or status holds the search, without regard to case and blanks around it. */
export function sortVideos<T extends Listed>(videos: readonly T[], search: string, sort: VideoSort): readonly T[] {
  const wanted = search.trim().toLowerCase()
  return videos
    .filter(({ jobId, templateId, templateName, status }) =>
      [jobId, templateId, templateName, status, statusText(status)].some((text) => text.toLowerCase().includes(wanted)),
    )
    .toSorted(orders[sort])
}
