// The difference of a project from its template, and its wire form.

import type { ProjectDifference, ProjectTimeline } from '@vitrine/contract/projects'
import type { Timeline } from '@vitrine/document/clip'
import type { TemplateDocument } from '@vitrine/document/document'
import { applyTimeline } from '@vitrine/document/timeline'
import type { Difference } from '@vitrine/project/difference'
import { applyVariant } from '@vitrine/project/variant'

/** Selects the document that a difference applies to, together with the template. */
export interface Shape {
  /** A variant of the document; null for the designed shape. */
  readonly aspect: string | null
  /** The customer's clips and sounds; null for a template without. */
  readonly timeline: ProjectTimeline
}

/** The wire form of a difference. */
export function toWire(difference: Difference): ProjectDifference {
  // The same object: the wire type does not describe the properties of a layer, and is not readonly.
  return difference as unknown as ProjectDifference
}

/** A difference from a client, unchecked until it has been applied once. */
export function fromWire(difference: ProjectDifference): Difference {
  return difference as unknown as Difference
}

/** The template in the shape of a project, before its difference is applied. */
export function applyShape(document: TemplateDocument, { aspect, timeline }: Shape): TemplateDocument {
  return applyTimeline(applyVariant(document, aspect ?? undefined), timeline as Timeline | null)
}
