/** The visibility of a space that is on no site. */
export const visibilityIn = (parentId: string | null): 'private' | 'in-collection' =>
  parentId === null ? 'private' : 'in-collection'

/** The title of a copy: the original's with a suffix, shortened to the limit of 50 characters. */
export const copyTitle = (title: string): string => {
  const suffix = ' (copy)'
  return `${title.slice(0, 50 - suffix.length)}${suffix}`
}
