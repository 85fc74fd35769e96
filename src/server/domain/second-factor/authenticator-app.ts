import { randomBytes } from 'node:crypto'

/** Seconds of one time step (RFC 6238, 4.1). */
const PERIOD_S = 30
const ISSUER = 'Lectern'

/** The library is loaded with the first authenticator app, so that the service starts faster. */
const library = () => import('otpauth')

/** A new secret of 160 bits (RFC 4226, 4, R6) in base 32. */
export async function newAppSecret(): Promise<string> {
  const { Secret } = await library()
  return new Secret({ buffer: new Uint8Array(randomBytes(20)).buffer }).base32
}

/** The address that authenticator apps read from a QR code. */
export async function appUri(secret: string, email: string): Promise<string> {
  const { TOTP } = await library()
  return new TOTP({ issuer: ISSUER, label: email, secret, digits: 6, period: PERIOD_S }).toString()
}

/**
 * The time step of a code, null if it is wrong. The step before and after now are accepted (clocks differ), and each
 * step only once (RFC 6238, 5.2): codes up to `lastCounter` are refused.
 */
export async function counterOfCode(
  secret: string,
  code: string,
  { now, lastCounter }: { readonly now: Date; readonly lastCounter: number | null },
): Promise<number | null> {
  const { TOTP } = await library()
  const totp = new TOTP({ secret, digits: 6, period: PERIOD_S })
  const timestamp = now.getTime()
  const delta = totp.validate({ token: code, timestamp, window: 1 })
  if (delta === null) return null
  const counter = totp.counter({ timestamp }) + delta
  return lastCounter !== null && counter <= lastCounter ? null : counter
}
