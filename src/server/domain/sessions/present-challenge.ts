import type { SignInChallenge } from '#contract/sessions.ts'
import type { Context } from '../../context.ts'
import type { IssuedChallenge } from '../second-factor/challenge-queries.ts'
import { passkeysOf, secondFactorFacts } from '../second-factor/queries.ts'
import { requestOptions } from '../second-factor/webauthn.ts'

/** The second step of a sign-in as the API returns it. */
export async function presentChallenge(
  { db, urls }: Pick<Context, 'db' | 'urls'>,
  userId: string,
  { token, passkeyChallenge, expiresAt }: IssuedChallenge,
): Promise<SignInChallenge> {
  const [{ appSince, recoveryCodes }, passkeys] = await Promise.all([
    secondFactorFacts(db, userId, ''),
    passkeysOf(db, userId),
  ])
  return {
    object: 'sign-in-challenge',
    token,
    methods: [
      ...(passkeys.length > 0 ? (['passkey'] as const) : []),
      ...(appSince === null ? [] : (['code'] as const)),
      ...(recoveryCodes > 0 ? (['recovery-code'] as const) : []),
    ],
    ...(passkeys.length > 0
      ? { passkeyOptions: await requestOptions(urls, passkeyChallenge, passkeys) }
      : {}),
    expiresAt: expiresAt.toISOString(),
  }
}
