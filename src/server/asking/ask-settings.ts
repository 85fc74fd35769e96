import { z } from 'zod'
import { isFlagSet, providerFaults, providerFlag, providerUrl } from '../provider-settings.ts'

/** The operator’s endpoint that answers questions of readers. */
export type AskSettings = {
  /** Without a final slash, such as `https://api.example.org/v1`. */
  readonly url: string
  readonly key: string | undefined
  readonly model: string
  /** The operator allows an address in a private network, and http. */
  readonly allowPrivate: boolean
}

/** The variables of the environment. */
export const askVariables = {
  LECTERN_ASK_URL: providerUrl('LECTERN_ASK_URL'),
  LECTERN_ASK_KEY: z
    .string()
    .regex(/^[\x21-\x7e]+$/, {
      error: 'LECTERN_ASK_KEY must be of letters, digits and signs without blanks.',
    })
    .optional(),
  LECTERN_ASK_MODEL: z.string().optional(),
  LECTERN_ASK_PRIVATE: providerFlag('LECTERN_ASK_PRIVATE'),
}

type Variables = z.infer<z.ZodObject<typeof askVariables>>

/** Undefined unless an endpoint is set. */
export function askSettings(variables: Variables): AskSettings | undefined {
  const { LECTERN_ASK_URL: url, LECTERN_ASK_KEY: key, LECTERN_ASK_MODEL: model } = variables
  if (url === undefined || model === undefined) return undefined
  return { url: url.replace(/\/+$/, ''), key, model, allowPrivate: isFlagSet(variables.LECTERN_ASK_PRIVATE) }
}

/** What is wrong with the variables together. */
export const askFaults = (variables: Readonly<Record<string, unknown>>): string[] => [
  ...providerFaults(variables, 'LECTERN_ASK', ['KEY', 'MODEL', 'PRIVATE']),
  ...('LECTERN_ASK_URL' in variables && !('LECTERN_ASK_MODEL' in variables)
    ? ['LECTERN_ASK_URL also needs LECTERN_ASK_MODEL.']
    : []),
]
