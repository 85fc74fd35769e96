import { z } from 'zod'
import { location } from './content-links.ts'
import { imported, importSource } from './imports.ts'
import { listOf, paging } from './shared/paging.ts'
import { id } from './shared/values.ts'

/** The operations that only content still in motion has: that of a space and that of a change request. */
export const contentInMotion = <Of extends string, Base extends string, S extends z.ZodRawShape>(at: {
  of: Of
  base: Base
  params: z.ZodObject<S>
}) =>
  ({
    import: {
      id: `importInto${at.of}`,
      method: 'POST',
      path: `${at.base}/import`,
      summary: 'Add the pages of a website; answers when the import is done.',
      description:
        'Nothing that is there is replaced. What exceeded the caps on pages, bytes or minutes stands in the report. An address that does not answer is refused with 400 and the type upstream.',
      permission: 'space.edit',
      params: at.params,
      body: importSource,
      status: 201,
      response: imported,
    },
    fileBacklinks: {
      id: `list${at.of}FileBacklinks`,
      method: 'GET',
      path: `${at.base}/files/:fileId/backlinks`,
      summary: 'List where a file is used.',
      permission: 'space.view',
      params: z.object({ ...at.params.shape, fileId: id }),
      query: paging,
      status: 200,
      response: listOf(location),
    },
  }) as const
