// The runtime of the macro `<Trans>`: a text with elements inside it.
import type { I18n } from '@lingui/core'
import type { TransProps } from '@lingui/react'
import { TransNoContext } from '@lingui/react/server'
import { Children, cloneElement, isValidElement, type ReactNode } from 'react'
import { i18n } from './i18n.ts'

/**
 * A text of the catalogue, in the language of the page. Each piece is wrapped in an element, because a browser's
 * translator replaces text nodes, which React could then no longer update.
 */
export function Trans(props: TransProps) {
  return <TransNoContext {...props} lingui={{ i18n: i18n as unknown as I18n, defaultComponent: Pieces }} />
}

const Pieces = ({ translation }: { translation: ReactNode }) => wrapTexts(translation)

function wrapTexts(node: ReactNode): ReactNode {
  if (typeof node === 'string') return node.trim() === '' ? node : <span>{node}</span>
  if (!Array.isArray(node)) return node
  return Children.map(node, (piece: ReactNode) => {
    if (!isValidElement<{ children?: ReactNode }>(piece)) return wrapTexts(piece)
    const inner = piece.props.children
    return Array.isArray(inner) ? cloneElement(piece, undefined, wrapTexts(inner)) : piece
  })
}
