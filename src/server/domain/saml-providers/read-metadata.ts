import type { SamlMetadata } from '#contract/saml-providers.ts'
import type { Context } from '../../context.ts'
import { invalid } from '../../errors.ts'
import { outsideFetch } from '../../importing/fetch.ts'
import { readProviderMetadata } from '../../saml/provider-metadata.ts'
import { SamlError } from '../../saml/xml.ts'
import { certificateError, describeCertificates } from './certificates.ts'

const MAX_BYTES = 2 * 1024 * 1024

/**
 * Reads a provider's metadata from its address or text.
 * @throws {DomainError} 400 when the address cannot be read, or this is no metadata
 */
export async function readMetadata(
  { config, now }: Pick<Context, 'config' | 'now'>,
  { url, text }: { readonly url?: string | undefined; readonly text?: string | undefined },
): Promise<SamlMetadata> {
  const field = url === undefined ? 'text' : 'url'
  const document = url === undefined ? (text ?? '') : await fetched(config.allowPrivateNetwork, url)
  const { entityId, ssoUrl, certificate } = settingsIn(document, field)
  return {
    entityID: entityId,
    ssoURL: ssoUrl,
    certificate,
    certificates: describeCertificates(certificate, now()),
  }
}

async function fetched(allowPrivate: boolean, url: string): Promise<string> {
  const outside = outsideFetch({ version: '1', allowPrivate })
  try {
    return (await outside.get(url, { maxBytes: MAX_BYTES })).bytes.toString('utf8')
  } finally {
    await outside.close()
  }
}

function settingsIn(document: string, field: string) {
  try {
    const settings = readProviderMetadata(document)
    const error = certificateError(settings.certificate)
    if (error !== null) throw new SamlError(`The certificate in the metadata can’t be used. ${error}`)
    return settings
  } catch (error) {
    if (error instanceof SamlError) throw invalid([{ path: ['body', field], message: error.message }])
    throw error
  }
}
