import { z } from 'zod'

const text = z.coerce.string().optional().catch(undefined)

/** What the address of the structure says: which dialog is open, and about what. */
export const structureSearch = z.object({
  add: z.enum(['section', 'group', 'space']).optional().catch(undefined),
  /** The group a section is added to, or the section a space is added to. */
  to: text,
  /** The part being edited. */
  edit: text,
})
export type StructureSearch = z.infer<typeof structureSearch>

/** Opens a dialog, or closes it with `{}`. */
export type OnSearch = (search: StructureSearch) => void
