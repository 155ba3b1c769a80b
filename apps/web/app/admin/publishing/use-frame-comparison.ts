// Compares the frames of the open version with this browser's by itself, where that has not been done or frames differ, and
// records the result.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ENGINE_VERSION, type TemplateDocument } from '@vitrine/composition/document'
import type { AdminVersionDetail, FrameComparison } from '@vitrine/contract/publishing'
import { useState } from 'react'
import { compareFrames, type MeasuredFrame } from './compare-frames.ts'
import { publishingApi } from './publishing-api.ts'
import { previewKey } from './use-preview-state.ts'

export interface FrameWork {
  comparison: FrameComparison
  isComparing: boolean
  /** Frames compared so far. */
  done: number
  /** What this browser drew; undefined before that, and where it need not. */
  measured: readonly MeasuredFrame[] | undefined
  error: Error | null
  compare: () => void
}

type Version = { templateId: string; detail: AdminVersionDetail; comparison: FrameComparison }

/** Follows the comparison of a version. */
export function useFrameComparison({ templateId, detail, comparison }: Version): FrameWork {
  const { versionId, document, assets } = detail
  const { frames, status } = comparison
  const queries = useQueryClient()
  const [done, setDone] = useState(0)
  const { data, error, isFetching, refetch } = useQuery({
    // Links are signed anew with every answer; their paths are new when the frames are drawn anew.
    queryKey: ['admin', 'frames', versionId, ...frames.map(({ url }) => url.split('?')[0])],
    queryFn: async ({ signal }) => {
      setDone(0)
      // The shop's checks let the document in.
      const template = document as unknown as TemplateDocument
      const measured = await compareFrames({ document: template, addresses: assets, frames, onFrame: setDone, signal })
      await publishingApi.recordFrames(templateId, versionId, {
        engineVersion: ENGINE_VERSION,
        frames: measured.map(({ frame, psnr }) => ({ frame, psnr })),
      })
      void queries.invalidateQueries({ queryKey: previewKey(templateId, versionId) })
      return measured
    },
    enabled: (status === 'waiting' || status === 'refused') && frames.length > 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    refetchOnWindowFocus: false,
  })
  return { comparison, isComparing: isFetching, done, measured: data, error, compare: () => void refetch() }
}
