// Fills fields with files and text that are dropped on the window, pasted or chosen.
import { t } from '@lingui/core/macro'
import type { DragEvent } from 'react'
import { useToast } from '../../ui/toast.tsx'
import type { EditorModel } from '../model/editor-model.ts'
import { findFieldUnder } from '../model/field-under-pointer.ts'
import { takesFile } from '../project/assign-files.ts'
import { showProblems } from './file-picker.tsx'
import type { Pasted } from './use-clipboard.ts'

/** The target field of dropped files: the one whose control or content is under the pointer, if any. */
export function findDroppedField(model: EditorModel, event: DragEvent): string | undefined {
  const [first] = event.dataTransfer.files
  const takesIt = (fieldId: string) =>
    model.document.fields.some((field) => field.id === fieldId && first !== undefined && takesFile(field, first))
  const control = (event.target as Element).closest<HTMLElement>('[data-field]')
  return control?.dataset.field ?? findFieldUnder(model, event, takesIt)
}

/** Puts files into the field they were dropped on, else where there is room, and reports files that cannot be used. */
export function useAttachFiles(model: EditorModel) {
  const showToast = useToast()
  return (files: Iterable<File>, targetField?: string) => {
    void model.attachFiles([...files], targetField).then((problems) => {
      showProblems(showToast, problems)
    })
  }
}

/**
 * Pasted files fill fitting fields. Pasted text fills the selected text field if no control has the focus. Returns
 * whether anything was used.
 */
export function pasteIntoFields(
  model: EditorModel,
  attachFiles: (files: Iterable<File>) => void,
  { files, data, isWriting }: Pasted,
): boolean {
  if (files.length > 0) {
    attachFiles(files)
    return true
  }
  const text = data?.getData('text/plain').trim() ?? ''
  const fieldId = model.selection.get()?.fieldId
  const field = model.document.fields.find(({ id, type }) => id === fieldId && type === 'text')
  if (isWriting || text === '' || !field) return false
  model.change(field.id, text)
  const name = field.label
  model.announcement.set(t`Pasted into ${name}.`)
  return true
}
