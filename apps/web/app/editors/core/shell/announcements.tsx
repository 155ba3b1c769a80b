// Announces visible changes to screen readers.

import { useObservable } from '../../../ui/observable.ts'
import { useEditor } from '../model/editor-context.tsx'

export function Announcements() {
  const text = useObservable(useEditor().announcement)
  return (
    <p role="status" className="sr-only">
      {text}
    </p>
  )
}
