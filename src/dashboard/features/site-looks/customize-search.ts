import { z } from 'zod'

/** What the address of the looks says. */
export const customizeSearch = z.object({
  /** The part that is open; nothing for none. */
  part: z
    .enum(['none', 'colours', 'type', 'header', 'footer', 'announcement', 'pictures', 'pages', 'reading'])
    .optional()
    .catch(undefined),
  /** Id of the space on the site whose looks are written; those of the site unless given. */
  space: z.string().max(64).optional().catch(undefined),
  /** On narrow screens the preview in place of the form. */
  show: z.literal('preview').optional().catch(undefined),
})
export type CustomizeSearch = z.infer<typeof customizeSearch>
