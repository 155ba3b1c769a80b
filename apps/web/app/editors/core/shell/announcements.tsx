// What screen readers are told about changes that are only seen.

import { useEditor } from '../model/editor-context.tsx'
import { useObservable } from '../project/observable.ts'

export function Announcements() {
  const text = useObservable(useEditor().announcement)
  return (
    <p role="status" className="sr-only">
      {text}
    </p>
  )
}
