// Creates files for tests that try to make libav read another file: manifests disguised as recordings, and recordings that
// refer to external data.

/** A DASH manifest after the brand of an MP4: file-type detects a video, and libav by itself a manifest. */
export function manifestInDisguise(target: string): string {
  return (
    '<!--ftypjp2  --><MPD profiles="urn:mpeg:dash:profile:isoff-on-demand:2011" type="static" mediaPresentationDuration="PT5S">' +
    '<Period><AdaptationSet mimeType="video/mp4"><Representation id="1" bandwidth="1000">' +
    `<BaseURL>${target}</BaseURL></Representation></AdaptationSet></Period></MPD>`
  )
}

/** Files by a descriptive name; each tries to read the file at `target`. */
export function listHostileFiles(target: string): Readonly<Record<string, Buffer>> {
  const playList = `#EXTM3U\n#EXT-X-TARGETDURATION:5\n#EXTINF:5,\n${target}\n#EXT-X-ENDLIST\n`
  const manifest = manifestInDisguise(target)
  const files: Record<string, string> = {
    'dash-as-mp4': manifest,
    'dash-after-ftyp': `\0\0\0\x20ftypisom\0\0\0\0isomiso2avc1mp41${manifest}`,
    dash: manifest.replace('<!--ftypjp2  -->', ''),
    hls: playList,
    'hls-as-mp4': `#EXTftypisom\n${playList}`,
    'hls-as-wav': `RIFF\x24\0\0\0WAVE\n${playList}`,
    'hls-as-mp3': `ID3\x03\0\0\0\0\0\0${playList}`,
    'hls-as-ogg': `OggS\0${playList}`,
    concat: `ffconcat version 1.0\nfile '${target}'\n`,
    'concat-as-amr': `#!AMR\nffconcat version 1.0\nfile '${target}'\n`,
    imf:
      '<?xml version="1.0"?><AssetMap xmlns="http://www.smpte-ra.org/schemas/429-9/2007/AM"><AssetList><Asset><ChunkList>' +
      `<Chunk><Path>${target}</Path></Chunk></ChunkList></Asset></AssetList></AssetMap>`,
    sdp: `v=0\no=- 0 0 IN IP4 127.0.0.1\ns=x\nc=IN IP4 127.0.0.1\nt=0 0\nm=video 5004 RTP/AVP 96\na=file:${target}\n`,
    'server-side-playlist': `[playlist]\nFile1=${target}\nNumberOfEntries=1\n`,
  }
  const made = Object.entries(files).map(([name, text]) => [name, Buffer.from(text, 'latin1')] as const)
  return { ...Object.fromEntries(made), 'matroska-linked': linkedMatroska(target) }
}

/** A Matroska file that names its continuation file (Segment › Info › NextFilename). */
function linkedMatroska(target: string): Buffer {
  const element = (id: string, content: Buffer): Buffer => {
    const length = Buffer.alloc(8)
    length.writeBigUInt64BE(BigInt(content.length) | (1n << 56n))
    return Buffer.concat([Buffer.from(id, 'hex'), length, content])
  }
  const head = element('1a45dfa3', Buffer.concat([element('4282', Buffer.from('matroska'))]))
  const info = element(
    '1549a966',
    Buffer.concat([element('3e83bb', Buffer.from(target)), element('7ba9', Buffer.from('x'))]),
  )
  return Buffer.concat([head, element('18538067', info)])
}

/**
 * An MP4 whose index comes last, changed to place its first track in the file at `target` (an alias record with an absolute
 * path, as QuickTime wrote it).
 */
export function withExternalTrack(mp4: Buffer, target: string): Buffer {
  const path = target.replaceAll('/', ':')
  const alias = Buffer.alloc(10 + 1 + 27 + 12 + 1 + 63 + 16 + 2 + 2 + 16)
  alias.writeUInt8(0, 10)
  alias.writeInt16BE(-1, 130)
  alias.writeInt16BE(-1, 132)
  const entry = (type: number, text: string) => {
    const even = Buffer.alloc(4 + text.length + (text.length % 2))
    even.writeUInt16BE(type, 0)
    even.writeUInt16BE(text.length, 2)
    even.write(text, 4, 'latin1')
    return even
  }
  const record = Buffer.concat([Buffer.alloc(4), alias, entry(2, path), Buffer.from('ffff0000', 'hex')])
  const content = Buffer.concat([Buffer.from('0000000000000001', 'hex'), box('alis', record)])
  return replaceBox(mp4, ['moov', 'trak', 'mdia', 'minf', 'dinf', 'dref'], box('dref', content))
}

function box(name: string, content: Buffer): Buffer {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(8 + content.length)
  head.write(name, 4, 'latin1')
  return Buffer.concat([head, content])
}

/** Replaces the first box at a path by another one, and adjusts the sizes of its parents. */
function replaceBox(bytes: Buffer, [name = '', ...deeper]: readonly string[], replacement: Buffer): Buffer {
  for (let at = 0; at + 8 <= bytes.length; ) {
    const length = bytes.readUInt32BE(at)
    if (bytes.toString('latin1', at + 4, at + 8) === name) {
      const inner = bytes.subarray(at + 8, at + length)
      const made = deeper.length === 0 ? replacement : box(name, replaceBox(inner, deeper, replacement))
      return Buffer.concat([bytes.subarray(0, at), made, bytes.subarray(at + length)])
    }
    if (length < 8) break
    at += length
  }
  throw new Error(`there is no box ${name}`)
}
