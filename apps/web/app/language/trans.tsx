// What the macro `<Trans>` becomes: a text with elements inside it.
import type { I18n } from '@lingui/core'
import type { TransProps } from '@lingui/react'
import { TransNoContext } from '@lingui/react/server'
import { i18n } from './i18n.ts'

/** A text of the catalogue, in the language of the page. */
export function Trans(props: TransProps) {
  return <TransNoContext {...props} lingui={{ i18n: i18n as unknown as I18n }} />
}
