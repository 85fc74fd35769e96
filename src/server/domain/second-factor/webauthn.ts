import { isIP } from 'node:net'
import type { PasskeyAssertion, PasskeyRegistration } from '#contract/second-factor.ts'
import { DomainError } from '../../errors.ts'
import type { Urls } from '../../urls.ts'
import type { PasskeyRow } from './queries.ts'

/** The library is loaded with the first passkey, so that the service starts faster. */
const library = () => import('@simplewebauthn/server')

/** The domain that passkeys belong to, and the only origin that may use them: those of the service's address. */
function relyingParty({ base }: Pick<Urls, 'base'>) {
  const { hostname, origin } = new URL(base)
  return { rpID: hostname, origin }
}

/** @throws {DomainError} 409 where browsers know no passkeys: addresses without a name, and http except localhost */
export function expectPasskeysPossible(urls: Pick<Urls, 'base'>): void {
  const { rpID, origin } = relyingParty(urls)
  const isSecure = origin.startsWith('https:') || rpID === 'localhost'
  if (isSecure && isIP(rpID.replace(/[[\]]/g, '')) === 0) return
  throw new DomainError(
    'invalid_state',
    'Passkeys need an https address with a domain name. Ask an operator of this service to set BASE_URL',
  )
}

/** EdDSA, ES256 and RS256 (COSE), which every authenticator has at least one of. */
const ALGORITHMS = [-8, -7, -257]

type Credential = Pick<PasskeyRow, 'credentialId' | 'transports'>

const descriptors = (passkeys: readonly Credential[]) =>
  passkeys.map(({ credentialId, transports }) => ({ id: credentialId, transports }))

type NewPasskey = {
  readonly userId: string
  readonly email: string
  readonly displayName: string
  readonly challenge: string
  readonly existing: readonly Credential[]
}

/** Options to create a passkey that is discoverable and verifies the person, so that it can sign in alone. */
export async function creationOptions(
  urls: Urls,
  { userId, email, displayName, challenge, existing }: NewPasskey,
) {
  const { generateRegistrationOptions } = await library()
  const options = await generateRegistrationOptions({
    rpName: 'Lectern',
    rpID: relyingParty(urls).rpID,
    userName: email,
    userDisplayName: displayName,
    userID: new Uint8Array(Buffer.from(userId)),
    challenge: new Uint8Array(Buffer.from(challenge, 'base64url')),
    timeout: 300_000,
    attestationType: 'none',
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: descriptors(existing),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  return { ...options }
}

/** Options to use a passkey: one of these, or without any the one that the person chooses. */
export async function requestOptions(urls: Urls, challenge: string, passkeys: readonly Credential[] = []) {
  const { generateAuthenticationOptions } = await library()
  const options = await generateAuthenticationOptions({
    rpID: relyingParty(urls).rpID,
    challenge: new Uint8Array(Buffer.from(challenge, 'base64url')),
    timeout: 300_000,
    userVerification: 'required',
    ...(passkeys.length > 0 ? { allowCredentials: descriptors(passkeys) } : {}),
  })
  return { ...options }
}

/** The result of a check: its value, or why the response was refused, for the log. */
export type Verification<T> = { readonly value: T } | { readonly refusal: string }

/** Checks a new passkey: its challenge, origin, domain, and that the person was verified. */
export async function verifyCreation(urls: Urls, response: PasskeyRegistration, challenge: string) {
  const { origin, rpID } = relyingParty(urls)
  return verification(async () => {
    const { verifyRegistrationResponse } = await library()
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: response as Parameters<typeof verifyRegistrationResponse>[0]['response'],
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpID,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    })
    if (!verified) return null
    const { credential, credentialBackedUp } = registrationInfo
    return {
      credentialId: credential.id,
      publicKey: Buffer.from(credential.publicKey),
      counter: credential.counter,
      synced: credentialBackedUp,
    }
  })
}

/**
 * Checks the use of a passkey, and that its counter increased (WebAuthn Level 3, 7.2, step 22): otherwise it may have
 * been copied.
 */
export async function verifyUse(
  urls: Urls,
  response: PasskeyAssertion,
  challenge: string,
  passkey: PasskeyRow,
) {
  const { origin, rpID } = relyingParty(urls)
  return verification(async () => {
    const { verifyAuthenticationResponse } = await library()
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: response as Parameters<typeof verifyAuthenticationResponse>[0]['response'],
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpID,
      credential: {
        id: passkey.credentialId,
        publicKey: new Uint8Array(passkey.publicKey),
        counter: passkey.counter,
      },
      requireUserVerification: true,
    })
    return verified
      ? { counter: authenticationInfo.newCounter, synced: authenticationInfo.credentialBackedUp }
      : null
  })
}

/** The library throws for everything that is not as expected, also for malformed data. */
async function verification<T>(run: () => Promise<T | null>): Promise<Verification<T>> {
  try {
    const value = await run()
    return value === null ? { refusal: 'the signature does not match' } : { value }
  } catch (error) {
    return { refusal: error instanceof Error ? error.message : String(error) }
  }
}
