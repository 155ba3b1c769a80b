// What screen readers are told about changes that are only seen.

import { useObservable } from '../../../ui/observable.ts'
import type { EditorModel } from '../model/editor-model.ts'

export function Announcements({ model }: { model: EditorModel }) {
  const text = useObservable(model.announcement)
  return (
    <p role="status" className="sr-only">
      {text}
    </p>
  )
}
