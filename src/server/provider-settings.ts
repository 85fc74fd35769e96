import { z } from 'zod'

// Variables of a provider that the operator configures, such as `LECTERN_ASK_URL` with the prefix `LECTERN_ASK`.

const flagWords = ['0', '1', 'true', 'false', 'yes', 'no']

export const providerUrl = (name: string) =>
  z
    .string()
    .refine((text) => /^https?:$/.test(URL.parse(text)?.protocol ?? ''), {
      error: `${name} must be an address that begins with http:// or https://.`,
    })
    .optional()

export const providerFlag = (name: string) =>
  z
    .string()
    .refine((text) => flagWords.includes(text.toLowerCase()), { error: `${name} must be 1 or 0.` })
    .optional()

export const isFlagSet = (text: unknown): boolean => typeof text === 'string' && /^(1|true|yes)$/i.test(text)

/** What is wrong with the variables together: those that need an address, and an address without encryption. */
export function providerFaults(
  variables: Readonly<Record<string, unknown>>,
  prefix: string,
  others: readonly string[],
): string[] {
  const url = variables[`${prefix}_URL`]
  if (typeof url !== 'string')
    return others
      .map((name) => `${prefix}_${name}`)
      .filter((name) => name in variables)
      .map((name) => `${name} also needs ${prefix}_URL.`)
  // Texts and the key would cross public networks in the clear.
  return url.startsWith('http:') && !isFlagSet(variables[`${prefix}_PRIVATE`])
    ? [`${prefix}_URL must start with https://, or set ${prefix}_PRIVATE=1.`]
    : []
}
