// The sound format during processing: the same in videos rendered by the server and by browsers.

/** Samples per second and channel of all mixed sound. */
export const SAMPLE_RATE = 48_000

/** Stereo sound: one array of samples per channel, with equal lengths. */
export interface Sound {
  readonly left: Float32Array
  readonly right: Float32Array
}

export const silence = (count: number): Sound => ({ left: new Float32Array(count), right: new Float32Array(count) })
