// The picker of a template's aspect ratios.
import { Trans } from '@lingui/react/macro'
import { listAspects } from '@vitrine/project/variant'
import { useId, useSyncExternalStore } from 'react'
import { Chip } from '../../ui/chip.tsx'
import { ratioText, ShapeOutline } from '../../ui/shape-outline.tsx'
import { useEditor } from '../model/editor-context.tsx'

/**
 * Renders nothing for a template with one aspect ratio. A ratio that the owner has disabled is shown only while the
 * project uses it.
 */
export function ShapePicker() {
  const { document, template, store, setAspect } = useEditor()
  const present = useSyncExternalStore(store.subscribe, () => store.getContent().aspect)
  const name = useId()
  // Responses cached before aspect ratios could be disabled lack this list.
  const aspects = listAspects(
    document,
    template.disabledShapes?.filter((aspect) => aspect !== present),
  )
  if (aspects.length < 2) return null
  return (
    <fieldset className="mb-8 min-w-0">
      <legend className="mb-3 font-headline text-lead">
        <Trans>Shape</Trans>
      </legend>
      <div className="flex flex-wrap gap-2">
        {aspects.map((aspect) => (
          <Chip
            key={aspect.aspect ?? ''}
            name={name}
            checked={present === (aspect.aspect ?? null)}
            onChange={() => setAspect(aspect.aspect ?? null)}
            className="h-16 min-w-14 flex-col gap-1.5 px-2 text-caption"
          >
            <ShapeOutline width={aspect.width} height={aspect.height} />
            <span>{ratioText(aspect)}</span>
          </Chip>
        ))}
      </div>
    </fieldset>
  )
}
