// Filters and sorts generated videos.
import { t } from '@lingui/core/macro'
import type { Render } from '@vitrine/contract/renders'
import { statusText } from '../../api/status-text.ts'

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

/** The videos whose job, template or status contains the search, ignoring case and surrounding blanks. */
export function sortVideos<T extends Listed>(videos: readonly T[], search: string, sort: VideoSort): readonly T[] {
  const query = search.trim().toLowerCase()
  return videos
    .filter(({ jobId, templateId, templateName, status }) =>
      [jobId, templateId, templateName, status, statusText({ kind: 'render', status })].some((text) =>
        text.toLowerCase().includes(query),
      ),
    )
    .toSorted(orders[sort])
}
