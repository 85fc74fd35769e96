import * as openid from 'openid-client'
import type { Service } from '../../context.ts'
import { unseal } from '../../sealing.ts'
import { groupMappingsOf } from '../sso/group-mapping-queries.ts'
import { type OpenRequest, openRequest } from '../sso/request-queries.ts'
import { acceptAnswer, type ProviderAnswer } from '../sso/sign-in-requests.ts'
import { type Claims, groupsIn, identityFrom } from './claims.ts'
import { connect, messageOf } from './connect.ts'
import { callbackUrl } from './present.ts'
import type { OidcProviderRow } from './queries.ts'

/** Values of one sign-in that only this service knows until the provider answers. */
export type SignInSecrets = { readonly nonce: string; readonly codeVerifier: string }

export const newSignInSecrets = (): SignInSecrets => ({
  nonce: openid.randomNonce(),
  codeVerifier: openid.randomPKCECodeVerifier(),
})

async function connectionTo(service: Service, provider: OidcProviderRow): Promise<openid.Configuration> {
  const { issuer, clientId, sealedSecret } = provider
  if (issuer === null || clientId === null) throw new Error('The setup of the provider isn’t complete')
  const clientSecret = sealedSecret === null ? null : await unseal(service.config, sealedSecret)
  return connect(service.config, { issuer, clientId, clientSecret })
}

/** Where to send the browser with a request: to the provider, or to the error if the provider can't be reached. */
export async function oidcRequestUrl(
  service: Service,
  provider: OidcProviderRow,
  requestId: string,
  { nonce, codeVerifier }: SignInSecrets,
): Promise<string> {
  try {
    const address = openid.buildAuthorizationUrl(await connectionTo(service, provider), {
      redirect_uri: callbackUrl(service.urls, provider.id),
      scope: provider.scopes.join(' '),
      state: requestId,
      nonce,
      code_challenge: await openid.calculatePKCECodeChallenge(codeVerifier),
      code_challenge_method: 'S256',
    })
    return address.href
  } catch (error) {
    const request = await openRequest(service.db, provider.id, requestId, service.now())
    return acceptAnswer(service, provider, request, { error: messageOf(error) })
  }
}

/** Accepts the answer of a provider and returns where to redirect the browser. `query` is that of the callback. */
export async function acceptOidcCallback(
  service: Service,
  provider: OidcProviderRow,
  query: URLSearchParams,
): Promise<string> {
  const state = query.get('state') ?? ''
  const request = await openRequest(service.db, provider.id, state, service.now())
  if (request === undefined) return acceptAnswer(service, provider, undefined)
  return acceptAnswer(service, provider, request, await answerIn(service, provider, request, query))
}

/** The identity in an answer, or why the answer is not valid. */
async function answerIn(
  service: Service,
  provider: OidcProviderRow,
  request: OpenRequest,
  query: URLSearchParams,
): Promise<ProviderAnswer> {
  try {
    const { nonce, codeVerifier } = (request.data ?? {}) as Partial<SignInSecrets>
    if (nonce === undefined || codeVerifier === undefined)
      throw new Error('The sign-in wasn’t started in this browser')
    const connection = await connectionTo(service, provider)
    const current = new URL(`${callbackUrl(service.urls, provider.id)}?${query}`)
    const tokens = await openid.authorizationCodeGrant(connection, current, {
      expectedState: request.id,
      expectedNonce: nonce,
      pkceCodeVerifier: codeVerifier,
      idTokenExpected: true,
    })
    const idToken = tokens.claims()
    if (idToken === undefined) throw new Error('The provider sent no ID token')
    const mappings = (await groupMappingsOf(service.db, [provider.id])).get(provider.id) ?? []
    const mappedGroups = new Set(mappings.map(({ group }) => group))
    const claims = await withUserInfo(connection, tokens.access_token, idToken, provider.groupsClaim)
    return {
      identity: identityFrom(claims, {
        providerId: provider.id,
        groupsClaim: provider.groupsClaim,
        mappedGroups,
      }),
    }
  } catch (error) {
    // Whatever is wrong with an answer from outside is the cause of a refusal, never an error of this service.
    return { error: messageOf(error) }
  }
}

/** Many providers send the email address and the groups from the userinfo endpoint only. */
async function withUserInfo(
  connection: openid.Configuration,
  accessToken: string,
  idToken: Claims,
  groupsClaim: string,
): Promise<Claims> {
  const isComplete = idToken.email !== undefined && groupsIn(idToken, groupsClaim).length > 0
  if (isComplete || connection.serverMetadata().userinfo_endpoint === undefined) return idToken
  const userInfo = await openid.fetchUserInfo(connection, accessToken, idToken.sub)
  return { ...userInfo, ...idToken }
}
