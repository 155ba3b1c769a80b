// The classes that inputs and selects share.

/** 44 px high, a border with enough contrast to be found, red when invalid. */
export const controlClass =
  'h-11 w-full rounded-control border border-edge bg-raised px-3 text-ink transition-colors placeholder:text-muted hover:border-ink aria-invalid:border-bad disabled:bg-well disabled:text-muted'
