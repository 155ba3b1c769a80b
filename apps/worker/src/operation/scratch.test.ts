import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { useFolder } from '../../testing/video.ts'
import { openScratch, sweepScratch } from './scratch.ts'

const folder = useFolder()

it('removes the folders of dead workers, and none of living ones', async () => {
  const root = folder.path('renders')
  const dead = spawn(process.execPath, ['--version'], { stdio: 'ignore' })
  await once(dead, 'exit')
  const own = await openScratch(root)
  await writeFile(join(own, 'video.mp4'), 'half a video')
  const [ofDead, ofParent, ofOthers, ofOthersLongAgo] = [
    `${hostname()}-${dead.pid}`,
    `${hostname()}-${process.ppid}`,
    'elsewhere-1',
    'elsewhere-2',
  ].map((name) => join(root, name)) as [string, string, string, string]
  for (const path of [ofDead, ofParent, ofOthers, ofOthersLongAgo])
    await mkdir(join(path, 'video-x'), { recursive: true })
  const twoDaysAgo = new Date(Date.now() - 48 * 60 * 60 * 1000)
  await utimes(ofOthersLongAgo, twoDaysAgo, twoDaysAgo)

  expect(await sweepScratch(root)).toBe(2)
  expect((await readdir(root)).map((name) => join(root, name)).sort()).toEqual([own, ofParent, ofOthers].sort())
  expect(await readdir(own)).toEqual(['video.mp4'])
})

it('begins empty, even after a process with the same id', async () => {
  const root = folder.path('again')
  await mkdir(join(root, `${hostname()}-${process.pid}`, 'video-x'), { recursive: true })
  expect(await readdir(await openScratch(root))).toEqual([])
})
