import { z } from 'zod'

/** What the address of the redirects of a site says. */
export const redirectsSearch = z.object({
  /** Part of a source. */
  q: z.coerce.string().max(512).optional().catch(undefined),
  order: z.literal('source').optional().catch(undefined),
  /** Only those that do not do what they seem to. */
  only: z.literal('findings').optional().catch(undefined),
  dialog: z.enum(['new', 'paste']).optional().catch(undefined),
  /** From where a new redirect is to lead, when another view says so. */
  source: z.coerce.string().max(512).optional().catch(undefined),
  /** Id of the redirect that is changed. */
  edit: z.string().max(64).optional().catch(undefined),
})
export type RedirectsSearch = z.infer<typeof redirectsSearch>
export type OnSearch = (change: Partial<RedirectsSearch>, options?: { replace?: boolean }) => void
