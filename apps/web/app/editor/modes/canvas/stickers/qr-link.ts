// The links of QR codes, without the encoder.
import type { Layer } from '@vitrine/document/layer'

/** How a group of shapes says that it is a code, and of what. */
export const CODE_MARK = 'qr:'
/** The longest name of a shape is 200 characters; longer links make codes that phones read badly. */
export const MAX_LINK_LENGTH = 180
/** The link that a layer is a code of; undefined for other layers. */
export function readLink(layer: Layer): string | undefined {
  const [code] = layer.type === 'shape' ? layer.shapes : []
  return code && 'nm' in code && code.nm?.startsWith(CODE_MARK) ? code.nm.slice(CODE_MARK.length) : undefined
}

/** A link as phones open it: what has no scheme but looks like an address gets one. */
export function completeLink(typed: string): string {
  const link = typed.trim()
  return /^[a-z][a-z0-9+.-]*:/i.test(link) || /\s/.test(link) || !link.includes('.') ? link : `https://${link}`
}
