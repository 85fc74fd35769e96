import { z } from 'zod'
import { uri } from '#contract/shared/values.ts'
import type { ExternalIdentity } from './external-identity.ts'

const MAX_SUBJECT_LENGTH = 1024
const MAX_VALUES = 200
const MAX_VALUE_LENGTH = 500
const email = z.email().max(254)

type Fields = {
  readonly providerId: string
  readonly subject: string
  readonly email?: string | undefined
  readonly displayName?: string | undefined
  readonly photoUrl?: string | undefined
  readonly groups?: readonly string[]
  readonly attributes?: Readonly<Record<string, readonly string[]>>
}

/**
 * An identity with values that can be stored: texts are shortened, and an invalid email address or photo is left out.
 * @throws {RangeError} if the subject is empty or longer than 1024 characters
 */
export function externalIdentity(fields: Fields): ExternalIdentity {
  const subject = fields.subject.trim()
  if (subject === '' || subject.length > MAX_SUBJECT_LENGTH)
    throw new RangeError(`The subject has ${subject.length} characters instead of 1 to ${MAX_SUBJECT_LENGTH}`)
  const address = email.safeParse(fields.email?.trim().toLowerCase())
  const photo = uri.safeParse(fields.photoUrl?.trim())
  return {
    providerId: fields.providerId,
    subject,
    email: address.success ? address.data : null,
    displayName: fields.displayName?.replace(/\s+/g, ' ').trim().slice(0, 64).trim() || null,
    // Pages load images over TLS only.
    photoUrl: photo.success && photo.data.startsWith('https:') ? photo.data : null,
    groups: limited(fields.groups ?? []),
    attributes: Object.fromEntries(
      Object.entries(fields.attributes ?? {})
        .slice(0, MAX_VALUES)
        .map(([name, values]) => [name.slice(0, MAX_VALUE_LENGTH), limited(values)]),
    ),
  }
}

const limited = (values: readonly string[]): readonly string[] =>
  values.slice(0, MAX_VALUES).map((value) => value.slice(0, MAX_VALUE_LENGTH))
