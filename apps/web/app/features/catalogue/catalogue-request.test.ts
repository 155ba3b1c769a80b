import { RouterContextProvider } from 'react-router'
import { describe, expect, it } from 'vitest'
import { hostContext } from '../../api/page-request.ts'
import { loadList, readRequest, requestPath } from './catalogue-request.ts'
import { chosenFacets, withFacet } from './facets.tsx'

const read = (search: string) => readRequest(new URLSearchParams(search))
const plain = { search: '', section: '', sort: 'popularity' } as const

describe('the query of a list', () => {
  it('is read from the address as written', () => {
    const request = { search: '50% "दीप" 😀_', section: 'Shop offers', sort: 'price-low-high' } as const
    expect(read(requestPath('video', request).split('?')[1] ?? '')).toEqual(request)
    expect(requestPath('video', plain)).toBe('/templates-list')
  })

  it('is trimmed, cut to what a search may be, and never in the middle of a character', () => {
    expect(read('search=%20%20diwali%20').search).toBe('diwali')
    expect(read(`search=${'a'.repeat(300)}`).search).toHaveLength(100)
    expect(read(`search=${'a'.repeat(99)}😀`).search).toBe('a'.repeat(99))
    expect(read(`search=${'a'.repeat(98)}😀`).search).toBe(`${'a'.repeat(98)}😀`)
  })

  it('contains no invisible characters', () => {
    expect(read('search=%00diwali%07&section=%00').search).toBe('diwali')
    expect(read('search=%00')).toEqual(plain)
  })

  it('falls back to defaults for invalid values', () => {
    for (const sort of ['bogus', 'constructor', '']) expect(read(`sort=${sort}`)).toEqual(plain)
  })

  it('has the values of facets that there are, in their order, and loses the facet with its last value', () => {
    expect(read('shape=1:1,9:16&length=')).toEqual({ ...plain, shape: '1:1,9:16' })
    const tall = withFacet({ ...plain, price: 'free' }, 'shape', '9:16', true)
    const both = withFacet(tall, 'shape', '4:5', true)
    expect(requestPath('video', both)).toBe('/templates-list?shape=9%3A16%2C4%3A5&price=free')
    expect(chosenFacets(both)).toEqual([
      ['shape', '9:16'],
      ['shape', '4:5'],
      ['price', 'free'],
    ])
    expect(withFacet(withFacet(both, 'shape', '4:5', false), 'shape', '9:16', false)).toEqual({
      ...plain,
      price: 'free',
    })
  })

  it('names a later page by its cursor', () => {
    expect(requestPath('image', plain, 'abc')).toBe('/image-templates?cursor=abc')
    expect(read('cursor=abc')).toEqual(plain)
  })
})

// How long browsers keep the data of a list.

it('shows a list again at once, except one that could not be loaded', async () => {
  const load = async (status: number) => {
    const context = new RouterContextProvider()
    context.set(hostContext, { transport: async () => ({ status, body: {} }) } as never)
    const { init } = await loadList('video', { context, request: new Request('https://store.example/templates-list') })
    return new Headers(init?.headers).get('cache-control')
  }
  expect(await load(200)).toBe('private, max-age=0, stale-while-revalidate=300')
  expect(await load(503)).toBeNull()
})
