// What sound is while it is worked on: the same in videos made by the server and by browsers.

/** Samples per second and channel of all sound that is mixed. */
export const SAMPLE_RATE = 48_000

/** Stereo sound, one array of samples per channel, both of one length. */
export interface Sound {
  readonly left: Float32Array
  readonly right: Float32Array
}

export const silence = (count: number): Sound => ({ left: new Float32Array(count), right: new Float32Array(count) })
