// The errors of expressions. Parsing or running one throws nothing else.

/**
 * - `syntax`: outside the supported part of the language
 * - `unsupported`: an unknown function, property or object
 * - `missing`: a layer, effect or property that does not exist; the only kind that `try … catch` catches
 * - `value`: an operation on unsuitable values
 * - `limit`: too many steps, too deep, too large
 */
type ExpressionFault = 'syntax' | 'unsupported' | 'missing' | 'value' | 'limit'

/** The message explains the fault in one sentence. */
export class ExpressionError extends Error {
  override readonly name = 'ExpressionError'
  readonly fault: ExpressionFault
  /** The layer that does not exist, with the existing ones. */
  readonly missingLayer: { readonly name: string; readonly others: readonly { readonly name: string }[] } | undefined

  constructor(fault: ExpressionFault, message: string, missingLayer?: ExpressionError['missingLayer']) {
    super(message)
    this.fault = fault
    this.missingLayer = missingLayer
  }
}
