declare module 'linebreak' {
  export interface Break {
    /** Index in UTF-16 units after which the line may end. */
    position: number
    /** The line must end here. */
    required: boolean
  }
  /** The Unicode line breaking algorithm (UAX 14). */
  export default class LineBreaker {
    constructor(text: string)
    nextBreak(): Break | null
  }
}
