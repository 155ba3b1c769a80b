// The package's own assertion, because node:assert does not exist in browsers.

/** Thrown when the engine or its caller violates a contract. Never caught: it is a bug. */
class AssertionFailure extends Error {
  override readonly name = 'AssertionFailure'
}

/** Throws with the sentence when the condition does not hold. */
export function assert(condition: unknown, sentence: string): asserts condition {
  if (!condition) throw new AssertionFailure(sentence)
}
