// What screen readers are told about changes that are only seen.

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
