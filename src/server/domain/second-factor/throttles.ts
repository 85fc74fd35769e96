import { newThrottle } from '../../auth/throttle.ts'

/**
 * Limits attempts at the codes of an account, which have six digits, also over many sign-ins and from many addresses.
 * Anyone who gets here knows the password, so others cannot lock the owner out; passkeys are not affected.
 */
export const codeThrottle = newThrottle('second factor', { freeFailures: 10 })

/** Limits guesses of the password by someone who is signed in. */
export const passwordThrottle = newThrottle('confirmation')
