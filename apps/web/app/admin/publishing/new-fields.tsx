// Proposes fields: texts, images, videos, audio and colours of a version that no field controls, and layers that could be
// hidden.
import Plus from 'lucide-react/icons/plus'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { AssetThumbnail, type FindFile } from './asset-thumbnail.tsx'
import { addField, keyOf, type OpenPlace, placeGroups } from './field-draft.ts'
import { layerLabels } from './label.ts'
import type { FieldWork } from './use-field-draft.ts'

/** A template of many layers is not all scrolled through to get to the end of the page. */
const maxShown = 6

type NewFieldsProps = {
  places: readonly OpenPlace[]
  findFile: FindFile
  work: FieldWork
}

export function NewFields({ places, ...rest }: NewFieldsProps) {
  return (
    <section aria-labelledby="new-fields" className="flex flex-col gap-6 pt-3">
      <div className="flex flex-col gap-1">
        <h2 id="new-fields" className="font-headline text-title">
          Possible fields
        </h2>
        <p className="text-caption text-muted">What else is in this version that customers can’t change yet.</p>
      </div>
      {placeGroups.map(({ title, kinds }) => (
        <PlaceList key={title} title={title} places={places.filter(({ kind }) => kinds.includes(kind))} {...rest} />
      ))}
    </section>
  )
}

function PlaceList({ title, places, findFile, work }: NewFieldsProps & { title: string }) {
  const [isWhole, setIsWhole] = useState(false)
  if (places.length === 0) return null
  const shown = isWhole ? places : places.slice(0, maxShown)
  const { draft, setDraft, document } = work
  return (
    <section aria-label={title} className="flex flex-col gap-3">
      <h3 className="font-medium">{title}</h3>
      <ul className="grid gap-3 md:grid-cols-2">
        {shown.map((place) => (
          <li
            key={keyOf(place)}
            className="flex items-center justify-between gap-4 rounded-card border border-line bg-raised p-3"
          >
            <PlaceText place={place} findFile={findFile} />
            <Button
              size="small"
              variant="secondary"
              aria-label={`Add a ${fieldNoun(place)} for ${nameOf(place)}`}
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
          <span className="sr-only">: {title}</span>
        </Button>
      )}
    </section>
  )
}

function fieldNoun({ kind }: OpenPlace): string {
  return kind === 'toggle' ? 'switch' : 'field'
}

function nameOf({ kind, name, shows }: OpenPlace): string {
  if (kind === 'color') return `colour ${shows}`
  return kind === 'text' ? shows.replaceAll(/\s+/g, ' ').trim() : name
}

function PlaceText({ place, findFile }: { place: OpenPlace; findFile: FindFile }) {
  const { kind, shows } = place
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-3">
      {(kind === 'media' || kind === 'audio') && <AssetThumbnail file={findFile(shows)} />}
      {kind === 'color' && (
        <span
          aria-hidden="true"
          className="size-11 shrink-0 rounded-control border border-edge"
          style={{ backgroundColor: shows }}
        />
      )}
      <div className="min-w-0">
        <p className="line-clamp-2 font-medium break-words">
          {kind === 'text' ? `“${nameOf(place)}”` : kind === 'color' ? shows : place.name}
        </p>
        <p className="text-caption break-words text-muted">{describe(place, findFile)}</p>
      </div>
    </div>
  )
}

/** The kind of place and its layers. */
function describe({ kind, name, layers, layerType, shows }: OpenPlace, findFile: FindFile): string {
  const more = layers.length > 1 ? ` · in ${layers.length} places` : ''
  if (kind === 'color') return layers.length > 1 ? `In ${layers.length} layers, such as ${name}` : name
  if (kind === 'toggle') return layerLabels[layerType]
  if (kind === 'text') return `Text · ${name}${more}`
  if (kind === 'audio') return `Audio${more}`
  return `${findFile(shows)?.kind === 'video' ? 'Video' : 'Image'}${more}`
}
