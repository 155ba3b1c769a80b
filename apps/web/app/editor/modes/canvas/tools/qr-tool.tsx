// The QR code of a link: adding it to the design, and changing its link.

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useEffect, useId, useState } from 'react'
import { Button } from '../../../../ui/button.tsx'
import { controlClass } from '../../../fields/field-frame.tsx'
import { placeSquare } from '../model/added-layer.ts'
import { focusStage, useCanvas } from '../model/canvas-context.tsx'
import { useEditing } from '../properties/selected.ts'
import type { SelectedShape } from '../properties/shape-paint.ts'
import { createCodeShapes, readCodeColors } from '../stickers/qr-code.ts'
import { completeLink, MAX_LINK_LENGTH, readLink } from '../stickers/qr-link.ts'
import { ToolGroup } from './tool-scroll.tsx'

/** Size of an added code as a share of the canvas's shorter side: large enough to be read from a phone's screen. */
const share = 0.28

export function QrTool() {
  const canvas = useCanvas()
  const id = useId()
  const [typed, setTyped] = useState('')
  const link = completeLink(typed)
  const add = () => {
    const { size, x, y } = placeSquare(canvas, share)
    canvas.addLayer(
      {
        id: canvas.newId(),
        type: 'shape',
        name: t`QR code`,
        ...canvas.addedTime(),
        ks: { p: [Math.round(x), Math.round(y)], s: [size, size] },
        shapes: createCodeShapes(link),
      },
      { label: t`Add QR code` },
    )
    setTyped('')
    focusStage()
  }
  return (
    <ToolGroup title={t`QR code`}>
      <form
        className="flex flex-col gap-2"
        onSubmit={(event) => {
          event.preventDefault()
          if (link !== '') add()
        }}
      >
        <label htmlFor={id} className="text-caption text-muted">
          <Trans>Link to a map, website, chat or payment page</Trans>
        </label>
        <input
          id={id}
          type="text"
          inputMode="url"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          dir="ltr"
          placeholder="https://"
          maxLength={MAX_LINK_LENGTH - 'https://'.length}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          className={controlClass}
        />
        <Button type="submit" variant="secondary" disabled={link === ''}>
          <Trans>Add QR code</Trans>
        </Button>
      </form>
    </ToolGroup>
  )
}

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
    const shapes = createCodeShapes(next, ...readCodeColors(resolved.shapes))
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
