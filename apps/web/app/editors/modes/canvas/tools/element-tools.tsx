// Shapes and stickers, found by one search.
import { msg, t } from '@lingui/core/macro'
import { useState } from 'react'
import { controlClass } from '../../../core/fields/field-frame.tsx'
import { hasWords } from '../stickers/search-words.ts'
import { findStickers } from '../stickers/sticker-list.ts'
import { shapes } from './shape-list.ts'
import { ShapeTools } from './shape-tools.tsx'
import { StickerTools } from './sticker-tools.tsx'
import { ToolScroll } from './tool-scroll.tsx'

export function ElementTools() {
  const [search, setSearch] = useState('')
  const foundShapes = shapes.filter(({ name }) => hasWords([name, msg`shape`], search))
  const themes = findStickers(search)
  return (
    <ToolScroll>
      <input
        type="search"
        aria-label={t`Search elements`}
        placeholder={t`Search elements`}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
        className={`${controlClass} shrink-0`}
      />
      <ShapeTools shapes={foundShapes} />
      <StickerTools themes={themes} />
      <p role="status" className="text-caption text-muted empty:hidden">
        {foundShapes.length + themes.length === 0 ? t`No elements found. Try another word, such as “flower”.` : ''}
      </p>
    </ToolScroll>
  )
}
