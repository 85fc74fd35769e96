import { connectionFor, type SamlConnection, type SamlService } from './service-provider.ts'

/** The address at the provider that a browser is redirected to, with our signed request (SAML Bindings 2.0, 3.4). */
export const authnRequestUrl = (
  service: SamlService,
  connection: SamlConnection,
  requestId: string,
): Promise<string> =>
  connectionFor(service, connection, requestId).getAuthorizeUrlAsync(requestId, undefined, {})
