// Loaded before each test file of a project whose files share a process: the file imports its modules anew.
import { vi } from 'vitest'

vi.resetModules()
