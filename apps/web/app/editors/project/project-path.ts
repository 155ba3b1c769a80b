// Owns which editor a project is opened in.
import type { Project } from '@vitrine/contract/projects'
import { useEffect, useState } from 'react'
import { localFiles } from '../video/kept-files.ts'

export type ProjectPlace = Pick<Project, 'templateId' | 'projectId'> & {
  /** Clips of the customer's own; all that counts here is whether there are any. */
  timeline: unknown
}

/** Where a project is opened: one with clips of the customer's own in the editor that has a timeline. */
export function projectPath(
  { templateId, projectId, timeline }: ProjectPlace,
  cutHere: ReadonlySet<string> = new Set(),
): string {
  const editor = timeline || cutHere.has(projectId) ? 'direct-upload' : 'server-render'
  return `/template/${templateId}/${editor}?project=${projectId}`
}

/** Projects with clips that only this device has: the shop does not know of their timeline yet. */
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
