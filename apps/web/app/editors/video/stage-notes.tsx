// Owns what is said on the stage of the video editor when clips would not be seen: templates without a place for a film.
import { findMainPlaces } from '@vitrine/composition/timeline'
import X from 'lucide-react/icons/x'
import { useState } from 'react'
import { Link } from 'react-router'
import { IconButton } from '../../ui/button.tsx'
import { useEditor } from '../editor-context.tsx'

/** Clips lie at the bottom of such a template: only what is transparent above them lets them through. */
export function PlacelessNote() {
  const { document, projectId, template } = useEditor()
  const [isClosed, setIsClosed] = useState(false)
  if (isClosed || findMainPlaces(document).length > 0) return null
  return (
    <div
      role="note"
      className="absolute inset-x-2 top-2 z-10 mx-auto flex max-w-xl items-start gap-2 rounded-card border border-line bg-raised py-2 pr-1 pl-3 text-caption shadow-float [grid-area:stage]"
    >
      <p className="flex-1 py-1.5">
        This template has no place for a film. Your clips lie behind its pictures and are seen only where these are
        transparent.{' '}
        <Link
          to={`/template/${template.templateId}/server-render?project=${projectId}`}
          className="text-plum underline underline-offset-4"
        >
          Fill in its words instead
        </Link>
      </p>
      <IconButton label="Close note" onClick={() => setIsClosed(true)} className="shrink-0">
        <X aria-hidden="true" size={16} />
      </IconButton>
    </div>
  )
}
