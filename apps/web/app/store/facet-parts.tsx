// The filters of a list: the chosen ones or, where it can be opened, the sheet with all of them.
import type { TemplateKind } from '@vitrine/contract/catalogue'
import type { ListRequest } from './catalogue-request.ts'
import { FacetChips } from './facet-chips.tsx'
import { FacetSheet } from './facet-sheet.tsx'

type Props = { kind: TemplateKind; request: ListRequest } & (
  | { latest: () => ListRequest; isOpen: boolean; onClose: () => void }
  | { isOpen?: never }
)

export default function FacetParts(props: Props) {
  return props.isOpen === undefined ? <FacetChips {...props} /> : <FacetSheet {...props} />
}
