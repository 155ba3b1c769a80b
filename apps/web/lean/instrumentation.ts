// Stands in for React Router's hooks for measuring tools. The shop passes it no instrumentations, so none is ever called.

export const consumeInstrumentationClientResultMetaReceiver = () => undefined

export const getRouteInstrumentationUpdates = () => ({})

export const instrumentClientSideRouter = <Router>(router: Router): Router => router
