import { api } from '#contract/api.ts'
import type { Input, Output, Route } from '#contract/route.ts'
import type { SiteParams } from '#contract/shared/paths.ts'

type Call = <R extends Route>(route: R, input: Input<R>) => Promise<Output<R>>

/**
 * Limits a site to visitors with a token and returns the key that signs them. Its sign-in URL is removed again, so that
 * strangers get the page that asks them to sign in.
 */
export async function requireVisitorTokens(
  call: Call,
  params: SiteParams,
  settings: { readonly adaptiveContent?: { readonly enabled: boolean } } = {},
): Promise<string> {
  const setSignInURL = (fallbackURL: string | null) =>
    call(api.sitePublishing.updateAuth, { params, body: { backend: 'custom', fallbackURL } })
  await setSignInURL('https://app.halden.example/sign-in')
  await call(api.sites.update, { params, body: { ...settings, visibility: 'visitor-auth' } })
  return (await setSignInURL(null)).privateKey
}

/** Limits a site to readers with a share link and returns a link. */
export async function requireShareLink(call: Call, params: SiteParams, name = 'Link') {
  const link = await call(api.siteShareLinks.create, { params, body: { name } })
  await call(api.sites.update, { params, body: { visibility: 'share-link' } })
  return link
}
