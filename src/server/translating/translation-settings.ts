import { z } from 'zod'

/** The machine translation provider of the operator. */
export type TranslationSettings = {
  /** Without a final slash. */
  readonly url: string
  readonly key: string | undefined
  /** The operator allows an address in a private network, and http. */
  readonly allowPrivate: boolean
}

const isFlag = (text: string) => ['0', '1', 'true', 'false', 'yes', 'no'].includes(text.toLowerCase())

/** The variables of the environment. */
export const translationVariables = {
  LECTERN_TRANSLATE_URL: z
    .string()
    .refine((text) => /^https?:$/.test(URL.parse(text)?.protocol ?? ''), {
      error: 'LECTERN_TRANSLATE_URL must be an address that begins with http:// or https://.',
    })
    .optional(),
  LECTERN_TRANSLATE_KEY: z.string().optional(),
  LECTERN_TRANSLATE_PRIVATE: z
    .string()
    .refine(isFlag, { error: 'LECTERN_TRANSLATE_PRIVATE must be 1 or 0.' })
    .optional(),
}

type Variables = z.infer<z.ZodObject<typeof translationVariables>>

const isPrivateAllowed = (text: string | undefined) => /^(1|true|yes)$/i.test(text ?? '')

/** Undefined unless a provider is set. */
export function translationSettings(variables: Variables): TranslationSettings | undefined {
  const { LECTERN_TRANSLATE_URL: url, LECTERN_TRANSLATE_KEY: key, LECTERN_TRANSLATE_PRIVATE } = variables
  if (url === undefined) return undefined
  return { url: url.replace(/\/+$/, ''), key, allowPrivate: isPrivateAllowed(LECTERN_TRANSLATE_PRIVATE) }
}

/** What is wrong with the variables together. */
export function translationFaults(variables: Readonly<Record<string, unknown>>): string[] {
  const url = variables.LECTERN_TRANSLATE_URL
  const others = ['LECTERN_TRANSLATE_KEY', 'LECTERN_TRANSLATE_PRIVATE'].filter((name) => name in variables)
  if (typeof url !== 'string') return others.map((name) => `${name} also needs LECTERN_TRANSLATE_URL.`)
  // Texts and the key would cross public networks in the clear.
  return url.startsWith('http:') && !isPrivateAllowed(String(variables.LECTERN_TRANSLATE_PRIVATE ?? ''))
    ? ['LECTERN_TRANSLATE_URL must start with https://, or set LECTERN_TRANSLATE_PRIVATE=1.']
    : []
}
