// Loaded before each component test: the styles of the pages, an empty device, and a console that must stay quiet.
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { commands } from 'vitest/browser'
import '../app/app.css'

// Component tests share loaded modules, so a mock in one of them would affect all: the models that find faces and
// people come from a server.
vi.mock('../app/editor/vision/vision.ts', () => ({
  detectFaces: vi.fn(async () => []),
  detectPeople: vi.fn(async () => undefined),
}))

let complaints: string[] = []

const collect =
  (real: (...data: unknown[]) => void) =>
  (...data: unknown[]) => {
    complaints.push(data.map(String).join(' '))
    real(...data)
  }

beforeEach(async () => {
  // While the page is empty.
  if (navigator.maxTouchPoints > 0) await commands.tapCorner()
  localStorage.clear()
  sessionStorage.clear()
  complaints = []
  // The real functions are read first, because a spy that calls itself never ends.
  for (const [level, real] of [
    ['error', console.error],
    ['warn', console.warn],
  ] as const) {
    vi.spyOn(console, level).mockImplementation(collect(real))
  }
})

afterEach(() => {
  vi.restoreAllMocks()
  expect(complaints, 'console errors and warnings').toEqual([])
})
