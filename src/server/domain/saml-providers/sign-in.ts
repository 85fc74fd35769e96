import type { Service } from '../../context.ts'
import { mappedAttributes } from '../../saml/attributes.ts'
import { authnRequestUrl } from '../../saml/authn-request.ts'
import { checkResponse, requestIdOf } from '../../saml/check-response.ts'
import { serviceMetadata } from '../../saml/service-metadata.ts'
import type { SamlConnection, SamlService } from '../../saml/service-provider.ts'
import { externalIdentity } from '../sso/identity-fields.ts'
import { providerUrl } from '../sso/provider-urls.ts'
import { openRequest } from '../sso/request-queries.ts'
import { acceptAnswer, type ProviderAnswer } from '../sso/sign-in-requests.ts'
import { pemBlocks } from './certificates.ts'
import { serviceEntityId } from './present.ts'
import type { SamlProviderRow } from './queries.ts'
import { signingKeyOf } from './signing-key.ts'

type Provider = SamlProviderRow

async function samlServiceOf(service: Service, provider: Provider): Promise<SamlService> {
  return {
    entityId: serviceEntityId(service.urls, provider.id),
    acsUrl: providerUrl(service.urls, 'saml', provider.id, 'acs'),
    ...(await signingKeyOf(service, provider.organizationId)),
  }
}

/** The provider's side; undefined while the setup is not complete. */
function connectionOf({ entityId, ssoUrl, certificate }: Provider): SamlConnection | undefined {
  if (entityId === null || ssoUrl === null || certificate === null) return undefined
  return { entityId, ssoUrl, certificates: pemBlocks(certificate) }
}

/** Our metadata for a provider, XML. */
export const samlMetadata = async (service: Service, provider: Provider): Promise<string> =>
  serviceMetadata(await samlServiceOf(service, provider))

/** Where to send the browser with a request; undefined while the setup is not complete. */
export async function samlRequestUrl(
  service: Service,
  provider: Provider,
  requestId: string,
): Promise<string | undefined> {
  const connection = connectionOf(provider)
  if (connection === undefined) return undefined
  return authnRequestUrl(await samlServiceOf(service, provider), connection, requestId)
}

/** A form that a provider has the browser post. */
export type SamlForm = { readonly response: string; readonly relayState: string }

/**
 * Accepts a response and returns where to redirect the browser. A response without a request, as from the list of apps
 * at the provider, is not read: sign-in starts again, with a request.
 */
export async function acceptSamlResponse(
  service: Service,
  provider: Provider,
  form: SamlForm,
): Promise<string> {
  const claimed = claimedRequest(form.response)
  if ('error' in claimed) return acceptAnswer(service, provider, undefined, claimed)
  const requestId = claimed.id
  // Our own requests have a relay state, so a response to one that does not name it is never restarted.
  if (requestId === undefined && !form.relayState.startsWith('_')) return `/sso/saml/${provider.id}/start`
  const request =
    requestId === undefined ? undefined : await openRequest(service.db, provider.id, requestId, service.now())
  if (request === undefined) return acceptAnswer(service, provider, undefined)
  return acceptAnswer(
    service,
    provider,
    request,
    await answerIn(service, provider, form.response, request.id),
  )
}

function claimedRequest(response: string): { id: string | undefined } | { error: string } {
  try {
    return { id: requestIdOf(response) }
  } catch (error) {
    return { error: messageOf(error) }
  }
}

/** The identity in a response to a request, or why the response is not valid. */
async function answerIn(
  service: Service,
  provider: Provider,
  response: string,
  requestId: string,
): Promise<ProviderAnswer> {
  const connection = connectionOf(provider)
  if (connection === undefined) return { error: 'The setup of the provider isn’t complete' }
  try {
    const ours = await samlServiceOf(service, provider)
    const subject = await checkResponse(ours, connection, { response, requestId, now: service.now() })
    const { nameId, attributes } = subject
    const mapped = mappedAttributes(subject)
    return {
      identity: externalIdentity({ providerId: provider.id, subject: nameId, ...mapped, attributes }),
    }
  } catch (error) {
    // Whatever is wrong with a response from outside is the cause of a refusal, never an error of this service.
    return { error: messageOf(error) }
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
