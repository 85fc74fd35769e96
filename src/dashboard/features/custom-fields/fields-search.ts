import { z } from 'zod'

/** What the address of the list of fields says: the open dialog. */
export const fieldsSearch = z.object({
  dialog: z.literal('new').optional().catch(undefined),
  /** Name of the field being edited. */
  field: z.coerce.string().optional().catch(undefined),
})
export type FieldsSearch = z.infer<typeof fieldsSearch>
