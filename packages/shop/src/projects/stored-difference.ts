// How the difference of a project is stored: as it is, and what has none as an empty list. A list that is not empty holds the
// operations of version 0.2, which every reader converts and `convert-operations.ts` replaces.
import { setImmediate } from 'node:timers/promises'
import type { Timeline } from '@vitrine/composition/clip'
import { type Difference, isEmptyDifference, NO_DIFFERENCE } from '@vitrine/composition/difference'
import type { TemplateDocument } from '@vitrine/composition/document'
import { convertApplicable, convertInSteps } from '@vitrine/composition/earlier-operations'
import type { OperationProblem } from '@vitrine/composition/operation'
import { applyTimeline } from '@vitrine/composition/timeline'
import { applyVariant } from '@vitrine/composition/variant'
import type { ProjectDifference, ProjectTimeline } from '@vitrine/contract/projects'

/** The column `ops`, which keeps its name for the programs of version 0.2. */
export type StoredDifference = Difference | readonly unknown[]

/** What decides the document that a difference is from, besides the template. */
export interface Shape {
  /** A variant of the document; null is as it was designed. */
  readonly aspect: string | null
  /** The customer's own clips and sounds; null is a template without. */
  readonly timeline: ProjectTimeline
}

/** An empty difference has the form that it had as a list, so that content of earlier releases keeps its hash. */
export function toStored(difference: Difference): StoredDifference {
  return isEmptyDifference(difference) ? [] : difference
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

/** The operations of version 0.2 that a row still has; undefined for a difference. */
export function findOperations(stored: StoredDifference): readonly unknown[] | undefined {
  return isList(stored) && stored.length > 0 ? stored : undefined
}

function isList(stored: StoredDifference): stored is readonly unknown[] {
  return Array.isArray(stored)
}

/** The template in the shape of a project, before its difference. */
export function shapedOf(document: TemplateDocument, { aspect, timeline }: Shape): TemplateDocument {
  return applyTimeline(applyVariant(document, aspect ?? undefined), timeline as Timeline | null)
}

/**
 * The difference of a row. Of operations that do not all apply, those that do; the row keeps them all.
 * @param getDocument the template's document, asked for operations alone
 */
export async function readDifference(
  stored: StoredDifference,
  shape: Shape,
  getDocument: () => TemplateDocument | Promise<TemplateDocument>,
): Promise<Difference> {
  if (!isList(stored)) return stored
  if (stored.length === 0) return NO_DIFFERENCE
  const template = shapedOf(await getDocument(), shape)
  const converted = await convertOperations(template, stored)
  return 'difference' in converted ? converted.difference : convertApplicable(template, stored)
}

/** The difference that operations come to. Other requests are answered in between: it can be a second's work. */
export async function convertOperations(
  template: TemplateDocument,
  operations: readonly unknown[],
): Promise<{ difference: Difference } | { problem: OperationProblem }> {
  const steps = convertInSteps(template, operations)
  let step = steps.next()
  for (; !step.done; step = steps.next()) await setImmediate()
  return step.value
}
