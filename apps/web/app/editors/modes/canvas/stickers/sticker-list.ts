// All stickers by theme, and their search.
import { birthday } from './birthday.ts'
import { festival } from './festival.ts'
import { label } from './label.ts'
import { love } from './love.ts'
import { nature } from './nature.ts'
import type { StickerTheme } from './sticker.ts'
import { wedding } from './wedding.ts'

export const stickerThemes: readonly StickerTheme[] = [
  { title: 'Wedding', stickers: wedding },
  { title: 'Birthday', stickers: birthday },
  { title: 'Festivals', stickers: festival },
  { title: 'Love', stickers: love },
  { title: 'Arrows and labels', stickers: label },
  { title: 'Nature', stickers: nature },
]

/** Themes with the stickers whose name, words or theme have every word that was typed; themes without one are left out. */
export function findStickers(search: string): readonly StickerTheme[] {
  const wanted = search.toLowerCase().split(/\s+/).filter(Boolean)
  if (wanted.length === 0) return stickerThemes
  return stickerThemes
    .map(({ title, stickers }) => ({
      title,
      stickers: stickers.filter(({ name, keywords }) => {
        const all = `${name} ${keywords} ${title}`.toLowerCase()
        return wanted.every((word) => all.includes(word))
      }),
    }))
    .filter(({ stickers }) => stickers.length > 0)
}
