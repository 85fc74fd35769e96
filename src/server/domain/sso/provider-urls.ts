import { type ActiveProvider, startPath } from '../../auth/sso-providers.ts'
import type { Urls } from '../../urls.ts'
import type { ProviderType } from './provider-queries.ts'

/** An address of the sign-in with a provider, such as where it starts. They are mounted by `http/sso.ts`. */
export const providerUrl = (urls: Urls, type: ProviderType, id: string, action: string): string =>
  urls.app('sso', type, id, action)

/** A provider as a button to sign in with. */
export const loginOf = (provider: ActiveProvider, { base }: Urls) => ({
  id: provider.id,
  label: provider.label,
  startURL: base + startPath(provider),
})
