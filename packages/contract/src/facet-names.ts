// The names of facets, without their values: lists need only these until a visitor opens the filters.
export const facetNames = ['shape', 'length', 'photos', 'language', 'price'] as const
export type Facet = (typeof facetNames)[number]
