import type { PasskeyAssertion, PasskeyRegistration, PasskeyRequest } from '#contract/second-factor.ts'

/** The library is loaded when a passkey is first used. */
const library = () => import('@simplewebauthn/browser')

type CreationOptions = Parameters<Awaited<ReturnType<typeof library>>['startRegistration']>[0]['optionsJSON']
type RequestOptions = Parameters<Awaited<ReturnType<typeof library>>['startAuthentication']>[0]['optionsJSON']

/** Whether this browser has passkeys at this address: they need https, or localhost. */
export const hasPasskeys = (): boolean => window.isSecureContext && 'PublicKeyCredential' in window

/** Asks the browser to create a passkey. Throws `PasskeyError`. */
export async function createPasskey(options: PasskeyRequest['options']): Promise<PasskeyRegistration> {
  const { startRegistration } = await library()
  try {
    return (await startRegistration({
      optionsJSON: options as unknown as CreationOptions,
    })) as PasskeyRegistration
  } catch (error) {
    throw new PasskeyError(error, 'create')
  }
}

/** Asks the browser to use a passkey. Throws `PasskeyError`. */
export async function applyPasskey(options: PasskeyRequest['options']): Promise<PasskeyAssertion> {
  const { startAuthentication } = await library()
  try {
    return (await startAuthentication({
      optionsJSON: options as unknown as RequestOptions,
    })) as PasskeyAssertion
  } catch (error) {
    throw new PasskeyError(error, 'use')
  }
}

/** The browser refused, or the person canceled; browsers do not say which. */
export class PasskeyError extends Error {
  constructor(cause: unknown, doing: 'create' | 'use') {
    super(messageOf(cause, doing), { cause })
    this.name = 'PasskeyError'
  }
}

function messageOf(cause: unknown, doing: 'create' | 'use'): string {
  const name = cause instanceof Error ? cause.name : ''
  if (name === 'InvalidStateError' && doing === 'create')
    return 'This device already has a passkey for your account.'
  if (name === 'SecurityError') return 'Passkeys don’t work at this address.'
  if (name === 'NotSupportedError' || name === 'ConstraintError')
    return 'This device can’t check that it’s you, so it can’t store a passkey.'
  return doing === 'create'
    ? 'No passkey was created. You canceled, or the request timed out.'
    : 'No passkey was used. You canceled, the request timed out, or this device has no passkey for your account.'
}
