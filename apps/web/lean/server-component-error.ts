// Stands in for React Router's reading of errors that React Server Components throw. The shop has none.

export const decodeRedirectErrorDigest = () => undefined

export const decodeRouteErrorResponseDigest = () => undefined
