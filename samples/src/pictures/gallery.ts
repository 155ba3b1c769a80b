// Every default picture of the catalogue, and the script that paints them into samples/media/pictures (`npm run pictures`);
// `npm run pictures -- <name…>` paints only those.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { amberBottle } from './bottle.ts'
import { type Picture, paintPicture } from './brush.ts'
import { copperCurry } from './dish.ts'
import { livingRoom, villaDusk } from './house.ts'
import { auroraWatch, ironGym, leatherBag } from './object.ts'
import { birthdayGirl, sleepingBaby, twoProfiles } from './person.ts'
import { lakePalaceCouple, mountainDawn } from './place.ts'
import { backwaterBoat } from './water.ts'

export const pictures: readonly Picture[] = [
  lakePalaceCouple,
  twoProfiles,
  birthdayGirl,
  sleepingBaby,
  mountainDawn,
  villaDusk,
  livingRoom,
  copperCurry,
  auroraWatch,
  ironGym,
  leatherBag,
  amberBottle,
  backwaterBoat,
]

/** The folder of the painted pictures; each is `<name>.jpg`. */
const pictureFolder = fileURLToPath(new URL('../../media/pictures/', import.meta.url))

const maxBytes = 150_000

/** Paints one picture as a JPEG of at most 150 kB, lowering the quality until it fits. */
export async function encodePicture(picture: Picture): Promise<Buffer> {
  const canvas = paintPicture(picture, 20261120)
  const pixels = canvas.getContext('2d').getImageData(0, 0, picture.width, picture.height).data
  const raw = sharp(pixels, { raw: { width: picture.width, height: picture.height, channels: 4 } }).removeAlpha()
  for (let quality = 86; quality >= 50; quality -= 4) {
    const jpeg = await raw.clone().jpeg({ quality, mozjpeg: true, chromaSubsampling: '4:2:0' }).toBuffer()
    if (jpeg.length <= maxBytes) return jpeg
  }
  throw new Error(`${picture.name} does not fit into ${maxBytes} bytes`)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  mkdirSync(pictureFolder, { recursive: true })
  const wanted = process.argv.slice(2)
  for (const picture of pictures.filter(({ name }) => wanted.length === 0 || wanted.includes(name))) {
    const jpeg = await encodePicture(picture)
    writeFileSync(join(pictureFolder, `${picture.name}.jpg`), jpeg)
    process.stdout.write(`${picture.name} ${Math.round(jpeg.length / 1000)} kB\n`)
  }
}
