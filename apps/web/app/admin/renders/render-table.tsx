// The table of renders: state, error, and the action for each.
import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { AdminRender } from '@vitrine/contract/admin'
import { serverText } from '../../language/server-text.ts'
import { Badge } from '../../ui/badge.tsx'
import { describeRender, momentText } from '../ui/label.ts'
import { PersonLink } from '../ui/person-link.tsx'
import { type AdminColumn, AdminTable } from '../ui/table.tsx'
import { RenderAction } from './render-action.tsx'

const video = (): AdminColumn<AdminRender> => ({
  header: t`Video`,
  cell: ({ jobId, templateName, kind, createdAt }) => (
    <>
      <p dir="auto" className="font-medium break-words">
        {templateName}
      </p>
      <p className="text-caption text-muted tabular-nums">
        <span>{kind === 'full' ? t`Full video` : t`Preview`}</span>
        <span>{' · '}</span>
        <time dateTime={createdAt}>{momentText(createdAt)}</time>
      </p>
      <p className="text-caption break-all text-muted">{jobId}</p>
    </>
  ),
})
const customer = (): AdminColumn<AdminRender> => ({
  header: t`Customer`,
  cell: (row) => <PersonLink person={row} />,
})
const rest = (): readonly AdminColumn<AdminRender>[] => [
  {
    header: t`State`,
    cell: (render) => {
      const { label, tone } = describeRender(render)
      const { status, percent, attempts, errorCode, errorMessage } = render
      return (
        <div className="flex max-w-[44ch] flex-col items-start gap-1 max-md:items-end">
          <Badge tone={tone}>{label}</Badge>
          {status === 'processing' && (
            <p className="text-caption text-muted tabular-nums">
              <Trans>{percent}% done</Trans>
            </p>
          )}
          {attempts > 1 && (
            <p className="text-caption text-muted">{plural(attempts, { one: '# attempt', other: '# attempts' })}</p>
          )}
          {errorMessage && (
            <p className="text-caption">
              <span>{serverText(errorMessage)}</span> <span className="text-muted">{`(${errorCode})`}</span>
            </p>
          )}
        </div>
      )
    },
  },
  { header: t`Action`, isNumber: true, cell: (render) => <RenderAction render={render} /> },
]
const listColumns = () => [video(), customer(), ...rest()]
const listOwnColumns = () => [video(), ...rest()]

/** True while the state of one of them will soon change. */
export function areMoving(renders: readonly AdminRender[]): boolean {
  return renders.some(({ status, isStuck }) => (status === 'queued' || status === 'processing') && !isStuck)
}

export function RenderTable({ renders, isOfOnePerson }: { renders: readonly AdminRender[]; isOfOnePerson?: boolean }) {
  return (
    <AdminTable
      label={t`Videos`}
      columns={isOfOnePerson ? listOwnColumns : listColumns}
      rows={renders}
      rowKey={({ jobId }) => jobId}
    />
  )
}
