// The kind of a file that a customer chose.

/** Uses the browser's media type; files without one (HEIC in some browsers) go by name. */
export function findFileKind(file: Pick<File, 'type' | 'name'>): 'image' | 'video' | 'audio' | undefined {
  const named = file.type.split('/')[0]
  if (named === 'image' || named === 'video' || named === 'audio') return named
  if (/\.(heic|heif|avif|jpe?g|png|webp|gif)$/i.test(file.name)) return 'image'
  if (/\.(mp4|mov|m4v|webm|mkv|avi|3gp|mpe?g|m?ts|m2ts)$/i.test(file.name)) return 'video'
  if (/\.(mp3|m4a|aac|wav|ogg|opus|flac|amr)$/i.test(file.name)) return 'audio'
  return undefined
}
