// The editable link of a QR code.
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useEffect, useId, useState } from 'react'
import { controlClass } from '../../../fields/field-frame.tsx'
import { colorsOfCode, shapesOfCode } from '../stickers/qr-code.ts'
import { completeLink, MAX_LINK_LENGTH, readLink } from '../stickers/qr-link.ts'
import { useEditing } from './selected.ts'
import type { SelectedShape } from './shape-paint.ts'

export function QrLink({ item: { entry, resolved } }: { item: SelectedShape }) {
  const editing = useEditing()
  const link = readLink(resolved) ?? ''
  const id = useId()
  const [typed, setTyped] = useState(link)
  useEffect(() => setTyped(link), [link])
  const put = () => {
    const next = completeLink(typed)
    if (next === '') setTyped(link)
    if (next === '' || next === link) return
    const shapes = shapesOfCode(next, ...colorsOfCode(resolved.shapes))
    editing.set(t`Change link`, [{ layer: entry.id, property: 'shapes', value: shapes }])
  }
  return (
    <div className="flex flex-col gap-3">
      <label htmlFor={id} className="text-caption text-muted">
        <Trans>Link</Trans>
      </label>
      <input
        id={id}
        type="text"
        inputMode="url"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        dir="ltr"
        maxLength={MAX_LINK_LENGTH - 'https://'.length}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onBlur={put}
        onKeyDown={(event) => event.key === 'Enter' && put()}
        className={controlClass}
      />
    </div>
  )
}
