/** A person as a provider described them in an answer whose signature was checked. */
export type ExternalIdentity = {
  readonly providerId: string
  /** The provider's permanent name for the person. */
  readonly subject: string
  /** In lower case; null if the provider sent none that is valid. */
  readonly email: string | null
  readonly displayName: string | null
  /** Absolute https URL. */
  readonly photoUrl: string | null
  readonly groups: readonly string[]
  /** Everything that was sent, for the result of a test. */
  readonly attributes: Readonly<Record<string, readonly string[]>>
}
