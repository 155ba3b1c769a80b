// The name of the open project, which is saved on blur or Enter.
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { errorText } from '../../api/error-text.ts'
import { useObservable } from '../../api/observable.ts'
import { LineInput } from '../../ui/line-input.tsx'
import { useToast } from '../../ui/toast.tsx'
import { controlClass } from '../fields/field-frame.tsx'
import { useEditor } from '../model/editor-context.tsx'

export function NameField({ save }: { save: (name: string) => Promise<unknown> }) {
  const { projectName } = useEditor()
  const showToast = useToast()
  const known = useObservable(projectName)
  const [name, setName] = useState(known)
  const commit = async () => {
    const next = name.trim()
    if (next === '' || next === known) return setName(known)
    try {
      await save(next)
      projectName.set(next)
    } catch (error) {
      setName(known)
      showToast('error', errorText(error, t`The name could not be saved.`))
    }
  }
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the input stands in the component.
    <label className="flex flex-col gap-2 text-caption font-medium">
      <Trans>Project name</Trans>
      <LineInput
        value={name}
        maxLength={120}
        onChange={(event) => setName(event.currentTarget.value)}
        onBlur={() => void commit()}
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.currentTarget.blur()
        }}
        className={controlClass}
      />
    </label>
  )
}
