// Filters and sorts generated videos.
import type { Render } from '@vitrine/contract/renders'

export const videoSorts = { recent: 'Most recent', oldest: 'Oldest', status: 'Status', template: 'Template' }
export type VideoSort = keyof typeof videoSorts

type Listed = Pick<Render, 'jobId' | 'templateId' | 'templateName' | 'status' | 'createdAt'>

const newestFirst = (a: Listed, b: Listed) => b.createdAt.localeCompare(a.createdAt)
const orders: Record<VideoSort, (a: Listed, b: Listed) => number> = {
  recent: newestFirst,
  oldest: (a, b) => newestFirst(b, a),
  status: (a, b) => a.status.localeCompare(b.status) || newestFirst(a, b),
  template: (a, b) => a.templateName.localeCompare(b.templateName) || newestFirst(a, b),
}

/** Those whose job, template or status holds the search, without regard to case and blanks around it. */
export function sortVideos<T extends Listed>(videos: readonly T[], search: string, sort: VideoSort): readonly T[] {
  const wanted = search.trim().toLowerCase()
  return videos
    .filter(({ jobId, templateId, templateName, status }) =>
      [jobId, templateId, templateName, status].some((text) => text.toLowerCase().includes(wanted)),
    )
    .toSorted(orders[sort])
}
