// Checks the numbers of a slider or position before they are saved.
import { t } from '@lingui/core/macro'
import type { PointField, SliderField } from '@vitrine/composition/field'

/** What is wrong with the numbers of a field; undefined when nothing is. */
export function findNumberProblem(field: SliderField | PointField): string | undefined {
  if (field.type === 'point')
    return field.default.every(Number.isFinite) ? undefined : t`Please fill in both numbers of the position`
  const { min, max, step = 1 } = field.rules
  if (![min, max, step, field.default].every(Number.isFinite)) return t`Please fill in every number of the slider`
  if (min >= max || step <= 0) return t`The slider must end above where it begins`
  return field.default >= min && field.default <= max ? undefined : t`The default must lie between the ends`
}
