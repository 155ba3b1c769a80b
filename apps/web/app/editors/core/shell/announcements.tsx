// Announces visible changes to screen readers.

import type { EditorModel } from '../model/editor-model.ts'
import { useObservable } from '../project/observable.ts'

export function Announcements({ model }: { model: EditorModel }) {
  const text = useObservable(model.announcement)
  return (
    <p role="status" className="sr-only">
      {text}
    </p>
  )
}
