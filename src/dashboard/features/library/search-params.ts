import { oneOf, type SearchOf, searchParams, text } from '../../lib/search-params.ts'

/** Search params of the library: the filter and the open dialog. */
export const librarySearch = searchParams({
  /** Text to filter titles by. */
  q: text(),
  show: oneOf('changes', 'published', 'unpublished', 'collections'),
  /** The open creation dialog, and the collection to create in. */
  new: oneOf('space', 'collection'),
  in: text(),
  /** Suggested title of the new item. */
  title: text(),
  /** Id of the space or collection being edited. */
  edit: text(),
  /** Id of the item being moved, or `selected` for the current selection. */
  move: text(),
  /** Id of the collection being transferred. */
  transfer: text(),
})
export type LibrarySearch = SearchOf<typeof librarySearch>
