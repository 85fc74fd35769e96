import { oneOf, type SearchOf, searchParams, text } from '../../lib/search-params.ts'

/** The search parameters of the list of fields: the open dialog. */
export const fieldsSearch = searchParams({
  dialog: oneOf('new'),
  /** Name of the field being edited. */
  field: text(),
})
export type FieldsSearch = SearchOf<typeof fieldsSearch>
