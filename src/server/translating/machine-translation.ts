/** Translates short texts. Another provider is another implementation of this. */
export type MachineTranslation = {
  /**
   * @param texts plain text without markup
   * @param from language as in `translationLanguages`; null if it is unknown
   * @param to language as in `translationLanguages`
   * @returns as many texts, in the same order
   * @throws {DomainError} `upstream` if the provider fails or does not offer the languages
   */
  readonly translate: (
    texts: readonly string[],
    from: string | null,
    to: string,
    signal: AbortSignal,
  ) => Promise<readonly string[]>
}
