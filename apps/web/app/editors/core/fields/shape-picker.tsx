// The picker of a template's aspect ratios.
import { Trans } from '@lingui/react/macro'
import { listAspects } from '@vitrine/composition/variant'
import { useId, useSyncExternalStore } from 'react'
import { ratioText, ShapeOutline } from '../../../ui/shape-outline.tsx'
import { useEditor } from '../model/editor-context.tsx'

/** Nothing for a template in one shape. A shape that the owner has disabled is shown only while the project is in it. */
export function ShapePicker() {
  const { document, template, store, setAspect } = useEditor()
  const present = useSyncExternalStore(store.subscribe, () => store.getContent().aspect)
  const name = useId()
  // Answers that the device kept from before shapes could be disabled do not say so.
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
          <label
            key={aspect.aspect ?? ''}
            className="inline-flex h-16 min-w-14 cursor-pointer flex-col items-center justify-center gap-1.5 rounded-control border border-edge px-2 text-caption transition-colors hover:border-ink has-checked:border-marigold has-checked:bg-marigold has-checked:text-on-marigold has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-plum"
          >
            <input
              type="radio"
              name={name}
              checked={present === (aspect.aspect ?? null)}
              onChange={() => setAspect(aspect.aspect ?? null)}
              className="sr-only"
            />
            <ShapeOutline width={aspect.width} height={aspect.height} />
            {ratioText(aspect)}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
