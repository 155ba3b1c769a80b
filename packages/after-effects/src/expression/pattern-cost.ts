// Estimates how long a pattern may search. JavaScript engines backtrack: a repetition whose content can match in several ways,
// at any depth, takes time that doubles with each character (`^((a+))+$`), and so do consecutive choices (`a?a?a?…aaa`).

interface Cost {
  /** Number of ways to match at one position of a text of the given length. */
  readonly ways: number
}

/** Counts are capped at this value. */
const MOST = 1e12
const ONE: Cost = { ways: 1 }

/** Returns undefined for a pattern that is invalid, unsupported, or possibly slow for texts of any length. */
export function findPatternCost(source: string, flags: string, textLength: number): number | undefined {
  const reader = new Reader(source, flags.includes('u'), textLength)
  const cost = reader.alternatives()
  return cost && reader.isAtEnd ? Math.min(MOST, cost.ways * (textLength + 1)) : undefined
}

/** Reads a pattern once from left to right; every method returns undefined for what is refused. */
class Reader {
  readonly #source: string
  readonly #isUnicode: boolean
  readonly #textLength: number
  #at = 0
  #depth = 0

  constructor(source: string, isUnicode: boolean, textLength: number) {
    this.#source = source
    this.#isUnicode = isUnicode
    this.#textLength = textLength
  }

  get isAtEnd(): boolean {
    return this.#at === this.#source.length
  }

  alternatives(): Cost | undefined {
    if (++this.#depth > 50) return undefined
    let ways = 0
    do {
      const one = this.#sequence()
      if (!one) return undefined
      ways += one.ways
    } while (this.#take('|'))
    this.#depth--
    return { ways: Math.min(MOST, ways) }
  }

  #sequence(): Cost | undefined {
    let ways = 1
    while (!this.isAtEnd && !'|)'.includes(this.#source[this.#at] ?? '')) {
      const atom = this.#atom()
      const repeated = atom && this.#repeated(atom)
      if (!repeated) return undefined
      ways = Math.min(MOST, ways * repeated.ways)
    }
    return { ways }
  }

  #atom(): Cost | undefined {
    if (this.#match(/\((?:\?(?:[:=!]|<[=!]|<[\w$]+>))?/y)) {
      const inside = this.alternatives()
      return this.#take(')') ? inside : undefined
    }
    // Back-references make the pattern depend on the matched text.
    if (this.#match(/\\[1-9k]/y)) return undefined
    // Without the flag, \p{2,} means a repeated p.
    if (this.#isUnicode && this.#match(/\\[pPu]\{[^{}]*\}/y)) return ONE
    const isOne = this.#match(/\[(?:\\[\s\S]|[^\]\\])*\]|\\[\s\S]|[^()[\]\\|*+?{}]/y)
    return isOne ? ONE : undefined
  }

  /** Reads the quantifier after an atom. */
  #repeated(atom: Cost): Cost | undefined {
    const found = this.#match(/[*+?]|\{(\d{1,9})(,(\d{0,9}))?\}/y)
    if (!found) return atom
    this.#take('?')
    const [sign, least = '0', range, most] = found
    if (sign === '?') return { ways: Math.min(MOST, atom.ways + 1) }
    if (sign.startsWith('{') && range === undefined) return { ways: Math.min(MOST, atom.ways ** Number(least)) }
    // One way for each repetition count, provided that each repetition matches in one way only.
    if (atom.ways > 1) return undefined
    const times = sign.startsWith('{') && most ? Number(most) - Number(least) + 1 : this.#textLength + 1
    return { ways: Math.max(1, Math.min(times, this.#textLength + 1)) }
  }

  #take(sign: string): boolean {
    if (this.#source[this.#at] !== sign) return false
    this.#at++
    return true
  }

  #match(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.#at
    const found = pattern.exec(this.#source)
    if (!found) return undefined
    this.#at = pattern.lastIndex
    return found
  }
}
