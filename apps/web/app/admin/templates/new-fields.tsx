// Proposes fields: texts, images, videos, audio and colours of a version that no field controls, and layers that could be
// hidden.
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import Plus from 'lucide-react/icons/plus'
import { useState } from 'react'
import { i18n } from '../../language/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { AssetThumbnail, type FindFile } from './asset-thumbnail.tsx'
import { addField, type OpenPlace, placeGroups, toPlaceKey } from './field-draft.ts'
import { layerLabel } from './label.ts'
import type { FieldWork } from './use-field-draft.ts'

/** Limits the list, so that the end of the page stays within reach. */
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
          <Trans>Possible fields</Trans>
        </h2>
        <p className="text-caption text-muted">
          <Trans>What else is in this version that customers can’t change yet.</Trans>
        </p>
      </div>
      {placeGroups.map(({ title, kinds }) => (
        <PlaceList
          key={kinds[0]}
          title={i18n._(title)}
          places={places.filter(({ kind }) => kinds.includes(kind))}
          {...rest}
        />
      ))}
    </section>
  )
}

function PlaceList({ title, places, findFile, work }: NewFieldsProps & { title: string }) {
  const [isWhole, setIsWhole] = useState(false)
  if (places.length === 0) return null
  const shown = isWhole ? places : places.slice(0, maxShown)
  const { draft, setDraft, document } = work
  const count = places.length
  return (
    <section aria-label={title} className="flex flex-col gap-3">
      <h3 className="font-medium">{title}</h3>
      <ul className="grid gap-3 md:grid-cols-2">
        {shown.map((place) => (
          <li
            key={toPlaceKey(place)}
            className="flex items-center justify-between gap-4 rounded-card border border-line bg-raised p-3"
          >
            <PlaceText place={place} findFile={findFile} />
            <Button
              size="small"
              variant="secondary"
              aria-label={addText(place)}
              onClick={() => setDraft(addField(draft, place, document))}
            >
              <Plus aria-hidden="true" size={17} />
              <Trans>Add</Trans>
            </Button>
          </li>
        ))}
      </ul>
      {places.length > shown.length && (
        <Button size="small" variant="quiet" className="self-start" onClick={() => setIsWhole(true)}>
          <span>{t`Show all ${count}`}</span>
          <span className="sr-only">{`: ${title}`}</span>
        </Button>
      )}
    </section>
  )
}

function addText(place: OpenPlace): string {
  const name = describePlace(place)
  return place.kind === 'toggle' ? t`Add a switch for ${name}` : t`Add a field for ${name}`
}

function describePlace({ kind, name, shows }: OpenPlace): string {
  if (kind === 'color') return t`colour ${shows}`
  return kind === 'text' ? shows.replaceAll(/\s+/g, ' ').trim() : name
}

function PlaceText({ place, findFile }: { place: OpenPlace; findFile: FindFile }) {
  const { kind, shows } = place
  return (
    <div className={classNames('flex min-w-0 items-center gap-3', kind === 'audio' && 'flex-wrap')}>
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
          {kind === 'text' ? (
            <bdi translate="no">{`“${describePlace(place)}”`}</bdi>
          ) : (
            <bdi translate="no" dir="ltr">
              {kind === 'color' ? shows : place.name}
            </bdi>
          )}
        </p>
        <p className="text-caption break-words text-muted">{describe(place, findFile)}</p>
      </div>
    </div>
  )
}

/** The type of place and its layers. */
function describe({ kind, name, layers, layerType, shows }: OpenPlace, findFile: FindFile): string {
  const count = layers.length
  if (kind === 'color') return count > 1 ? t`In ${count} layers, such as ${name}` : name
  if (kind === 'toggle') return layerLabel(layerType)
  const fileText = findFile(shows)?.kind === 'video' ? t`Video` : t`Image`
  const parts = kind === 'text' ? [t`Text`, name] : [kind === 'audio' ? t`Audio` : fileText]
  return [...parts, ...(count > 1 ? [t`in ${count} places`] : [])].join(' · ')
}
