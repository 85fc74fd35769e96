import type { Urls } from '../../urls.ts'
import type { ProviderType } from './provider-queries.ts'

/** An address of the sign-in with a provider, such as where it starts. They are mounted by `http/sso.ts`. */
export const providerUrl = (urls: Urls, type: ProviderType, id: string, action: string): string =>
  urls.app('sso', type, id, action)

/** A provider as a button to sign in with. */
export const loginOf = (
  { id, type, label }: { readonly id: string; readonly type: ProviderType; readonly label: string },
  urls: Urls,
) => ({ id, label, startURL: providerUrl(urls, type, id, 'start') })
