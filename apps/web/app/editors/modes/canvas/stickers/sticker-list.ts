// All stickers by theme, and their search. Loaded when their panel is opened: drawings are large.
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { i18n } from '../../../../language/i18n.ts'
import { birthday } from './birthday.ts'
import { blessing } from './blessing.ts'
import { business } from './business.ts'
import { ceremony } from './ceremony.ts'
import { festival } from './festival.ts'
import { frame } from './frame.ts'
import { label } from './label.ts'
import { love } from './love.ts'
import { nature } from './nature.ts'
import { hasWords } from './search-words.ts'
import type { StickerEntry, StickerTheme } from './sticker.ts'
import { wedding } from './wedding.ts'

const themes: readonly { title: MessageDescriptor; stickers: readonly StickerEntry[] }[] = [
  { title: msg`Wedding`, stickers: wedding },
  { title: msg`Blessings`, stickers: blessing },
  { title: msg`Ceremonies`, stickers: ceremony },
  { title: msg`Birthday`, stickers: birthday },
  { title: msg`Festivals`, stickers: festival },
  { title: msg`Love`, stickers: love },
  { title: msg`Frames`, stickers: frame },
  { title: msg`Contact and shop`, stickers: business },
  { title: msg`Arrows and labels`, stickers: label },
  { title: msg`Nature`, stickers: nature },
]

/** Themes with the stickers whose name, words or theme have every word that was typed; themes without one are left out. */
export function findStickers(search: string): readonly StickerTheme[] {
  return themes
    .map(({ title, stickers }) => ({
      title: i18n._(title),
      stickers: stickers
        .filter(({ name, keywords }) => hasWords([name, keywords, title], search))
        .map(({ id, name, parts }) => ({ id, name: i18n._(name), parts })),
    }))
    .filter(({ stickers }) => stickers.length > 0)
}
