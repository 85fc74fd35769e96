import { z } from 'zod'
import { id } from './values.ts'

/** The id of an object with its title. */
export const titledReference = z.object({ id, title: z.string() })
export type TitledReference = z.infer<typeof titledReference>

const itemType = z.enum(['site-space', 'site-section', 'site-section-group'])
const item = titledReference.extend({ type: itemType })

/** The position of an item in the structure; `index` counts from 0 among its siblings. */
const itemPosition = z.object({
  parent: titledReference
    .nullable()
    .describe('The group or section it is in, null at the top level of the site'),
  after: titledReference.nullable().describe('The sibling before it, null for the first'),
  index: z.number().int().min(0),
})

/** One difference between two structures of a site, in terms that people use. */
export const structureDifference = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('added'), item, to: itemPosition }),
    z.object({ kind: z.literal('removed'), item, from: itemPosition }),
    z.object({ kind: z.literal('moved'), item, from: itemPosition, to: itemPosition }),
    z.object({
      kind: z.literal('changed'),
      item,
      field: z.enum(['title', 'path', 'condition', 'icon', 'description']),
      from: z.string().nullable(),
      to: z.string().nullable(),
    }),
    z.object({
      kind: z.literal('default'),
      item: titledReference
        .extend({ type: z.enum(['site', 'site-section']) })
        .describe(
          'The parent of the default: the site for a section; a section, or a site without sections, for a space',
        ),
      from: titledReference.nullable(),
      to: titledReference.nullable(),
    }),
  ])
  .meta({ id: 'SiteStructureDifference' })
export type StructureDifference = z.infer<typeof structureDifference>

/** How an item differs from the live structure, for badges in the tree. */
export const structureMark = z.object({
  type: itemType,
  id,
  marks: z.array(z.enum(['added', 'moved', 'changed', 'default'])).min(1),
})
export type StructureMark = z.infer<typeof structureMark>

const sitePathname = z.string().describe('Path below the site’s address, “/” for the site itself')
const pages = z.number().int().min(0).describe('Pages of the space that have a URL')

/** How a different structure changes the URLs of a site. */
export const addressChanges = z
  .object({
    changed: z.array(
      z.object({
        siteSpace: titledReference,
        from: sitePathname,
        to: sitePathname,
        pages,
        replacedBy: titledReference
          .optional()
          .describe('The site space that now uses the old URL. Only paths without a page there redirect'),
      }),
    ),
    added: z.array(z.object({ siteSpace: titledReference, to: sitePathname, pages })),
    removed: z
      .array(z.object({ siteSpace: titledReference, from: sitePathname, pages }))
      .describe('URLs that stop working because their space is removed from the site'),
    unchanged: z.number().int().min(0).describe('Site spaces whose URL doesn’t change'),
    redirects: z
      .number()
      .int()
      .min(0)
      .describe('Pages whose old URL redirects (308): those in `changed` without `replacedBy`'),
    shadowed: z
      .array(z.object({ id, source: z.string() }))
      .describe('Redirects that stop working because their source becomes the URL of a site space'),
    brokenLinks: z
      .array(z.object({ space: titledReference, links: z.number().int().min(1) }))
      .describe(
        'Links to pages of a space that is removed from the site, by space. All other links keep working, because they point to pages, not URLs',
      ),
  })
  .meta({ id: 'SiteAddressChanges' })
export type AddressChanges = z.infer<typeof addressChanges>
