// Stands in for React Router's outermost error boundary, which tells developers how to write one: ours is in root.tsx. What
// is here shows only when that one breaks too.
import { Component, type ReactNode } from 'react'

type Props = { error?: unknown; children?: ReactNode }

export class RemixErrorBoundary extends Component<Props, { error: unknown }> {
  override state = { error: this.props.error }

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  override render() {
    return this.state.error ? <RemixRootDefaultErrorBoundary /> : this.props.children
  }
}

export function RemixRootDefaultErrorBoundary() {
  return (
    <html lang="en">
      <body>
        <h1>Unexpected Application Error!</h1>
        <a href="/">Go to the home page</a>
      </body>
    </html>
  )
}

export const BoundaryShell = ({ children }: Props) => children
