/** Operations of the contract that have no act yet: not mounted, not documented. This list only ever gets shorter. */
export const unimplemented: readonly string[] = [
  'createSAMLProvider',
  'createTranslationSettings',
  'deleteSAMLProvider',
  'deleteTranslationSettings',
  'getSAMLProvider',
  'getTranslationSettings',
  'listSAMLProviders',
  'listSSOLogins',
  'listTranslationSettings',
  'putTranslationSettings',
  'updateSAMLProvider',
]
