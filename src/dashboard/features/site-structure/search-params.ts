import { oneOf, type SearchOf, searchParams, text } from '../../lib/search-params.ts'

/** The search parameters of the structure page: its mode, and which panel or dialog is open for which node. */
export const structureSearch = searchParams({
  /** Edits go into the plan instead of the live structure. */
  plan: oneOf(true),
  /** `list`, or the id of the history entry that is shown. */
  history: text(),
  add: oneOf('section', 'group', 'space', 'library'),
  /** The group or section that something is added to. */
  to: text(),
  /** The node being edited. */
  edit: text(),
  /** The node to move in a dialog, or `selected` for all selected ones. */
  move: text(),
})
export type StructureSearch = SearchOf<typeof structureSearch>
