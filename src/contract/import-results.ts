import { z } from 'zod'
import { id } from './shared/values.ts'

const importFormat = z.enum(['confluence', 'notion', 'mkdocs', 'docusaurus', 'mintlify'])
export type ImportFormat = z.infer<typeof importFormat>

/** What an import created, and what it skipped. */
export const importReport = z
  .object({
    format: importFormat
      .optional()
      .describe('The product that the source was exported from or written for, detected from its files'),
    pages: z.number().int(),
    files: z.number().int(),
    linksResolved: z.number().int().describe('Links turned into links to pages or files of the space'),
    linksBroken: z.number().int().describe('Links within the source whose target is missing'),
    brokenLinks: z
      .array(z.object({ source: z.string().describe('Address or path of the page'), url: z.string() }))
      .describe('Up to 100 of them'),
    bytes: z.number().int().describe('Read from the source'),
    milliseconds: z.number().int(),
    skipped: z
      .array(z.object({ source: z.string().describe('Address or path'), reason: z.string() }))
      .describe('At most 100'),
    skippedTotal: z.number().int(),
    redirects: z
      .object({
        total: z.number().int(),
        created: z
          .number()
          .int()
          .describe(
            'On all sites that show the space and that the importer can edit; without any such site, as former addresses of the pages',
          ),
        existing: z.number().int().describe('Unchanged, because the site has a redirect from the same path'),
        reason: z
          .enum(['change-request', 'no-site', 'no-permission'])
          .optional()
          .describe(
            'Why those to other websites were not created: the pages are in a change request, no site shows the space, or the importer can’t edit any such site',
          ),
      })
      .optional()
      .describe('Result of the redirects in the settings of the source, at most 500; absent without any'),
  })
  .meta({ id: 'ImportReport' })
export type ImportReport = z.infer<typeof importReport>

/** The result for one item of the source. */
export const importItem = z
  .object({
    object: z.literal('import-item'),
    id: id.describe('Unique in its import'),
    source: z.string().optional().describe('Path or address; absent for pages that only appear in the order'),
    outcome: z
      .enum(['page', 'file', 'read', 'left-out'])
      .describe('read: it has the order or the settings; nothing was created from it'),
    reason: z.string().optional().describe('Why it was skipped'),
    page: id.optional(),
    file: id.optional(),
    title: z.string().optional().describe('Title of the page or name of the file'),
    warnings: z.array(z.string()).describe('Parts that were not imported completely, such as broken links'),
  })
  .meta({ id: 'ImportItem' })
export type ImportItem = z.infer<typeof importItem>
