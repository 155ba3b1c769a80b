// The script nonce of the current response, for inline scripts of the shell. Empty in the browser.
import { createContext } from 'react'

export const NonceContext = createContext<string | undefined>(undefined)
