// The picker of a template's aspect ratios.
import { Trans } from '@lingui/react/macro'
import { type Aspect, listAspects } from '@vitrine/composition/variant'
import { useId, useSyncExternalStore } from 'react'
import { useEditor } from '../model/editor-context.tsx'

/** Nothing for a template in one shape. */
export function ShapePicker() {
  const { document: template, store, setAspect } = useEditor()
  const present = useSyncExternalStore(store.subscribe, () => store.getContent().aspect)
  const name = useId()
  const aspects = listAspects(template)
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
            className="inline-flex h-16 min-w-16 cursor-pointer flex-col items-center justify-center gap-1.5 rounded-control border border-edge px-3 text-caption transition-colors hover:border-ink has-checked:border-marigold has-checked:bg-marigold has-checked:text-on-marigold has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-plum"
          >
            <input
              type="radio"
              name={name}
              checked={present === (aspect.aspect ?? null)}
              onChange={() => setAspect(aspect.aspect ?? null)}
              className="sr-only"
            />
            <span aria-hidden="true" className="flex size-5.5 items-center justify-center">
              <span className="border-2 border-current" style={outline(aspect)} />
            </span>
            {ratioText(aspect)}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

/** A rectangle of the shape in a square of 22 px. */
function outline({ width, height }: Aspect) {
  const scale = 22 / Math.max(width, height)
  return { width: `${width * scale}px`, height: `${height * scale}px` }
}

/** '16:9' of 1920 × 1080; what does not come out in small numbers is said in pixels. */
export function ratioText({ width, height }: Pick<Aspect, 'width' | 'height'>): string {
  const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b))
  const common = divisor(width, height)
  const [across, down] = [width / common, height / common]
  return across <= 21 && down <= 21 ? `${across}:${down}` : `${width} × ${height}`
}
