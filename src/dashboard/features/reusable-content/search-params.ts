import { id, oneOf, type SearchOf, searchParams, text } from '../../lib/search-params.ts'

/** Search params of the reusable content of a space: filter, order, open dialogs, and the view of the editor. */
export const reusableContentSearch = searchParams({
  /** Part of the title or text. */
  search: text(256),
  /** By title by default. */
  sort: oneOf('updatedAt'),
  order: oneOf('asc', 'desc'),
  /** The reusable content whose uses are shown. */
  uses: id,
  /** The dialog that creates reusable content is open. */
  new: oneOf(true),
  view: oneOf('visual', 'write', 'both', 'read'),
})
export type ReusableContentSearch = SearchOf<typeof reusableContentSearch>

/** Merges params into the current ones; an undefined value removes the param. */
export type OnSearch = (change: Partial<ReusableContentSearch>, options?: { replace?: boolean }) => void
