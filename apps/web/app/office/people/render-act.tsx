// Owns what the owner does about a film: another try for one that failed, an end for one that does not get on.
import type { AdminRender } from '@vitrine/contract/admin'
import { ActButton, ActForm } from './act-dialog.tsx'
import { peopleApi } from './people-api.ts'

export function RenderAct({ render }: { render: AdminRender }) {
  const { status, templateName, username } = render
  const about = `${templateName}, ${username}`
  if (status === 'failed' || status === 'cancelled') {
    return (
      <ActButton label="Try again" title="Try this film again" size="small" about={about}>
        {(close) => (
          <ActForm
            actLabel="Try again"
            isReasonOptional
            onClose={close}
            act={async (request) => {
              await peopleApi.retryRender(render, request)
              return 'The film is in the queue again.'
            }}
            consequence={
              <p>
                “{templateName}” goes back into the queue and {username} finds it among their films. Nobody pays for it
                again.
              </p>
            }
          />
        )}
      </ActButton>
    )
  }
  if (status === 'completed') return <span className="text-muted">None</span>
  return (
    <ActButton label="Stop" title="Stop this film" size="small" isDanger about={about}>
      {(close) => (
        <ActForm
          actLabel="Stop this film"
          isDanger
          isReasonOptional
          onClose={close}
          act={async (request) => {
            await peopleApi.stopRender(render, request)
            return 'The film was stopped.'
          }}
          consequence={
            <p>
              What was drawn of “{templateName}” is thrown away, and {username} sees that it was stopped. It can be
              tried again.
            </p>
          }
        />
      )}
    </ActButton>
  )
}
