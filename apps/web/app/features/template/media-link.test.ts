import { describe, expect, it } from 'vitest'
import { bustCache, chooseLink } from './media-link.ts'

describe('the address of a video', () => {
  it.each(['http://videos.example/a.mp4', 'https://videos.example/a.mp4', 'blob:https://store.example/1'])(
    'is the template’s own when it is a whole one: %s',
    (link) => {
      expect(chooseLink(link, '/signed.mp4')).toBe(link)
    },
  )

  it('is the signed one otherwise, and what the template says where that could not be had', () => {
    expect(chooseLink('media/a.mp4', '/signed.mp4')).toBe('/signed.mp4')
    expect(chooseLink('/media/a.mp4', null)).toBe('/media/a.mp4')
    expect(chooseLink('', null)).toBeNull()
  })

  it('is another one for every retry, unless the video lies in the browser', () => {
    expect(bustCache('/a.mp4', 0)).toBe('/a.mp4')
    expect(bustCache('/a.mp4', 2)).toBe('/a.mp4?retry=2')
    expect(bustCache('/a.mp4?key=1', 1)).toBe('/a.mp4?key=1&retry=1')
    expect(bustCache('blob:https://store.example/1', 3)).toBe('blob:https://store.example/1')
  })
})
