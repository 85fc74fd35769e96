import { type CacheProvider, SAML, ValidateInResponseTo } from '@node-saml/node-saml'

/** Our side of the connection to one provider. */
export type SamlService = {
  readonly entityId: string
  readonly acsUrl: string
  /** Of the key that signs requests, PEM. */
  readonly privateKey: string
  readonly certificate: string
}

/** The provider's side. */
export type SamlConnection = {
  readonly entityId: string
  readonly ssoUrl: string
  /** PEM; a signature by any of them is valid. */
  readonly certificates: readonly string[]
}

/** How far the clocks of a provider and of this machine may differ. */
export const CLOCK_SKEW_MS = 60_000

/** The connection for one request, whose id only its own answer may name. */
export const connectionFor = (service: SamlService, connection: SamlConnection, requestId: string): SAML =>
  new SAML({
    issuer: service.entityId,
    callbackUrl: service.acsUrl,
    audience: service.entityId,
    privateKey: service.privateKey,
    publicCert: service.certificate,
    signatureAlgorithm: 'sha256',
    digestAlgorithm: 'sha256',
    entryPoint: connection.ssoUrl,
    idpIssuer: connection.entityId,
    idpCert: [...connection.certificates],
    identifierFormat: null,
    // Providers decide how people prove who they are.
    disableRequestedAuthnContext: true,
    wantAuthnResponseSigned: false,
    wantAssertionsSigned: false,
    acceptedClockSkewMs: CLOCK_SKEW_MS,
    generateUniqueId: () => requestId,
    validateInResponseTo: ValidateInResponseTo.always,
    cacheProvider: onlyRequest(requestId),
  })

/**
 * Open requests are in the database, where they expire and each can be answered once; node-saml knows only the one in
 * question. It expects the time of the request as the value.
 */
const onlyRequest = (requestId: string): CacheProvider => ({
  saveAsync: async (_, value) => ({ value, createdAt: 0 }),
  getAsync: async (id) => (id === requestId ? new Date().toISOString() : null),
  removeAsync: async (id) => id,
})
