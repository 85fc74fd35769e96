/** The visibility of a space that no site shows (gaps 7). */
export const visibilityIn = (parentId: string | null): 'private' | 'in-collection' =>
  parentId === null ? 'private' : 'in-collection'

/** Title of a copy: the model's with a suffix, cut so that it stays within the limit of 50 characters. */
export const copyTitle = (title: string): string => {
  const suffix = ' (copy)'
  return `${title.slice(0, 50 - suffix.length)}${suffix}`
}
