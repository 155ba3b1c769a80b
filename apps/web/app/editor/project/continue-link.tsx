// The link from a template's page to the customer's project of it.
import { Trans } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { call } from '../../api/browser-api.ts'
import { useIsSignedIn } from '../../api/session.ts'
import { LinkButton } from '../../ui/button.tsx'
import { type ProjectPlace, projectPath, useCutHere } from './project-path.ts'

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
