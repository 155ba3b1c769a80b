// The versions of a template; each can be viewed and published again.
import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { AdminTemplateDetail } from '@vitrine/contract/admin'
import { useSearchParams } from 'react-router'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { countText } from '../ui/rupees.ts'
import { momentText, sizeText } from './label.ts'

type Version = AdminTemplateDetail['versions'][number]

export function VersionList({ template, shownId }: { template: AdminTemplateDetail; shownId: string }) {
  const [, setAddress] = useSearchParams()
  const show = (versionId: string) =>
    setAddress((present) => {
      const next = new URLSearchParams(present)
      next.set('version', versionId)
      return next
    })
  return (
    <ul className="flex flex-col gap-3">
      {template.versions.map((version) => (
        <li
          key={version.versionId}
          className="flex flex-wrap items-center justify-between gap-4 rounded-card border border-line bg-raised p-4"
        >
          <div className="min-w-0">
            <p className="flex flex-wrap items-center gap-2 font-medium">
              <span>{numberText(version)}</span>
              {version.isCurrent && (
                <Badge tone={template.status === 'published' ? 'good' : 'plain'}>
                  {template.status === 'published' ? t`On sale` : t`Current`}
                </Badge>
              )}
            </p>
            <p className="text-caption text-muted tabular-nums">
              <span>{`${momentText(version.createdAt)} ·`}</span>{' '}
              <bdi translate="no" dir="ltr">{`${version.width}×${version.height}`}</bdi>{' '}
              <span>{`· ${sizeText(version.sizeBytes)} · ${projectsText(version)}`}</span>
            </p>
          </div>
          {version.versionId === shownId ? (
            <span className="text-caption text-muted">
              <Trans>Shown above</Trans>
            </span>
          ) : (
            <Button size="small" variant="secondary" onClick={() => show(version.versionId)}>
              {viewText(version)}
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}

const numberText = ({ number }: Version) => t`Version ${number}`
const viewText = ({ number }: Version) => t`View version ${number}`

function projectsText({ projects }: Version): string {
  const count = countText(projects)
  return plural(projects, { one: `${count} project on it`, other: `${count} projects on it` })
}
