/** The visibility of a space that no site shows (gaps 7). */
export const visibilityIn = (parentId: string | null): 'private' | 'in-collection' =>
  parentId === null ? 'private' : 'in-collection'
