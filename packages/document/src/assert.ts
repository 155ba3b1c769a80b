// The package's own assertion: it runs in browsers, where node:assert does not exist.

/** Thrown when the engine itself, or the code that calls it, breaks a promise. Never caught: it is a bug. */
export class AssertionFailure extends Error {
  override readonly name = 'AssertionFailure'
}

/** Throws with the sentence when the condition does not hold. */
export function assert(condition: unknown, sentence: string): asserts condition {
  if (!condition) throw new AssertionFailure(sentence)
}
