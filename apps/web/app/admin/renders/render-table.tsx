// The table of renders: state, error, and the action for each.
import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { AdminRender } from '@vitrine/contract/admin'
import { serverText } from '../../language/i18n.ts'
import { Badge } from '../../ui/indicator.tsx'
import { peopleApi } from '../api/people-api.ts'
import { ActionButton, ActionForm } from '../ui/action-dialog.tsx'
import { describeRender, momentText } from '../ui/label.ts'
import { PersonLink } from '../ui/person.tsx'
import { type AdminColumn, AdminTable } from '../ui/table.tsx'

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

/** Whether one of them is queued or processing and not stuck. */
export function hasActiveRenders(renders: readonly AdminRender[]): boolean {
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

/** Retries a failed render or stops one in progress. */
function RenderAction({ render }: { render: AdminRender }) {
  const { status, templateName, username } = render
  const about = `${templateName}, ${username}`
  if (status === 'failed' || status === 'cancelled') {
    return (
      <ActionButton label={t`Try again`} title={t`Try this video again`} size="small" about={about}>
        {(close) => (
          <ActionForm
            actionLabel={t`Try again`}
            isReasonOptional
            onClose={close}
            act={async (request) => {
              await peopleApi.retryRender(render, request)
              return t`The video is back in the queue.`
            }}
            consequence={
              <p>
                <Trans>
                  “{templateName}” goes back into the queue, and {username} will find it among their videos. There is no
                  extra charge.
                </Trans>
              </p>
            }
          />
        )}
      </ActionButton>
    )
  }
  if (status === 'completed')
    return (
      <span className="text-muted">
        <Trans>None</Trans>
      </span>
    )
  return (
    <ActionButton label={t`Stop`} title={t`Stop this video`} size="small" isDanger about={about}>
      {(close) => (
        <ActionForm
          actionLabel={t`Stop this video`}
          isDanger
          isReasonOptional
          onClose={close}
          act={async (request) => {
            await peopleApi.stopRender(render, request)
            return t`The video was stopped.`
          }}
          consequence={
            <p>
              <Trans>
                Rendering of “{templateName}” stops, and {username} will see that it was stopped. It can be tried again.
              </Trans>
            </p>
          }
        />
      )}
    </ActionButton>
  )
}
