// The difference of a project: what it is from, and how the wire has it.

import type { ProjectDifference, ProjectTimeline } from '@vitrine/contract/projects'
import type { Timeline } from '@vitrine/document/clip'
import type { TemplateDocument } from '@vitrine/document/document'
import { applyTimeline } from '@vitrine/document/timeline'
import type { Difference } from '@vitrine/project/difference'
import { applyVariant } from '@vitrine/project/variant'

/** What decides the document that a difference is from, besides the template. */
export interface Shape {
  /** A variant of the document; null is as it was designed. */
  readonly aspect: string | null
  /** The customer's own clips and sounds; null is a template without. */
  readonly timeline: ProjectTimeline
}

/** A difference as the wire has it. */
export function toWire(difference: Difference): ProjectDifference {
  // The same object: the wire does not say what a layer holds, and does not promise to leave it as it is.
  return difference as unknown as ProjectDifference
}

/** A difference that a client has sent: anything may stand in it until it was applied once. */
export function fromWire(difference: ProjectDifference): Difference {
  return difference as unknown as Difference
}

/** The template in the shape of a project, before its difference. */
export function applyShape(document: TemplateDocument, { aspect, timeline }: Shape): TemplateDocument {
  return applyTimeline(applyVariant(document, aspect ?? undefined), timeline as Timeline | null)
}
