// The address of a project's editor, and the link to it from the page of its template.
import { Trans } from '@lingui/react/macro'
import type { ProjectSummary } from '@vitrine/contract/projects'
import { useEffect, useState } from 'react'
import { call } from '../../api/api.ts'
import { useIsSignedIn } from '../../api/session.ts'
import { LinkButton } from '../../ui/button.tsx'
import { localFiles } from './local-file-store.ts'

/** Renders nothing unless the customer has a project of this template. */
export function ContinueLink({ templateId }: { templateId: string }) {
  const isSignedIn = useIsSignedIn()
  const cutHere = useCutHere()
  const [project, setProject] = useState<ProjectPlace>()
  useEffect(() => {
    setProject(undefined)
    if (!isSignedIn) return
    const stop = new AbortController()
    call('GET /api/projects', { query: { templateId }, signal: stop.signal }).then(
      ({ projects }) => setProject(projects.find(({ revision }) => revision > 0)),
      // The page works without the link.
      () => undefined,
    )
    return () => stop.abort()
  }, [isSignedIn, templateId])
  if (!project) return null
  return (
    <LinkButton to={projectPath(project, cutHere)} variant="secondary" className="h-12">
      <Trans>Continue editing</Trans>
    </LinkButton>
  )
}

type ProjectPlace = Pick<ProjectSummary, 'templateId' | 'projectId' | 'hasTimeline'>

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
