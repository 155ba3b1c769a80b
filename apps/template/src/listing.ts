// The listing of an import package.

import { type Listing, newListing } from '@vitrine/contract/listing'
import type { TemplateDocument } from '@vitrine/document/document'
import { detectTemplateKind } from '@vitrine/store/catalogue/draft'
import type { Settings } from '@vitrine/worker/settings'

/** Combines the settings of a package with what follows from its document. */
export function createListing(document: TemplateDocument, settings: Settings): Listing {
  return newListing({ ...settings, kind: settings.kind ?? detectTemplateKind(document), name: document.name })
}
