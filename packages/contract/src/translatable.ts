/** Marks an English text that is translated where it is shown, so that it is in the message catalogue. */
export const msg = <Text extends string>(text: Text): Text => text
