// Embeds an ICC profile in a PNG (chunk iCCP), so that readers know the colour space.
import { crc32, deflateSync } from 'node:zlib'

/** Signature, then the chunk IHDR, which must come first. */
const HEADER_BYTES = 8 + 25

/** The same PNG with the profile in it. */
export function addProfile(png: Buffer, icc: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from('iCCPprofile\0\0', 'latin1'), deflateSync(icc)])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(body.length - 4)
  const checksum = Buffer.alloc(4)
  checksum.writeUInt32BE(crc32(body))
  return Buffer.concat([png.subarray(0, HEADER_BYTES), length, body, checksum, png.subarray(HEADER_BYTES)])
}
