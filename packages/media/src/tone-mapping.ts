// Maps pictures with high dynamic range to the range of ordinary screens, with the same result for recordings and photos.
import { AVCOL_TRC_SMPTE2084, type AVColorTransferCharacteristic } from 'node-av'

/**
 * Nits that become the white of ordinary pictures: BT.2408's level of white paper. Brighter values are compressed below full
 * white instead of being clipped.
 */
const REFERENCE_WHITE_NITS = 203
/** This brightness becomes full white: the maximum that phones record, and reference screens show. */
const BRIGHTEST_NITS = 1000
/** Values up to this share of white are unchanged: paper and faces keep their contrast, only highlights are compressed. */
const UNBENT_SHARE = 0.8

/** How a picture is coded, with the names of the filter zscale. */
interface BrightPicture {
  /** PQ or HLG. */
  readonly transfer: AVColorTransferCharacteristic
  readonly matrix: string
  readonly primaries: string
  readonly range: 'full' | 'limited'
}

/**
 * The libav filters that end in linear BT.709 light, in which 1 is full white. The caller converts it to the output format.
 * Tone mapping uses linear light, because anywhere else it would shift hues.
 */
export function describeToneMapping({ transfer, matrix, primaries, range }: BrightPicture): string[] {
  const name = transfer === AVCOL_TRC_SMPTE2084 ? 'smpte2084' : 'arib-std-b67'
  return [
    `zscale=tin=${name}:min=${matrix}:pin=${primaries}:rin=${range}:t=linear:npl=${REFERENCE_WHITE_NITS}`,
    'format=gbrpf32le',
    'zscale=p=bt709',
    `tonemap=tonemap=mobius:param=${UNBENT_SHARE}:peak=${BRIGHTEST_NITS / REFERENCE_WHITE_NITS}:desat=0`,
  ]
}
