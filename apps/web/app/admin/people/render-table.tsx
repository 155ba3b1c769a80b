// The table of renders: state, error, and the action for each.
import type { AdminRender } from '@vitrine/contract/admin'
import { Badge } from '../../ui/badge.tsx'
import { type AdminColumn, AdminTable } from '../table.tsx'
import { describeRender, momentText } from './label.ts'
import { PersonLink } from './person-link.tsx'
import { RenderAction } from './render-action.tsx'

const video: AdminColumn<AdminRender> = {
  header: 'Video',
  cell: ({ jobId, templateName, kind, createdAt }) => (
    <>
      <p className="font-medium break-words">{templateName}</p>
      <p className="text-caption text-muted tabular-nums">
        {kind === 'full' ? 'Full video' : 'Preview'} · <time dateTime={createdAt}>{momentText(createdAt)}</time>
      </p>
      <p className="text-caption break-all text-muted">{jobId}</p>
    </>
  ),
}
const customer: AdminColumn<AdminRender> = {
  header: 'Customer',
  cell: (row) => <PersonLink person={row} />,
}
const rest: readonly AdminColumn<AdminRender>[] = [
  {
    header: 'State',
    cell: (render) => {
      const { label, tone } = describeRender(render)
      const { status, percent, attempts, errorCode, errorMessage } = render
      return (
        <div className="flex max-w-[44ch] flex-col items-start gap-1 max-md:items-end">
          <Badge tone={tone}>{label}</Badge>
          {status === 'processing' && <p className="text-caption text-muted tabular-nums">{percent} % done</p>}
          {attempts > 1 && <p className="text-caption text-muted">{attempts} attempts</p>}
          {errorMessage && (
            <p className="text-caption">
              {errorMessage} <span className="text-muted">({errorCode})</span>
            </p>
          )}
        </div>
      )
    },
  },
  { header: 'Action', isNumber: true, cell: (render) => <RenderAction render={render} /> },
]
const allColumns = [video, customer, ...rest]
const ownColumns = [video, ...rest]

/** True while one of them will be different soon. */
export function areMoving(renders: readonly AdminRender[]): boolean {
  return renders.some(({ status, isStuck }) => (status === 'queued' || status === 'processing') && !isStuck)
}

export function RenderTable({ renders, isOfOnePerson }: { renders: readonly AdminRender[]; isOfOnePerson?: boolean }) {
  return (
    <AdminTable
      label="Videos"
      columns={isOfOnePerson ? ownColumns : allColumns}
      rows={renders}
      rowKey={({ jobId }) => jobId}
    />
  )
}
