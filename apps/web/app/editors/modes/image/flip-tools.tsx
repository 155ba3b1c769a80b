// The two buttons that flip a photo.
import { Trans } from '@lingui/react/macro'
import type { MediaField } from '@vitrine/composition/field'
// Lucide names them by the line that they are flipped over.
import OverHorizontal from 'lucide-react/icons/flip-horizontal-2'
import OverVertical from 'lucide-react/icons/flip-vertical-2'
import { Button } from '../../../ui/button.tsx'
import { flipCrop } from '../../core/cropper/crop.ts'
import { findGrip } from '../../core/fields/photo-grip.ts'
import { useEditor, useFieldValue } from '../../core/model/editor-context.tsx'

export function FlipTools({ field }: { field: MediaField }) {
  const model = useEditor()
  const value = useFieldValue(field)
  if (value === undefined) return null
  const flip = (direction: 'horizontal' | 'vertical') => {
    const grip = findGrip(model, field.id, (point) => point)
    model.store.endGroup()
    if (grip) grip.onCrop(flipCrop(grip.crop, direction))
    model.store.endGroup()
  }
  return (
    <div className="-mt-2 flex flex-wrap gap-2">
      <Button size="small" variant="secondary" onClick={() => flip('horizontal')}>
        <OverVertical aria-hidden="true" size={16} />
        <Trans>Flip horizontal</Trans>
      </Button>
      <Button size="small" variant="secondary" onClick={() => flip('vertical')}>
        <OverHorizontal aria-hidden="true" size={16} />
        <Trans>Flip vertical</Trans>
      </Button>
    </div>
  )
}
