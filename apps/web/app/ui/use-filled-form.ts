// Forms whose fields password managers may have filled.
import {
  type FieldValues,
  type Path,
  type PathValue,
  type UseFormProps,
  type UseFormReturn,
  useForm,
} from 'react-hook-form'

/** `useForm`, sending what stands in the fields: password managers and autofill set values without telling the page. */
export function useFilledForm<Values extends FieldValues>(props: UseFormProps<Values>): UseFormReturn<Values> {
  const form = useForm<Values>(props)
  const handleSubmit: typeof form.handleSubmit = (onValid, onInvalid) => {
    const submit = form.handleSubmit(onValid, onInvalid)
    return (event) => {
      const sent = event?.currentTarget
      if (sent instanceof HTMLFormElement) {
        for (const [name, value] of filledFields(sent)) {
          const path = name as Path<Values>
          const present: unknown = form.getValues(path)
          if (present !== undefined && present !== value) form.setValue(path, value as PathValue<Values, Path<Values>>)
        }
      }
      return submit(event)
    }
  }
  return { ...form, handleSubmit }
}

/** What stands in the named text fields of a form. */
export function filledFields(form: HTMLFormElement): Map<string, string> {
  const fields = [...form.elements].filter(
    (element) => element instanceof HTMLInputElement && element.name !== '' && element.type !== 'checkbox',
  ) as HTMLInputElement[]
  return new Map(fields.map(({ name, value }) => [name, value]))
}
