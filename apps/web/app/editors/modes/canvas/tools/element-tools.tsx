// Shapes and stickers, found by one search.
import { msg, t } from '@lingui/core/macro'
import { lazy, Suspense, useEffect, useState } from 'react'
import { controlClass } from '../../../core/fields/field-frame.tsx'
import { hasWords } from '../stickers/search-words.ts'
import { shapes } from './shape-list.ts'
import { ShapeTools } from './shape-tools.tsx'
import { StickerTools } from './sticker-tools.tsx'
import { ToolScroll } from './tool-scroll.tsx'

/** The encoder of codes is loaded with it. */
const QrTool = lazy(() => import('./qr-tool.tsx').then((module) => ({ default: module.QrTool })))

const loadStickers = () => import('../stickers/sticker-list.ts')
type FindStickers = Awaited<ReturnType<typeof loadStickers>>['findStickers']

export function ElementTools() {
  const [search, setSearch] = useState('')
  const [find, setFind] = useState<{ stickers: FindStickers }>()
  useEffect(() => {
    void loadStickers().then(({ findStickers }) => setFind({ stickers: findStickers }))
  }, [])
  const foundShapes = shapes.filter(({ name }) => hasWords([name, msg`shape`], search))
  const themes = find?.stickers(search)
  const hasCode = hasWords([msg`QR code`, 'qr scan link barcode upi whatsapp map क्यूआर स्कैन लिंक'], search)
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
      {hasCode && (
        <Suspense fallback={null}>
          <QrTool />
        </Suspense>
      )}
      {themes && <StickerTools themes={themes} />}
      <p role="status" className="text-caption text-muted empty:hidden">
        {themes && foundShapes.length + themes.length === 0 && !hasCode
          ? t`No elements found. Try another word, such as “flower”.`
          : ''}
      </p>
    </ToolScroll>
  )
}
