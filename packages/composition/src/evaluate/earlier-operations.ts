// Projects of version 0.2 store the operations that were done to a template, in their order. Everything here goes with the
// release after the one that turns them into differences.
import type { TemplateDocument } from '../document/document.ts'
import { isSame } from '../same.ts'
import { tryDifference } from './apply-difference.ts'
import { type Difference, differenceOf, noteOnScreens } from './difference.ts'
import { applyInSteps, applyOperations, keepApplicable, type Operation, type OperationProblem } from './operation.ts'

/**
 * The difference that operations come to, or the first one that cannot be applied, in steps as `applyInSteps` takes them.
 * @param template in the shape that the customer chose, with their timeline in it
 */
export function* convertInSteps(
  template: TemplateDocument,
  operations: readonly unknown[],
): Generator<number, { difference: Difference } | { problem: OperationProblem }> {
  const result = yield* applyInSteps(template, operations)
  if ('problem' in result) return result
  const difference = differenceWith(template, result.document, operations)
  const again = tryDifference(template, difference)
  if ('document' in again && isSame(again.document, result.document)) return { difference }
  const message = 'These changes can be made only by operations that no editor makes'
  return { problem: { index: operations.length - 1, code: 'malformed', message } }
}

/** The difference of those operations that can be applied. */
export function convertApplicable(template: TemplateDocument, operations: readonly unknown[]): Difference {
  const applicable = keepApplicable(template, operations as readonly Operation[])
  const difference = differenceWith(template, applyOperations(template, applicable), applicable)
  return 'document' in tryDifference(template, difference) ? difference : {}
}

function differenceWith(template: TemplateDocument, document: TemplateDocument, operations: readonly unknown[]) {
  return differenceOf(template, document, noteOnScreens(template, {}, operations as readonly Operation[]))
}
