// Brings the light of pictures with high dynamic range into what ordinary screens show, alike for recordings and photos.
import { AVCOL_TRC_SMPTE2084, type AVColorTransferCharacteristic } from 'node-av'

/**
 * Nits that become the white of ordinary pictures, as BT.2408 places white paper. Brighter values are compressed below full white
 * instead of being cut off.
 */
const REFERENCE_WHITE_NITS = 203
/** What is so bright becomes full white: the brightest that phones record, and screens of reference show. */
const BRIGHTEST_NITS = 1000
/** Values up to this share of white are unchanged: paper and faces keep their contrast, only highlights are compressed. */
const UNBENT_SHARE = 0.8

/** How a picture is coded, in the names that the filter zscale has for it. */
export interface BrightPicture {
  /** That of PQ or of HLG. */
  readonly transfer: AVColorTransferCharacteristic
  readonly matrix: string
  readonly primaries: string
  readonly range: 'full' | 'limited'
}

/**
 * The libav filters that end in linear light of BT.709, in which 1 is full white. The caller writes it in the form it needs.
 * Light can be added up: tone mapping anywhere else shifts hues.
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
