// Marks the inline scripts of a rendering; the server replaces it by hashes in the policy. Empty in the browser.
import { createContext } from 'react'

export const NonceContext = createContext<string | undefined>(undefined)
