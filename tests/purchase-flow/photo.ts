// A photograph as a phone stores it: landscape pixels, an EXIF tag that says "turn me", made by code so that the
// repository carries no picture of anyone.
import sharp from 'sharp'

/** A JPEG whose pixels lie on their side (EXIF orientation 6): upright it is 1200 x 1600 with a sun at the top. */
export async function takePhoto(): Promise<Buffer> {
  const upright = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="1600">
    <defs><linearGradient id="sky" x1="0" y1="0" x2="0" y2="1">
      <stop offset="0" stop-color="#2d4d8b"/><stop offset="0.55" stop-color="#f2b56b"/><stop offset="1" stop-color="#d9603b"/>
    </linearGradient></defs>
    <rect width="1200" height="1600" fill="url(#sky)"/>
    <circle cx="600" cy="360" r="170" fill="#fff3c4"/>
    <path d="M0 1150 L330 820 L620 1120 L900 760 L1200 1090 L1200 1600 L0 1600 Z" fill="#3c2a4d"/>
    <path d="M0 1330 L420 1080 L760 1340 L1200 1180 L1200 1600 L0 1600 Z" fill="#1d1430"/>
  </svg>`)
  const lying = await sharp(upright).rotate(-90).toBuffer()
  return sharp(lying).jpeg({ quality: 90 }).withMetadata({ orientation: 6 }).toBuffer()
}
