// Panels of an editor that share a place: tabs in a column on wide screens, sheets above the bottom bar on phones.
import type { MessageDescriptor } from '@lingui/core'
import { t } from '@lingui/core/macro'
import { type ComponentType, type KeyboardEvent, type ReactElement, useEffect, useId, useRef, useState } from 'react'
import type { Observable } from '../../api/observable.ts'
import { i18n } from '../../language/i18n.ts'
import { classNames } from '../../ui/class-names.ts'
import { tabAfter } from '../../ui/tabs.tsx'
import type { EditorModel } from '../model/editor-model.ts'

export interface TabbedPanel<Name extends string> {
  name: Name
  title: MessageDescriptor
  /** Shown above the label; tabs with icons share the width equally. */
  Icon?: ComponentType<{ 'aria-hidden': 'true'; size: number }>
  panel: ComponentType
}

type PanelTabsProps<Name extends string> = {
  label: string
  tabs: readonly TabbedPanel<Name>[]
  open: Name
  onOpen: (name: Name) => void
}

/** Tabs and the open panel below them, which fills the rest. Arrow keys switch tabs. */
export function PanelTabs<Name extends string>({ label, tabs, open, onOpen }: PanelTabsProps<Name>) {
  const id = useId()
  const Panel = tabs.find(({ name }) => name === open)?.panel
  const hasIcons = tabs.some(({ Icon }) => Icon)
  const walk = (event: KeyboardEvent) => {
    const present = tabs.findIndex(({ name }) => name === open)
    const next = tabs[tabAfter(event, present, tabs.length) ?? -1]
    if (!next) return
    event.preventDefault()
    event.stopPropagation()
    onOpen(next.name)
    document.getElementById(`${id}-${next.name}`)?.focus()
  }
  return (
    <>
      <div
        role="tablist"
        aria-label={label}
        onKeyDown={walk}
        className={classNames('gives-way flex shrink-0 border-b border-line', !hasIcons && 'gap-5 px-4')}
      >
        {tabs.map(({ name, title, Icon }) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`${id}-${name}`}
            aria-selected={open === name}
            aria-controls={open === name ? `${id}-panel` : undefined}
            tabIndex={open === name ? 0 : -1}
            onClick={() => onOpen(name)}
            className={classNames(
              'border-b-2 text-caption -outline-offset-2 transition-colors',
              Icon ? 'flex h-14 min-w-0 flex-1 flex-col items-center justify-center gap-1' : 'h-11 px-1 font-medium',
              open === name ? 'border-marigold text-ink' : 'border-transparent text-muted hover:text-ink',
            )}
          >
            {Icon && <Icon aria-hidden="true" size={18} />}
            <span className={Icon && 'w-full truncate text-center'}>{i18n._(title)}</span>
          </button>
        ))}
      </div>
      <div
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-${open}`}
        className="flex min-h-0 flex-1 flex-col"
      >
        {Panel && <Panel />}
      </div>
    </>
  )
}

export interface SheetPanel {
  name: string
  title: MessageDescriptor
  Icon: ComponentType<{ 'aria-hidden': 'true'; size: number }>
  panel: ComponentType
}

type PanelSheetsProps = {
  editor: EditorModel
  sheets: readonly SheetPanel[]
  /** The name of the sheet with the template's fields. */
  fieldSheet: string
  /** Sets the height of the sheet, and whether it scrolls. */
  sheetClass: string
  /** Buttons next to those of the sheets. */
  buttons?: ReactElement | false
  /** The name of a sheet to open; it is cleared after opening. */
  requestedSheet?: Observable<string | undefined>
}

/** Called when a field is selected elsewhere, for example by a click on the picture, to open its panel. */
export function useRequestedField({ selection }: EditorModel, onRequest: () => void): void {
  const latest = useRef(onRequest)
  latest.current = onRequest
  useEffect(() => selection.subscribe(() => selection.get()?.from === 'picture' && latest.current()), [selection])
}

/** A sheet pushes the stage up instead of covering it, so that changes stay visible. */
export function PanelSheets({ editor, sheets, fieldSheet, sheetClass, buttons, requestedSheet }: PanelSheetsProps) {
  const [open, setOpen] = useState<string>()
  const id = useId()
  useEffect(
    () =>
      requestedSheet?.subscribe(() => {
        const name = requestedSheet.get()
        if (name === undefined) return
        setOpen(name)
        requestedSheet.set(undefined)
      }),
    [requestedSheet],
  )
  useRequestedField(editor, () => setOpen(fieldSheet))
  const shown = sheets.find(({ name }) => name === open)
  return (
    <div className="flex min-w-0 flex-col border-t border-line bg-raised [grid-area:nav]">
      {shown && (
        <div id={`${id}-sheet`} className={classNames('flex min-h-0 flex-col border-b border-line pt-1', sheetClass)}>
          <shown.panel />
        </div>
      )}
      <nav aria-label={t`Panels`} className="gives-way flex items-center pb-[env(safe-area-inset-bottom)]">
        {sheets.map(({ name, title, Icon }) => (
          <button
            key={name}
            type="button"
            aria-expanded={open === name}
            aria-controls={open === name ? `${id}-sheet` : undefined}
            onClick={() => setOpen(open === name ? undefined : name)}
            className={classNames(
              'flex h-14 min-w-0 flex-1 flex-col items-center justify-center gap-0.5 text-caption',
              open === name ? 'text-marigold-bright' : 'text-muted',
            )}
          >
            <Icon aria-hidden="true" size={20} />
            <span>{i18n._(title)}</span>
          </button>
        ))}
        {buttons}
      </nav>
    </div>
  )
}
