import { z } from 'zod'
import { changeRequest } from './change-requests.ts'
import { file, reusableContent } from './files.ts'
import { page, spaceTag, spaceVariables } from './pages.ts'
import { id, timestamp, urlsOf } from './shared/values.ts'
import { user } from './users.ts'

export const revisionType = z
  .enum(['edits', 'merge', 'rollback', 'update', 'computed'])
  .describe(
    'edits: live edits and imports; merge: a merged change request; rollback: a return to an earlier revision; update: a change request updated from its space; computed: generated from a source',
  )

export const revision = z
  .object({
    object: z.literal('revision'),
    id,
    type: revisionType,
    parents: z.array(id).describe('None for the first revision, two for merge and update, else one'),
    pages: z.array(page),
    files: z.array(file),
    reusableContents: z.array(reusableContent),
    variables: spaceVariables.optional().describe('Only for a single revision'),
    tags: z
      .array(spaceTag)
      .optional()
      .describe('The tags that the settings of the space define; empty in lists of revisions'),
    startedAt: timestamp
      .optional()
      .describe('First save of an editing session with several; `createdAt` is the time of the last one'),
    createdAt: timestamp,
    createdBy: user.optional().describe('Absent if the service created it'),
    coAuthors: z
      .array(user)
      .optional()
      .describe('Everyone else who wrote it, if several people edited a page together'),
    changeRequest: id
      .optional()
      .describe('The change request it belongs to; absent for revisions of the space'),
    mergedFrom: changeRequest.optional().describe('Only for the type merge'),
    git: z
      .object({
        oid: z.string(),
        message: z.string(),
        createdByService: z.boolean(),
        url: z.string().optional(),
        ref: z.string().optional(),
      })
      .optional(),
    urls: urlsOf(['app'], ['published', 'public']),
  })
  .meta({ id: 'Revision' })
export type Revision = z.infer<typeof revision>
