import { z } from 'zod'
import { id } from './shared/values.ts'

/** Something that both sides changed differently. A side is absent where the content was removed or did not exist yet. */
export const contentConflict = z
  .object({
    id: z.string().describe('Names the conflict until either side changes again'),
    page: z.object({ id, title: z.string(), path: z.string().optional() }),
    kind: z
      .enum(['field', 'block', 'page', 'place'])
      .describe(
        'field: one field of a page; block: a run of lines; page: removed here, changed there; place: moved to two places',
      ),
    field: z.string().optional().describe('Name of the field, with the kind field'),
    base: z.string().optional().describe('The common starting point'),
    theirs: z.string().optional().describe('The current value in the space'),
    ours: z.string().optional().describe('The value in the change request or call'),
    below: z
      .array(z.object({ id, title: z.string() }))
      .optional()
      .describe('For the kind `page`: up to 20 changes to the deleted page and pages below it'),
  })
  .meta({ id: 'ContentConflict' })
export type ContentConflict = z.infer<typeof contentConflict>

/** How to resolve one conflict. */
export const resolution = z.discriminatedUnion('take', [
  z.object({ conflict: z.string(), take: z.enum(['primary', 'request']) }),
  z.object({ conflict: z.string(), take: z.literal('text'), text: z.string() }),
])
export type Resolution = z.infer<typeof resolution>
