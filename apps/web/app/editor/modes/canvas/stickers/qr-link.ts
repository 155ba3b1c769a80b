// The links of QR codes, without the encoder.
import type { Layer } from '@vitrine/document/layer'

/** The name prefix that marks a group of shapes as a code, followed by its link. */
export const CODE_MARK = 'qr:'
/** A shape's name has at most 200 characters; longer links also make codes that phones read badly. */
export const MAX_LINK_LENGTH = 180
/** The link of a layer's code; undefined for other layers. */
export function readLink(layer: Layer): string | undefined {
  const [code] = layer.type === 'shape' ? layer.shapes : []
  return code && 'nm' in code && code.nm?.startsWith(CODE_MARK) ? code.nm.slice(CODE_MARK.length) : undefined
}

/** A link that phones can open: an address without a scheme gets one. */
export function completeLink(typed: string): string {
  const link = typed.trim()
  return /^[a-z][a-z0-9+.-]*:/i.test(link) || /\s/.test(link) || !link.includes('.') ? link : `https://${link}`
}
