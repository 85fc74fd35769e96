import { HtmlValidate } from 'html-validate'

const validator = new HtmlValidate({
  root: true,
  extends: ['html-validate:recommended'],
  rules: {
    // Roles on `pre`, `div` and `form` are intended: `section` and `search` would change nothing.
    'prefer-native-element': 'off',
    // Some screen readers announce a list without markers only if it has a role.
    'no-redundant-role': 'off',
    // Authors decide on the length of titles and on trailing spaces in code.
    'long-title': 'off',
    'no-trailing-whitespace': 'off',
    // Anchors may contain dots, because links from elsewhere use them.
    'valid-id': ['error', { relaxed: true }],
    'doctype-style': ['error', { style: 'lowercase' }],
  },
})

/** The validation messages of a document; empty if it is valid HTML. */
export async function htmlErrors(html: string): Promise<string[]> {
  const { results } = await validator.validateString(html)
  return results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, line, column }) => `${ruleId} at ${line}:${column}: ${message}`),
  )
}
