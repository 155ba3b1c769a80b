// Loaded before each component test: the styles of the pages, a device without memories, and a console that must stay quiet.
import { afterEach, beforeEach, expect, vi } from 'vitest'
import '../app/app.css'

let complaints: string[] = []

const collect =
  (real: (...data: unknown[]) => void) =>
  (...data: unknown[]) => {
    complaints.push(data.map(String).join(' '))
    real(...data)
  }

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  complaints = []
  vi.spyOn(console, 'error').mockImplementation(collect(console.error))
  vi.spyOn(console, 'warn').mockImplementation(collect(console.warn))
})

afterEach(() => {
  vi.restoreAllMocks()
  expect(complaints, 'console errors and warnings').toEqual([])
})
