import { z } from 'zod'
import { id } from './values.ts'

/** Something by its id and the name it goes by. */
export const titled = z.object({ id, title: z.string() })
export type Titled = z.infer<typeof titled>

const kindOfItem = z.enum(['site-space', 'site-section', 'site-section-group'])
const item = titled.extend({ type: kindOfItem })

/** Where an item stands: `index` counts from 0 among its siblings. */
const place = z.object({
  parent: titled.nullable().describe('The group or section it stands in, null at the top of the site'),
  after: titled.nullable().describe('The sibling before it, null for the first'),
  index: z.number().int().min(0),
})

/** One difference between two structures of a site, as a person would tell it. */
export const structureChange = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('added'), item, to: place }),
    z.object({ kind: z.literal('removed'), item, from: place }),
    z.object({ kind: z.literal('moved'), item, from: place, to: place }),
    z.object({
      kind: z.literal('changed'),
      item,
      field: z.enum(['title', 'path', 'condition', 'icon', 'description']),
      from: z.string().nullable(),
      to: z.string().nullable(),
    }),
    z.object({
      kind: z.literal('default'),
      item: titled
        .extend({ type: z.enum(['site', 'site-section']) })
        .describe('What has the default: the site its section, or a section (or a site without) its space'),
      from: titled.nullable(),
      to: titled.nullable(),
    }),
  ])
  .meta({ id: 'SiteStructureChange' })
export type StructureChange = z.infer<typeof structureChange>

/** What is new about an item, for marking it in the tree. */
export const structureMark = z.object({
  type: kindOfItem,
  id,
  marks: z.array(z.enum(['added', 'moved', 'changed', 'default'])).min(1),
})
export type StructureMark = z.infer<typeof structureMark>

/** Path below the site’s own address, `/` for that itself. */
const sitePathname = z.string().describe('Path below the site’s address, “/” for the site itself')
const pages = z.number().int().min(0).describe('Pages of the space that have an address')

/** What another structure does to the addresses of a site. */
export const addressChanges = z
  .object({
    changed: z.array(
      z.object({
        siteSpace: titled,
        from: sitePathname,
        to: sitePathname,
        pages,
        takenBy: titled
          .optional()
          .describe(
            'The site space that has the old address now, so that only what it has no page for leads on',
          ),
      }),
    ),
    added: z.array(z.object({ siteSpace: titled, to: sitePathname, pages })),
    removed: z
      .array(z.object({ siteSpace: titled, from: sitePathname, pages }))
      .describe('Addresses that lead nowhere, because their space leaves the site'),
    kept: z.number().int().min(0).describe('Site spaces whose address stays'),
    redirects: z
      .number()
      .int()
      .min(0)
      .describe('Pages whose old address leads on (308): those of `changed` without `takenBy`'),
    shadowed: z
      .array(z.object({ id, source: z.string() }))
      .describe(
        'Redirects of the site whose source becomes the address of a site space, which wins over them',
      ),
    brokenLinks: z
      .array(z.object({ space: titled, links: z.number().int().min(1) }))
      .describe(
        'Links from what stays to pages of a space that leaves the site, by that space; all other links name pages, not addresses, and follow them',
      ),
  })
  .meta({ id: 'SiteAddressChanges' })
export type AddressChanges = z.infer<typeof addressChanges>
