import { z } from 'zod'

const text = z.coerce.string().optional().catch(undefined)

/** What the address of the structure says: which mode it is in, which panel or dialog is open, and about what. */
export const structureSearch = z.object({
  /** Changes are planned instead of made. */
  plan: z.literal(true).optional().catch(undefined),
  /** `list`, or the entry of the history that is looked at. */
  history: text,
  add: z.enum(['section', 'group', 'space', 'library']).optional().catch(undefined),
  /** The group or section that something is added to. */
  to: text,
  /** The part being edited. */
  edit: text,
  /** The part that is moved by a dialog, or `selected`. */
  move: text,
})
export type StructureSearch = z.infer<typeof structureSearch>

/** Opens a dialog or panel, or closes it with `{}`. That changes are planned stays unless said. */
export type OnSearch = (search: StructureSearch) => void
