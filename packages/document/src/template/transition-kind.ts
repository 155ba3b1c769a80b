// The transitions between two clips.

/** How a clip replaces the previous one. */
export type TransitionKind = (typeof TRANSITION_KINDS)[number]

export const TRANSITION_KINDS = [
  'fade',
  'dip-black',
  'dip-white',
  'slide-left',
  'slide-right',
  'slide-up',
  'slide-down',
  'wipe-left',
  'wipe-right',
  'zoom',
  'blur',
] as const
