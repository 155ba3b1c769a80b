// Retries a failed render or stops one in progress.
import type { AdminRender } from '@vitrine/contract/admin'
import { ActionButton, ActionForm } from './action-dialog.tsx'
import { peopleApi } from './people-api.ts'

export function RenderAction({ render }: { render: AdminRender }) {
  const { status, templateName, username } = render
  const about = `${templateName}, ${username}`
  if (status === 'failed' || status === 'cancelled') {
    return (
      <ActionButton label="Try again" title="Try this video again" size="small" about={about}>
        {(close) => (
          <ActionForm
            actionLabel="Try again"
            isReasonOptional
            onClose={close}
            act={async (request) => {
              await peopleApi.retryRender(render, request)
              return 'The video is back in the queue.'
            }}
            consequence={
              <p>
                “{templateName}” goes back into the queue, and {username} will find it among their videos. There is no
                extra charge.
              </p>
            }
          />
        )}
      </ActionButton>
    )
  }
  if (status === 'completed') return <span className="text-muted">None</span>
  return (
    <ActionButton label="Stop" title="Stop this video" size="small" isDanger about={about}>
      {(close) => (
        <ActionForm
          actionLabel="Stop this video"
          isDanger
          isReasonOptional
          onClose={close}
          act={async (request) => {
            await peopleApi.stopRender(render, request)
            return 'The video was stopped.'
          }}
          consequence={
            <p>
              Rendering of “{templateName}” stops, and {username} will see that it was stopped. It can be tried again.
            </p>
          }
        />
      )}
    </ActionButton>
  )
}
