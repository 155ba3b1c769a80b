// The names of facets, apart from their values: lists need no more until somebody opens the filters.
export const facetNames = ['shape', 'length', 'photos', 'language', 'price'] as const
export type Facet = (typeof facetNames)[number]
