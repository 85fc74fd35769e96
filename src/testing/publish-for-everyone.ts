import { api } from '#contract/api.ts'
import type { Input, Output, Route } from '#contract/route.ts'

type Call = <R extends Route>(route: R, input: Input<R>) => Promise<Output<R>>

/** Publishes a site whose conditional content everyone sees, and returns its URL. */
export async function publishForEveryone(
  call: Call,
  params: { readonly organizationId: string; readonly siteId: string },
): Promise<string> {
  const adaptiveContent = { enabled: false, conditionalContent: 'everyone' as const }
  await call(api.sites.update, { params, body: { adaptiveContent } })
  const { urls } = await call(api.sites.publish, { params })
  if (urls.published === undefined) throw new Error('The site has no URL')
  return urls.published
}
