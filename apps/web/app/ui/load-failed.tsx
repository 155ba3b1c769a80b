// The error state of content that could not be loaded, with a retry.
import { Trans } from '@lingui/react/macro'
import { Button } from './button.tsx'
import { EmptyState } from './empty-state.tsx'

type LoadFailedProps = { title: string; children: string; isRetrying: boolean; onRetry: () => unknown }

export function LoadFailed({ title, children, isRetrying, onRetry }: LoadFailedProps) {
  return (
    <EmptyState
      isError
      title={title}
      action={
        <Button isBusy={isRetrying} onClick={() => void onRetry()}>
          <Trans>Try again</Trans>
        </Button>
      }
    >
      {children}
    </EmptyState>
  )
}
