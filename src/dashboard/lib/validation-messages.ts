import { z } from 'zod'

type Fault = Parameters<NonNullable<ReturnType<typeof z.config>['customError']>>[0]

/**
 * What a field says when the contract's schema refuses it, in words for people. Schemas that bring words of their own
 * keep them; undefined leaves it to zod.
 */
export function validationMessage(fault: Fault): string | undefined {
  switch (fault.code) {
    case 'too_small':
      return fault.origin === 'string' ? tooShort(fault.input, Number(fault.minimum)) : undefined
    case 'too_big':
      return fault.origin === 'string' ? `Give at most ${fault.maximum} characters` : undefined
    case 'invalid_type':
      return fault.input === undefined || fault.input === null ? 'Fill this in' : undefined
    case 'invalid_format':
      return fault.format === 'email' ? 'Give a complete e-mail address' : undefined
    default:
      return undefined
  }
}

const tooShort = (input: unknown, minimum: number): string =>
  input === '' ? 'Fill this in' : `Give at least ${minimum} ${minimum === 1 ? 'character' : 'characters'}`

z.config({ customError: validationMessage })
