/** Which space is meant; the organization is the first column of every key. */
export type SpaceRef = { readonly organizationId: string; readonly spaceId: string }
