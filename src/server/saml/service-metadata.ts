import { generateServiceProviderMetadata } from '@node-saml/node-saml'
import type { SamlService } from './service-provider.ts'

/** Our metadata for one provider: addresses and the certificate of the key that signs requests (SAML Metadata 2.0). */
export const serviceMetadata = (service: SamlService): string =>
  generateServiceProviderMetadata({
    issuer: service.entityId,
    callbackUrl: service.acsUrl,
    privateKey: service.privateKey,
    publicCerts: service.certificate,
    signatureAlgorithm: 'sha256',
    identifierFormat: null,
    wantAssertionsSigned: true,
    // The id of a document; the metadata of a provider is always the same.
    generateUniqueId: () => '_metadata',
  })
