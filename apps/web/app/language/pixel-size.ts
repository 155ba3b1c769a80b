import { i18n } from './i18n.ts'

/** '1920 × 1080', the width first in every language: right-to-left text would turn it into 1080 × 1920 (UAX #9). */
export function pixelSize(width: number, height: number): string {
  const size = `${width} × ${height}`
  return i18n.direction === 'rtl' ? `\u2066${size}\u2069` : size
}
