// The address of the editor that a project opens in.
import type { ProjectSummary } from '@vitrine/contract/projects'
import { useEffect, useState } from 'react'
import { localFiles } from './stored-files.ts'

export type ProjectPlace = Pick<ProjectSummary, 'templateId' | 'projectId' | 'hasTimeline'>

/** Where a project is opened: one with clips of the customer's own in the editor that has a timeline. */
export function projectPath(
  { templateId, projectId, hasTimeline }: ProjectPlace,
  cutHere: ReadonlySet<string> = new Set(),
): string {
  const editor = hasTimeline || cutHere.has(projectId) ? 'direct-upload' : 'server-render'
  return `/template/${templateId}/${editor}?project=${projectId}`
}

/** Projects with clips that only this device has: the server does not know of their timeline yet. */
export function useCutHere(): ReadonlySet<string> {
  const [found, setFound] = useState<ReadonlySet<string>>(new Set())
  useEffect(() => {
    let isGone = false
    void localFiles.listProjects().then((projects) => {
      if (!isGone) setFound(projects)
    })
    return () => {
      isGone = true
    }
  }, [])
  return found
}
