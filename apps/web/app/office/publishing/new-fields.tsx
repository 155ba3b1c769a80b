// Owns what more customers could fill in: the words, pictures, films and sounds of a version that no field fills yet.
import Plus from 'lucide-react/icons/plus'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { AssetThumbnail, type FindFile } from './asset-thumbnail.tsx'
import { addField, type OpenPlace } from './field-draft.ts'
import type { FieldWork } from './use-field-draft.ts'

/** A template of many layers is not all scrolled through to get to the end of the page. */
const shownMost = 12

type NewFieldsProps = {
  places: readonly OpenPlace[]
  findFile: FindFile
  work: FieldWork
}

export function NewFields({ places, findFile, work }: NewFieldsProps) {
  const [isWhole, setIsWhole] = useState(false)
  const shown = isWhole ? places : places.slice(0, shownMost)
  const { draft, setDraft, document } = work
  return (
    <section aria-labelledby="new-fields" className="flex flex-col gap-3 pt-3">
      <h2 id="new-fields" className="font-headline text-title">
        Could be a field
      </h2>
      <p className="text-caption text-muted">What else stands in this version and nobody but you can change yet.</p>
      <ul className="grid gap-3 md:grid-cols-2">
        {shown.map((place) => (
          <li
            key={`${place.kind} ${place.shows}`}
            className="flex items-center justify-between gap-4 rounded-card border border-line bg-raised p-3"
          >
            <PlaceText place={place} findFile={findFile} />
            <Button
              size="small"
              variant="secondary"
              aria-label={`Add a field for ${nameOf(place)}`}
              onClick={() => setDraft(addField(draft, place, document))}
            >
              <Plus aria-hidden="true" size={17} />
              Add
            </Button>
          </li>
        ))}
      </ul>
      {places.length > shown.length && (
        <Button size="small" variant="quiet" className="self-start" onClick={() => setIsWhole(true)}>
          Show all {places.length}
        </Button>
      )}
    </section>
  )
}

function nameOf({ kind, name, shows }: OpenPlace): string {
  return kind === 'text' ? shows.replaceAll(/\s+/g, ' ').trim() : name
}

function PlaceText({ place, findFile }: { place: OpenPlace; findFile: FindFile }) {
  const { kind, name, layers, shows } = place
  const more = layers.length > 1 ? ` · in ${layers.length} places` : ''
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-3">
      {kind !== 'text' && <AssetThumbnail file={findFile(shows)} />}
      <div className="min-w-0">
        <p className="line-clamp-2 font-medium break-words">{kind === 'text' ? `“${nameOf(place)}”` : name}</p>
        <p className="text-caption break-words text-muted">
          {kind === 'text'
            ? `Text · ${name}`
            : kind === 'audio'
              ? 'Sound'
              : findFile(shows)?.kind === 'video'
                ? 'Film'
                : 'Picture'}
          {more}
        </p>
      </div>
    </div>
  )
}
