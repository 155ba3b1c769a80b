// Owns the script nonce of the present response, for the few scripts the shell writes itself. Empty in the browser.
import { createContext } from 'react'

export const NonceContext = createContext<string | undefined>(undefined)
