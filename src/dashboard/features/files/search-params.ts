import { id, oneOf, type SearchOf, searchParams, text } from '../../lib/search-params.ts'

/** Search params of the files page: filters, order and the open file. */
export const filesSearch = searchParams({
  /** Part of the file name. */
  search: text(256),
  show: oneOf('unused', 'images', 'other'),
  /** Newest first by default. */
  sort: oneOf('name', 'size', 'createdAt'),
  order: oneOf('asc', 'desc'),
  file: id,
})
export type FilesSearch = SearchOf<typeof filesSearch>
