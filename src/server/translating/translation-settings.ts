import { z } from 'zod'
import { isFlagSet, providerFaults, providerFlag, providerUrl } from '../provider-settings.ts'

/** The machine translation provider of the operator. */
export type TranslationSettings = {
  /** Without a final slash. */
  readonly url: string
  readonly key: string | undefined
  /** The operator allows an address in a private network, and http. */
  readonly allowPrivate: boolean
}

/** The variables of the environment. */
export const translationVariables = {
  LECTERN_TRANSLATE_URL: providerUrl('LECTERN_TRANSLATE_URL'),
  LECTERN_TRANSLATE_KEY: z.string().optional(),
  LECTERN_TRANSLATE_PRIVATE: providerFlag('LECTERN_TRANSLATE_PRIVATE'),
}

type Variables = z.infer<z.ZodObject<typeof translationVariables>>

/** Undefined unless a provider is set. */
export function translationSettings(variables: Variables): TranslationSettings | undefined {
  const { LECTERN_TRANSLATE_URL: url, LECTERN_TRANSLATE_KEY: key, LECTERN_TRANSLATE_PRIVATE } = variables
  if (url === undefined) return undefined
  return { url: url.replace(/\/+$/, ''), key, allowPrivate: isFlagSet(LECTERN_TRANSLATE_PRIVATE) }
}

/** What is wrong with the variables together. */
export const translationFaults = (variables: Readonly<Record<string, unknown>>): string[] =>
  providerFaults(variables, 'LECTERN_TRANSLATE', ['KEY', 'PRIVATE'])
