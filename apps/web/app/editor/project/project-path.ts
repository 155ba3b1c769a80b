// The address of a project's editor.
import type { ProjectSummary } from '@vitrine/contract/projects'
import { useEffect, useState } from 'react'
import { localFiles } from './stored-files.ts'

export type ProjectPlace = Pick<ProjectSummary, 'templateId' | 'projectId' | 'hasTimeline'>

/** The address of the editor for a project. Projects with the customer's own clips open in the timeline editor. */
export function projectPath(
  { templateId, projectId, hasTimeline }: ProjectPlace,
  cutHere: ReadonlySet<string> = new Set(),
): string {
  const editor = hasTimeline || cutHere.has(projectId) ? 'direct-upload' : 'server-render'
  return `/template/${templateId}/${editor}?project=${projectId}`
}

/** Projects with clips that only this device has, so that the server does not know their timeline yet. */
export function useCutHere(): ReadonlySet<string> {
  const [found, setFound] = useState<ReadonlySet<string>>(new Set())
  useEffect(() => {
    let isUnmounted = false
    void localFiles.listProjects().then((projects) => {
      if (!isUnmounted) setFound(projects)
    })
    return () => {
      isUnmounted = true
    }
  }, [])
  return found
}
