// Retries a failed render or stops one in progress.
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { AdminRender } from '@vitrine/contract/admin'
import { peopleApi } from '../api/people-api.ts'
import { ActionButton, ActionForm } from '../ui/action-dialog.tsx'

export function RenderAction({ render }: { render: AdminRender }) {
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
