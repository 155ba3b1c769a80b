// The element of a form: saves its values once uploads have finished, and focuses the first invalid field.
import { t } from '@lingui/core/macro'
import { type ComponentProps, type RefCallback, useEffect, useImperativeHandle, useRef } from 'react'
import type { FieldValues } from 'react-hook-form'
import { PendingFilesContext } from './pending-files.ts'
import type { FormOf } from './use-form.ts'

type FormProps<Values extends FieldValues> = Omit<ComponentProps<'form'>, 'onSubmit' | 'ref'> & {
  form: Pick<FormOf<Values>, 'state' | 'save' | 'files' | 'loadSchema' | 'readInputs'>
  /** Replaces `form.save`. */
  onSubmit?: () => unknown
  ref?: RefCallback<HTMLFormElement>
}

export function Form<Values extends FieldValues>({
  form,
  onSubmit = form.save,
  ref,
  children,
  ...rest
}: FormProps<Values>) {
  const { state, files, loadSchema, readInputs } = form
  const element = useRef<HTMLFormElement>(null)
  useImperativeHandle(ref, () => element.current as HTMLFormElement, [])
  useEffect(() => {
    if (state.status === 'failed') element.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [state])
  return (
    <form
      ref={element}
      method="post"
      noValidate
      onFocus={() => void loadSchema()}
      onSubmit={(event) => {
        event.preventDefault()
        readInputs(event.currentTarget)
        void onSubmit()
      }}
      {...rest}
    >
      <PendingFilesContext value={files}>{children}</PendingFilesContext>
    </form>
  )
}

/** The message of a failed save in a form whose fields may be out of view. */
export function failureText({ message }: { message: string | undefined }): string {
  return message ?? t`Please check the marked fields.`
}
