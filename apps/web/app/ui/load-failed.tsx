// Owns what stands where something could not be loaded: what it was, what is known about it, and the way to try again.
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
          Try again
        </Button>
      }
    >
      {children}
    </EmptyState>
  )
}
