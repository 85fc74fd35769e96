import type { SecondFactor } from '#contract/second-factor.ts'

export const CONFIRMATION_LIFETIME_MS = 10 * 60_000
export const CHALLENGE_LIFETIME_MS = 5 * 60_000
export const MAX_ATTEMPTS = 5
export const MAX_PASSKEYS = 20
export const RECOVERY_CODE_COUNT = 10

/** What decides whether and how a person can confirm who they are. */
export type ConfirmationState = {
  readonly hasPassword: boolean
  readonly hasPasskey: boolean
  readonly hasApp: boolean
  readonly recoveryCodes: number
  /** A second factor was confirmed in this session. */
  readonly secondFactor: boolean
  readonly signedInAt: Date
  readonly confirmedAt: Date | null
}

/**
 * Until when the person is confirmed; null if they are not. A recent sign-in counts, unless it skipped the second factor
 * (single sign-on, or a session from before there was one).
 */
export function confirmedUntil(state: ConfirmationState, now: Date): Date | null {
  if ((state.hasPasskey || state.hasApp) && !state.secondFactor) return null
  const last = Math.max(state.signedInAt.getTime(), state.confirmedAt?.getTime() ?? 0)
  const until = new Date(last + CONFIRMATION_LIFETIME_MS)
  return until > now ? until : null
}

/** The ways to confirm. A password is not enough in a session that skipped the second factor. */
export function confirmationMethods(state: ConfirmationState): SecondFactor['confirmBy'] {
  const hasFactor = state.hasPasskey || state.hasApp
  return [
    ...(state.hasPassword && (state.secondFactor || !hasFactor) ? (['password'] as const) : []),
    ...(state.hasPasskey ? (['passkey'] as const) : []),
    ...(state.hasApp ? (['code'] as const) : []),
    ...(hasFactor && state.recoveryCodes > 0 ? (['recovery-code'] as const) : []),
  ]
}
