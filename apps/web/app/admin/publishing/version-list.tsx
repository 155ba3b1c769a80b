// The versions of a template; each can be viewed and published again.
import type { AdminTemplateDetail } from '@vitrine/contract/admin'
import { useSearchParams } from 'react-router'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { momentText, sizeText } from './label.ts'

const number = new Intl.NumberFormat('en-IN')

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
              Version {version.number}
              {version.isCurrent && (
                <Badge tone={template.status === 'published' ? 'good' : 'plain'}>
                  {template.status === 'published' ? 'On sale' : 'Current'}
                </Badge>
              )}
            </p>
            <p className="text-caption text-muted tabular-nums">
              {momentText(version.createdAt)} · {version.width}×{version.height} · {sizeText(version.sizeBytes)} ·{' '}
              {number.format(version.projects)} {version.projects === 1 ? 'project' : 'projects'} on it
            </p>
          </div>
          {version.versionId === shownId ? (
            <span className="text-caption text-muted">Shown above</span>
          ) : (
            <Button size="small" variant="secondary" onClick={() => show(version.versionId)}>
              View version {version.number}
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}
