// What may go wrong with an expression. Nothing else is ever thrown by parsing or running one.

/**
 * - `syntax`: not the part of the language that is read
 * - `unsupported`: a function, property or object that is not known here
 * - `missing`: a layer, effect or property that is not there; the one kind that `try … catch` catches
 * - `value`: an operation on values that it is not for
 * - `limit`: too many steps, too deep, too large
 */
export type ExpressionFault = 'syntax' | 'unsupported' | 'missing' | 'value' | 'limit'

/** Says in one sentence what is wrong. */
export class ExpressionError extends Error {
  override readonly name = 'ExpressionError'
  readonly fault: ExpressionFault
  /** The layer that is not there, with those that are. */
  readonly missingLayer: { readonly name: string; readonly others: readonly { readonly name: string }[] } | undefined

  constructor(fault: ExpressionFault, message: string, missingLayer?: ExpressionError['missingLayer']) {
    super(message)
    this.fault = fault
    this.missingLayer = missingLayer
  }
}
